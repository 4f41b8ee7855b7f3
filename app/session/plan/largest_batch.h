// SPDX-License-Identifier: GPL-3.0-or-later
// --micro-batch max: the largest that fits.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "core/io/value.h"
#include "core/model/model_spec.h"

#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

/// \p options with the number in the place of "max", where micro-batch is that: the largest with which the
/// plan of \p document (from \p file) and the options fits \p hardware, of those that divide where the global
/// batch is given; 1 where none fits. Errors: those of parsePlan and evaluate.
[[nodiscard]] core::Result<std::vector<std::pair<std::string, std::string>>>
withLargestMicroBatch(std::vector<std::pair<std::string, std::string>> options, const core::Value& document,
                      const std::string& file, const core::ModelSpec& model,
                      const core::HardwareSpec& hardware);

} // namespace shardscope::app
