// SPDX-License-Identifier: GPL-3.0-or-later
// The analyses there are; one file each, of the same name.
#pragma once

#include "profiler/analyze/input/analysis.h"

namespace shardscope::profiler {

core::Result<core::Report> temporalBreakdown(const AnalysisInput& input, const AnalysisOptions& options,
                                             const core::Task& task);
core::Result<core::Report> overlap(const AnalysisInput& input, const AnalysisOptions& options,
                                   const core::Task& task);
core::Result<core::Report> idleTime(const AnalysisInput& input, const AnalysisOptions& options,
                                    const core::Task& task);
core::Result<core::Report> kernelBreakdown(const AnalysisInput& input, const AnalysisOptions& options,
                                           const core::Task& task);
core::Result<core::Report> queueLength(const AnalysisInput& input, const AnalysisOptions& options,
                                       const core::Task& task);
core::Result<core::Report> copyBandwidth(const AnalysisInput& input, const AnalysisOptions& options,
                                         const core::Task& task);
core::Result<core::Report> launchStats(const AnalysisInput& input, const AnalysisOptions& options,
                                       const core::Task& task);
core::Result<core::Report> criticalPath(const AnalysisInput& input, const AnalysisOptions& options,
                                        const core::Task& task);
core::Result<core::Report> steps(const AnalysisInput& input, const AnalysisOptions& options,
                                 const core::Task& task);
core::Result<core::Report> annotations(const AnalysisInput& input, const AnalysisOptions& options,
                                       const core::Task& task);
core::Result<core::Report> operatorTree(const AnalysisInput& input, const AnalysisOptions& options,
                                        const core::Task& task);
core::Result<core::Report> utilization(const AnalysisInput& input, const AnalysisOptions& options,
                                       const core::Task& task);
core::Result<core::Report> memory(const AnalysisInput& input, const AnalysisOptions& options,
                                  const core::Task& task);
core::Result<core::Report> memorySnapshot(const AnalysisInput& input, const AnalysisOptions& options,
                                          const core::Task& task);
core::Result<core::Report> counters(const AnalysisInput& input, const AnalysisOptions& options,
                                    const core::Task& task);
// Over many ranks.
core::Result<core::Report> communication(const AnalysisInput& input, const AnalysisOptions& options,
                                         const core::Task& task);
core::Result<core::Report> stragglers(const AnalysisInput& input, const AnalysisOptions& options,
                                      const core::Task& task);
core::Result<core::Report> hang(const AnalysisInput& input, const AnalysisOptions& options,
                                const core::Task& task);
core::Result<core::Report> rankCriticalPath(const AnalysisInput& input, const AnalysisOptions& options,
                                            const core::Task& task);
core::Result<core::Report> pipelineBubble(const AnalysisInput& input, const AnalysisOptions& options,
                                          const core::Task& task);
core::Result<core::Report> rankSkew(const AnalysisInput& input, const AnalysisOptions& options,
                                    const core::Task& task);
core::Result<core::Report> parameterServer(const AnalysisInput& input, const AnalysisOptions& options,
                                           const core::Task& task);

} // namespace shardscope::profiler
