// SPDX-License-Identifier: GPL-3.0-or-later
// What a fit is made from: the machine, the runs that it can be held against, and the coefficients to fit.
#pragma once

#include "app/session/accuracy/calibration.h"
#include "planner/calibration.h"

#include <string>
#include <vector>

namespace shardscope::app {

struct CalibrationInput {
    planner::CalibrationRequest request;
    std::vector<planner::CalibrationRun> runs;
    std::vector<std::string> systems; ///< each run's group
};

/// Every case of \p call that was measured on its machine. Errors: those of the files.
[[nodiscard]] core::Result<CalibrationInput> calibrationInput(const core::Catalog& catalog,
                                                              const CalibrationCall& call);

} // namespace shardscope::app
