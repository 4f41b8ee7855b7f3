// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's table launch: work of a device, the call that launched it, and the operator, module, function and
// annotation that the call was made in. Found by one sweep when first asked for, so that no join is needed.
#pragma once

#include "profiler/analyze/input/input.h"
#include "profiler/sql/rows/run_rows.h"
#include "profiler/sql/sqlite/virtual_table.h"
#include "profiler/trace/fused_kernels.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace shardscope::profiler::sql {

enum LaunchColumn : int {
    kLaunchId,
    kLaunchTs,
    kLaunchDur,
    kLaunchName,
    kLaunchRank,
    kLaunchStream,
    kLaunchCallId,
    kLaunchCall,
    kLaunchDelay,
    kLaunchOperatorId,
    kLaunchOperator,
    kLaunchModule,
    kLaunchFunction,
    kLaunchAnnotation,
    kLaunchFused,
    kLaunchFusedFrom,
    kLaunchNodes,
    kLaunchSourceNodes
};

/// One row of a device. Rows of the slice table; kNoRow: none, or the file does not tell.
struct Launch {
    std::uint32_t row = 0;
    std::uint32_t part = 0;                     ///< into the ranks
    std::int32_t stream = -1;                   ///< as the file numbers it; -1: it does not
    std::uint32_t call = 0;                     ///< of the runtime
    std::uint32_t around = 0;                   ///< into what calls were made in
    std::uint32_t annotation = RunRows::kNoRow; ///< innermost around the call, also of those that straddle
};

/// What a call was made in, innermost of each kind.
struct LaunchContext {
    std::uint32_t operation = RunRows::kNoRow;
    std::uint32_t module = RunRows::kNoRow;
    std::uint32_t function = RunRows::kNoRow;
};

class LaunchTable final : public VirtualTable {
public:
    LaunchTable(const RunRows& rows, const AnalysisInput& input, const core::Task& task)
        : VirtualTable("launch", specs())
        , m_rows(rows)
        , m_input(input)
        , m_task(task)
    {
    }
    [[nodiscard]] static std::span<const ColumnSpec> specs();
    [[nodiscard]] Estimate estimate(const Plan& plan) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override;

    [[nodiscard]] const RunRows& rows() const { return m_rows; }
    /// Makes the cells of each row. False: stopped; nothing is kept then.
    [[nodiscard]] bool make();
    [[nodiscard]] std::span<const Launch> launches() const { return m_launches; }
    [[nodiscard]] const LaunchContext& around(const Launch& launch) const
    {
        return m_contexts[launch.around];
    }
    [[nodiscard]] std::int32_t rankOf(const Launch& launch) const
    {
        return m_input.ranks()[launch.part].rank;
    }
    /// One of the columns that are names; invalid: NULL.
    [[nodiscard]] core::NameId nameOf(LaunchColumn column, const Launch& launch) const;
    void tell(LaunchColumn column, const Launch& launch, Answer answer);
    /// Null: it is no kernel of torch.compile's.
    [[nodiscard]] const FusedKernel* fused(const Launch& launch);

private:
    const RunRows& m_rows;
    const AnalysisInput& m_input;
    const core::Task& m_task;
    bool m_made = false; ///< by the first statement that asks
    std::vector<Launch> m_launches;
    std::vector<LaunchContext> m_contexts;
    std::optional<FusedKernels> m_fused; ///< made when first asked for
};

} // namespace shardscope::profiler::sql
