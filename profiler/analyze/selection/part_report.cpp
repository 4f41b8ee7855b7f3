// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/selection/part_report.h"

#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/selection/whole_places.h"
#include "profiler/trace/jobs.h"

namespace shardscope::profiler {

namespace {

/// "a.json, b.json, … (8)".
std::string someOf(const std::vector<std::string>& files)
{
    constexpr std::size_t kMost = 4;
    std::string text;
    for (std::size_t at = 0; at < files.size() && at < kMost; ++at)
        text += (at == 0 ? "" : ", ") + files[at];
    return files.size() <= kMost ? text : text + ", \u2026 (" + std::to_string(files.size()) + ")";
}

} // namespace

core::Result<core::Report> analyzePart(const Analysis& analysis, const AnalysisInput& part,
                                       const core::Run& whole, const Selection& selection,
                                       const AnalysisOptions& options, const core::Task& task)
{
    SHARDSCOPE_TRY(core::Report report, analyze(analysis, part, options, task));
    WholePlaces(part.timeline(), *whole.timeline).point(report);
    const Jobs jobs = jobsOf(whole);
    if (jobs.several()) {
        const std::uint32_t job = selection.job.value_or(0);
        report.findings.push_back(
            finding("jobs.one_of_several", core::Severity::Info,
                    {std::to_string(jobs.count), std::to_string(job), someOf(filesOfJob(whole, jobs, job))}));
    }
    if (selection.phase)
        report.findings.push_back(
            finding("part.of_phase", core::Severity::Info, {std::string(core::nameOf(*selection.phase))}));
    return report;
}

} // namespace shardscope::profiler
