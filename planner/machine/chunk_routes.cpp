// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/chunk_routes.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {
namespace {

constexpr int kTrees = 2;
constexpr int kTreeChunks = 4; ///< of each tree: enough to see that levels work at once

int wrapped(int index, int count) { return ((index % count) + count) % count; }

} // namespace

ChunkRoutes::ChunkRoutes(const GroupLink<core::PlainNumbers>& link, int ranks, CollectiveSteps& into)
    : m_link(link)
    , m_ranks(ranks)
    , m_into(into)
{
    m_into.ranks = ranks;
    m_into.members = link.crosses ? static_cast<int>(std::lround(link.members.value()))
                     : link.level == core::LinkLevel::Node ? ranks
                                                           : 1;
}

void ChunkRoutes::ring(bool adds)
{
    m_into.chunks = m_ranks;
    for (int round = 0; round + 1 < m_ranks; ++round) {
        LaidStep laid = begun(adds ? "reduce" : "gather");
        for (int rank = 0; rank < m_ranks; ++rank)
            move(laid, rank, wrapped(rank + 1, m_ranks), wrapped(rank - round + (adds ? 0 : 1), m_ranks),
                 adds);
        // What begins at rank 0 leaves the node once for each node that it has passed.
        laid.hops = (round + 1) % m_into.members == 0 ? m_link.latency.value() : inner();
        laid.load = 1;
        m_laid.push_back(std::move(laid));
    }
}

void ChunkRoutes::trees()
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
            LaidStep laid = begun(up ? "reduce" : "broadcast");
            for (int tree = 0; tree < kTrees; ++tree) {
                for (int rank = 0; rank < m_ranks; ++rank) {
                    const int depth = depths[static_cast<std::size_t>(tree)][static_cast<std::size_t>(rank)];
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

void ChunkRoutes::exchange()
{
    m_into.chunks = m_ranks;
    const double far = m_ranks - m_into.members;
    const bool portLimits =
        m_link.crosses && far / m_link.port.value() > (m_into.members - 1) / m_link.inside.value();
    for (int by = 1; by < m_ranks; ++by) {
        LaidStep laid = begun("exchange");
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

void ChunkRoutes::levels(double inside, double outside)
{
    const int members = m_into.members;
    const int nodes = m_ranks / members;
    m_into.chunks = m_ranks;
    inNodes(true, members, nodes, inside);
    if (m_link.reduces) {
        LaidStep laid = begun("reduce"); // up to the switches, which add, and down again
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

void ChunkRoutes::finish(double seconds, double start)
{
    double hops = start;
    double load = 0;
    for (const LaidStep& laid : m_laid) {
        hops += laid.hops;
        load += laid.load;
    }
    const double bytes = std::max(0.0, seconds - hops);
    double sum = 0;
    for (std::size_t at = 0; at < m_laid.size(); ++at) {
        LaidStep& laid = m_laid[at];
        laid.hops += (at == 0 ? start : 0) + (load > 0 ? bytes * laid.load / load : 0);
        sum += laid.hops;
    }
    for (LaidStep& laid : m_laid) {
        laid.step.seconds =
            core::Seconds{sum > 0 ? laid.hops * seconds / sum : seconds / static_cast<double>(m_laid.size())};
        m_into.seconds = m_into.seconds + laid.step.seconds;
        m_into.steps.push_back(std::move(laid.step));
    }
    m_laid.clear();
}

void ChunkRoutes::countBytes()
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

double ChunkRoutes::inner() const
{
    return m_link.crosses ? m_link.insideLatency.value() : m_link.latency.value();
}

LaidStep ChunkRoutes::begun(std::string_view part)
{
    LaidStep laid;
    laid.step.part = part;
    return laid;
}

ChunkMove& ChunkRoutes::move(LaidStep& laid, int from, int to, int chunk, bool adds) const
{
    return laid.step.moves.emplace_back(
        ChunkMove{from, to, chunk, chunk, adds, from / m_into.members != to / m_into.members});
}

int ChunkRoutes::binaryParent(int rank, int count)
{
    if (rank == 0)
        return -1;
    const int bit = rank & -rank;
    const int up = (rank ^ bit) | (bit << 1);
    return up < count ? up : rank ^ bit;
}

int ChunkRoutes::nodeParent(int node, int count, int tree)
{
    if (tree == 0)
        return binaryParent(node, count);
    const bool even = count % 2 == 0;
    const int up = binaryParent(even ? count - 1 - node : wrapped(node - 1, count), count);
    if (up < 0)
        return -1;
    return even ? count - 1 - up : wrapped(up + 1, count);
}

std::vector<int> ChunkRoutes::parentsOf(int tree) const
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

int ChunkRoutes::held(int member) const { return wrapped(member + 1, m_into.members); }

void ChunkRoutes::inNodes(bool adds, int members, int nodes, double each)
{
    for (int round = 0; round + 1 < members; ++round) {
        LaidStep laid = begun(adds ? "reduce" : "gather");
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

void ChunkRoutes::betweenNodes(bool adds, int members, int nodes, double each)
{
    for (int round = 0; round + 1 < nodes; ++round) {
        LaidStep laid = begun(adds ? "reduce" : "gather");
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
