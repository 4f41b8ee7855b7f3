// SPDX-License-Identifier: GPL-3.0-or-later
// What programs that divide weights over the replicas have whole at a time.
#pragma once

#include "planner/formula/plan_parts.h"
#include "planner/formula/symbols.h"

#include <algorithm>
#include <optional>

namespace shardscope::planner {

/// The kind of layer with most elements.
template <class N>
const StateElements<N>& largestLayer(const ModelState<N>& state)
{
    return *std::max_element(state.layerKinds.rbegin(), state.layerKinds.rend(),
                             [](const StateElements<N>& a, const StateElements<N>& b) {
                                 return N::plain(a.used) < N::plain(b.used);
                             });
}

/// Weights that were gathered, and gradients before they are shards, beside what \p activations work with: of
/// PyTorch's fully_shard and of Megatron-FSDP; nothing where another program's rules hold.
template <class N>
[[nodiscard]] std::optional<ByteCount<N>> shardedBuffers(const PlanParts<N>& parts, std::size_t stage,
                                                         const StageActivations<N>& activations);

} // namespace shardscope::planner
