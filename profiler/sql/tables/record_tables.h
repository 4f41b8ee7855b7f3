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

class CounterTable final : public VirtualTable {
public:
    explicit CounterTable(const core::Timeline& timeline)
        : VirtualTable("counter")
        , m_timeline(timeline)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;

private:
    const core::Timeline& m_timeline;
};

class FlowTable final : public VirtualTable {
public:
    explicit FlowTable(const RunRows& rows)
        : VirtualTable("flow")
        , m_rows(rows)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    [[nodiscard]] bool canOrder(const Plan& plan) const override;

private:
    const RunRows& m_rows;
};

class NameTable final : public VirtualTable {
public:
    explicit NameTable(const core::Timeline& timeline)
        : VirtualTable("name")
        , m_timeline(timeline)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;

private:
    const core::Timeline& m_timeline;
};

} // namespace shardscope::profiler::sql
