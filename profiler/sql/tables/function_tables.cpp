// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/tables/function_tables.h"

#include "core/base/text_mark.h"
#include "core/timeline/intervals.h"
#include "core/timeline/slice_summary.h"
#include "profiler/sql/sqlite/sql_value.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace shardscope::profiler::sql {

namespace {

using core::Cell;
using core::OpClass;

constexpr std::array kSummaryColumns{
    columnSpec("key", ColumnType::Any, N_("name, category, class or track_id")),
    integerSpec("count", N_("slices that touch the window")),
    integerSpec("dur", N_("their time within the window, in ns")),
    integerSpec("self", N_("the same without what slices directly inside them take")),
    integerSpec("min_dur", N_("the shortest whole duration")),
    integerSpec("max_dur", N_("the longest whole duration")),
    integerSpec("longest", N_("slice.id of the longest")),
    parameterSpec("window_begin", ColumnType::Integer, N_("ns; NULL: from the start")),
    parameterSpec("window_end", ColumnType::Integer, N_("ns, not in the window; NULL: to the end")),
    parameterSpec("track", ColumnType::Integer, N_("thread_track.id; NULL: all")),
    parameterSpec("by", ColumnType::Text, N_("'name' (also where not given), 'category', 'op' or 'track'"))};
constexpr std::array kBusyColumns{
    integerSpec("track_id", N_("thread_track.id")),
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("busy", N_("time covered by slices, in ns")),
    realSpec("share", N_("of the window")),
    parameterSpec("window_begin", ColumnType::Integer, N_("ns; NULL: from the start")),
    parameterSpec("window_end", ColumnType::Integer, N_("ns, not in the window; NULL: to the end"))};
constexpr std::array kOverlapColumns{
    integerSpec("rank", N_("NULL: unknown")),
    integerSpec("a_ns", N_("time that slices of a run")),
    integerSpec("b_ns", N_("time that slices of b run")),
    integerSpec("both_ns", N_("time that both run")),
    integerSpec("either_ns", N_("time that at least one runs")),
    parameterSpec(
        "a", ColumnType::Text,
        N_("'compute', 'communication', 'copy' or a class of operation (rows of accelerators); else a "
           "name, a GLOB pattern of names or a category")),
    parameterSpec("b", ColumnType::Text, N_("the same"))};

Cell cellOf(std::int64_t value) { return Cell(value); }
Cell rankCell(std::int32_t rank) { return rank < 0 ? Cell() : Cell(std::int64_t{rank}); }

class FunctionCursor final : public CountingCursor {
public:
    explicit FunctionCursor(const FunctionTable& table)
        : m_table(table)
    {
    }

    Status start(const Plan& plan, std::span<sqlite3_value* const> values) override
    {
        const auto specs = m_table.columns();
        const auto results = static_cast<std::size_t>(
            std::ranges::count_if(specs, [](const ColumnSpec& spec) { return !spec.parameter; }));
        std::vector<sqlite3_value*> arguments(specs.size() - results, nullptr);
        for (std::size_t at = 0; at < values.size(); ++at)
            arguments[static_cast<std::size_t>(plan.constraints[at].column) - results] = values[at];
        m_at = 0;
        m_rows = m_table.rows(arguments, m_failure);
        if (!m_failure.empty())
            return Status::Failed;
        return m_table.task().cancelled() ? Status::Interrupted : Status::Ok;
    }
    bool atEnd() const override { return m_at >= m_rows.size(); }
    void cell(int column, Answer answer) override
    {
        const auto& row = m_rows[m_at];
        if (static_cast<std::size_t>(column) >= row.size())
            return answer.null(); // an argument
        const Cell& value = row[static_cast<std::size_t>(column)];
        if (const auto* whole = std::get_if<std::int64_t>(&value))
            return answer.integer(*whole);
        if (const auto* real = std::get_if<double>(&value))
            return answer.real(*real);
        if (const auto* text = std::get_if<std::string>(&value))
            return answer.text(*text);
        answer.null();
    }

private:
    const FunctionTable& m_table;
    FunctionRows m_rows;
};

std::optional<std::int64_t> given(sqlite3_value* value)
{
    return value == nullptr ? std::nullopt : integerOf(value);
}

core::SummaryWindow windowOf(const core::Timeline& timeline, sqlite3_value* begin, sqlite3_value* end)
{
    return {given(begin).value_or(timeline.begin()), given(end).value_or(timeline.end()), {}};
}

/// Time that \p track is covered by slices: by its outermost lane, and overflow lanes that overlap it.
std::int64_t busyOf(const core::Timeline& timeline, const core::Track& track,
                    const core::SummaryWindow& window)
{
    std::vector<core::LaneId> lanes;
    for (std::uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
        const core::Lane& of = timeline.lanes()[lane];
        if (of.depth == 0 || of.overflow || track.async)
            lanes.emplace_back(lane);
    }
    if (lanes.size() == 1)
        return timeline.busy(lanes.front(), window.begin, window.end);
    std::vector<core::Interval> intervals;
    for (const core::LaneId lane : lanes) {
        const auto [first, last] = timeline.rowsWithin(lane, window.begin, window.end);
        for (std::uint32_t row = first; row < last; ++row) {
            const std::int64_t ts = timeline.ts()[row];
            intervals.push_back({std::max(ts, window.begin), std::min(ts + timeline.dur()[row], window.end)});
        }
    }
    return core::measure(core::unite(std::move(intervals)));
}

/// Which slices a word of overlap means.
class Selector {
public:
    Selector(const RunRows& rows, std::string_view word)
        : m_rows(rows)
    {
        const core::StringPool& names = rows.timeline().names();
        for (const OpClass kind : core::allOpClasses())
            m_ops[static_cast<std::size_t>(kind)] = word == core::opClassKey(kind) || isOf(word, kind);
        m_byOp = std::ranges::find(m_ops, true) != m_ops.end();
        if (m_byOp)
            return;
        m_names.assign(names.size(), false);
        const std::string pattern(word);
        const bool tooLong = pattern.size() > static_cast<std::size_t>(kLongestPattern);
        for (std::size_t at = 0; at < names.size(); ++at) {
            const std::string text(names.text(core::NameId(at)));
            m_names[at] =
                text == word || (!tooLong && matches(Comparison::Glob, pattern.c_str(), text.c_str()));
        }
        m_category = names.find(word);
    }

    /// Classes are of accelerators' rows: what a host thread calls a copy is the call.
    [[nodiscard]] bool wantsTrack(const core::Track& track) const { return !m_byOp || track.device; }
    [[nodiscard]] bool wants(std::uint32_t row) const
    {
        if (m_byOp)
            return m_ops[m_rows.op(row)];
        const core::NameId name = m_rows.name(row);
        return (name.valid() && m_names[name.index()]) ||
               (m_category.valid() && m_rows.category(row) == m_category);
    }

private:
    static bool isOf(std::string_view word, OpClass kind)
    {
        switch (kind) {
        case OpClass::MatrixProduct:
        case OpClass::Attention:
        case OpClass::Elementwise:
        case OpClass::Embedding:
        case OpClass::Optimizer: return word == "compute";
        case OpClass::CollectiveTensor:
        case OpClass::CollectiveReplica:
        case OpClass::CollectiveExpert:
        case OpClass::PointToPoint: return word == "communication";
        default: return false;
        }
    }

    const RunRows& m_rows;
    std::array<bool, core::kOpClasses> m_ops{};
    bool m_byOp = false;
    std::vector<bool> m_names;
    core::NameId m_category;
};

/// When slices of \p selector on \p lane run. A lane is sorted and nothing in it overlaps.
core::IntervalSet timesOn(const core::Lane& lane, const RunRows& rows, const Selector& selector)
{
    core::IntervalSet set;
    for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
        if (!selector.wants(row) || rows.dur(row) <= 0)
            continue;
        const std::int64_t begin = rows.ts(row);
        if (!set.empty() && set.back().end == begin)
            set.back().end += rows.dur(row);
        else
            set.push_back({begin, begin + rows.dur(row)});
    }
    return set;
}

/// When slices of \p selector run, rank by rank.
std::map<std::int32_t, core::IntervalSet> timesOf(const RunRows& rows, const Selector& selector,
                                                  const core::Task& task)
{
    std::map<std::int32_t, core::IntervalSet> sets;
    for (const core::Lane& lane : rows.timeline().lanes()) {
        const core::Track& track = rows.timeline().tracks()[lane.track.index()];
        if (!selector.wantsTrack(track) || task.cancelled())
            continue;
        core::IntervalSet& set = sets[track.rank];
        core::IntervalSet own = timesOn(lane, rows, selector);
        if (set.empty())
            set = std::move(own);
        else if (!own.empty())
            set = core::unite(set, own);
    }
    return sets;
}

FunctionRows sliceSummary(const FunctionCall& call)
{
    const core::Timeline& timeline = call.rows.timeline();
    core::SummaryWindow window = windowOf(timeline, call.values[0], call.values[1]);
    if (!given(call.values[1]))
        ++window.end; // a slice of no duration at the very end counts too
    if (const auto track = given(call.values[2])) {
        if (*track < 0 || *track >= static_cast<std::int64_t>(timeline.tracks().size()))
            return {};
        window.track = core::TrackId(static_cast<std::size_t>(*track));
    }
    static constexpr std::array<std::string_view, 4> kKeys{"name", "category", "op", "track"};
    const auto by = call.values[3] == nullptr ? std::optional(kKeys[0]) : textOf(call.values[3]);
    const auto found = std::ranges::find(kKeys, by.value_or(kKeys[0]));
    if (found == kKeys.end()) {
        call.failure = "slice_summary: by is 'name', 'category', 'op' or 'track'";
        return {};
    }
    const auto key = static_cast<core::SummaryKey>(found - kKeys.begin());
    const auto keyCell = [&](std::uint32_t value) {
        if (key == core::SummaryKey::Op)
            return Cell(std::string(core::opClassKey(static_cast<OpClass>(value))));
        if (key == core::SummaryKey::Track)
            return Cell(std::int64_t{value});
        return value == core::NameId::kNone
                   ? Cell()
                   : Cell(std::string(timeline.names().text(core::NameId(std::size_t{value}))));
    };
    FunctionRows rows;
    for (const core::SummaryRow& row : core::summarise(timeline, window, key, call.task, &call.rows.kinds()))
        rows.push_back({keyCell(row.key), cellOf(static_cast<std::int64_t>(row.count)), cellOf(row.dur),
                        cellOf(row.self), cellOf(row.least), cellOf(row.most), cellOf(row.longest)});
    return rows;
}

FunctionRows busy(const FunctionCall& call)
{
    const core::Timeline& timeline = call.rows.timeline();
    core::SummaryWindow window = windowOf(timeline, call.values[0], call.values[1]);
    window.begin = std::max(window.begin, -core::kMaxTime);
    window.end = std::min(window.end, core::kMaxTime + 1);
    const auto length = static_cast<double>(window.end) - static_cast<double>(window.begin);
    FunctionRows rows;
    for (std::size_t at = 0; at < timeline.tracks().size() && !call.task.cancelled(); ++at) {
        const core::Track& track = timeline.tracks()[at];
        const std::int64_t busy = busyOf(timeline, track, window);
        rows.push_back({cellOf(static_cast<std::int64_t>(at)), rankCell(track.rank), cellOf(busy),
                        length > 0 ? Cell(static_cast<double>(busy) / length) : Cell()});
    }
    return rows;
}

FunctionRows overlap(const FunctionCall& call)
{
    const auto a = call.values[0] == nullptr ? std::nullopt : textOf(call.values[0]);
    const auto b = call.values[1] == nullptr ? std::nullopt : textOf(call.values[1]);
    if (!a || !b) {
        call.failure = "overlap needs two words, as in overlap('compute', 'communication')";
        return {};
    }
    auto first = timesOf(call.rows, Selector(call.rows, *a), call.task);
    auto second = timesOf(call.rows, Selector(call.rows, *b), call.task);
    std::map<std::int32_t, bool> ranks;
    for (const auto* times : {&first, &second}) {
        for (const auto& entry : *times)
            ranks[entry.first] = true;
    }
    FunctionRows rows;
    for (const auto& entry : ranks) {
        const core::IntervalSet& of = first[entry.first];
        const core::IntervalSet& other = second[entry.first];
        const std::int64_t aTime = core::measure(of);
        const std::int64_t bTime = core::measure(other);
        const std::int64_t both = core::measureCommon(of, other);
        rows.push_back({rankCell(entry.first), cellOf(aTime), cellOf(bTime), cellOf(both),
                        cellOf(aTime + bTime - both)});
    }
    return rows;
}

constexpr TableFunction kFunctions[]{
    {"slice_summary", N_("slices of a window summed by name, category, class or track"), kSummaryColumns,
     sliceSummary},
    {"busy", N_("time that tracks are covered by slices"), kBusyColumns, busy},
    {"overlap", N_("time that two kinds of slices run, and run together"), kOverlapColumns, overlap},
};

} // namespace

Estimate FunctionTable::estimate(const Plan& /*plan*/) const { return {100, 1e4, false}; }
std::unique_ptr<Cursor> FunctionTable::open() { return std::make_unique<FunctionCursor>(*this); }

std::span<const TableFunction> summaryFunctions() { return kFunctions; }

} // namespace shardscope::profiler::sql
