// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/overview.h"

#include "core/timeline/annotation_tracks.h"
#include "core/timeline/fold.h"

#include <algorithm>

namespace shardscope::app {
namespace {

/// Spreads a box over the columns it touches, by length.
void addBox(Overview& overview, const core::FoldedBox& box, core::OpClass operation, double weight)
{
    const auto count = static_cast<double>(overview.columns.size());
    const double left = std::clamp(box.left, 0.0, count);
    const double right = std::clamp(box.right, 0.0, count);
    for (auto column = static_cast<std::size_t>(left); static_cast<double>(column) < right; ++column) {
        const auto at = static_cast<double>(column);
        const double length = std::min(right, at + 1) - std::max(left, at);
        overview.columns[column][static_cast<std::size_t>(operation)] +=
            static_cast<float>(length * static_cast<double>(box.occupancy) * weight);
    }
}

} // namespace

core::Result<Overview> makeOverview(const RunView& run, std::size_t columns, const core::Task& task)
{
    const core::Timeline& timeline = run.timeline();
    Overview overview{run.slicesBegin, std::max(run.slicesEnd, run.slicesBegin + 1), {}};
    overview.columns.assign(columns, {});
    const auto counts = [&](bool device) {
        return std::count_if(timeline.tracks().begin(), timeline.tracks().end(),
                             [&](const core::Track& track) {
                                 return track.laneCount > 0 && track.device == device &&
                                        !core::isAnnotationTrack(timeline, track);
                             });
    };
    const bool devices = counts(true) > 0;
    const double weight = 1.0 / static_cast<double>(std::max<std::ptrdiff_t>(1, counts(devices)));
    const core::TimeWindow window{overview.begin, overview.end, static_cast<double>(columns)};
    std::vector<core::FoldedBox> boxes;
    for (const core::Track& track : timeline.tracks()) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (track.laneCount == 0 || track.device != devices || core::isAnnotationTrack(timeline, track))
            continue;
        boxes.clear();
        core::foldLane(timeline, core::LaneId(track.firstLane), window, boxes);
        for (const core::FoldedBox& box : boxes)
            addBox(overview, box, run.operation[box.row], weight);
    }
    return overview;
}

} // namespace shardscope::app
