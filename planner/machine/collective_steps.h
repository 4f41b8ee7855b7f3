// SPDX-License-Identifier: GPL-3.0-or-later
// A collective step by step: which chunk goes from whom to whom, and how long each step takes. What is drawn
// and what is priced are one: the steps add up to what collectiveTime answers.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "planner/machine/collective.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace shardscope::planner {

/// ScatterGather: a reduce-scatter and an all-gather, which together do what an all-reduce does.
enum class Pattern : std::uint8_t { Ring, Tree, ScatterGather, AllToAll, Hierarchical };
constexpr auto enumNames(Pattern)
{
    return core::namesUpTo<Pattern::Hierarchical>("ring", "tree", "scatter_gather", "all_to_all",
                                                  "hierarchical");
}

/// Ranks and chunks are counted within the group, from 0.
struct ChunkMove {
    int from = 0;
    int to = 0;
    int chunk = 0;        ///< of the sender's
    int into = 0;         ///< of the receiver's
    bool adds = false;    ///< to what is there; else it takes its place
    bool outside = false; ///< over the outermost link
};

struct CollectiveStep {
    std::string_view part;        ///< reduce gather exchange broadcast: a literal
    std::vector<ChunkMove> moves; ///< all at once
    core::Seconds seconds;
    core::Bytes bytes; ///< the most that one rank sends in it
};

struct CollectiveSteps {
    Pattern pattern = Pattern::Ring;
    int ranks = 1;
    int members = 1;   ///< of the group in a node; all where it does not leave one
    int chunks = 1;    ///< of each rank; an exchange has as many again for what arrives
    core::Bytes bytes; ///< that each rank begins with
    core::Bytes chunkBytes;
    std::vector<CollectiveStep> steps;
    core::Seconds seconds; ///< of all steps
    core::Bytes sent;      ///< in all of them, by the rank that sends most
    // What the engine prices this work at, by whatever takes least time.
    core::Seconds price;
    Algorithm taken;
    bool priced = false;   ///< these steps are the ones that it prices: \c seconds is \c price
    bool borrowed = false; ///< the time is a ring's: the links are calibrated, and with rings only

    [[nodiscard]] int columns() const { return pattern == Pattern::AllToAll ? 2 * chunks : chunks; }
};

/// More ranks are told, not drawn.
inline constexpr std::int64_t kMostChunkedRanks = 64;

/// \p bytes over \p ranks as \p pattern has it. Orders: rings of Patarasuk and Yuan 2009
/// (doi:10.1016/j.jpdc.2008.09.002); two binary trees, each half of the bytes, with chains in the nodes
/// (NVIDIA NCCL, src/graph/trees.cc); scatter in the node, reduce between nodes, gather in the node (Cho et
/// al. 2019, doi:10.1147/JRD.2019.2947013); pairwise exchange (Thakur, Rabenseifner and Gropp 2005,
/// doi:10.1177/1094342005051521). A way that the engine would not take has the time that is worked out of
/// latency and bandwidth. The time of a tree's bytes is shared out over the few chunks that are shown; where
/// collectives were measured, the measured time over all steps. Errors: Inconsistent for one rank, more than
/// kMostChunkedRanks, and levels that there are none of.
[[nodiscard]] core::Result<CollectiveSteps> collectiveSteps(const Machine& machine, Pattern pattern,
                                                            const Ranks& ranks, core::Bytes bytes,
                                                            core::Dtype dtype = core::Dtype::Bf16);

/// What a rank has at the place of a chunk.
struct ChunkState {
    std::vector<int> from; ///< ranks whose parts are in it, ascending
    bool arrived = false;  ///< in the last step
    bool sent = false;     ///< of an exchange: it went to whom it was for
};
/// The state of each rank's chunks, by rank, then by chunk, once \p done steps are done.
[[nodiscard]] std::vector<std::vector<ChunkState>> chunksAfter(const CollectiveSteps& collective,
                                                               std::size_t done);

} // namespace shardscope::planner
