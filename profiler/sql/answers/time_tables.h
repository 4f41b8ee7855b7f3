// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's tables of time: what each rank and each of its steps spends it on, and why devices are idle.
#pragma once

#include "profiler/analyze/time/host_blame.h"
#include "profiler/analyze/time/rank_time.h"
#include "profiler/sql/answers/computed_table.h"

#include <array>
#include <span>
#include <vector>

namespace shardscope::profiler::sql {

/// Computing, communicating, copying, idle; they add up to the whole.
using TimeParts = std::array<std::int64_t, 4>;

class RankTimeTable final : public ComputedTable {
public:
    RankTimeTable(const AnalysisInput& input, const core::Task& task)
        : ComputedTable("rank_time", input, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] std::size_t size() const override { return m_ranks.size(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    struct Rank {
        std::size_t part = 0;
        core::Interval window;
        std::int64_t steps = 0;
        std::int64_t warmUp = 0;
        bool device = false;
        TimeParts parts{};
        std::int64_t communication = 0;
    };
    [[nodiscard]] core::Result<core::Done> compute() override;

    std::vector<Rank> m_ranks;
};

class StepTimeTable final : public ComputedTable {
public:
    StepTimeTable(const AnalysisInput& input, const core::Task& task)
        : ComputedTable("step_time", input, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] std::size_t size() const override { return m_steps.size(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    struct Step {
        std::size_t part = 0;
        std::size_t number = 0; ///< of the rank
        bool warmUp = false;
        TimeParts parts{};
        std::int64_t hidden = 0; ///< communication while something computes
    };
    [[nodiscard]] core::Result<core::Done> compute() override;

    std::vector<Step> m_steps;
};

class DeviceIdleTable final : public ComputedTable {
public:
    DeviceIdleTable(const AnalysisInput& input, const core::Task& task)
        : ComputedTable("device_idle", input, task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] std::span<const ColumnSpec> columns() const override { return specs(); }
    [[nodiscard]] std::size_t size() const override { return m_pieces.size(); }
    void cell(std::size_t row, int column, Answer answer) const override;

private:
    struct Piece {
        IdlePiece idle;
        std::uint32_t part = 0;
        bool counted = false; ///< within the steps that figures are taken from
    };
    [[nodiscard]] core::Result<core::Done> compute() override;

    std::vector<Piece> m_pieces;
};

} // namespace shardscope::profiler::sql
