// SPDX-License-Identifier: GPL-3.0-or-later
// Machines and calibrations as documents that read back: the same description as was written.
#pragma once

#include "core/hardware/hardware_spec.h"

#include <nlohmann/json_fwd.hpp>

namespace shardscope::app {

/// The calibration as a hardware file has it.
[[nodiscard]] nlohmann::ordered_json calibrationDocument(const core::Calibration& calibration);
/// The whole machine, each figure as {"text", "value" in SI units, "source", "unverified"}.
[[nodiscard]] nlohmann::ordered_json hardwareDocument(const core::HardwareSpec& hardware);

} // namespace shardscope::app
