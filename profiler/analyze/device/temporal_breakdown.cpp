// SPDX-License-Identifier: GPL-3.0-or-later
// Where a rank's devices' time goes, after HolisticTraceAnalysis' get_temporal_breakdown: the span from the
// first start to the last end of device rows is idle, computing, or only communicating and copying.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/report_parts.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

constexpr std::size_t kIdleShown = 5; // longest times without work, as evidence

/// Times between \p busy when no device works, longest first.
std::vector<core::Mark> longestIdle(const core::IntervalSet& busy)
{
    std::vector<core::Interval> idle;
    idle.reserve(busy.size());
    for (std::size_t at = 1; at < busy.size(); ++at)
        idle.push_back({busy[at - 1].end, busy[at].begin});
    const auto longer = [](const core::Interval& a, const core::Interval& b) {
        const std::int64_t left = a.end - a.begin;
        const std::int64_t right = b.end - b.begin;
        return left != right ? left > right : a.begin < b.begin;
    };
    const auto shown = static_cast<std::ptrdiff_t>(std::min(kIdleShown, idle.size()));
    std::partial_sort(idle.begin(), idle.begin() + shown, idle.end(), longer);
    idle.resize(static_cast<std::size_t>(shown));
    std::vector<core::Mark> marks;
    for (const core::Interval& gap : idle)
        marks.push_back({gap.begin, gap.end, core::TrackId::kNone, "idle"});
    return marks;
}

} // namespace

core::Result<core::Report> temporalBreakdown(const AnalysisInput& input, const AnalysisOptions& options,
                                             const core::Task& task)
{
    if (!input.hasDeviceWork())
        return emptyReport("no_device_rows");
    core::Report report;
    core::Table table =
        mainTable({rankColumn(), nanosColumn("idle", N_("Idle"), N_("No device row runs")),
                   nanosColumn("compute", N_("Computing"), N_("At least one kernel computes")),
                   nanosColumn("non_compute", N_("Not computing"),
                               N_("Communication or copies run, and no kernel computes")),
                   nanosColumn("kernel_time", N_("Device time"),
                               N_("From the first start to the last end of device rows")),
                   fractionColumn("idle_share", N_("Idle")), fractionColumn("compute_share", N_("Computing")),
                   fractionColumn("non_compute_share", N_("Not computing"))});
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        const BusyTimes busy = busyTimes(input, part, rows);
        if (busy.all.empty())
            continue;
        const std::int64_t span = busy.all.back().end - busy.all.front().begin;
        const std::int64_t idle = span - core::measure(busy.all);
        const std::int64_t compute = core::measure(busy.of(KernelKind::Compute));
        const std::int64_t rest = span - idle - compute;
        table.rows.push_back({rankCell(input.ranks()[part]), idle, compute, rest, span, shareCell(idle, span),
                              shareCell(compute, span), shareCell(rest, span)});
        constexpr double kWorthSaying = 0.2;
        if (static_cast<double>(idle) > kWorthSaying * static_cast<double>(span))
            report.findings.push_back(finding(
                "temporal.idle", core::Severity::Notice,
                {rankText(input.ranks()[part]), nanosText(idle), nanosText(span)}, longestIdle(busy.all)));
    }
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
