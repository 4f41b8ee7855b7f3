// SPDX-License-Identifier: GPL-3.0-or-later
// The ways of an all-reduce beside the one that collectiveTime takes (collective.h).
#pragma once

#include "planner/machine/collective.h"

#include <string_view>

namespace shardscope::planner {

/// allReduceAlgorithm as if nobody had measured the machine's collectives: by latency and bandwidth.
template <class N>
[[nodiscard]] Algorithm unmeasuredAlgorithm(const GroupLink<N>& link, const ByteCount<N>& payload);
/// Worked out for \p algorithm (ring, tree, hierarchical, in_network), whether or not it is the fastest;
/// between calibrated links all are rings.
template <class N>
[[nodiscard]] Duration<N> allReduceTimeBy(const GroupLink<N>& link, std::string_view algorithm,
                                          const ByteCount<N>& payload);

} // namespace shardscope::planner
