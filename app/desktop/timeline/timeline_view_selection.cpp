// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in the timeline view, what is shown because of it, and how rows are arranged.
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/timeline_view.h"

#include <QScrollBar>

#include <algorithm>

namespace shardscope::app {

void TimelineView::setGrouping(Grouping grouping)
{
    m_arrangement.grouping = grouping;
    m_arrangement.groups.clear();
    if (m_run && grouping != Grouping::Device) {
        // Laid out as at first, when many groups are folded.
        TrackLayout open = TrackLayout::make(m_run->timeline(), m_arrangement, metrics::kRowHeight);
        constexpr std::size_t kOpenAtFirst = 12;
        if (open.groups().size() > kOpenAtFirst) {
            for (const GroupRow& group : open.groups())
                m_arrangement.groups.insert(group.key);
        }
    } else if (m_run) {
        m_arrangement.groups = initialArrangement(m_run->timeline(), m_run->places).groups;
    }
    relayout();
    verticalScrollBar()->setValue(0);
}

void TimelineView::setFilter(const QString& words)
{
    m_arrangement.filter = words.toStdString();
    relayout();
}

void TimelineView::foldAll(bool folded)
{
    if (!m_run)
        return;
    m_arrangement.groups.clear();
    m_arrangement.tracks.clear();
    if (folded) {
        for (const GroupRow& group : m_layout.groups())
            m_arrangement.groups.insert(group.key);
    }
    relayout();
}

void TimelineView::toggleRow(std::size_t row)
{
    const LayoutRow& clicked = m_layout.rows()[row];
    if (!clicked.collapsible)
        return;
    if (clicked.kind == RowKind::Group) {
        const std::string& key = m_layout.groups()[clicked.group].key;
        if (!m_arrangement.groups.insert(key).second)
            m_arrangement.groups.erase(key);
    } else if (!m_arrangement.tracks.insert(clicked.track.value).second) {
        m_arrangement.tracks.erase(clicked.track.value);
    }
    relayout();
}

void TimelineView::togglePin(const PinnedRow& row)
{
    auto& pinned = m_arrangement.pinned;
    const auto found = std::ranges::find(pinned, row);
    if (found != pinned.end())
        pinned.erase(found);
    else
        pinned.push_back(row);
    relayout();
}

void TimelineView::addDebugTrack(const DebugTrackPtr& debug)
{
    if (!m_run || !debug)
        return;
    m_arrangement.debug.push_back(debug);
    relayout();
    verticalScrollBar()->setValue(0);
}

void TimelineView::removeDebugTrack(const DebugTrackPtr& debug)
{
    std::erase(m_arrangement.debug, debug);
    relayout();
}

void TimelineView::setArrangement(Arrangement arrangement)
{
    arrangement.places = std::move(m_arrangement.places);
    m_arrangement = std::move(arrangement);
    relayout();
}

void TimelineView::selectSlice(core::SliceId slice, bool revealIt)
{
    m_marks.selected = slice;
    m_marks.flows.clear();
    m_focused = false;
    if (m_run && slice.valid()) {
        constexpr std::size_t kMostCurves = 500; // more would hide what they join
        for (const bool leaving : {false, true}) {
            const auto flows = flowsOf(*m_run, slice, leaving);
            m_marks.flows.insert(m_marks.flows.end(), flows.begin(),
                                 flows.begin() +
                                     static_cast<std::ptrdiff_t>(std::min(flows.size(), kMostCurves)));
        }
        if (revealIt)
            reveal(slice);
    }
    viewport()->update();
    describe();
    emit sliceSelected(slice);
}

void TimelineView::revealLane(core::LaneId lane)
{
    if (!m_layout.laneTop(lane)) {
        // Its track or group is folded, or filtered out: opening it is what "show me" means.
        const core::TrackId track = m_run->timeline().lanes()[lane.index()].track;
        m_arrangement.tracks.erase(track.value);
        Arrangement open = m_arrangement;
        open.groups.clear();
        if (!TrackLayout::make(m_run->timeline(), open, m_layout.rowHeight()).laneTop(lane)) {
            open.filter.clear();
            m_arrangement.filter.clear();
        }
        const TrackLayout all = TrackLayout::make(m_run->timeline(), open, m_layout.rowHeight());
        for (const LayoutRow& row : all.rows()) {
            if (row.kind == RowKind::Track && row.track == track)
                m_arrangement.groups.erase(all.groups()[row.group].key);
        }
        relayout();
    }
    const double top = m_layout.laneTop(lane).value_or(0);
    if (top < m_layout.pinnedHeight())
        return;
    QScrollBar* bar = verticalScrollBar();
    const double seen = m_layout.seenY(top, bar->value());
    if (seen < m_layout.pinnedHeight() + metrics::kRowHeight ||
        seen + metrics::kRowHeight * 2 > lanesRect().height())
        bar->setValue(static_cast<int>(top - (lanesRect().height() + m_layout.pinnedHeight()) / 2));
}

void TimelineView::reveal(core::SliceId slice)
{
    revealLane(m_run->timeline().laneOf(slice));
    const std::int64_t begin = m_run->timeline().ts()[slice.index()];
    const std::int64_t end = begin + m_run->timeline().dur()[slice.index()];
    if (end < m_window.begin || begin > m_window.end) {
        const std::int64_t span = m_window.end - m_window.begin;
        const std::int64_t from = begin - span / 3;
        setWindow(from, from + span);
    }
}

void TimelineView::selectArea(std::optional<SelectedArea> area)
{
    m_marks.area = std::move(area);
    m_focused = false;
    viewport()->update();
    emit areaSelected(m_marks.area.value_or(SelectedArea{}));
}

void TimelineView::showSpan(std::int64_t begin, std::int64_t end, std::optional<core::TrackId> track)
{
    if (!m_run)
        return;
    SelectedArea area{begin, std::max(end, begin + 1), {}};
    const bool known = track && track->index() < m_run->timeline().tracks().size() &&
                       m_run->timeline().tracks()[track->index()].laneCount > 0;
    if (known) {
        area.tracks = {*track};
        // A folded track shows one of its lanes; that one is meant.
        const core::Track& of = m_run->timeline().tracks()[track->index()];
        std::uint32_t lane = of.firstLane;
        while (lane + 1 < of.firstLane + of.laneCount && !m_layout.laneTop(core::LaneId(lane)))
            ++lane;
        revealLane(core::LaneId(m_layout.laneTop(core::LaneId(lane)) ? lane : of.firstLane));
    }
    if (m_marks.selected.valid()) // it is not what was asked for, and the inspector would go on to tell of it
        selectSlice(core::SliceId{}, false);
    const std::int64_t margin = std::max<std::int64_t>(10, (area.end - area.begin) / 2);
    setWindow(area.begin - margin, area.end + margin);
    selectArea(std::move(area));
}

void TimelineView::selectNeighbour(int step)
{
    if (!m_run)
        return;
    const core::Timeline& timeline = m_run->timeline();
    if (!m_marks.selected.valid()) {
        for (const LayoutRow& row : m_layout.rows()) {
            if (row.lanesShown == 0 || m_layout.seenY(row.top, verticalScrollBar()->value()) < 0)
                continue;
            const core::LaneId lane(timeline.tracks()[row.track.index()].firstLane + row.firstShown);
            const auto [first, last] = timeline.rowsWithin(lane, m_window.begin, m_window.end);
            if (first < last) {
                selectSlice(core::SliceId(first), true);
                return;
            }
        }
        return;
    }
    const core::Lane& lane = timeline.lanes()[timeline.laneOf(m_marks.selected).index()];
    const auto row = static_cast<std::int64_t>(m_marks.selected.value) + step;
    if (row >= lane.begin && row < std::int64_t{lane.begin} + lane.count)
        selectSlice(core::SliceId(static_cast<std::size_t>(row)), true);
}

void TimelineView::selectAcross(int step)
{
    if (!m_run || !m_marks.selected.valid())
        return selectNeighbour(step);
    const core::Timeline& timeline = m_run->timeline();
    const std::int64_t middle =
        timeline.ts()[m_marks.selected.index()] + timeline.dur()[m_marks.selected.index()] / 2;
    const auto here = m_layout.laneTop(timeline.laneOf(m_marks.selected));
    if (!here)
        return;
    // Lanes lie a row's height apart at least, so stepping by half of it misses none.
    const double stride = m_layout.rowHeight() / 2;
    std::optional<core::LaneId> last;
    for (double y = *here + m_layout.rowHeight() / 2; y >= 0 && y < m_layout.height(); y += step * stride) {
        const auto lane = m_layout.laneAt(timeline, y);
        if (!lane || lane == last || *lane == timeline.laneOf(m_marks.selected))
            continue;
        last = lane;
        auto [first, end] = timeline.rowsWithin(*lane, middle, middle + 1);
        if (first == end) // nothing runs there at that time: the nearest in sight will do
            std::tie(first, end) = timeline.rowsWithin(*lane, m_window.begin, m_window.end);
        if (first < end) {
            selectSlice(core::SliceId(first), true);
            return;
        }
    }
}

void TimelineView::followFlow(int direction)
{
    for (const std::uint32_t index : m_marks.flows) {
        const core::Flow& flow = m_run->timeline().flows()[index];
        const core::SliceId here = direction > 0 ? flow.from : flow.to;
        const core::SliceId there = direction > 0 ? flow.to : flow.from;
        if (here == m_marks.selected && there.valid()) {
            selectSlice(there, true);
            return;
        }
    }
}

void TimelineView::setMatches(std::vector<bool> matches)
{
    m_marks.matches = std::move(matches);
    refresh();
}

void TimelineView::setPath(std::shared_ptr<const PathMarks> path)
{
    m_marks.path = std::move(path);
    viewport()->update();
}

} // namespace shardscope::app
