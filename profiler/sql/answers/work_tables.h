// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's tables of work and memory: floating-point operations by call, what allocators did, and their peaks.
#pragma once

#include "profiler/analyze/device/operation_calls.h"
#include "profiler/analyze/memory/memory_changes.h"
#include "profiler/sql/answers/computed_table.h"

#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler::sql {

class FlopsTable final : public ComputedTable {
public:
    FlopsTable(const AnalysisInput& input, const core::Task& task)
        : ComputedTable("flops", input, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] std::size_t size() const override { return m_calls.size(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    struct Call {
        OperationCall call;
        std::uint32_t part = 0;
    };
    [[nodiscard]] core::Result<core::Done> compute() override;

    std::vector<Call> m_calls;
};

/// What one rank's allocators did.
struct RankMemory {
    std::int32_t rank = -1;
    std::uint32_t source = 0;
    std::string device;
    std::vector<MemoryChange> changes;
};

class MemoryEventTable final : public ComputedTable {
public:
    MemoryEventTable(const AnalysisInput& input, const core::Task& task)
        : ComputedTable("memory_event", input, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] std::size_t size() const override { return m_rows.size(); }
    void cell(std::size_t row, int column, Answer answer) const override;
    /// After make().
    [[nodiscard]] const std::vector<RankMemory>& devices() const { return m_devices; }

private:
    struct Row {
        std::uint32_t device = 0;
        std::uint32_t change = 0;
    };
    [[nodiscard]] core::Result<core::Done> compute() override;

    std::vector<RankMemory> m_devices;
    std::vector<Row> m_rows; ///< by rank, device and time
};

class MemoryPeakTable final : public ComputedTable {
public:
    MemoryPeakTable(MemoryEventTable& events, const AnalysisInput& input, const core::Task& task)
        : ComputedTable("memory_peak", input, task)
        , m_events(events)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] std::size_t size() const override { return m_peaks.size(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    [[nodiscard]] core::Result<core::Done> compute() override;

    MemoryEventTable& m_events;
    std::vector<MemoryPeak> m_peaks; ///< as the events' devices
};

} // namespace shardscope::profiler::sql
