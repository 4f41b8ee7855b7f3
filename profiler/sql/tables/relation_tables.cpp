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

constexpr auto kTsHelp = N_("begin, in ns");
constexpr auto kDurHelp = N_("duration, in ns");

/// Columns of slices found from one: \p distance is a column of theirs, \p of helps with the one.
constexpr std::array<ColumnSpec, 6> foundFrom(const ColumnSpec& distance, const char* of)
{
    return {integerSpec("id", N_("slice.id")),
            integerSpec("ts", kTsHelp),
            integerSpec("dur", kDurHelp),
            textSpec("name", N_("of the slice")),
            distance,
            parameterSpec("of", ColumnType::Integer, of)};
}

constexpr std::array kAncestorColumns =
    foundFrom(integerSpec("levels", N_("how far outside: 1 is the innermost around it")),
              N_("slice.id of the one inside"));
constexpr std::array kDescendantColumns =
    foundFrom(integerSpec("levels", N_("how far inside: 1 lies in nothing else within it")),
              N_("slice.id of the one around"));
constexpr std::array kReachColumns = foundFrom(integerSpec("arrows", N_("how many lie between, at least")),
                                               N_("slice.id where the walk begins"));
constexpr std::array kGapColumns{
    integerSpec("track_id", N_("thread_track.id")),
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("ts", kTsHelp),
    integerSpec("dur", kDurHelp),
    integerSpec("before_id", N_("slice.id of the one whose end begins the gap")),
    integerSpec("after_id", N_("slice.id of the one that ends it")),
    parameterSpec("track", ColumnType::Integer, N_("thread_track.id; NULL: every row of accelerators' work")),
    parameterSpec("longer_than", ColumnType::Integer, N_("ns; NULL: 0"))};

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
    std::ranges::sort(all, [](const Covered& a, const Covered& b) {
        return std::pair(a.ts, a.row) < std::pair(b.ts, b.row);
    });
    return all;
}

FunctionRows ancestors(const FunctionCall& call)
{
    FunctionRows found;
    const auto of = rowOf(call.values[0], call.rows);
    if (!of)
        return found;
    std::int64_t levels = 0;
    for (std::uint32_t row = call.rows.parent(*of); row != RunRows::kNoRow; row = call.rows.parent(row))
        found.push_back(cellsOf(call.rows, row, ++levels));
    return found;
}

FunctionRows descendants(const FunctionCall& call)
{
    FunctionRows found;
    const auto of = rowOf(call.values[0], call.rows);
    if (!of || call.rows.isInstant(*of))
        return found;
    const core::Timeline& timeline = call.rows.timeline();
    std::uint32_t hint = 0;
    const core::Track& track = timeline.tracks()[call.rows.track(*of, hint)];
    const std::int64_t begin = call.rows.ts(*of);
    const std::int64_t end = begin + call.rows.dur(*of);
    std::vector<std::pair<std::uint32_t, std::int64_t>> inside;
    const auto take = [&](std::uint32_t row) {
        if (const std::int64_t levels = levelsBetween(call.rows, row, *of); levels > 0)
            inside.emplace_back(row, levels);
    };
    for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
        const auto [first, last] = timeline.rowsWithin(core::LaneId(lane), begin, end + 1);
        for (std::uint32_t row = first; row < last && !call.task.cancelled(); ++row)
            take(row);
    }
    const auto [first, last] = call.rows.instantsWithin(begin, end);
    for (std::uint32_t row = first; row < last && !call.task.cancelled(); ++row)
        take(row);
    std::ranges::sort(inside);
    for (const auto& [row, levels] : inside)
        found.push_back(cellsOf(call.rows, row, levels));
    return found;
}

FunctionRows reachedBy(const FunctionCall& call, bool following)
{
    FunctionRows found;
    const auto of = rowOf(call.values[0], call.rows);
    if (!of)
        return found;
    std::vector<std::pair<std::uint32_t, std::int64_t>> reached{{*of, 0}};
    std::unordered_set<std::uint32_t> seen{*of};
    for (std::size_t at = 0; at < reached.size() && !call.task.cancelled(); ++at) {
        const auto [row, arrows] = reached[at];
        for (const std::uint32_t next : call.rows.reachedFrom(row, following)) {
            if (seen.insert(next).second)
                reached.emplace_back(next, arrows + 1);
        }
    }
    for (std::size_t at = 1; at < reached.size(); ++at)
        found.push_back(cellsOf(call.rows, reached[at].first, reached[at].second));
    return found;
}

FunctionRows gaps(const FunctionCall& call)
{
    const auto given = [&](std::size_t at) {
        return call.values[at] == nullptr ? std::nullopt : integerOf(call.values[at]);
    };
    const std::int64_t least = given(1).value_or(0);
    if (least < 0) {
        call.failure = "gap: longer_than is no less than 0";
        return {};
    }
    const core::Timeline& timeline = call.rows.timeline();
    FunctionRows found;
    for (std::size_t at = 0; at < timeline.tracks().size() && !call.task.cancelled(); ++at) {
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

FunctionRows following(const FunctionCall& call) { return reachedBy(call, true); }
FunctionRows preceding(const FunctionCall& call) { return reachedBy(call, false); }

constexpr TableFunction kRelationFunctions[]{
    {"ancestor_slice", N_("the slices around one, innermost first"), kAncestorColumns, ancestors},
    {"descendant_slice", N_("the slices and instants in one, at any depth"), kDescendantColumns, descendants},
    {"following_flow", N_("the slices that arrows lead to from one, nearest first"), kReachColumns,
     following},
    {"preceding_flow", N_("the slices from which arrows lead to one, nearest first"), kReachColumns,
     preceding},
    {"gap", N_("times that no slice of a track covers"), kGapColumns, gaps},
};

} // namespace

std::span<const TableFunction> relationFunctions() { return kRelationFunctions; }

} // namespace shardscope::profiler::sql
