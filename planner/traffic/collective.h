// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives and transfers over the links a group lies on, and which algorithm they run.
#pragma once

#include "core/plan/mesh.h"
#include "planner/compute/rates.h"
#include "planner/formula/coefficients.h"

#include <cstdint>
#include <string_view>

namespace shardscope::planner {

/// Where a group of ranks lies: \c degree members, \c stride ranks apart.
struct Group {
    std::int64_t degree = 1;
    std::int64_t stride = 1;
    std::int64_t block = 0; ///< consecutive ranks that it and its sister groups fill; 0: degree * stride

    [[nodiscard]] std::int64_t reach() const { return block > 0 ? block : degree * stride; }
};

/// The innermost link that joins \p reach consecutive ranks; the outermost where none does, null where the
/// hardware describes no link.
[[nodiscard]] const core::Link* linkReaching(const core::HardwareSpec& hardware, std::int64_t reach);
[[nodiscard]] Group groupOf(const core::Plan& plan, core::MeshAxis axis);

/// Where a group lies and what one rank of it gets of the links there.
template <class N>
struct GroupLink {
    Count<N> ranks;
    ByteRate<N> bandwidth;   ///< of a ring through all ranks, one direction, of the specification
    Duration<N> latency;     ///< of one hop of the outermost level
    Duration<N> start;       ///< of one collective, whatever its size; calibrated links have no latency apart
    bool calibrated = false; ///< the bandwidths are what is achieved
    const core::HardwareSpec* hardware = nullptr;
    Efficiency achieved = Efficiency::Collective;
    bool reduces = false;                          ///< the outermost level's switches add up what passes
    core::LinkLevel level = core::LinkLevel::Node; ///< the outermost
    Count<N> slower; ///< than where the machine's collectives were measured alone

    // Where the group reaches beyond a node whose members have links of their own: two levels.
    bool crosses = false;
    Count<N> members;          ///< in a node
    Count<N> nodes;            ///< ranks / members
    ByteRate<N> inside;        ///< of one member to the others of its node
    Duration<N> insideLatency; ///< of one hop there
    ByteRate<N> port;          ///< of one member out of its node
};

/// A group that crosses nodes has as many of the node's links as it has members in a node, each member using
/// its own, but never more than the links inside the node carry. On a ring or torus of machines the links
/// between are shared with the groups of the machines in between. \p hardware must describe a link, and
/// outlive the answer.
/// \p coefficients: of a calibration, null where there is none.
template <class N>
[[nodiscard]] GroupLink<N> groupLink(const core::HardwareSpec& hardware, const Group& group,
                                     const Coefficients* coefficients = nullptr);

/// The algorithm that takes least time, and why: keys for the front ends, both literals.
struct Algorithm {
    std::string_view name; ///< ring tree hierarchical in_network pairwise hop measured
    std::string_view
        reason; ///< as_measured calibrated_rings one_level in_network fewest_hops most_bandwidth ...
};
template <class N>
[[nodiscard]] Algorithm allReduceAlgorithm(const GroupLink<N>& link, const ByteCount<N>& payload);
/// Where the machine's collectives were measured their times hold, whatever the library ran.
inline constexpr Algorithm kMeasuredAlgorithm{"measured", "as_measured"};
/// All-gather and reduce-scatter run as rings, exchanges between all pairs at once, sends to a neighbour.
inline constexpr Algorithm kRingAlgorithm{"ring", "gathers_are_rings"};
inline constexpr Algorithm kPairwiseAlgorithm{"pairwise", "each_pair_exchanges"};
inline constexpr Algorithm kNeighbourAlgorithm{"hop", "one_hop"};

/// Of an all-gather, a reduce-scatter or an exchange on \p link.
template <class N>
[[nodiscard]] Algorithm ringAlgorithm(const GroupLink<N>& link, std::string_view operation);

/// As measured on the machine, else by the algorithm of allReduceAlgorithm.
template <class N>
[[nodiscard]] Duration<N> allReduceTime(const GroupLink<N>& link, const ByteCount<N>& payload);
/// All-gather: (n - 1)/n of the whole tensor.
template <class N>
[[nodiscard]] Duration<N> gatherTime(const GroupLink<N>& link, const ByteCount<N>& whole);
/// Reduce-scatter: a ring like an all-gather's, but not always measured to be as fast.
template <class N>
[[nodiscard]] Duration<N> scatterTime(const GroupLink<N>& link, const ByteCount<N>& whole);
/// Every rank sends an equal part of \p sent to every rank, itself included: (n - 1)/n of it travels, what
/// leaves the node over the rank's own port, where many senders meet at one receiver.
template <class N>
[[nodiscard]] Duration<N> allToAllTime(const GroupLink<N>& link, const ByteCount<N>& sent);
/// Rows of tokens on their way to experts: \p toRanks reach other ranks, \p toNodes of them leave the node
/// over the rank's own port, once a node, and go on inside to the ranks that want them (deepseek-ai/DeepEP,
/// internode dispatch). Where the group does not leave a network's node all rows take the same link.
template <class N>
[[nodiscard]] Duration<N> dispatchTime(const GroupLink<N>& link, const ByteCount<N>& toRanks,
                                       const ByteCount<N>& toNodes);
/// One message to a neighbour.
template <class N>
[[nodiscard]] Duration<N> sendTime(const GroupLink<N>& link, const ByteCount<N>& message);

} // namespace shardscope::planner
