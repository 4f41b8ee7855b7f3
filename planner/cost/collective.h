// SPDX-License-Identifier: GPL-3.0-or-later
// Ring collectives and transfers over the link a group lies on.
#pragma once

#include "core/plan/mesh.h"
#include "planner/cost/rates.h"

#include <cstdint>

namespace shardscope::planner {

/// Where a group of ranks lies: \c degree members, \c stride ranks apart.
struct Group {
    std::int64_t degree = 1;
    std::int64_t stride = 1;
};

[[nodiscard]] Group groupOf(const core::Plan& plan, core::MeshAxis axis);

/// The slowest link a group's ring crosses, with what one rank of it gets of that link.
template <class N>
struct GroupLink {
    Count<N> ranks;
    ByteRate<N> bandwidth; ///< one direction, of the specification
    Duration<N> latency;   ///< of one hop
    const core::HardwareSpec* hardware = nullptr;
    Efficiency achieved = Efficiency::Collective;
};

/// A group that crosses nodes has as many of the node's links as it has members in a node, each member using
/// its own, but never more than the links inside the node carry. \p hardware must describe a link, and
/// outlive the answer.
template <class N>
[[nodiscard]] GroupLink<N> groupLink(const core::HardwareSpec& hardware, const Group& group);

/// Patarasuk and Yuan, J. Parallel Distrib. Comput. 69 (2009): a ring all-reduce sends 2(n - 1)/n of the
/// payload.
template <class N>
[[nodiscard]] Duration<N> allReduceTime(const GroupLink<N>& link, const ByteCount<N>& payload);
/// All-gather or reduce-scatter: (n - 1)/n of the whole tensor.
template <class N>
[[nodiscard]] Duration<N> gatherTime(const GroupLink<N>& link, const ByteCount<N>& whole);
/// One message to a neighbour.
template <class N>
[[nodiscard]] Duration<N> sendTime(const GroupLink<N>& link, const ByteCount<N>& message);

} // namespace shardscope::planner
