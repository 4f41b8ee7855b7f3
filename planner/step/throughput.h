// SPDX-License-Identifier: GPL-3.0-or-later
// Rates of a step, from its time.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/plan.h"

namespace shardscope::planner {

/// FLOPs of the model's matrix products for one sample, forward and backward, nothing recomputed: what MFU
/// counts (arXiv:2205.05198, appendix A; attention over the full square).
[[nodiscard]] double modelFlopsPerSample(const core::Transformer& model, const core::Batch& batch);
/// What \p plan computes a second time for one sample: all layers, or the attention cores (arXiv:2205.05198,
/// section 5). HFU counts it, MFU does not.
[[nodiscard]] double recomputedFlopsPerSample(const core::Transformer& model, const core::Plan& plan);

/// Throughput and achieved FLOP/s of \p evaluation, whose step is known. \p peak: of one device, FLOP/s.
void addThroughput(const core::Transformer& model, double peak, core::Evaluation& evaluation);
/// The same from FLOPs that were counted elsewhere, of one sample.
void addRates(double modelFlops, double hardwareFlops, double peak, core::Evaluation& evaluation);

} // namespace shardscope::planner
