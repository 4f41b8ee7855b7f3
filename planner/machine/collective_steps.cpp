// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/collective_steps.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "planner/machine/all_reduce_ways.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace shardscope::planner {
namespace {

using N = core::PlainNumbers;

constexpr int kTrees = 2;
constexpr int kTreeChunks = 4; ///< of each tree: enough to see that levels work at once

/// A step with its share of the time that its part of the collective takes: seconds of its hops and, beside
/// them, parts of the time that bytes take.
struct Laid {
    CollectiveStep step;
    double hops = 0;
    double load = 0;
};

int wrapped(int index, int count) { return ((index % count) + count) % count; }

class Steps {
public:
    Steps(const GroupLink<N>& link, int ranks, CollectiveSteps& into)
        : m_link(link)
        , m_ranks(ranks)
        , m_into(into)
    {
        m_into.ranks = ranks;
        m_into.members = link.crosses ? static_cast<int>(std::lround(link.members.value()))
                         : link.level == core::LinkLevel::Node ? ranks
                                                               : 1;
    }

    /// Ranks in a circle: each hands its neighbour the chunk that it got last.
    void ring(bool adds)
    {
        m_into.chunks = m_ranks;
        for (int round = 0; round + 1 < m_ranks; ++round) {
            Laid laid = begun(adds ? "reduce" : "gather");
            for (int rank = 0; rank < m_ranks; ++rank)
                move(laid, rank, wrapped(rank + 1, m_ranks), wrapped(rank - round + (adds ? 0 : 1), m_ranks),
                     adds);
            // What begins at rank 0 leaves the node once for each node that it has passed.
            laid.hops = (round + 1) % m_into.members == 0 ? m_link.latency.value() : inner();
            laid.load = 1;
            m_laid.push_back(std::move(laid));
        }
    }

    /// Up to the roots of two trees, then down: chunk after chunk, so that all levels work at once.
    void trees()
    {
        m_into.chunks = kTrees * kTreeChunks;
        std::vector<std::vector<int>> parents;
        std::vector<std::vector<int>> depths;
        int levels = 0;
        for (int tree = 0; tree < kTrees; ++tree) {
            parents.push_back(parentsOf(tree));
            depths.emplace_back();
            for (int rank = 0; rank < m_ranks; ++rank) {
                int depth = 0;
                for (int at = rank; parents.back()[static_cast<std::size_t>(at)] >= 0; ++depth)
                    at = parents.back()[static_cast<std::size_t>(at)];
                depths.back().push_back(depth);
                levels = std::max(levels, depth);
            }
        }
        for (const bool up : {true, false}) {
            for (int slot = 0; slot < kTreeChunks + levels - 1; ++slot) {
                Laid laid = begun(up ? "reduce" : "broadcast");
                for (int tree = 0; tree < kTrees; ++tree) {
                    for (int rank = 0; rank < m_ranks; ++rank) {
                        const int depth =
                            depths[static_cast<std::size_t>(tree)][static_cast<std::size_t>(rank)];
                        const int chunk = slot - (up ? levels - depth : depth - 1);
                        const int parent =
                            parents[static_cast<std::size_t>(tree)][static_cast<std::size_t>(rank)];
                        if (parent < 0 || chunk < 0 || chunk >= kTreeChunks)
                            continue;
                        move(laid, up ? rank : parent, up ? parent : rank, kTrees * chunk + tree, up);
                    }
                }
                laid.hops = m_link.latency.value();
                laid.load = 1;
                if (!laid.step.moves.empty())
                    m_laid.push_back(std::move(laid));
            }
        }
    }

    /// Rank i sends to i + 1, then to i + 2: every pair once, and nobody waits at a port that is in use.
    void exchange()
    {
        m_into.chunks = m_ranks;
        const double far = m_ranks - m_into.members;
        const bool portLimits =
            m_link.crosses && far / m_link.port.value() > (m_into.members - 1) / m_link.inside.value();
        for (int by = 1; by < m_ranks; ++by) {
            Laid laid = begun("exchange");
            for (int rank = 0; rank < m_ranks; ++rank) {
                const int to = wrapped(rank + by, m_ranks);
                move(laid, rank, to, to, false).into = m_ranks + rank;
                if (laid.step.moves.back().outside == portLimits || !m_link.crosses)
                    laid.load += 1;
            }
            laid.hops = by == 1 ? m_link.latency.value() : 0;
            m_laid.push_back(std::move(laid));
        }
    }

    /// Scatter in the node, reduce between nodes, gather in the node. \p inside, \p outside: seconds that a
    /// chunk's bytes take there.
    void levels(double inside, double outside)
    {
        const int members = m_into.members;
        const int nodes = m_ranks / members;
        m_into.chunks = m_ranks;
        inNodes(true, members, nodes, inside);
        if (m_link.reduces) {
            Laid laid = begun("reduce"); // up to the switches, which add, and down again
            for (int rank = 0; rank < m_ranks; ++rank) {
                for (int other = 0; other < nodes; ++other) {
                    const int to = other * members + rank % members;
                    for (int part = 0; part < nodes && to != rank; ++part)
                        move(laid, rank, to, held(rank % members) * nodes + part, true);
                }
            }
            laid.hops = 2 * m_link.latency.value();
            laid.load = nodes * outside;
            laid.step.bytes = nodes * m_into.bytes / m_ranks; // once, to the switch
            m_laid.push_back(std::move(laid));
        } else {
            for (const bool adds : {true, false})
                betweenNodes(adds, members, nodes, outside);
        }
        inNodes(false, members, nodes, inside);
    }

    /// The steps laid last take \p seconds in all, \p start of them before the first.
    void finish(double seconds, double start)
    {
        double hops = start;
        double load = 0;
        for (const Laid& laid : m_laid) {
            hops += laid.hops;
            load += laid.load;
        }
        const double bytes = std::max(0.0, seconds - hops);
        double sum = 0;
        for (std::size_t at = 0; at < m_laid.size(); ++at) {
            Laid& laid = m_laid[at];
            laid.hops += (at == 0 ? start : 0) + (load > 0 ? bytes * laid.load / load : 0);
            sum += laid.hops;
        }
        for (Laid& laid : m_laid) {
            laid.step.seconds = core::Seconds{sum > 0 ? laid.hops * seconds / sum
                                                      : seconds / static_cast<double>(m_laid.size())};
            m_into.seconds = m_into.seconds + laid.step.seconds;
            m_into.steps.push_back(std::move(laid.step));
        }
        m_laid.clear();
    }

    /// How much of a rank's bytes each step sends at most, once it is known how many chunks there are.
    void countBytes()
    {
        m_into.chunkBytes = m_into.bytes / m_into.chunks;
        std::vector<double> all(static_cast<std::size_t>(m_ranks)); // chunks
        for (CollectiveStep& step : m_into.steps) {
            std::vector<double> sent(static_cast<std::size_t>(m_ranks));
            for (const ChunkMove& one : step.moves)
                ++sent[static_cast<std::size_t>(one.from)];
            if (step.bytes.value() > 0) // once to a switch, which hands it to all
                std::ranges::fill(sent, step.bytes.value() / m_into.chunkBytes.value());
            step.bytes = *std::ranges::max_element(sent) * m_into.chunkBytes;
            for (std::size_t rank = 0; rank < all.size(); ++rank)
                all[rank] += sent[rank];
        }
        m_into.sent = *std::ranges::max_element(all) * m_into.chunkBytes;
    }

private:
    [[nodiscard]] double inner() const
    {
        return m_link.crosses ? m_link.insideLatency.value() : m_link.latency.value();
    }
    static Laid begun(std::string_view part)
    {
        Laid laid;
        laid.step.part = part;
        return laid;
    }
    ChunkMove& move(Laid& laid, int from, int to, int chunk, bool adds) const
    {
        return laid.step.moves.emplace_back(
            ChunkMove{from, to, chunk, chunk, adds, from / m_into.members != to / m_into.members});
    }

    /// Of NCCL's binary tree over \p count (src/graph/trees.cc, ncclGetBtree); -1: the root.
    static int binaryParent(int rank, int count)
    {
        if (rank == 0)
            return -1;
        const int bit = rank & -rank;
        const int up = (rank ^ bit) | (bit << 1);
        return up < count ? up : rank ^ bit;
    }
    /// The second tree is the first one mirrored, or shifted where the number is odd: who is inside one is a
    /// leaf of the other (ncclGetDtree).
    static int nodeParent(int node, int count, int tree)
    {
        if (tree == 0)
            return binaryParent(node, count);
        const bool even = count % 2 == 0;
        const int up = binaryParent(even ? count - 1 - node : wrapped(node - 1, count), count);
        if (up < 0)
            return -1;
        return even ? count - 1 - up : wrapped(up + 1, count);
    }
    /// Trees join nodes, or the ranks of one; in a node a chain leads to the member that has the port.
    [[nodiscard]] std::vector<int> parentsOf(int tree) const
    {
        const int members = m_link.crosses ? m_into.members : 1;
        const int nodes = m_ranks / members;
        const int head = tree == 0 ? 0 : members - 1;
        std::vector<int> parents;
        for (int rank = 0; rank < m_ranks; ++rank) {
            const int up = nodeParent(rank / members, nodes, tree);
            if (rank % members != head)
                parents.push_back(rank + (tree == 0 ? -1 : 1));
            else
                parents.push_back(up < 0 ? -1 : up * members + head);
        }
        return parents;
    }

    /// Which of a node's parts \p member has once its node has scattered.
    [[nodiscard]] int held(int member) const { return wrapped(member + 1, m_into.members); }

    void inNodes(bool adds, int members, int nodes, double each)
    {
        for (int round = 0; round + 1 < members; ++round) {
            Laid laid = begun(adds ? "reduce" : "gather");
            for (int rank = 0; rank < m_ranks; ++rank) {
                const int member = rank % members;
                const int to = rank - member + wrapped(member + 1, members);
                const int part = wrapped(member - round + (adds ? 0 : 1), members);
                for (int chunk = 0; chunk < nodes; ++chunk)
                    move(laid, rank, to, part * nodes + chunk, adds);
            }
            laid.hops = inner();
            laid.load = nodes * each;
            m_laid.push_back(std::move(laid));
        }
    }
    void betweenNodes(bool adds, int members, int nodes, double each)
    {
        for (int round = 0; round + 1 < nodes; ++round) {
            Laid laid = begun(adds ? "reduce" : "gather");
            for (int rank = 0; rank < m_ranks; ++rank) {
                const int node = rank / members;
                move(laid, rank, wrapped(node + 1, nodes) * members + rank % members,
                     held(rank % members) * nodes + wrapped(node - round + (adds ? 0 : 1), nodes), adds);
            }
            laid.hops = m_link.latency.value();
            laid.load = each;
            m_laid.push_back(std::move(laid));
        }
    }

    const GroupLink<N>& m_link;
    int m_ranks;
    CollectiveSteps& m_into;
    std::vector<Laid> m_laid;
};

/// Seconds that \p bytes take at \p rate, of which programs reach a part.
double secondsAt(const GroupLink<N>& link, const ByteRate<N>& rate, Efficiency which, core::Bytes payload,
                 core::Bytes bytes)
{
    const double reached =
        link.calibrated
            ? 1
            : achievedFraction(*link.hardware, which, core::Dtype::Bf16, payload.value()).fraction;
    return bytes.value() / (rate.value() * reached);
}

/// The all-reduce that \p pattern shows by the name that the engine gives it.
std::string_view algorithmName(Pattern pattern)
{
    return pattern == Pattern::Ring ? "ring" : pattern == Pattern::Tree ? "tree" : "hierarchical";
}

core::Result<core::Done> checked(const GroupLink<N>& link, Pattern pattern, std::int64_t count)
{
    const std::int64_t members = link.crosses ? std::lround(link.members.value()) : count;
    if (pattern == Pattern::Hierarchical && (!link.crosses || members == count))
        return core::inconsistent(W_("all ranks of the group are in one node: there are no two levels"));
    const bool byNodes = pattern == Pattern::Hierarchical || pattern == Pattern::Tree;
    if (byNodes && count % members != 0)
        return core::inconsistent(W_("the group's ranks are not spread evenly over its nodes"));
    return core::Done{};
}

} // namespace

core::Result<CollectiveSteps> collectiveSteps(const Machine& machine, Pattern pattern, const Ranks& ranks,
                                              core::Bytes bytes, core::Dtype dtype)
{
    if (ranks.count < 2 || !machine.hardware.connectsDevices())
        return core::inconsistent(W_("one device alone has nobody to communicate with"));
    if (ranks.count > kMostChunkedRanks)
        return core::inconsistent(W_("a group of %1 ranks is too large to show chunk by chunk; up to %2 are"),
                                  {std::to_string(ranks.count), std::to_string(kMostChunkedRanks)});
    GroupLink<N> link = groupLink<N>(machine.hardware, ranks.group(), machine.coefficients);
    constexpr core::Bytes kNarrowestSum{2};
    link.reduces = link.reduces && !(core::widthOf(dtype) < kNarrowestSum);
    SHARDSCOPE_TRY_DONE(checked(link, pattern, ranks.count));
    CollectiveSteps all;
    all.pattern = pattern;
    all.bytes = bytes;
    const auto priceOf = [&](Collective what) {
        return collectiveTime<N>(machine, what, ranks, bytes, dtype);
    };
    Steps steps(link, static_cast<int>(ranks.count), all);
    const double start = link.start.value();
    switch (pattern) {
    case Pattern::ScatterGather: {
        const auto scatter = priceOf(Collective::ReduceScatter);
        const auto gather = priceOf(Collective::AllGather);
        all.taken = scatter.algorithm;
        all.price = scatter.seconds + gather.seconds;
        all.priced = true;
        steps.ring(true);
        steps.finish(scatter.seconds.value(), start);
        steps.ring(false);
        steps.finish(gather.seconds.value(), start);
        break;
    }
    case Pattern::AllToAll: {
        const auto price = priceOf(Collective::AllToAll);
        all.taken = price.algorithm;
        all.price = price.seconds;
        all.priced = true;
        steps.exchange();
        steps.finish(price.seconds.value(), start);
        break;
    }
    default: {
        const auto price = priceOf(Collective::AllReduce);
        all.taken = price.algorithm;
        all.price = price.seconds;
        // The people who measured did not see which way the library chose: the way is the one that would be
        // fastest.
        const Algorithm fastest = price.algorithm.name == kMeasuredAlgorithm.name
                                      ? unmeasuredAlgorithm<N>(link, bytes)
                                      : price.algorithm;
        all.priced = fastest.name == algorithmName(pattern);
        all.borrowed = link.calibrated && pattern != Pattern::Ring;
        const double seconds = all.priced ? price.seconds.value()
                                          : allReduceTimeBy<N>(link, algorithmName(pattern), bytes).value();
        if (pattern == Pattern::Tree) {
            steps.trees();
        } else if (pattern == Pattern::Hierarchical) {
            const core::Bytes part = bytes / link.members.value();
            const core::Bytes chunk = bytes / static_cast<double>(ranks.count);
            steps.levels(secondsAt(link, link.inside, Efficiency::NodeCollective, bytes, chunk),
                         secondsAt(link, link.port, Efficiency::Collective, part, chunk));
        } else {
            for (const bool adds : {true, false})
                steps.ring(adds);
        }
        steps.finish(seconds, start);
    }
    }
    steps.countBytes();
    return all;
}

std::vector<std::vector<ChunkState>> chunksAfter(const CollectiveSteps& collective, std::size_t done)
{
    const bool exchanges = collective.pattern == Pattern::AllToAll;
    std::vector<std::vector<ChunkState>> now(
        static_cast<std::size_t>(collective.ranks),
        std::vector<ChunkState>(static_cast<std::size_t>(collective.columns())));
    const auto at = [](std::vector<std::vector<ChunkState>>& all, int rank, int chunk) -> ChunkState& {
        return all[static_cast<std::size_t>(rank)][static_cast<std::size_t>(chunk)];
    };
    for (int rank = 0; rank < collective.ranks; ++rank) {
        for (int chunk = 0; chunk < collective.chunks; ++chunk)
            at(now, rank, chunk).from = {rank};
        if (exchanges) { // its own part has arrived before it begins
            at(now, rank, collective.chunks + rank).from = {rank};
            at(now, rank, rank).sent = true;
        }
    }
    for (std::size_t step = 0; step < std::min(done, collective.steps.size()); ++step) {
        for (std::vector<ChunkState>& row : now) {
            for (ChunkState& one : row)
                one.arrived = false;
        }
        std::vector<std::vector<ChunkState>> before = now;
        for (const ChunkMove& move : collective.steps[step].moves) {
            const std::vector<int>& brought = at(before, move.from, move.chunk).from;
            ChunkState& into = at(now, move.to, move.into);
            std::vector<int> together;
            if (move.adds)
                std::ranges::set_union(into.from, brought, std::back_inserter(together));
            else
                together = brought;
            into.from = std::move(together);
            into.arrived = true;
            if (exchanges)
                at(now, move.from, move.chunk).sent = true;
        }
    }
    return now;
}

} // namespace shardscope::planner
