// SPDX-License-Identifier: GPL-3.0-or-later
// Where a group of ranks lies and what one of them gets of the links there.
#pragma once

#include "core/plan/mesh.h"
#include "planner/formula/coefficients.h"
#include "planner/machine/rates.h"

#include <cstdint>

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
    Count<N> slower;   ///< than where the machine's collectives were measured alone
    double starts = 1; ///< how many times as long what the smallest message took there takes, before that

    // Set if the group reaches beyond a node whose members have links of their own: two levels.
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

} // namespace shardscope::planner
