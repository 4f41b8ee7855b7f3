// SPDX-License-Identifier: GPL-3.0-or-later
// What one run of a system tells, or a few: how fast its products are beside what was known of the machine,
// and nothing of what only runs of other kinds could tell apart.
#pragma once

#include "planner/calibrate/calibrate.h"

namespace shardscope::planner {

/// Standard deviation of log(measured / predicted) of a system's runs about their own mean, where their
/// models are dense and where they are mixtures or hybrids, whose steps are less of products; and of that
/// mean about nothing, over the systems of docs/accuracy.md, "One run of one's own".
struct SystemSpread {
    double dense = 0.05;
    double others = 0.12;
    double between = 0.11;
};

/// The machine's calibration that holds for the first of \p runs (else what is known of its device), with its
/// rate of products scaled by the most probable factor: one system's differs from another's as by \p spread,
/// and each run from its system's. \p request.fit counts for nothing, the rest as in calibrate(). Errors:
/// Inconsistent where no run has a time that is predicted.
[[nodiscard]] core::Result<core::Calibration> calibrateFewRuns(const CalibrationRequest& request,
                                                               const std::vector<CalibrationRun>& runs,
                                                               const SystemSpread& spread = {});

} // namespace shardscope::planner
