// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/tables/relation_tables.h"

#include "core/base/text_mark.h"
#include "core/timeline/annotation_tracks.h"
#include "profiler/sql/sqlite/sql_value.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

namespace shardscope::profiler::sql {

namespace {

using core::Cell;

constexpr ColumnSpec result(const char* name, ColumnType type, const char* help)
{
    return {name, type, kScan, false, false, false, help};
}
constexpr ColumnSpec parameter(const char* name, ColumnType type, const char* help)
{
    return {name, type, kEqual, false, true, true, help};
}

constexpr auto kIdHelp = N_("slice.id");
constexpr auto kTsHelp = N_("begin, in ns");
constexpr auto kDurHelp = N_("duration, in ns");
constexpr auto kNameHelp = N_("of the slice");

constexpr std::array kAncestorColumns{
    result("id", ColumnType::Integer, kIdHelp),
    result("ts", ColumnType::Integer, kTsHelp),
    result("dur", ColumnType::Integer, kDurHelp),
    result("name", ColumnType::Text, kNameHelp),
    result("levels", ColumnType::Integer, N_("how far outside: 1 is the innermost around it")),
    parameter("of", ColumnType::Integer, N_("slice.id of the one inside"))};
constexpr std::array kDescendantColumns{
    result("id", ColumnType::Integer, kIdHelp),
    result("ts", ColumnType::Integer, kTsHelp),
    result("dur", ColumnType::Integer, kDurHelp),
    result("name", ColumnType::Text, kNameHelp),
    result("levels", ColumnType::Integer, N_("how far inside: 1 lies in nothing else within it")),
    parameter("of", ColumnType::Integer, N_("slice.id of the one around"))};
constexpr std::array kReachColumns{
    result("id", ColumnType::Integer, kIdHelp),
    result("ts", ColumnType::Integer, kTsHelp),
    result("dur", ColumnType::Integer, kDurHelp),
    result("name", ColumnType::Text, kNameHelp),
    result("arrows", ColumnType::Integer, N_("how many lie between, at least")),
    parameter("of", ColumnType::Integer, N_("slice.id where the walk begins"))};
constexpr std::array kGapColumns{
    result("track_id", ColumnType::Integer, N_("thread_track.id")),
    result("rank", ColumnType::Integer, N_("NULL: unknown")),
    result("ts", ColumnType::Integer, kTsHelp),
    result("dur", ColumnType::Integer, kDurHelp),
    result("before_id", ColumnType::Integer, N_("slice.id of the one whose end begins the gap")),
    result("after_id", ColumnType::Integer, N_("slice.id of the one that ends it")),
    parameter("track", ColumnType::Integer, N_("thread_track.id; NULL: every row of accelerators' work")),
    parameter("longer_than", ColumnType::Integer, N_("ns; NULL: 0"))};

/// The row of the slice that an argument names; none: there is no such slice.
std::optional<std::uint32_t> rowOf(sqlite3_value* value, const RunRows& rows)
{
    const auto id = value == nullptr ? std::nullopt : integerOf(value);
    if (!id || *id < 0 || *id >= rows.count())
        return std::nullopt;
    return static_cast<std::uint32_t>(*id);
}

std::vector<Cell> cellsOf(const RunRows& rows, std::uint32_t row, std::int64_t last)
{
    const core::NameId name = rows.name(row);
    return {Cell(std::int64_t{row}), Cell(rows.ts(row)), Cell(rows.dur(row)),
            name.valid() ? Cell(std::string(rows.timeline().names().text(name))) : Cell(), Cell(last)};
}

/// How far \p row lies within \p around; 0: not within.
std::int64_t levelsBetween(const RunRows& rows, std::uint32_t row, std::uint32_t around)
{
    std::int64_t levels = 0;
    while (row != RunRows::kNoRow && row != around) {
        row = rows.parent(row);
        ++levels;
    }
    return row == around ? levels : 0;
}

/// One slice of a track, for a sweep by time.
struct Covered {
    std::int64_t ts;
    std::int64_t end;
    std::uint32_t row;
};

std::vector<Covered> coveredBy(const core::Timeline& timeline, const core::Track& track)
{
    std::vector<Covered> all;
    for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
        const core::Lane& of = timeline.lanes()[lane];
        if (of.depth != 0 && !of.overflow && !track.async)
            continue; // inside of what is taken already
        const auto [first, last] =
            timeline.rowsWithin(core::LaneId(lane), timeline.begin(), timeline.end() + 1);
        for (std::uint32_t row = first; row < last; ++row)
            all.push_back({timeline.ts()[row], timeline.ts()[row] + timeline.dur()[row], row});
    }
    std::sort(all.begin(), all.end(), [](const Covered& a, const Covered& b) {
        return std::pair(a.ts, a.row) < std::pair(b.ts, b.row);
    });
    return all;
}

} // namespace

std::span<const ColumnSpec> AncestorTable::specs() { return kAncestorColumns; }

FunctionTable::Rows AncestorTable::compute(std::span<sqlite3_value* const> values,
                                           std::string& /*failure*/) const
{
    Rows found;
    const auto of = rowOf(values[0], m_rows);
    if (!of)
        return found;
    std::int64_t levels = 0;
    for (std::uint32_t row = m_rows.parent(*of); row != RunRows::kNoRow; row = m_rows.parent(row))
        found.push_back(cellsOf(m_rows, row, ++levels));
    return found;
}

std::span<const ColumnSpec> DescendantTable::specs() { return kDescendantColumns; }

FunctionTable::Rows DescendantTable::compute(std::span<sqlite3_value* const> values,
                                             std::string& /*failure*/) const
{
    Rows found;
    const auto of = rowOf(values[0], m_rows);
    if (!of || m_rows.isInstant(*of))
        return found;
    const core::Timeline& timeline = m_rows.timeline();
    std::uint32_t hint = 0;
    const core::Track& track = timeline.tracks()[m_rows.track(*of, hint)];
    const std::int64_t begin = m_rows.ts(*of);
    const std::int64_t end = begin + m_rows.dur(*of);
    std::vector<std::pair<std::uint32_t, std::int64_t>> inside;
    const auto take = [&](std::uint32_t row) {
        if (const std::int64_t levels = levelsBetween(m_rows, row, *of); levels > 0)
            inside.emplace_back(row, levels);
    };
    for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
        const auto [first, last] = timeline.rowsWithin(core::LaneId(lane), begin, end + 1);
        for (std::uint32_t row = first; row < last && !m_task.cancelled(); ++row)
            take(row);
    }
    const auto [first, last] = m_rows.instantsWithin(begin, end);
    for (std::uint32_t row = first; row < last && !m_task.cancelled(); ++row)
        take(row);
    std::sort(inside.begin(), inside.end());
    for (const auto& [row, levels] : inside)
        found.push_back(cellsOf(m_rows, row, levels));
    return found;
}

std::span<const ColumnSpec> FlowReachTable::specs() { return kReachColumns; }

void FlowReachTable::sortArrows() const
{
    if (m_sorted)
        return;
    for (const core::Flow& flow : m_rows.timeline().flows()) {
        if (!flow.from.valid() || !flow.to.valid())
            continue;
        const auto from = static_cast<std::uint32_t>(flow.from.index());
        const auto to = static_cast<std::uint32_t>(flow.to.index());
        m_arrows.push_back(m_way == Way::Following ? std::pair(from, to) : std::pair(to, from));
    }
    std::sort(m_arrows.begin(), m_arrows.end());
    m_sorted = true;
}

FunctionTable::Rows FlowReachTable::compute(std::span<sqlite3_value* const> values,
                                            std::string& /*failure*/) const
{
    Rows found;
    const auto of = rowOf(values[0], m_rows);
    if (!of)
        return found;
    sortArrows();
    std::vector<std::pair<std::uint32_t, std::int64_t>> reached{{*of, 0}};
    std::unordered_set<std::uint32_t> seen{*of};
    for (std::size_t at = 0; at < reached.size() && !m_task.cancelled(); ++at) {
        const auto [row, arrows] = reached[at];
        for (auto arrow = std::lower_bound(m_arrows.begin(), m_arrows.end(), std::pair(row, 0U));
             arrow != m_arrows.end() && arrow->first == row; ++arrow) {
            if (seen.insert(arrow->second).second)
                reached.emplace_back(arrow->second, arrows + 1);
        }
    }
    for (std::size_t at = 1; at < reached.size(); ++at)
        found.push_back(cellsOf(m_rows, reached[at].first, reached[at].second));
    return found;
}

std::span<const ColumnSpec> GapTable::specs() { return kGapColumns; }

FunctionTable::Rows GapTable::compute(std::span<sqlite3_value* const> values, std::string& failure) const
{
    const auto given = [&](std::size_t at) {
        return values[at] == nullptr ? std::nullopt : integerOf(values[at]);
    };
    const std::int64_t least = given(1).value_or(0);
    if (least < 0) {
        failure = "gap: longer_than is no less than 0";
        return {};
    }
    const core::Timeline& timeline = m_rows.timeline();
    Rows found;
    for (std::size_t at = 0; at < timeline.tracks().size() && !m_task.cancelled(); ++at) {
        const core::Track& track = timeline.tracks()[at];
        const bool works = track.device && !core::isAnnotationTrack(timeline, track);
        if (given(0) ? *given(0) != static_cast<std::int64_t>(at) : !works)
            continue;
        const std::vector<Covered> all = coveredBy(timeline, track);
        for (std::size_t next = 1, before = 0; next < all.size(); ++next) {
            const std::int64_t free = all[next].ts - all[before].end;
            if (free > least)
                found.push_back({Cell(static_cast<std::int64_t>(at)),
                                 track.rank < 0 ? Cell() : Cell(std::int64_t{track.rank}),
                                 Cell(all[before].end), Cell(free), Cell(std::int64_t{all[before].row}),
                                 Cell(std::int64_t{all[next].row})});
            if (all[next].end >= all[before].end)
                before = next;
        }
    }
    return found;
}

} // namespace shardscope::profiler::sql
