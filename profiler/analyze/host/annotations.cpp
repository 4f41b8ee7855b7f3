// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges the program named, on the host and as the device saw them; the device's as HolisticTraceAnalysis'
// get_gpu_user_annotation_breakdown.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/host/annotation_sweep.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/trace/name_fold.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

/// What the device did for the ranges of one name.
struct NamedWork {
    std::int64_t ranges = 0;
    std::int64_t rows = 0;
    std::int64_t time = 0;
    std::int64_t span = 0;
    std::int64_t host = 0;
};

core::Table workTable()
{
    return {"annotation_work",
            N_("Device work by annotation"),
            {rankColumn(), deviceColumn(), textColumn("name", N_("Name")),
             integerColumn("ranges", N_("Ranges"), N_("Those around which no other one has the same name")),
             nanosColumn("host", N_("On the host"), N_("The ranges' own time")),
             integerColumn("launches", N_("Kernels and copies"), N_("Launched inside, at any depth")),
             nanosColumn("device", N_("Device time"), N_("Theirs, summed")),
             nanosColumn("projected", N_("On the device"),
                         N_("Of each range, from the first begin to the last end of what it launched"))},
            {}};
}

/// Ranges by name, those that cost the device most first.
core::Result<core::Done> addWork(core::Table& table, const AnalysisInput& input, std::size_t part,
                                 const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<AnnotationWork> ranges, annotationWork(input, part, task));
    std::map<std::string_view, NamedWork> named;
    for (const AnnotationWork& range : ranges) {
        if (range.repeats)
            continue;
        NamedWork& own = named[foldedName(input.text(input.timeline().name()[range.row]))];
        ++own.ranges;
        own.host += input.timeline().dur()[range.row];
        own.rows += range.rows;
        own.time += range.time;
        own.span += range.rows > 0 ? range.last - range.first : 0;
    }
    std::vector<std::pair<std::string_view, NamedWork>> sorted(named.begin(), named.end());
    std::ranges::stable_sort(sorted,
                             [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
    for (const auto& [name, own] : sorted) {
        if (own.rows > 0)
            table.rows.push_back({rankCell(input.ranks()[part]), deviceCell(input.ranks()[part]),
                                  std::string(name), own.ranges, own.host, own.rows, own.time, own.span});
    }
    return core::Done{};
}

} // namespace

core::Result<std::string_view>
annotationsLacks(const AnalysisInput& input, const AnalysisOptions& /*options*/, const core::Task& /*task*/)
{
    const core::Timeline& timeline = input.timeline();
    const core::NameId onHost = timeline.names().find("user_annotation");
    const core::NameId onDevice = timeline.names().find("gpu_user_annotation");
    const bool any = std::ranges::any_of(timeline.category(), [&](core::NameId category) {
        return category.valid() && (category == onHost || category == onDevice);
    });
    return std::string_view(any ? "" : "no_annotations");
}

core::Result<core::Report> annotations(const AnalysisInput& input, const AnalysisOptions& /*options*/,
                                       const core::Task& task)
{
    core::Report report;
    core::Table table = mainTable({rankColumn(), deviceColumn(),
                                   wordColumn(core::Words::Tier, "where", N_("Where"), N_("host or device")),
                                   textColumn("name", N_("Name")), integerColumn("count", N_("Count")),
                                   nanosColumn("sum", N_("Total"))});
    const auto summary = summaryColumns(core::CellKind::Nanoseconds, "_ns");
    table.columns.insert(table.columns.end(), summary.begin(), summary.end());
    const core::Timeline& timeline = input.timeline();
    const core::NameId onHost = timeline.names().find("user_annotation");
    const core::NameId onDevice = timeline.names().find("gpu_user_annotation");
    core::Table work = workTable();
    for (std::size_t number = 0; number < input.ranks().size(); ++number) {
        const RankPart& part = input.ranks()[number];
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        SHARDSCOPE_TRY_DONE(addWork(work, input, number, task));
        std::map<std::pair<bool, std::string_view>, std::vector<std::int64_t>> times;
        for (const core::TrackId id : part.tracks) {
            const core::Track& track = timeline.tracks()[id.index()];
            if (!track.device && !part.ownsHost)
                continue;
            for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    const core::NameId category = timeline.category()[row];
                    if (category.valid() && (category == onHost || category == onDevice))
                        times[{category == onDevice, foldedName(input.text(timeline.name()[row]))}].push_back(
                            timeline.dur()[row]);
                }
            }
        }
        for (const auto& [key, durations] : times) {
            std::int64_t sum = 0;
            for (const std::int64_t duration : durations)
                sum += duration;
            std::vector<core::Cell> row{rankCell(part),
                                        deviceCell(part),
                                        std::string(key.first ? "device" : "host"),
                                        std::string(key.second),
                                        static_cast<std::int64_t>(durations.size()),
                                        sum};
            const auto cells = summaryCells(summaryOf(durations), core::CellKind::Nanoseconds);
            row.insert(row.end(), cells.begin(), cells.end());
            table.rows.push_back(std::move(row));
        }
    }
    report.tables.push_back(std::move(table));
    if (!work.rows.empty())
        report.tables.push_back(std::move(work));
    return report;
}

} // namespace shardscope::profiler
