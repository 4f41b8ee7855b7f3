// SPDX-License-Identifier: GPL-3.0-or-later
// Frameworks that gather the head's outputs, so that every rank of a tensor group has whole rows of logits.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

/// A plan says so by the number format that logits are gathered in: "wire": {"logits": "bf16"} (a
/// column-parallel head whose output is not left divided: Aleph-Alpha/scaling,
/// core/nn/linear/column_parallel_linear.py, parallel_output; Megatron-LM, tensor_parallel/layers.py,
/// gather_output). The loss is PyTorch's own then.
[[nodiscard]] inline bool gathersLogits(const core::Plan& plan) { return plan.wire.count("logits") > 0; }

/// Such a framework has no fused kernel for gated activations either: activation and product are two
/// operations, and keep what PyTorch's keep (Aleph-Alpha/scaling, core/nn/mlp.py, ParallelSwiGLUMLP). Nor has
/// Megatron-LM one for a GELU by its tanh, Gemma's (core/transformer/mlp.py: "Only support fusion of gelu and
/// swiglu"; NVIDIA-NeMo/Megatron-Bridge, models/gemma/gemma3_provider.py, fast_gelu).
[[nodiscard]] inline bool writesActivationsOut(const core::Transformer& model, const core::Plan& plan)
{
    const Habits& habits = factsOf(plan).habits;
    return habits.writesActivationsOut || gathersLogits(plan) ||
           (habits.layers == LayerCode::TransformerEngine && model.activation == core::Activation::Geglu &&
            model.activationName == "gelu_pytorch_tanh");
}

} // namespace shardscope::planner
