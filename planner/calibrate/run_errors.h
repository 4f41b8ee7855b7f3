// SPDX-License-Identifier: GPL-3.0-or-later
// Measured runs against what a calibration makes of them.
#pragma once

#include "planner/calibrate/calibrate.h"

#include <cstddef>
#include <string>
#include <vector>

namespace shardscope::planner {

/// A figure of a run that counts.
struct RunFigure {
    std::size_t run = 0; ///< index into the runs
    std::string key;
    double weight = 1;
    double measured = 0;
};

/// Those of \p runs that \p request gives a weight, run after run.
[[nodiscard]] std::vector<RunFigure> figuresOf(const CalibrationRequest& request,
                                               const std::vector<CalibrationRun>& runs);

/// In the place of an error where nothing is predicted.
inline constexpr double kUnpredicted = 5;

/// log(predicted / measured) of each of \p figures (which follow run after run) with \p calibration alone on
/// each of \p hardware.
[[nodiscard]] std::vector<double> logErrors(std::vector<core::HardwareSpec> hardware,
                                            const core::Calibration& calibration,
                                            const std::vector<CalibrationRun>& runs,
                                            const std::vector<RunFigure>& figures);

/// Writes into \p calibration which shapes \p runs are of and between which sizes they lie.
void addRange(core::Calibration& calibration, const std::vector<CalibrationRun>& runs);

} // namespace shardscope::planner
