// SPDX-License-Identifier: GPL-3.0-or-later
// A plan on more and more devices: with each doubling every device keeps less of the state, what it need not
// keep makes its batch larger, and a larger batch makes it faster. Where that ends is seen, too.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/report/table.h"

#include <vector>

namespace shardscope::app {

struct DoubledDevices {
    std::int64_t devices = 1;
    bool own = false;            ///< as many as the plan has
    std::int64_t microBatch = 1; ///< the largest that fits; 1 where none does
    bool fits = false;
    core::Bytes state; ///< of the model, on a device
    core::Bytes peak;  ///< what it needs with everything else
    core::Bytes capacity;
    double samplesPerSecond = 0; ///< of all devices
    double perDevice = 0;        ///< samples a second of one
};

/// Evaluates \p plan at half and at two, four, … times its replicas, as many as the machine has, with the
/// largest micro-batch that fits each; what is cut over all replicas is cut over as many as there are then.
/// Errors: those of planner::evaluate; Inconsistent if there is one number only.
[[nodiscard]] core::Result<std::vector<DoubledDevices>> doubledDevices(const core::ModelSpec& model,
                                                                       const core::HardwareSpec& hardware,
                                                                       const core::Plan& plan,
                                                                       const core::Task& task = {});
/// A row a number of devices.
[[nodiscard]] core::Table doubledTable(const std::vector<DoubledDevices>& rows);

} // namespace shardscope::app
