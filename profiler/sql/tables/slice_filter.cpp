// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/tables/slice_filter.h"

#include "core/kinds/op_class.h"

#include <algorithm>

namespace shardscope::profiler::sql {

namespace {

/// The names that match a pattern: one match a distinct name instead of one a row.
NameChoice namesLike(const core::StringPool& names, Comparison comparison, const std::string& pattern)
{
    NameChoice choice;
    choice.has.assign(names.size() + 1, false); // never empty
    std::string text;
    for (std::size_t at = 0; at < names.size(); ++at) {
        text = names.text(core::NameId(at)); // NUL-terminated
        if (!matches(comparison, pattern.c_str(), text.c_str()))
            continue;
        choice.has[at] = true;
        choice.names.emplace_back(at);
    }
    return choice;
}

std::optional<std::uint8_t> opOfKey(std::string_view key)
{
    for (const core::OpClass kind : core::allOpClasses()) {
        if (core::opClassKey(kind) == key)
            return static_cast<std::uint8_t>(kind);
    }
    return std::nullopt;
}

} // namespace

void SliceFilter::chooseNames(NameChoice choice)
{
    if (name) { // both are asked for
        const auto other = std::move(*name);
        choice.names.erase(std::remove_if(choice.names.begin(), choice.names.end(),
                                          [&](core::NameId one) { return !other.contains(one); }),
                           choice.names.end());
        for (std::size_t at = 0; at < choice.has.size(); ++at)
            choice.has[at] = choice.has[at] && other.contains(core::NameId(at));
    }
    impossible = impossible || choice.names.empty();
    name = std::move(choice);
}

void SliceFilter::takeName(const RunRows& rows, Comparison comparison, sqlite3_value* value,
                           std::string& failure)
{
    const core::StringPool& names = rows.timeline().names();
    const auto text = textOf(value);
    if (!text) {
        impossible = true;
    } else if (comparison == Comparison::Equal) {
        const core::NameId found = names.find(*text);
        chooseNames(found.valid() ? NameChoice{{found}, {}} : NameChoice{});
    } else if (text->size() > static_cast<std::size_t>(kLongestPattern)) {
        failure = "LIKE or GLOB pattern too complex"; // as SQLite says it
    } else {
        chooseNames(namesLike(names, comparison, std::string(*text)));
    }
}

std::string SliceFilter::take(const RunRows& rows, std::span<const Plan::Constraint> constraints,
                              std::span<sqlite3_value* const> values)
{
    std::string failure;
    IntegerRange nameId;
    bool byNameId = false;
    for (std::size_t at = 0; at < constraints.size() && failure.empty(); ++at) {
        const Comparison comparison = constraints[at].comparison;
        sqlite3_value* const value = values[at];
        switch (constraints[at].column) {
        case kSliceId: narrow(id, comparison, value); break;
        case kSliceTs: narrow(ts, comparison, value); break;
        case kSliceDur: narrow(dur, comparison, value); break;
        case kSliceTrack: byTrack = true, narrow(track, comparison, value); break;
        case kSliceDepth: byDepth = true, narrow(depth, comparison, value); break;
        case kSliceParent: byParent = true, narrow(parent, comparison, value); break;
        case kSliceRank: byRank = true, narrow(rank, comparison, value); break;
        case kSliceArgSet: byArgSet = true, narrow(argSet, comparison, value); break;
        case kSliceCorrelation: byCorrelation = true, narrow(correlation, comparison, value); break;
        case kSliceExternal: byExternal = true, narrow(external, comparison, value); break;
        case kSliceInstant: narrow(instant, comparison, value); break;
        case kSliceNameId: byNameId = true, narrow(nameId, comparison, value); break;
        case kSliceName: takeName(rows, comparison, value, failure); break;
        case kSliceCategory: {
            const auto text = textOf(value);
            category = text ? rows.timeline().names().find(*text) : core::NameId();
            impossible = impossible || !category->valid();
            break;
        }
        case kSliceOp: {
            const auto text = textOf(value);
            op = text ? opOfKey(*text) : std::nullopt;
            impossible = impossible || !op;
            break;
        }
        default: break;
        }
    }
    if (byNameId) {
        const auto names = static_cast<std::int64_t>(rows.timeline().names().size());
        const bool one = nameId.low == nameId.high && nameId.low >= 0 && nameId.low < names;
        chooseNames(one ? NameChoice{{core::NameId(static_cast<std::size_t>(nameId.low))}, {}}
                        : NameChoice{});
    }
    if (byArgSet) { // an argument set has its slice's number
        id.low = std::max(id.low, argSet.low);
        id.high = std::min(id.high, argSet.high);
    }
    for (const IntegerRange* range :
         {&id, &ts, &dur, &track, &depth, &parent, &rank, &instant, &correlation, &external})
        impossible = impossible || range->empty();
    return failure;
}

bool SliceFilter::wantsTrack(const RunRows& rows, std::uint32_t number) const
{
    if (byTrack && !track.contains(number))
        return false;
    if (!byRank)
        return true;
    const std::int32_t of = rows.timeline().tracks()[number].rank;
    return of >= 0 && rank.contains(of);
}

bool SliceFilter::wantsLane(const RunRows& rows, std::uint32_t lane) const
{
    const core::Lane& at = rows.timeline().lanes()[lane];
    return (!byDepth || depth.contains(at.depth)) && wantsTrack(rows, at.track.value);
}

bool SliceFilter::wants(const RunRows& rows, std::uint32_t row, std::uint32_t& laneHint) const
{
    if (!id.contains(row) || !ts.contains(rows.ts(row)) || !dur.contains(rows.dur(row)))
        return false;
    if (name && !name->contains(rows.name(row)))
        return false;
    if (category && *category != rows.category(row))
        return false;
    if (op && *op != rows.op(row))
        return false;
    if (!instant.contains(rows.isInstant(row) ? 1 : 0))
        return false;
    if ((byTrack || byRank) && !wantsTrack(rows, rows.track(row, laneHint)))
        return false;
    if (byDepth && !depth.contains(rows.depth(row, laneHint)))
        return false;
    if (byArgSet && rows.args(row) == core::kNoArgs)
        return false;
    if (!byParent)
        return true;
    const std::uint32_t around = rows.parent(row);
    return around != RunRows::kNoRow && parent.contains(around);
}

} // namespace shardscope::profiler::sql
