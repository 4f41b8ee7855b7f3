// SPDX-License-Identifier: GPL-3.0-or-later
// Fits coefficients of the time model to measured runs, and says how far the fit is off on shapes it has not
// seen.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shardscope::planner {

/// A measured run. Figures are seconds, by the names of contract section 4.
struct CalibrationRun {
    std::shared_ptr<const core::ModelSpec> model;
    core::Plan plan;
    std::size_t hardware = 0; ///< index into CalibrationRequest::hardware
    std::map<std::string, double> measured;
};

struct CalibrationRequest {
    std::vector<core::HardwareSpec> hardware; ///< the machine, and variants of it (without collectives)
    core::Calibration start;                  ///< name, where it holds, and values to begin with
    std::vector<std::string> fit;             ///< the coefficients to fit; none: calibrateFewRuns
    std::map<std::string, double> weights;    ///< of the figures that count
    int folds = 8;                            ///< parts of the shapes left out in turn; below 2: none
};

/// Bounded least squares on log(predicted / measured) (Levenberg-Marquardt, outliers weighed down beyond 5 %,
/// a weak pull to the starting values), then the same with each fold of shapes left out. Errors: UnknownName
/// for a coefficient, Inconsistent where no run has a time that counts, Cancelled.
[[nodiscard]] core::Result<core::Calibration> calibrate(const CalibrationRequest& request,
                                                        const std::vector<CalibrationRun>& runs,
                                                        const core::Task& task = {});

/// What the coefficient \p name is for \p run on \p hardware, by the calibration that it would be predicted
/// with; of products as calibrations have it, in 16 bits.
[[nodiscard]] double coefficientFor(const core::HardwareSpec& hardware, const CalibrationRun& run,
                                    const std::string& name);

/// How far a fit is off on cases that it has not seen.
struct UnseenError {
    std::int64_t cases = 0;
    double error = 0; ///< mean of |predicted / measured - 1|
};

/// For each figure the errors of each part of the runs after a fit to the others. \p parts: each run's, from
/// 0. None if there are fewer than two parts. Errors: as calibrate.
[[nodiscard]] core::Result<std::map<std::string, UnseenError>>
leavePartsOut(const CalibrationRequest& request, const std::vector<CalibrationRun>& runs,
              const std::vector<int>& parts, const core::Task& task = {});

} // namespace shardscope::planner
