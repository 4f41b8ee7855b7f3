// SPDX-License-Identifier: GPL-3.0-or-later
// An analysis of a part of a run, told in the places of the whole.
#pragma once

#include "profiler/analyze/input/analysis.h"
#include "profiler/analyze/selection/run_cut.h"

namespace shardscope::profiler {

/// The report on \p part, which selectedRun cut out of \p whole by \p selection: its evidence points at the
/// whole's tracks, and where other jobs were opened together with this one, their files are named. Errors:
/// those of the analysis.
[[nodiscard]] core::Result<core::Report> analyzePart(const Analysis& analysis, const AnalysisInput& part,
                                                     const core::Run& whole, const Selection& selection,
                                                     const AnalysisOptions& options = {},
                                                     const core::Task& task = {});

} // namespace shardscope::profiler
