// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a machine's calibrations a plan is predicted with, and whether it lies within what that has seen.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::planner {

/// A quantity of a run that calibrations state their range in.
struct CalibratedQuantity {
    const char* name;
    double value;
    bool choice = false; ///< one of a few ways, by its place among them, and no size
};
[[nodiscard]] std::vector<CalibratedQuantity> calibratedQuantities(const core::ModelSpec& model,
                                                                   const core::Plan& plan);

/// How far \p plan lies outside what \p calibration was fitted on: the sum over quantities of the logarithm
/// of the ratio to the nearer end of the range, 1 for a choice that no run made. 0: within all of it.
[[nodiscard]] double distanceFrom(const core::Calibration& calibration, const core::ModelSpec& model,
                                  const core::Plan& plan);

/// The calibration of \p hardware that holds for \p plan's implementation, kernels and \p model and whose
/// runs are nearest to the plan; of several that it lies within, the one whose runs lie closest together;
/// where the plan is far from all of three and more, the one whose products run at the middle rate. Null
/// where none holds.
[[nodiscard]] const core::Calibration* calibrationFor(const core::HardwareSpec& hardware,
                                                      const core::Plan& plan, const core::ModelSpec& model);

/// Everything in a plan that calibrationFor depends on, for one machine and model.
using CalibrationKey = std::array<std::int64_t, 7>;
[[nodiscard]] CalibrationKey calibrationKey(const core::Plan& plan);

/// Which quantities of \p plan lie outside what \p calibration was fitted on: "hidden 16384 (1024 to 12288)",
/// "recompute full (none)".
[[nodiscard]] std::vector<std::string> outsideRange(const core::Calibration& calibration,
                                                    const core::ModelSpec& model, const core::Plan& plan);

} // namespace shardscope::planner
