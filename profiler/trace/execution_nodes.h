// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of execution traces and the operations that a profiler recorded, as what links the two needs them.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// The category of slices that stand for nodes of an execution trace, whose times may be made up.
inline constexpr std::string_view kExecutionTrace = "execution_trace";

/// A node of an execution trace.
struct ExecutionNode {
    std::uint32_t row = 0; ///< its slice
    core::NameId name;
    std::int64_t id = -1;
    std::int64_t recordFunction = 0; ///< RecordFunction's handle; 0: unknown
    std::int64_t sequence = -1;      ///< autograd's sequence number; -1: none
    std::int64_t thread = 0;
    std::int64_t parent = -1;
    std::vector<std::uint64_t> reads;  ///< storages of the tensors it takes
    std::vector<std::uint64_t> writes; ///< and of those it gives
    std::vector<std::int64_t> needs;   ///< ids of nodes, where the file says so itself (Chakra)
};

/// An operation that a profiler recorded on a thread.
struct RecordedOp {
    std::uint32_t row = 0;
    core::NameId name;
    std::int64_t recordFunction = 0;
    std::int64_t sequence = -1;
    std::int64_t externalId = 0; ///< grows with the begin; 0: unknown
};

/// All nodes of the file \p source, in the order in which they began. Nodes that stand for a process or
/// thread are left out.
[[nodiscard]] core::Result<std::vector<ExecutionNode>>
executionNodes(const core::Run& run, std::uint32_t source, const core::Task& task);

/// The operators and annotations of each host thread of \p source, by begin, outer ones first.
[[nodiscard]] core::Result<std::vector<std::vector<RecordedOp>>>
recordedOps(const core::Run& run, std::uint32_t source, const core::Task& task);

} // namespace shardscope::profiler
