// SPDX-License-Identifier: GPL-3.0-or-later
// Rates of a step, from its time.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "core/plan/plan.h"

#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::planner {

/// FLOPs of the model's matrix products for one sample, forward and backward, nothing recomputed: what MFU
/// counts (arXiv:2205.05198, appendix A; attention over the full square). With adapters the gradients of
/// frozen weights are not computed, and not counted.
[[nodiscard]] double modelFlopsPerSample(const core::Transformer& model, const core::Batch& batch,
                                         const core::Adapters& adapters = {});
/// The part of modelFlopsPerSample() that is left where pairs which a causal mask hides are not counted: half
/// of such attention (NVIDIA/Megatron-LM, megatron/training/training.py, num_floating_point_operations: "only
/// half of the mask is non-zero"). 1 where nothing is masked.
[[nodiscard]] double causalShareOfFlops(const core::ModelSpec& model, const core::Plan& plan);
/// What \p plan computes a second time for one sample: all layers, or the attention cores (arXiv:2205.05198,
/// section 5). HFU counts it, MFU does not.
[[nodiscard]] double recomputedFlopsPerSample(const core::Transformer& model, const core::Plan& plan);

/// Throughput and achieved FLOP/s of \p evaluation, whose step is known. \p peak: of one device, FLOP/s.
void addThroughput(const core::Transformer& model, double peak, core::Evaluation& evaluation);
/// The same from FLOPs that were counted elsewhere, of one sample.
void addRates(double modelFlops, double hardwareFlops, double peak, core::Evaluation& evaluation);

/// How the rates of \p evaluation follow from its step, by name (samples_per_second, tokens_per_second,
/// model_flops_per_second, model_flops_per_device, model_flops_utilization, the last three also of hardware);
/// none where the step is not explained.
[[nodiscard]] std::vector<std::pair<std::string_view, core::DerivationPtr>>
rateDerivations(const core::Evaluation& evaluation);
/// How many devices \p plan needs, from its degrees.
[[nodiscard]] core::DerivationPtr devicesDerivation(const core::Plan& plan);

} // namespace shardscope::planner
