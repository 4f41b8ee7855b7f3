// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges the program named, on the host and as the device saw them; the device's as HolisticTraceAnalysis'
// get_gpu_user_annotation_breakdown.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"

#include <map>

namespace shardscope::profiler {

core::Result<core::Report> annotations(const AnalysisInput& input, const AnalysisOptions& /*options*/,
                                       const core::Task& task)
{
    core::Report report;
    core::Table table =
        mainTable({rankColumn(), wordColumn(core::Words::Tier, "where", N_("Where"), N_("host or device")),
                   textColumn("name", N_("Name")), integerColumn("count", N_("Count")),
                   nanosColumn("sum", N_("Total"))});
    const auto summary = summaryColumns(core::CellKind::Nanoseconds, "_ns");
    table.columns.insert(table.columns.end(), summary.begin(), summary.end());
    const core::Timeline& timeline = input.timeline();
    const core::NameId onHost = timeline.names().find("user_annotation");
    const core::NameId onDevice = timeline.names().find("gpu_user_annotation");
    for (const RankPart& part : input.ranks()) {
        if (task.cancelled())
            return core::Error{core::ErrorCode::Cancelled, {}, {}};
        std::map<std::pair<bool, core::NameId>, std::vector<std::int64_t>> times;
        for (const core::TrackId id : part.tracks) {
            const core::Track& track = timeline.tracks()[id.index()];
            for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                    const core::NameId category = timeline.category()[row];
                    if (category == onHost || category == onDevice)
                        times[{category == onDevice, timeline.name()[row]}].push_back(timeline.dur()[row]);
                }
            }
        }
        for (const auto& [key, durations] : times) {
            std::int64_t sum = 0;
            for (const std::int64_t duration : durations)
                sum += duration;
            std::vector<core::Cell> row{rankCell(part), std::string(key.first ? "device" : "host"),
                                        std::string(input.text(key.second)),
                                        static_cast<std::int64_t>(durations.size()), sum};
            const auto cells = summaryCells(summaryOf(durations), core::CellKind::Nanoseconds);
            row.insert(row.end(), cells.begin(), cells.end());
            table.rows.push_back(std::move(row));
        }
    }
    if (table.rows.empty())
        return emptyReport("no_annotations");
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
