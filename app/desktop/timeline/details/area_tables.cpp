// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of a selected area. A lane never overlaps itself, so only its first and last slice need
// clipping.
#include "app/desktop/timeline/details/slice_details.h"
#include "core/report/columns.h"
#include "core/timeline/annotation_tracks.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace shardscope::app {
namespace {

constexpr std::uint32_t kCancelCheckRows = 1U << 16;

struct Sum {
    std::int64_t count = 0;
    std::int64_t total = 0;
    std::int64_t longest = 0;

    void add(std::int64_t duration)
    {
        ++count;
        total += duration;
        longest = std::max(longest, duration);
    }
};

struct Sums {
    std::vector<Sum> names; ///< by name id
    std::vector<core::OpClass> classOfName;
    std::array<Sum, core::kOpClasses> classes;
    std::vector<Sum> tracks; ///< by track; busy time of the outermost lane in \c total
};

std::vector<core::TrackId> tracksOf(const core::Timeline& timeline, const SelectedArea& area)
{
    if (!area.tracks.empty())
        return area.tracks;
    std::vector<core::TrackId> all;
    for (std::size_t track = 0; track < timeline.tracks().size(); ++track)
        all.emplace_back(track);
    return all;
}

/// False where \p task was cancelled.
bool addLane(const RunView& run, core::LaneId lane, const SelectedArea& area, const core::Task& task,
             Sums& sums, Sum& track)
{
    const core::Timeline& timeline = run.timeline();
    const auto [first, last] = timeline.rowsWithin(lane, area.begin, area.end);
    const auto ts = timeline.ts();
    const auto dur = timeline.dur();
    const auto names = timeline.name();
    const bool annotations =
        core::isAnnotationTrack(timeline, timeline.tracks()[timeline.lanes()[lane.index()].track.index()]);
    for (std::uint32_t row = first; row < last; ++row) {
        if (row % kCancelCheckRows == 0 && task.cancelled())
            return false;
        std::int64_t duration = dur[row];
        if (row == first || row + 1 == last)
            duration = std::max<std::int64_t>(0, std::min(area.end, ts[row] + dur[row]) -
                                                     std::max(area.begin, ts[row]));
        const std::size_t name = names[row].index();
        sums.names[name].add(duration);
        sums.classOfName[name] = run.operation[row];
        if (!annotations)
            sums.classes[static_cast<std::size_t>(run.operation[row])].add(duration);
    }
    track.count += last - first;
    return true;
}

/// The indices of those of \p sums that count anything.
std::vector<std::size_t> longestFirst(std::span<const Sum> sums)
{
    std::vector<std::size_t> order;
    for (std::size_t index = 0; index < sums.size(); ++index) {
        if (sums[index].count > 0)
            order.push_back(index);
    }
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t index) { return sums[index].total; });
    return order;
}

core::Table nameTable(const RunView& run, const Sums& sums)
{
    core::Table table{"selection", N_("Slices in the selected time"), {}, {}};
    table.columns = {core::textColumn("name", N_("Name")),
                     core::wordColumn(core::Words::Text, "class", N_("Class")),
                     core::integerColumn("count", N_("Count")),
                     core::nanosColumn("total", N_("Total"),
                                       N_("clipped to the selected time; nested slices count in each depth")),
                     core::nanosColumn("mean", N_("Mean")),
                     core::nanosColumn("longest", N_("Longest"))};
    for (const std::size_t name : longestFirst(sums.names)) {
        const Sum& sum = sums.names[name];
        table.rows.push_back({fullName(run, core::NameId(name)).toStdString(),
                              std::string(operationWord(sums.classOfName[name])), sum.count, sum.total,
                              sum.total / sum.count, sum.longest});
    }
    return table;
}

core::Table classTable(const Sums& sums)
{
    core::Table table{"selection_by_class", N_("Classes in the selected time"), {}, {}};
    table.columns = {core::wordColumn(core::Words::Text, "class", N_("Class")),
                     core::integerColumn("count", N_("Count")),
                     core::nanosColumn("total", N_("Total"),
                                       N_("clipped to the selected time; nested slices count in each depth")),
                     core::fractionColumn("share", N_("Share"))};
    std::int64_t all = 0;
    for (const Sum& sum : sums.classes)
        all += sum.total;
    for (const std::size_t index : longestFirst(sums.classes)) {
        const Sum& sum = sums.classes[index];
        table.rows.push_back(
            {std::string(operationWord(static_cast<core::OpClass>(index))), sum.count, sum.total,
             all > 0 ? core::Cell(static_cast<double>(sum.total) / static_cast<double>(all)) : core::Cell()});
    }
    return table;
}

core::Table trackTable(const RunView& run, const Sums& sums, const SelectedArea& area)
{
    core::Table table{"selection_by_track", N_("Tracks in the selected time"), {}, {}};
    table.columns = {core::integerColumn("rank", N_("Rank")),
                     core::textColumn("process", N_("Process")),
                     core::textColumn("thread", N_("Thread")),
                     core::integerColumn("slices", N_("Slices")),
                     core::nanosColumn("busy", N_("Busy")),
                     core::nanosColumn("idle", N_("Idle")),
                     core::fractionColumn("share", N_("Share"), N_("of the selected time"))};
    const std::int64_t length = area.end - area.begin;
    const auto textOf = [&](core::NameId id) {
        return id.valid() ? core::Cell(shownLane(run, id).toStdString()) : core::Cell();
    };
    std::vector<core::TrackId> tracks = tracksOf(run.timeline(), area);
    std::stable_partition(tracks.begin(), tracks.end(),
                          [&](core::TrackId id) { return run.timeline().tracks()[id.index()].device; });
    for (const core::TrackId id : tracks) {
        const core::Track& track = run.timeline().tracks()[id.index()];
        const Sum& sum = sums.tracks[id.index()];
        if (sum.count == 0)
            continue;
        std::vector<core::Cell> cells{track.rank < 0 ? core::Cell() : core::Cell(std::int64_t{track.rank}),
                                      textOf(track.process),
                                      textOf(track.thread),
                                      sum.count,
                                      sum.total,
                                      length - sum.total,
                                      static_cast<double>(sum.total) / static_cast<double>(length)};
        if (core::isAnnotationTrack(run.timeline(), track)) // named time, not work
            cells[4] = cells[5] = cells[6] = core::Cell();
        table.rows.push_back(std::move(cells));
    }
    return table;
}

core::Table counterTable(const RunView& run, const SelectedArea& area)
{
    core::Table table{"selection_counters", N_("Counters in the selected time"), {}, {}};
    table.columns = {core::textColumn("counter", N_("Counter")),
                     core::textColumn("series", N_("Series")),
                     core::integerColumn("samples", N_("Samples")),
                     core::realColumn("lowest", N_("Lowest")),
                     core::realColumn("highest", N_("Highest")),
                     core::realColumn("mean", N_("Mean"), N_("weighted by time"))};
    const core::Timeline& timeline = run.timeline();
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        const auto samples = timeline.counterSamples().subspan(counter.begin, counter.count);
        const auto later = [](std::int64_t ts, const core::CounterSample& sample) { return ts < sample.ts; };
        auto at = std::upper_bound(samples.begin(), samples.end(), area.begin, later);
        // A counter keeps its value until the next sample; before the first one it has none.
        if (at != samples.begin())
            --at;
        double lowest = 0;
        double highest = 0;
        double weighted = 0;
        std::int64_t covered = 0;
        std::int64_t count = 0;
        for (; at != samples.end() && at->ts < area.end; ++at) {
            const std::int64_t from = std::max(area.begin, at->ts);
            const std::int64_t to =
                std::next(at) == samples.end() ? area.end : std::min(area.end, std::next(at)->ts);
            lowest = count == 0 ? at->value : std::min(lowest, at->value);
            highest = count == 0 ? at->value : std::max(highest, at->value);
            weighted += at->value * static_cast<double>(to - from);
            covered += to - from;
            ++count;
        }
        if (count == 0)
            continue;
        table.rows.push_back({shownLane(run, counter.name).toStdString(),
                              shownLane(run, counter.series).toStdString(), count, lowest, highest,
                              covered > 0 ? weighted / static_cast<double>(covered) : lowest});
    }
    return table;
}

} // namespace

core::Result<AreaTables> areaTables(const RunView& run, const SelectedArea& area, const core::Task& task)
{
    const core::Timeline& timeline = run.timeline();
    Sums sums;
    sums.names.resize(timeline.names().size());
    sums.classOfName.resize(timeline.names().size());
    sums.tracks.resize(timeline.tracks().size());
    for (const core::TrackId id : tracksOf(timeline, area)) {
        const core::Track& track = timeline.tracks()[id.index()];
        Sum& sum = sums.tracks[id.index()];
        for (std::uint32_t lane = 0; lane < track.laneCount; ++lane) {
            if (!addLane(run, core::LaneId(track.firstLane + lane), area, task, sums, sum))
                return core::Error{core::ErrorCode::Cancelled};
        }
        if (track.laneCount > 0)
            sum.total = timeline.busy(core::LaneId(track.firstLane), area.begin, area.end);
    }
    return AreaTables{nameTable(run, sums), classTable(sums), trackTable(run, sums, area),
                      counterTable(run, area)};
}

} // namespace shardscope::app
