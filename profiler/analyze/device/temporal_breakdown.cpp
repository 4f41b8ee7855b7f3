// SPDX-License-Identifier: GPL-3.0-or-later
// Where a rank's devices' time goes, after HolisticTraceAnalysis' get_temporal_breakdown: the span from the
// first start to the last end of device rows is idle, computing, or only communicating and copying.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/report_parts.h"

namespace shardscope::profiler {

namespace {

constexpr std::size_t kIdleShown = 5; // longest times without work, as evidence

/// Times between \p busy when no device works.
core::IntervalSet idleTimes(const core::IntervalSet& busy)
{
    core::IntervalSet idle;
    idle.reserve(busy.size());
    for (std::size_t at = 1; at < busy.size(); ++at)
        idle.push_back({busy[at - 1].end, busy[at].begin});
    return idle;
}

} // namespace

core::Result<core::Report> temporalBreakdown(const AnalysisInput& input, const AnalysisOptions& options,
                                             const core::Task& task)
{
    core::Report report;
    core::Table table =
        mainTable({rankColumn(), deviceColumn(), nanosColumn("idle", N_("Idle"), N_("No device row runs")),
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
        table.rows.push_back({rankCell(input.ranks()[part]), deviceCell(input.ranks()[part]), idle, compute,
                              rest, span, shareCell(idle, span), shareCell(compute, span),
                              shareCell(rest, span)});
        constexpr double kWorthSaying = 0.2;
        if (static_cast<double>(idle) > kWorthSaying * static_cast<double>(span))
            report.findings.push_back(
                finding("temporal.idle", core::Severity::Notice,
                        {rankText(input.ranks()[part]), nanosText(idle), nanosText(span)},
                        longestMarks(idleTimes(busy.all), kIdleShown, "idle")));
    }
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
