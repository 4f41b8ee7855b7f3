// SPDX-License-Identifier: GPL-3.0-or-later
// Who hands which chunk to whom in a collective, step by step, and how the time is shared out over the steps.
#pragma once

#include "planner/machine/all_reduce_ways.h"
#include "planner/machine/collective_steps.h"

#include <string_view>
#include <vector>

namespace shardscope::planner {

/// A step with its share of the time that its part of the collective takes: seconds of its hops and, beside
/// them, parts of the time that bytes take.
struct LaidStep {
    CollectiveStep step;
    double hops = 0;
    double load = 0;
};

/// \p into outlives this. Each part is laid, then finished with its time.
class ChunkRoutes {
public:
    ChunkRoutes(const GroupLink<core::PlainNumbers>& link, int ranks, CollectiveSteps& into);

    /// Ranks in a circle: each hands its neighbour the chunk that it got last.
    void ring(bool adds);

    /// Goes up to the roots of two trees, then down: chunk after chunk, so that all levels work at once.
    void trees();

    /// Rank i sends to i + 1, then to i + 2: every pair once, and nobody waits at a port that is in use.
    void exchange();

    /// Scatter in the node, reduce between nodes, gather in the node. \p inside, \p outside: seconds that a
    /// chunk's bytes take there.
    void levels(double inside, double outside);

    /// The steps laid last take \p seconds in all, \p start of them before the first.
    void finish(double seconds, double start);

    /// How much of a rank's bytes each step sends at most, once it is known how many chunks there are.
    void countBytes();

private:
    [[nodiscard]] double inner() const;
    static LaidStep begun(std::string_view part);
    ChunkMove& move(LaidStep& laid, int from, int to, int chunk, bool adds) const;

    /// The parent in NCCL's binary tree over \p count (src/graph/trees.cc, ncclGetBtree); -1: the root.
    static int binaryParent(int rank, int count);
    /// The second tree is the first one mirrored, or shifted where the number is odd: who is inside one is a
    /// leaf of the other (ncclGetDtree).
    static int nodeParent(int node, int count, int tree);
    /// Trees join nodes, or the ranks of one; in a node a chain leads to the member that has the port.
    [[nodiscard]] std::vector<int> parentsOf(int tree) const;

    /// Which of a node's parts \p member has once its node has scattered.
    [[nodiscard]] int held(int member) const;

    void inNodes(bool adds, int members, int nodes, double each);
    void betweenNodes(bool adds, int members, int nodes, double each);

    const GroupLink<core::PlainNumbers>& m_link;
    int m_ranks;
    CollectiveSteps& m_into;
    std::vector<LaidStep> m_laid;
};

} // namespace shardscope::planner
