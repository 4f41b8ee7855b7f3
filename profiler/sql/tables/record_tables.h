// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's tables of what is not a slice: counter samples, arrows, names.
#pragma once

#include "core/timeline/timeline.h"
#include "profiler/sql/rows/run_rows.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <cstdint>
#include <memory>
#include <span>

namespace shardscope::profiler::sql {

/// Ids of counter tracks follow those of tracks.
[[nodiscard]] inline std::int64_t counterTrackId(const core::Timeline& timeline, std::size_t counterTrack)
{
    return static_cast<std::int64_t>(timeline.tracks().size() + counterTrack);
}

/// One of them: what it is called, has, costs to go through, and how it is gone through.
struct RecordKind {
    const char* name;
    const char* help;
    std::span<const ColumnSpec> columns;
    Estimate (*estimate)(const RunRows& rows, const Plan& plan);
    std::unique_ptr<Cursor> (*open)(const RunRows& rows);
    bool (*canOrder)(const Plan& plan);
};
[[nodiscard]] std::span<const RecordKind> recordKinds();

class RecordTable final : public VirtualTable {
public:
    RecordTable(const RecordKind& kind, const RunRows& rows)
        : VirtualTable(kind.name, kind.columns)
        , m_kind(kind)
        , m_rows(rows)
    {
    }
    [[nodiscard]] Estimate estimate(const Plan& plan) const override { return m_kind.estimate(m_rows, plan); }
    [[nodiscard]] std::unique_ptr<Cursor> open() override { return m_kind.open(m_rows); }
    [[nodiscard]] bool canOrder(const Plan& plan) const override { return m_kind.canOrder(plan); }

private:
    const RecordKind& m_kind;
    const RunRows& m_rows;
};

} // namespace shardscope::profiler::sql
