// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/sql/tables/slice_table.h"

#include "core/base/text_mark.h"
#include "profiler/sql/tables/slice_cursor.h"

#include <algorithm>
#include <array>

namespace shardscope::profiler::sql {

namespace {

constexpr std::array<ColumnSpec, 16> kColumns{{
    {"id", ColumnType::Integer, kEqual | kRange, true, false, false,
     N_("the row's number; the same for the same files")},
    {"ts", ColumnType::Integer, kEqual | kRange, true, false, false, N_("begin, in ns")},
    {"dur", ColumnType::Integer, kEqual | kRange, true, false, false,
     N_("duration, in ns; 0 for an instant")},
    {"track_id", ColumnType::Integer, kEqual, true, false, false, N_("thread_track.id")},
    {"depth", ColumnType::Integer, kEqual | kRange, true, false, false,
     N_("0: outermost; overflow lanes follow the deepest regular one")},
    {"parent_id", ColumnType::Integer, kEqual, false, false, false, N_("the innermost slice around it")},
    {"name", ColumnType::Text, kEqual | kGlob, true, false, false, N_("as the file has it")},
    {"category", ColumnType::Text, kEqual, true, false, false, N_("as the file has it")},
    {"arg_set_id", ColumnType::Integer, kEqual, false, false, false,
     N_("args.arg_set_id; NULL where it has none")},
    {"op", ColumnType::Text, kEqual, true, false, false, N_("class of operation; NULL for an instant")},
    {"rank", ColumnType::Integer, kEqual | kRange, true, false, false, N_("of the track; NULL: unknown")},
    {"name_id", ColumnType::Integer, kEqual, true, true, false, N_("name.id")},
    {"instant", ColumnType::Integer, kEqual, true, true, false, N_("1 for an instant, else 0")},
    {"stream", ColumnType::Integer, kScan, false, true, false,
     N_("as the file numbers it, from the arguments; NULL: it does not")},
    {"correlation", ColumnType::Integer, kEqual, false, true, false,
     N_("of the call and the work it launched, from the arguments; NULL: none")},
    {"external_id", ColumnType::Integer, kEqual, false, true, false,
     N_("of the operation and what it launched, from the arguments; NULL: none")},
}};

} // namespace

std::span<const ColumnSpec> SliceTable::specs() { return kColumns; }

std::unique_ptr<Cursor> SliceTable::open()
{
    return std::make_unique<SliceCursor>(m_rows, m_keys, m_order, m_arguments, m_task);
}

const RowCalls& SliceTable::rowCalls() const { return SliceCursor::rowCalls(); }

Estimate SliceTable::estimate(const Plan& plan) const
{
    const auto share = [&](const Plan::Constraint& constraint) -> double {
        const auto tracks = static_cast<double>(std::max<std::size_t>(1, m_rows.timeline().tracks().size()));
        const auto names = static_cast<double>(std::max<std::size_t>(1, m_rows.timeline().names().size()));
        const bool equal = constraint.comparison == Comparison::Equal;
        switch (constraint.column) {
        case kSliceTs: return equal ? 1e-5 : 0.1; // both ends: a hundredth
        case kSliceTrack:
        case kSliceRank: return equal ? 1 / tracks : 0.5;
        case kSliceName: return equal ? 1 / names : 0.05;
        case kSliceNameId: return 1 / names;
        case kSliceCategory: return 0.1;
        case kSliceOp: return 0.2;
        case kSliceDepth: return equal ? 0.2 : 0.5;
        case kSliceDur: return equal ? 0.01 : 0.3;
        case kSliceId: return 0.1;
        default: return 0.5;
        }
    };
    Estimate estimate{static_cast<double>(m_rows.count()), 0, false};
    double walked = estimate.rows;
    bool few = false;
    for (const Plan::Constraint& constraint : plan.constraints) {
        const bool equal = constraint.comparison == Comparison::Equal;
        if (equal && (constraint.column == kSliceId || constraint.column == kSliceArgSet))
            return {1, 1, true};
        few = few || (equal && (constraint.column == kSliceParent || constraint.column == kSliceCorrelation ||
                                constraint.column == kSliceExternal));
        estimate.rows *= share(constraint);
        const bool looked = constraint.column != kSliceDur && constraint.column != kSliceOp &&
                            constraint.column != kSliceInstant && constraint.column != kSliceId;
        walked *= looked ? share(constraint) : 1;
    }
    if (few)
        return {8, 20, false};
    // Rows that are skipped cost a tenth of one that SQLite sees.
    estimate.cost = 5 + estimate.rows + walked * 0.1;
    return estimate;
}

} // namespace shardscope::profiler::sql
