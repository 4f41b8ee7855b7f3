// SPDX-License-Identifier: GPL-3.0-or-later
// Batches on their way from the host to the devices, where the hardware's file describes the hosts' network.
#pragma once

#include "planner/formula/plan_parts.h"
#include "planner/traffic/traffic.h"

namespace shardscope::planner {

/// Samples of \p batches batches that the devices of a stage read together, one device's part of them. Tokens
/// are two 32-bit numbers (the id and its label), images as wide as what is computed with.
template <class N>
[[nodiscard]] ByteCount<N> hostInputBytes(const PlanParts<N>& parts);

/// Adds what a device of the first stage reads in a step ("host_input"). Streaming memory, or the host's own,
/// is the buffer between: the next batch comes while this one computes, for \p computing (Graphcore,
/// "Building large models on IPU": streaming memory also buffers what comes from the host).
template <class N>
void addHostInput(const PlanParts<N>& parts, const Duration<N>& computing, std::vector<Traffic<N>>& traffic);

} // namespace shardscope::planner
