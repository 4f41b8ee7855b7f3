// SPDX-License-Identifier: GPL-3.0-or-later
// One machine beside another: the figures in which they differ.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/report/table.h"

#include <string>

namespace shardscope::app {

/// A row a figure that one of them has otherwise: what it is of \p a, of \p b, and how many times as much;
/// where the measured curves and the calibrations of both are not as many, these too.
[[nodiscard]] core::Table machineDifference(const core::HardwareSpec& a, const core::HardwareSpec& b);
/// {"a": name, "b": name, "differences": [{"figure", "a", "b", "ratio"}]} in SI units; the price of an hour.
[[nodiscard]] std::string machineDifferenceJson(const core::HardwareSpec& a, const core::HardwareSpec& b);

} // namespace shardscope::app
