// SPDX-License-Identifier: GPL-3.0-or-later
// How long a collective takes: one answer for transformers, networks, recommenders and every simulation.
// The same operation over the same ranks and bytes on the same machine takes the same time, whoever asks.
#pragma once

#include "core/plan/traffic_names.h"
#include "planner/machine/group_link.h"
#include "planner/machine/transport.h"

#include <cstdint>
#include <string_view>

namespace shardscope::planner {

using Collective = core::Transfer;

/// The machine that a collective runs on: its description, and what a calibration found of its links (null:
/// none). Both outlive it.
struct Machine {
    const core::HardwareSpec& hardware;
    const Coefficients* coefficients = nullptr;
};

/// Which ranks take part, and what carries the bytes.
struct Ranks {
    std::int64_t count = 1;
    std::int64_t stride = 1; ///< between neighbours
    std::int64_t block = 0;  ///< as of Group
    Transport transport = Transport::Nccl;

    [[nodiscard]] Group group() const { return {count, stride, block}; }
};

/// The algorithm that takes least time, and why: keys for the front ends, both literals.
struct Algorithm {
    std::string_view name; ///< ring tree hierarchical in_network pairwise hop measured
    std::string_view
        reason; ///< as_measured calibrated_rings one_level in_network fewest_hops most_bandwidth ...
};
/// Where the machine's collectives were measured their times hold, whatever the library ran.
inline constexpr Algorithm kMeasuredAlgorithm{"measured", "as_measured"};
/// All-gather and reduce-scatter run as rings, exchanges between all pairs at once, sends to a neighbour.
inline constexpr Algorithm kRingAlgorithm{"ring", "gathers_are_rings"};
inline constexpr Algorithm kPairwiseAlgorithm{"pairwise", "each_pair_exchanges"};
inline constexpr Algorithm kNeighbourAlgorithm{"hop", "one_hop"};

template <class N>
struct CollectiveTime {
    Duration<N> seconds; ///< alone
    Algorithm algorithm;
    core::LinkLevel link = core::LinkLevel::Node; ///< the outermost that it passes
    DeviceShare processors;                       ///< that it keeps from kernels beside it
    DeviceShare memory;                           ///< of the memory's bandwidth, likewise
};

/// \p bytes: what is reduced, what is gathered or scattered in all, what one rank sends in an exchange or a
/// dispatch (its own part included), or as a message. They go as \p messages of one size, one
/// after the other, each at its own point of a measured curve. Switches add up 16 bits and wider only
/// (NVIDIA NCCL, ncclNvlsSupported): \p dtype. A group of one takes no time; the machine must describe a link
/// else.
template <class N>
[[nodiscard]] CollectiveTime<N> collectiveTime(const Machine& machine, Collective collective,
                                               const Ranks& ranks, const ByteCount<N>& bytes,
                                               core::Dtype dtype = core::Dtype::Bf16, double messages = 1);

template <class N>
[[nodiscard]] Algorithm allReduceAlgorithm(const GroupLink<N>& link, const ByteCount<N>& payload);
/// The algorithm of an all-gather, a reduce-scatter or an exchange on \p link.
template <class N>
[[nodiscard]] Algorithm ringAlgorithm(const GroupLink<N>& link, Collective operation);

// What collectiveTime answers with, for who has the link already.
/// The time measured on the machine, else that of allReduceAlgorithm's algorithm.
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
