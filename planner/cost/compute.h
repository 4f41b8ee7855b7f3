// SPDX-License-Identifier: GPL-3.0-or-later
// Roofline time of a transformer layer and of the ends of the network, for one micro-batch on one rank.
#pragma once

#include "core/model/model_spec.h"
#include "planner/cost/rates.h"
#include "planner/cost/symbols.h"

namespace shardscope::planner {

/// Device time of computing; collectives are apart.
template <class N>
struct ComputeTime {
    Duration<N> forward;
    Duration<N> backward;  ///< without recompute
    Duration<N> recompute; ///< forward work done again in backward
};

template <class N>
[[nodiscard]] ComputeTime<N> layerTime(const Symbols<N>& s, const core::Transformer& model,
                                       const core::Plan& plan, const Rates<N>& rates, bool experts);
template <class N>
[[nodiscard]] ComputeTime<N> embeddingTime(const Symbols<N>& s, const Rates<N>& rates);
template <class N>
[[nodiscard]] ComputeTime<N> headTime(const Symbols<N>& s, const core::Transformer& model,
                                      const core::Plan& plan, const Rates<N>& rates);

/// FLOPs of the model's matrix products for one sample, forward and backward, nothing recomputed: what MFU
/// counts (arXiv:2205.05198, appendix A; attention over the full square).
[[nodiscard]] double modelFlopsPerSample(const core::Transformer& model, double sequence);

} // namespace shardscope::planner
