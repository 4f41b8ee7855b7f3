// SPDX-License-Identifier: GPL-3.0-or-later
// Groups tracks by process, orders both as the file asks, and stacks them.
#include "app/desktop/timeline/track_layout.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace shardscope::app {
namespace {

constexpr double kProcessHeight = 22;
constexpr double kCounterHeight = 40;
constexpr double kTrackGap = 4;
constexpr std::size_t kLanesAtFirst = 120; ///< about two screens of rows

struct Group {
    ProcessRow row;
    std::int64_t order = 0;
    std::vector<std::uint32_t> tracks;
    std::vector<std::uint32_t> counters;
};

std::string_view textOf(const core::Timeline& timeline, core::NameId id)
{
    return id.valid() ? timeline.names().text(id) : std::string_view();
}

std::vector<Group> groupsOf(const core::Timeline& timeline)
{
    std::map<std::pair<std::int32_t, core::NameId>, Group> byProcess;
    const auto tracks = timeline.tracks();
    for (std::uint32_t index = 0; index < tracks.size(); ++index) {
        const core::Track& track = tracks[index];
        if (track.laneCount == 0)
            continue;
        auto [found, isNew] = byProcess.try_emplace({track.rank, track.processKey});
        Group& group = found->second;
        if (isNew) {
            const auto name = textOf(timeline, track.process);
            group.row = {std::string(name.empty() ? textOf(timeline, track.processKey) : name), track.rank,
                         track.device};
            group.order = track.processOrder;
        }
        group.tracks.push_back(index);
    }
    const auto counters = timeline.counterTracks();
    for (std::uint32_t index = 0; index < counters.size(); ++index) {
        const auto same = [&](const auto& entry) { return entry.first.second == counters[index].processKey; };
        auto found = std::find_if(byProcess.begin(), byProcess.end(), same);
        if (found == byProcess.end()) {
            found = byProcess.try_emplace({-1, counters[index].processKey}).first;
            found->second.row.name = std::string(textOf(timeline, counters[index].processKey));
        }
        found->second.counters.push_back(index);
    }
    std::vector<Group> groups;
    for (auto& [key, group] : byProcess) {
        std::sort(group.tracks.begin(), group.tracks.end(), [&](std::uint32_t a, std::uint32_t b) {
            const auto rank = [&](std::uint32_t i) {
                return std::tuple(tracks[i].threadOrder, textOf(timeline, tracks[i].thread), i);
            };
            return rank(a) < rank(b);
        });
        groups.push_back(std::move(group));
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        return std::tie(a.row.rank, a.order, a.row.name) < std::tie(b.row.rank, b.order, b.row.name);
    });
    return groups;
}

} // namespace

TrackLayout TrackLayout::make(const core::Timeline& timeline, const Folding& folding, double rowHeight)
{
    TrackLayout layout;
    layout.m_rowHeight = rowHeight;
    layout.m_laneTop.assign(timeline.lanes().size(), -1.0F);
    double y = 0;
    for (const Group& group : groupsOf(timeline)) {
        const auto process = static_cast<std::uint32_t>(layout.m_processes.size());
        const bool processFolded = folding.processes.contains(process);
        layout.m_processes.push_back(group.row);
        layout.m_rows.push_back({.kind = RowKind::Process,
                                 .top = y,
                                 .height = kProcessHeight,
                                 .process = process,
                                 .track = {},
                                 .counter = 0,
                                 .lanesShown = 0,
                                 .collapsible = true,
                                 .collapsed = processFolded});
        y += kProcessHeight;
        if (processFolded)
            continue;
        for (const std::uint32_t trackIndex : group.tracks) {
            const core::Track& track = timeline.tracks()[trackIndex];
            const bool folded = folding.tracks.contains(trackIndex);
            const std::uint32_t shown = folded ? 1 : track.laneCount;
            const double height = shown * rowHeight + kTrackGap;
            layout.m_rows.push_back({.kind = RowKind::Track,
                                     .top = y,
                                     .height = height,
                                     .process = process,
                                     .track = core::TrackId(trackIndex),
                                     .counter = 0,
                                     .lanesShown = shown,
                                     .collapsible = track.laneCount > 1,
                                     .collapsed = folded});
            for (std::uint32_t lane = 0; lane < shown; ++lane)
                layout.m_laneTop[track.firstLane + lane] =
                    static_cast<float>(y + kTrackGap / 2 + lane * rowHeight);
            y += height;
        }
        for (const std::uint32_t counter : group.counters) {
            layout.m_rows.push_back({.kind = RowKind::Counter,
                                     .top = y,
                                     .height = kCounterHeight,
                                     .process = process,
                                     .track = {},
                                     .counter = counter,
                                     .lanesShown = 0,
                                     .collapsible = false,
                                     .collapsed = false});
            y += kCounterHeight;
        }
    }
    layout.m_height = y;
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
    const auto row = rowAt(y);
    if (!row || m_rows[*row].kind != RowKind::Track)
        return std::nullopt;
    const double within = y - m_rows[*row].top - kTrackGap / 2;
    if (within < 0 || within >= m_rows[*row].lanesShown * m_rowHeight)
        return std::nullopt;
    const auto lane = static_cast<std::uint32_t>(within / m_rowHeight);
    return core::LaneId(timeline.tracks()[m_rows[*row].track.index()].firstLane + lane);
}

std::optional<double> TrackLayout::laneTop(core::LaneId lane) const
{
    const float top = m_laneTop[lane.index()];
    return top < 0 ? std::nullopt : std::optional<double>(top);
}

Folding initialFolding(const core::Timeline& timeline)
{
    Folding folding;
    if (timeline.lanes().size() <= kLanesAtFirst)
        return folding;
    for (std::uint32_t index = 0; index < timeline.tracks().size(); ++index) {
        const core::Track& track = timeline.tracks()[index];
        if (!track.device && track.laneCount > 2)
            folding.tracks.insert(index);
    }
    return folding;
}

} // namespace shardscope::app
