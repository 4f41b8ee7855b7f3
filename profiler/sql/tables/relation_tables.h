// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's table functions about how slices lie to each other: what is around one and in one, what arrows lead
// to and come from, and where a track has none.
#pragma once

#include "profiler/sql/tables/function_tables.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace shardscope::profiler::sql {

/// ancestor_slice(of): the slices around one, innermost first.
class AncestorTable final : public FunctionTable {
public:
    AncestorTable(const RunRows& rows, const core::Task& task)
        : FunctionTable("ancestor_slice", rows, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Rows compute(std::span<sqlite3_value* const> values, std::string& failure) const override;
};

/// descendant_slice(of): the slices and instants in one, at any depth, by id.
class DescendantTable final : public FunctionTable {
public:
    DescendantTable(const RunRows& rows, const core::Task& task)
        : FunctionTable("descendant_slice", rows, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Rows compute(std::span<sqlite3_value* const> values, std::string& failure) const override;
};

/// following_flow(of) and preceding_flow(of): slices that arrows lead to from one, or from which they lead to
/// it, over any number of arrows; the nearest first.
class FlowReachTable final : public FunctionTable {
public:
    enum class Way : std::uint8_t { Following, Preceding };

    FlowReachTable(const RunRows& rows, const core::Task& task, Way way)
        : FunctionTable(way == Way::Following ? "following_flow" : "preceding_flow", rows, task)
        , m_way(way)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Rows compute(std::span<sqlite3_value* const> values, std::string& failure) const override;

private:
    void sortArrows() const;

    Way m_way;
    // Made when first asked for; a session answers one statement at a time.
    mutable std::vector<std::pair<std::uint32_t, std::uint32_t>> m_arrows; ///< by where one walks from
    mutable bool m_sorted = false;
};

/// gap(track, longer_than): times within a track's first and last slice that none covers.
class GapTable final : public FunctionTable {
public:
    GapTable(const RunRows& rows, const core::Task& task)
        : FunctionTable("gap", rows, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] Rows compute(std::span<sqlite3_value* const> values, std::string& failure) const override;
};

} // namespace shardscope::profiler::sql
