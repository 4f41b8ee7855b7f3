// SPDX-License-Identifier: GPL-3.0-or-later
// Plans whose layers are a library's modules.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

/// transformers' modules run one operation after another, whoever trains them and whatever the plan says of
/// kernels: norms and gated activations are written out (models/llama/modeling_llama.py), and the loss is
/// PyTorch's.
[[nodiscard]] inline bool runsLibraryModules(const core::Transformer& model, const core::Plan& plan)
{
    return model.family != core::TransformerFamily::Native &&
           factsOf(plan).habits.layers == LayerCode::Modules;
}

/// An RMS norm written out in such a module, as written_out_norms.h has it.
[[nodiscard]] inline bool writesModuleNormsOut(const core::Transformer& model, const core::Plan& plan)
{
    return runsLibraryModules(model, plan) && model.norm == core::NormKind::RmsNorm;
}

} // namespace shardscope::planner
