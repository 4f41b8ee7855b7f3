// SPDX-License-Identifier: GPL-3.0-or-later
// Which parts of a layer selective recompute can run again.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <vector>

namespace shardscope::core {

/// Whether \p recompute asks for a part beside the core.
[[nodiscard]] bool namesParts(Recompute recompute);
/// Whether a layer of \p model has \p part: norms before a dense feed-forward are part of it (NVIDIA
/// Megatron-LM, core/models/gpt/gpt_layer_specs.py).
[[nodiscard]] bool hasPart(const Transformer& model, Recompute::Part part);
/// All that \p model has, but for the attention's core.
[[nodiscard]] std::vector<Recompute::Part> partsBesideCore(const Transformer& model);
/// What a search tries: nothing, the core, all; and parts beside the core one after another, the ones with
/// the fewest operations for each byte they free before others: norms and activations have hardly any,
/// products out of low ranks fewer than whole feed-forwards, experts dispatch their tokens once more. \p
/// withCore: with the core among them, which flash kernels keep next to nothing of. Of a list of layers:
/// nothing and all.
[[nodiscard]] std::vector<Recompute> usualRecomputes(const ModelSpec& model, bool withCore);

} // namespace shardscope::core
