// SPDX-License-Identifier: GPL-3.0-or-later
// What formulas ask of the code that runs a plan: does it write norms out, gather logits, keep gradients? The
// facts are habits of its framework (planner/framework), families of models and keys of the plan; what they
// come to together is here.
#pragma once

#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/formula/symbols.h"
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

/// An RMS norm written out in such a module, as kWrittenOutNorm has it.
[[nodiscard]] inline bool writesModuleNormsOut(const core::Transformer& model, const core::Plan& plan)
{
    return runsLibraryModules(model, plan) && model.norm == core::NormKind::RmsNorm;
}

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

/// Upcast, square, mean, root, product, cast back, product with the weight: kept are the input in fp32 and
/// what the weight is multiplied with.
inline constexpr const char* kWrittenOutNorm = "facebookresearch/llama, llama/model.py, RMSNorm";

/// Whether fused layers of \p plan have such norms. PyTorch has a kernel for a LayerNorm.
[[nodiscard]] inline bool writesNormsOut(const core::Transformer& model, const core::Plan& plan)
{
    return fusedByMegatronCore(plan) && plan.normKernels == core::Kernels::Separate &&
           model.norm == core::NormKind::RmsNorm;
}

/// Families whose RMS norm meets its weight in fp32, before the cast back (transformers, modeling_*.py).
[[nodiscard]] inline bool weighsNormsInFp32(const core::Transformer& model)
{
    using core::TransformerFamily;
    switch (model.family) {
    case TransformerFamily::Olmo2:
    case TransformerFamily::Olmo3:
    case TransformerFamily::Gemma3:
    case TransformerFamily::GptOss: return true;
    default: return false;
    }
}

/// Phi-3's queries, keys and values are parts of one tensor, which stays as long as the values do; queries
/// that were put together again lie by heads, so that attention's output is copied.
[[nodiscard]] inline bool keepsJoinedHeads(const core::Transformer& model, const core::Plan& plan)
{
    return model.family == core::TransformerFamily::Phi3 && runsLibraryModules(model, plan);
}

/// Hugging Face's peft keeps adapters in fp32 beside 16-bit weights, so that each casts its input and its sum
/// (tuners_utils.py, cast_adapter_dtype; tuners/lora/layer.py, Linear.forward). A gradient has its
/// parameter's format. fully_shard computes with all weights in one.
[[nodiscard]] inline bool adaptersInFp32(const core::Plan& plan)
{
    return plan.adapters.any() && factsOf(plan).habits.adaptersFp32 &&
           core::widthOf(plan.precision.gradients) > core::widthOf(streamDtype(plan));
}

/// Whether adapters drop some of their input: Megatron's where the plan drops, peft's not (LoraConfig,
/// lora_dropout 0).
[[nodiscard]] inline bool adaptersDrop(const core::Plan& plan)
{
    return plan.adapters.any() && plan.dropout && factsOf(plan).habits.adaptersDrop;
}

/// Whether a token goes once to a rank and once to a node (DeepEP), or, as Megatron-LM has it where nobody
/// says otherwise, once to each of its experts.
[[nodiscard]] inline bool dispatchesOnce(const core::Plan& plan)
{
    return plan.expertDispatch == core::ExpertDispatch::Once ||
           (plan.expertDispatch == core::ExpertDispatch::Calibrated && factsOf(plan).habits.dispatchesOnce);
}

/// Gradients of this plan come into being while backward frees what it read, and are gone before the next
/// micro-batch (torch.optim, zero_grad, set_to_none) or its partition alone is kept: they need not stand
/// beside all that forward left.
[[nodiscard]] inline bool gradientsGrowInBackward(const core::Plan& plan)
{
    switch (factsOf(plan).habits.gradientLife) {
    case GradientLife::Growing: return true;
    case GradientLife::GrowingOnce: return plan.batch.microBatches == 1;
    case GradientLife::GrowingWhole: // a tensor each, made by the first backward
        return gathersLogits(plan) && plan.batch.microBatches <= plan.axes.pipeline;
    case GradientLife::Standing: break;
    }
    return false;
}

} // namespace shardscope::planner
