// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/selection/whole_places.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace shardscope::profiler {

namespace {

std::string_view textOf(const core::Timeline& timeline, core::NameId name)
{
    return name.valid() ? timeline.names().text(name) : std::string_view();
}

/// What a track is told from others by; both timelines have their own numbers of names.
using Key = std::tuple<std::uint32_t, std::string_view, std::string_view, std::string_view>;

Key keyOf(const core::Timeline& timeline, const core::Track& track)
{
    return {track.source, textOf(timeline, track.processKey), textOf(timeline, track.threadKey),
            textOf(timeline, track.thread)};
}

} // namespace

WholePlaces::WholePlaces(const core::Timeline& part, const core::Timeline& whole)
    : m_part(part)
    , m_whole(whole)
{
    if (&part == &whole)
        return;
    std::map<Key, std::uint32_t> known;
    for (std::uint32_t track = 0; track < whole.tracks().size(); ++track)
        known.emplace(keyOf(whole, whole.tracks()[track]), track);
    for (const core::Track& track : part.tracks()) {
        const auto found = known.find(keyOf(part, track));
        m_tracks.push_back(found == known.end() ? core::TrackId::kNone : found->second);
    }
}

std::uint32_t WholePlaces::trackOf(std::uint32_t track) const
{
    if (&m_part == &m_whole)
        return track;
    return track < m_tracks.size() ? m_tracks[track] : core::TrackId::kNone;
}

std::uint32_t WholePlaces::rowOf(std::uint32_t row) const
{
    if (&m_part == &m_whole || row >= m_part.sliceCount())
        return row;
    const core::LaneId lane = m_part.laneOf(core::SliceId(row));
    const std::uint32_t track = trackOf(m_part.lanes()[lane.index()].track.value);
    if (track == core::TrackId::kNone)
        return core::SliceId::kNone;
    const std::int64_t begin = m_part.ts()[row];
    const std::int64_t end = begin + m_part.dur()[row];
    const core::Track& own = m_whole.tracks()[track];
    for (std::uint32_t at = own.firstLane; at < own.firstLane + own.laneCount; ++at) {
        const auto [first, last] = m_whole.rowsWithin(core::LaneId(at), begin, std::max(end, begin + 1));
        for (std::uint32_t other = first; other < last; ++other) {
            const bool holds =
                m_whole.ts()[other] <= begin && m_whole.ts()[other] + m_whole.dur()[other] >= end;
            if (holds && m_whole.args()[other] == m_part.args()[row] &&
                textOf(m_whole, m_whole.name()[other]) == textOf(m_part, m_part.name()[row]))
                return other;
        }
    }
    return core::SliceId::kNone;
}

void WholePlaces::point(core::Report& report) const
{
    if (&m_part == &m_whole)
        return;
    const auto point = [&](core::Mark& mark) { mark.track = trackOf(mark.track); };
    std::ranges::for_each(report.marks, point);
    for (core::Finding& finding : report.findings)
        std::ranges::for_each(finding.evidence, point);
    for (core::Table& table : report.tables) {
        const auto column = std::ranges::find(table.columns, "slice", &core::Column::key);
        if (column == table.columns.end() || column->kind != core::CellKind::Integer)
            continue;
        for (std::vector<core::Cell>& row : table.rows) {
            auto* const slice =
                std::get_if<std::int64_t>(&row[static_cast<std::size_t>(column - table.columns.begin())]);
            if (slice == nullptr)
                continue;
            const std::uint32_t own = rowOf(static_cast<std::uint32_t>(*slice));
            *slice = own == core::SliceId::kNone ? -1 : std::int64_t{own};
        }
    }
}

} // namespace shardscope::profiler
