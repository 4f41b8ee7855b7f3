// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's tables of allocators' snapshots: what they got from the driver, how it is cut up and held, and what
// was done before, each with the stack that did it.
#pragma once

#include "core/run/memory_snapshot.h"
#include "profiler/sql/answers/computed_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace shardscope::profiler::sql {

/// What the three tables share: rows are those of all snapshots of the run, file by file.
class AllocatorTable : public ComputedTable {
public:
    using ComputedTable::ComputedTable;
    [[nodiscard]] std::size_t size() const override { return m_rows.size(); }

protected:
    struct Row {
        std::uint32_t snapshot = 0; ///< into the run's
        std::uint32_t at = 0;       ///< of its segments, blocks or events
    };
    [[nodiscard]] const core::MemorySnapshot& snapshotOf(std::size_t row) const;
    /// All rows of each snapshot that \p count says. Errors: Cancelled.
    [[nodiscard]] core::Result<core::Done>
        collect(std::size_t (*count)(const core::MemorySnapshot& snapshot));
    /// The innermost frame, or all of them from the innermost on; NULL where none was recorded.
    static void tellFrame(const core::MemorySnapshot& snapshot, std::uint32_t stack, Answer answer);
    static void tellStack(const core::MemorySnapshot& snapshot, std::uint32_t stack, Answer answer);

    std::vector<Row> m_rows;
};

class AllocatorSegmentTable final : public AllocatorTable {
public:
    AllocatorSegmentTable(const AnalysisInput& input, const core::Task& task)
        : AllocatorTable("allocator_segment", input, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    [[nodiscard]] core::Result<core::Done> compute() override;
};

class AllocatorBlockTable final : public AllocatorTable {
public:
    AllocatorBlockTable(const AnalysisInput& input, const core::Task& task)
        : AllocatorTable("allocator_block", input, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    [[nodiscard]] core::Result<core::Done> compute() override;

    std::vector<std::uint32_t> m_segments; ///< of each row
};

class AllocatorEventTable final : public AllocatorTable {
public:
    AllocatorEventTable(const AnalysisInput& input, const core::Task& task)
        : AllocatorTable("allocator_event", input, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    [[nodiscard]] core::Result<core::Done> compute() override;

    std::vector<std::int64_t> m_held;   ///< bytes after each row's event
    std::vector<std::int64_t> m_shifts; ///< from a snapshot's times to the run's, by snapshot
};

} // namespace shardscope::profiler::sql
