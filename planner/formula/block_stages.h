// SPDX-License-Identifier: GPL-3.0-or-later
// Stages of frameworks that cut a model by what its blocks compute, head included.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// nanotron puts block after block on a stage until the stage's share of all multiplications is passed
/// (huggingface/nanotron, models/base.py, build_model; models/llama.py, get_block_compute_costs: a layer's
/// products, and the head's). Stages behind the head's hold nothing. Layers of each of \p stages.
[[nodiscard]] std::vector<std::int64_t> layersByBlocks(const core::Transformer& model, std::int64_t stages);

/// Whether \p plan's framework cuts so, where the plan gives no list.
[[nodiscard]] bool cutsByBlocks(const core::Plan& plan);

/// \p plan with the list where its framework cuts so.
[[nodiscard]] core::Plan asCut(const core::Transformer& model, core::Plan plan);

} // namespace shardscope::planner
