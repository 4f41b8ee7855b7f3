// SPDX-License-Identifier: GPL-3.0-or-later
// Which recorded operation a node of an execution trace is.
#pragma once

#include "profiler/trace/execution_nodes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardscope::profiler {

enum class NodeMatch : std::uint8_t {
    None,
    Id,       ///< RecordFunction's handle and the name are the same
    Sequence, ///< autograd's sequence numbers fix the place in the thread's order of operations
    Order,    ///< the thread's names stand in the recording once, in this order; maybe of another step
};

struct ExecutionMatch {
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    std::vector<std::uint32_t> rows; ///< by node: its operation's slice, or kNone
    std::vector<NodeMatch> how;      ///< by node
    std::size_t matched = 0;
};

/// Matches \p nodes (in the order in which they began) with \p threads of one process. Ids are taken where
/// any fits; else each of the nodes' threads goes to the recorded thread that takes most of its nodes, and
/// a thread whose place cannot be told stays unmatched.
[[nodiscard]] ExecutionMatch matchNodes(const std::vector<ExecutionNode>& nodes,
                                        const std::vector<std::vector<RecordedOp>>& threads);

} // namespace shardscope::profiler
