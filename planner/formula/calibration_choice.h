// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a machine's calibrations a plan is predicted with, and whether it lies within what that has seen.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

/// A quantity of a run that calibrations state their range in.
struct CalibratedQuantity {
    const char* name;
    double value;
};
[[nodiscard]] std::vector<CalibratedQuantity> calibratedQuantities(const core::ModelSpec& model,
                                                                   const core::Plan& plan);

/// The calibration of \p hardware that holds for \p plan of the model called \p model: the first for it, its
/// implementation and kernels.
[[nodiscard]] const core::Calibration* calibrationFor(const core::HardwareSpec& hardware,
                                                      const core::Plan& plan, std::string_view model);

/// Which quantities of \p plan lie outside what \p calibration was fitted on: "hidden 16384 (1024 to 12288)".
[[nodiscard]] std::vector<std::string> outsideRange(const core::Calibration& calibration,
                                                    const core::ModelSpec& model, const core::Plan& plan);

} // namespace shardscope::planner
