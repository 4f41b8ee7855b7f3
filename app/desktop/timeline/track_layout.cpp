// SPDX-License-Identifier: GPL-3.0-or-later
// Groups tracks, orders groups and tracks as the file asks, and stacks them.
#include "app/desktop/timeline/track_layout.h"

#include "app/desktop/timeline/track_groups.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kGroupHeight = 22;
constexpr double kCounterHeight = 40;
constexpr double kTrackGap = 4;
constexpr std::size_t kLanesAtFirst = 120; ///< about two screens of rows
constexpr std::size_t kGroupsOpenAtFirst = 12;

/// Which lane of \p track says most alone: the outermost one, or, where that holds little but a profiler's
/// steps, the one below it, which shows what the steps are made of (a pipeline's passes).
std::uint32_t laneWhenFolded(const core::Timeline& timeline, const core::Track& track)
{
    constexpr std::uint32_t kMostSteps = 4096; // beyond, a lane holds something else
    if (track.laneCount < 2 || timeline.lanes()[track.firstLane + 1].overflow)
        return 0;
    const core::Lane& outer = timeline.lanes()[track.firstLane];
    if (outer.count == 0 || outer.count > kMostSteps)
        return 0;
    std::int64_t all = 0;
    std::int64_t steps = 0;
    for (std::uint32_t row = outer.begin; row < outer.begin + outer.count; ++row) {
        const std::string_view text = timeline.text(timeline.name()[row]);
        all += timeline.dur()[row];
        steps += text.starts_with("ProfilerStep") ? timeline.dur()[row] : 0;
    }
    return 10 * steps >= 9 * all && steps > 0 ? 1 : 0;
}

} // namespace

/// Stacks rows one below the other.
class TrackLayoutMaker {
public:
    TrackLayoutMaker(TrackLayout& layout, const core::Timeline& timeline, const Arrangement& arrangement)
        : m_layout(layout)
        , m_timeline(timeline)
        , m_arrangement(arrangement)
    {
    }

    void addPinned(const std::vector<TrackGroup>& groups)
    {
        for (const PinnedRow& pin : m_arrangement.pinned) {
            // A pinned row belongs where it would go back to.
            for (std::uint32_t group = 0; group < groups.size(); ++group) {
                const auto& members =
                    pin.kind == RowKind::Track ? groups[group].tracks : groups[group].counters;
                if (std::ranges::find(members, pin.index) == members.end())
                    continue;
                pin.kind == RowKind::Track ? addTrack(group, pin.index) : addCounter(group, pin.index);
                m_layout.m_rows.back().pinned = true;
            }
        }
        m_layout.m_pinnedRows = m_layout.m_rows.size();
        m_layout.m_pinnedHeight = m_y;
    }
    void addGroup(std::uint32_t index, const TrackGroup& group)
    {
        const auto isPinned = [&](RowKind kind, std::uint32_t row) {
            const auto& pinned = m_arrangement.pinned;
            return std::ranges::find(pinned, PinnedRow{kind, row}) != pinned.end();
        };
        std::vector<std::uint32_t> tracks;
        std::vector<std::uint32_t> counters;
        for (const std::uint32_t track : group.tracks) {
            if (!isPinned(RowKind::Track, track) &&
                passes(trackWords(m_timeline, track), m_arrangement.filter))
                tracks.push_back(track);
        }
        for (const std::uint32_t counter : group.counters) {
            if (!isPinned(RowKind::Counter, counter) &&
                passes(counterWords(m_timeline, counter), m_arrangement.filter))
                counters.push_back(counter);
        }
        m_layout.m_groups[index].tracks = tracks;
        if (tracks.empty() && counters.empty())
            return;
        const bool folded = m_arrangement.groups.contains(group.row.key);
        LayoutRow row = rowOf(RowKind::Group, kGroupHeight, index);
        row.collapsible = true;
        row.collapsed = folded;
        if (folded && !tracks.empty()) {
            row.track = core::TrackId(standIn(m_timeline, tracks));
            row.lanesShown = 1;
            const core::Track& shown = m_timeline.tracks()[row.track.index()];
            row.firstShown = laneWhenFolded(m_timeline, shown);
            setLaneTop(shown.firstLane + row.firstShown, m_y + (kGroupHeight - m_layout.m_rowHeight) / 2);
        }
        push(row);
        if (folded)
            return;
        for (const std::uint32_t track : tracks)
            addTrack(index, track);
        for (const std::uint32_t counter : counters)
            addCounter(index, counter);
    }
    /// Adds all that \p debug holds, under one heading.
    void addDebug(const DebugTrackPtr& debug)
    {
        const auto group = static_cast<std::uint32_t>(m_layout.m_groups.size());
        GroupRow heading;
        heading.key = "debug/" + std::to_string(group);
        heading.name = debug->title.toStdString();
        LayoutRow row = rowOf(RowKind::Group, kGroupHeight, group);
        row.debug = debug;
        row.collapsible = true;
        row.collapsed = m_arrangement.groups.contains(heading.key);
        m_layout.m_groups.push_back(std::move(heading));
        push(row);
        const auto tracks = debug->timeline->tracks();
        for (std::uint32_t index = 0; index < tracks.size() && !row.collapsed; ++index) {
            LayoutRow track =
                rowOf(RowKind::Debug, tracks[index].laneCount * m_layout.m_rowHeight + kTrackGap, group);
            track.debug = debug;
            track.debugTrack = core::TrackId(index);
            push(track);
        }
    }
    [[nodiscard]] double height() const { return m_y; }

private:
    void addTrack(std::uint32_t group, std::uint32_t index)
    {
        const core::Track& track = m_timeline.tracks()[index];
        LayoutRow row;
        row.collapsed = m_arrangement.tracks.contains(index);
        row.collapsible = track.laneCount > 1;
        row.lanesShown = row.collapsed ? 1 : track.laneCount;
        row.firstShown = row.collapsed ? laneWhenFolded(m_timeline, track) : 0;
        row.top = m_y;
        row.height = row.lanesShown * m_layout.m_rowHeight + kTrackGap;
        row.group = group;
        row.track = core::TrackId(index);
        for (std::uint32_t lane = 0; lane < row.lanesShown; ++lane)
            setLaneTop(track.firstLane + row.firstShown + lane,
                       m_y + kTrackGap / 2 + lane * m_layout.m_rowHeight);
        push(row);
    }
    void addCounter(std::uint32_t group, std::uint32_t counter)
    {
        LayoutRow row = rowOf(RowKind::Counter, kCounterHeight, group);
        row.counter = counter;
        push(row);
    }
    [[nodiscard]] LayoutRow rowOf(RowKind kind, double height, std::uint32_t group) const
    {
        LayoutRow row;
        row.kind = kind;
        row.top = m_y;
        row.height = height;
        row.group = group;
        return row;
    }
    void setLaneTop(std::uint32_t lane, double top) { m_layout.m_laneTop[lane] = static_cast<float>(top); }
    void push(const LayoutRow& row)
    {
        m_layout.m_rows.push_back(row);
        m_y += row.height;
    }

    TrackLayout& m_layout;
    const core::Timeline& m_timeline;
    const Arrangement& m_arrangement;
    double m_y = 0;
};

TrackLayout TrackLayout::make(const core::Timeline& timeline, const Arrangement& arrangement,
                              double rowHeight)
{
    TrackLayout layout;
    layout.m_rowHeight = rowHeight;
    layout.m_grouping = arrangement.grouping;
    layout.m_laneTop.assign(timeline.lanes().size(), -1.0F);
    const std::vector<TrackGroup> groups = groupTracks(timeline, arrangement.grouping, arrangement.places);
    for (const TrackGroup& group : groups)
        layout.m_groups.push_back(group.row);
    TrackLayoutMaker maker(layout, timeline, arrangement);
    maker.addPinned(groups);
    for (const DebugTrackPtr& debug : arrangement.debug)
        maker.addDebug(debug);
    for (std::uint32_t index = 0; index < groups.size(); ++index)
        maker.addGroup(index, groups[index]);
    layout.m_height = maker.height();
    return layout;
}

std::optional<std::size_t> TrackLayout::rowAt(double y) const
{
    if (y < 0 || y >= m_height)
        return std::nullopt;
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), y,
                                        [](double value, const LayoutRow& row) { return value < row.top; });
    return static_cast<std::size_t>(after - m_rows.begin()) - 1;
}

std::optional<core::LaneId> TrackLayout::laneAt(const core::Timeline& timeline, double y) const
{
    const auto at = rowAt(y);
    if (!at || m_rows[*at].lanesShown == 0)
        return std::nullopt;
    const LayoutRow& row = m_rows[*at];
    const std::uint32_t first = timeline.tracks()[row.track.index()].firstLane + row.firstShown;
    const double within = y - static_cast<double>(m_laneTop[first]);
    if (within < 0 || within >= row.lanesShown * m_rowHeight)
        return std::nullopt;
    return core::LaneId(first + static_cast<std::uint32_t>(within / m_rowHeight));
}

double TrackLayout::debugLaneTop(const LayoutRow& row, std::uint32_t depth) const
{
    return row.top + kTrackGap / 2 + depth * m_rowHeight;
}

std::optional<TrackLayout::DebugLane> TrackLayout::debugLaneAt(double y) const
{
    const auto at = rowAt(y);
    if (!at || m_rows[*at].kind != RowKind::Debug)
        return std::nullopt;
    const LayoutRow& row = m_rows[*at];
    const core::Track& track = row.debug->timeline->tracks()[row.debugTrack.index()];
    const double within = y - debugLaneTop(row, 0);
    if (within < 0 || within >= track.laneCount * m_rowHeight)
        return std::nullopt;
    return DebugLane{row.debug,
                     core::LaneId(track.firstLane + static_cast<std::uint32_t>(within / m_rowHeight))};
}

std::optional<double> TrackLayout::laneTop(core::LaneId lane) const
{
    const float top = m_laneTop[lane.index()];
    return top < 0 ? std::nullopt : std::optional<double>(top);
}

Arrangement initialArrangement(const core::Timeline& timeline, RunPlaces places)
{
    Arrangement arrangement;
    arrangement.places = std::move(places);
    if (timeline.lanes().size() <= kLanesAtFirst)
        return arrangement;
    for (std::uint32_t index = 0; index < timeline.tracks().size(); ++index) {
        const core::Track& track = timeline.tracks()[index];
        if (!track.device && track.laneCount > 2)
            arrangement.tracks.insert(index);
    }
    const std::vector<TrackGroup> groups = groupTracks(timeline, arrangement.grouping, arrangement.places);
    // A folded group still shows the track that stands for it, so many ranks fit into one screen.
    if (groups.size() > kGroupsOpenAtFirst) {
        for (const TrackGroup& group : groups)
            arrangement.groups.insert(group.row.key);
    }
    return arrangement;
}

} // namespace shardscope::app
