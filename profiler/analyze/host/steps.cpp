// SPDX-License-Identifier: GPL-3.0-or-later
// How long each step took, what its devices did meanwhile, and which steps stand out.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/analyze/time/rank_time.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler {

namespace {

/// A step this much longer than the median stands out.
constexpr double kStandsOut = 1.2;

struct Tables {
    core::Table steps = mainTable(
        {rankColumn(), deviceColumn(), integerColumn("step", N_("Step")), textColumn("name", N_("Name")),
         timeColumn("begin", N_("Begin")), nanosColumn("time", N_("Duration")),
         nanosColumn("compute", N_("Computing"), N_("Device time within the step's span")),
         nanosColumn("exposed_communication", N_("Exposed communication"),
                     N_("Communication while no kernel computes")),
         nanosColumn("exposed_copy", N_("Exposed copies"), N_("Copies and fills while nothing else runs")),
         nanosColumn("idle", N_("Idle"), N_("Within the step's span, no device row runs"))});
    core::Table summary{
        "step_summary",
        N_("Step times"),
        {rankColumn(), deviceColumn(),
         wordColumn(core::Words::Text, "found_by", N_("Found by"),
                    N_("marks of the file, annotations that repeat, or the period of the kernels")),
         integerColumn("steps", N_("Steps"))},
        {}};
};

/// Divides the devices' time within [begin, end) by what is exposed.
std::array<std::int64_t, 4> partsOf(const BusyTimes& busy, const core::Interval& step)
{
    const core::IntervalSet compute = within(busy.of(KernelKind::Compute), step);
    const core::IntervalSet communication =
        core::subtract(within(busy.of(KernelKind::Communication), step), compute);
    const std::int64_t all = core::measure(within(busy.all, step));
    const std::int64_t computing = core::measure(compute);
    const std::int64_t communicating = core::measure(communication);
    return {computing, communicating, all - computing - communicating, step.end - step.begin - all};
}

void addRank(Tables& tables, core::Report& report, const AnalysisInput& input, std::size_t part,
             const RankSteps& found, const BusyTimes& busy)
{
    const core::Cell rank = rankCell(input.ranks()[part]);
    const core::Cell device = deviceCell(input.ranks()[part]);
    std::vector<std::int64_t> times;
    core::Series series = rankSeries("step_time." + std::to_string(part), input.ranks()[part], core::kSecond);
    for (const RankStep& step : found.steps) {
        core::Cell cells[4];
        if (step.end > step.begin && !busy.all.empty()) {
            const auto parts = partsOf(busy, {step.begin, step.end});
            std::ranges::copy(parts, cells);
        }
        series.x.push_back(static_cast<double>(times.size()));
        series.y.push_back(static_cast<double>(step.end - step.begin) * 1e-9);
        tables.steps.rows.push_back({rank, device, static_cast<std::int64_t>(times.size()), step.name,
                                     timeCell(input, step.begin), step.end - step.begin, cells[0], cells[1],
                                     cells[2], cells[3]});
        times.push_back(step.end - step.begin);
        report.marks.push_back({step.begin, step.end, core::TrackId::kNone, step.name});
    }
    const Summary summary = summaryOf(times);
    std::vector<core::Cell> row{rank, device, std::string(core::nameOf(found.source)),
                                static_cast<std::int64_t>(times.size())};
    const auto cells = summaryCells(summary, core::CellKind::Nanoseconds);
    row.insert(row.end(), cells.begin(), cells.end());
    tables.summary.rows.push_back(std::move(row));
    report.series.push_back(std::move(series));
    std::vector<core::Mark> slow;
    for (std::size_t at = 0; at < times.size() && times.size() > 2; ++at) {
        if (static_cast<double>(times[at]) > kStandsOut * summary.median)
            slow.push_back(
                {found.steps[at].begin, found.steps[at].end, core::TrackId::kNone, found.steps[at].name});
    }
    const std::size_t slowSteps = slow.size();
    if (!slow.empty())
        report.findings.push_back(finding("steps.slow", core::Severity::Notice,
                                          {rankText(input.ranks()[part]), std::to_string(slowSteps),
                                           nanosText(static_cast<std::int64_t>(summary.median))},
                                          std::move(slow)));
    if (found.source == StepSource::Period)
        report.findings.push_back(
            finding("steps.by_period", core::Severity::Info, {rankText(input.ranks()[part])}));
}

} // namespace

core::Result<std::string_view> stepsLacks(const AnalysisInput& input, const AnalysisOptions& /*options*/,
                                          const core::Task& /*task*/)
{
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        if (!input.steps(part).steps.empty())
            return std::string_view();
    }
    return std::string_view("no_steps");
}

core::Result<core::Report> steps(const AnalysisInput& input, const AnalysisOptions& options,
                                 const core::Task& task)
{
    core::Report report;
    Tables tables;
    const auto summary = summaryColumns(core::CellKind::Nanoseconds, "_ns");
    tables.summary.columns.insert(tables.summary.columns.end(), summary.begin(), summary.end());
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const RankSteps& found = input.steps(part);
        if (found.steps.empty())
            continue;
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        addRank(tables, report, input, part, found, busyTimes(input, part, rows));
    }
    addTables(report, std::move(tables.summary), std::move(tables.steps));
    return report;
}

} // namespace shardscope::profiler
