// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings with the plans that they are of.
#pragma once

#include "app/session/calibrate/row_model.h"
#include "app/session/calibrate/run_calibration.h"

namespace shardscope::app {

/// \p one with its plan, named or guessed. \p against: takes where they disagree, as phrases. Errors: those
/// of calibrateOnRuns.
[[nodiscard]] core::Result<RecordedPlan> recordedPlan(const core::Catalog& catalog, const RecordedRun& one,
                                                      const std::string& hardware,
                                                      std::vector<std::string>& against,
                                                      const core::Task& task);

} // namespace shardscope::app
