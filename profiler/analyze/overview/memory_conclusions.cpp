// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/memory_conclusions.h"

namespace shardscope::profiler {

core::Result<std::vector<core::Finding>>
memoryConclusions(const AnalysisInput& input, const AnalysisOptions& options, const core::Task& task)
{
    std::vector<core::Finding> conclusions;
    for (const char* const key : {"memory_snapshot", "memory"}) {
        SHARDSCOPE_TRY(const Analysis* const analysis, findAnalysis(key));
        SHARDSCOPE_TRY(const std::string_view lack, analysis->lacking(input, options, task));
        if (!lack.empty())
            continue;
        SHARDSCOPE_TRY(const core::Report report, analyze(*analysis, input, options, task));
        for (const core::Finding& one : report.findings) {
            if (one.key != "memory_snapshot.oom" && !one.key.starts_with("report."))
                conclusions.push_back(one);
        }
    }
    return conclusions;
}

} // namespace shardscope::profiler
