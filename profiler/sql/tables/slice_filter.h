// SPDX-License-Identifier: GPL-3.0-or-later
// What a statement asks of slices, as values: made from constraints once a walk, asked once a row.
#pragma once

#include "profiler/sql/rows/run_rows.h"
#include "profiler/sql/sqlite/sql_value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::profiler::sql {

/// Columns of the slice table, in order.
enum SliceColumn : int {
    kSliceId,
    kSliceTs,
    kSliceDur,
    kSliceTrack,
    kSliceDepth,
    kSliceParent,
    kSliceName,
    kSliceCategory,
    kSliceArgSet,
    kSliceOp,
    kSliceRank,
    kSliceNameId,
    kSliceInstant,
    kSliceStream,
    kSliceCorrelation,
    kSliceExternal,
};

/// A choice among the timeline's names.
struct NameChoice {
    std::vector<core::NameId> names; ///< ascending
    std::vector<bool> has;           ///< by name; empty where one name is chosen
    [[nodiscard]] bool contains(core::NameId name) const
    {
        return has.empty() ? !names.empty() && names.front() == name : name.valid() && has[name.index()];
    }
};

struct SliceFilter {
    IntegerRange id, ts, dur, track, depth, parent, rank, instant, argSet, correlation, external;
    std::optional<NameChoice> name;
    std::optional<core::NameId> category;
    std::optional<std::uint8_t> op;
    bool byTrack = false; ///< track or rank is asked for
    bool byDepth = false;
    bool byParent = false;
    bool byRank = false;
    bool byArgSet = false;
    bool byCorrelation = false; ///< the rows are looked up by it, not checked
    bool byExternal = false;    ///< the same
    bool impossible = false;

    /// Takes \p constraints. Returns a failure for the user, or "".
    [[nodiscard]] std::string take(const RunRows& rows, std::span<const Plan::Constraint> constraints,
                                   std::span<sqlite3_value* const> values);
    [[nodiscard]] bool wantsLane(const RunRows& rows, std::uint32_t lane) const;
    [[nodiscard]] bool wantsTrack(const RunRows& rows, std::uint32_t track) const;
    /// Whether \p row is asked for. \p laneHint: see RunRows::lane.
    [[nodiscard]] bool wants(const RunRows& rows, std::uint32_t row, std::uint32_t& laneHint) const;

private:
    void takeName(const RunRows& rows, Comparison comparison, sqlite3_value* value, std::string& failure);
    void chooseNames(NameChoice choice);
};

} // namespace shardscope::profiler::sql
