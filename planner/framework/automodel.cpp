// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA NeMo AutoModel: fully_shard around its own models, whose kernels are Transformer Engine's and whose
// experts are one grouped product; its strategy megatron_fsdp is Megatron-FSDP.
#include "core/base/text_mark.h"
#include "planner/framework/fully_sharded.h"
#include "planner/framework/registry.h"
#include "planner/framework/whole_layers.h"

namespace shardscope::planner {
namespace automodel {
namespace {

constexpr FrameworkOption kOptions[]{
    {"defer_fsdp_grad_sync", true, W_("gradients are reduced in the last micro-batch's backward alone"),
     "NVIDIA-NeMo/Automodel, components/distributed/config.py, FSDP2Config.defer_fsdp_grad_sync"},
    {"enable_async_tensor_parallel", false,
     W_("tensor groups' collectives go piece by piece beside the products that wait for them"),
     "NVIDIA-NeMo/Automodel, components/distributed/config.py, FSDP2Config.enable_async_tensor_parallel"},
};

constexpr Abilities abilities()
{
    Abilities can = kFullyShardedCan;
    // Experts are cut over an expert mesh, and not over tensor groups (components/moe/parallelizer.py).
    can.axes = {{Axis::Tensor, Axis::SequenceParallel, Axis::Pipeline, Axis::VirtualStages, Axis::Context,
                 Axis::Expert},
                W_("%1 cuts experts as far as other tensors")};
    // components/distributed/pipelining/config.py: layers_per_stage, module_fqns_per_model_part;
    // activation_checkpointing and reshard_after_forward are of all layers.
    can.cuts = {Cut::UnevenStages};
    return can;
}

/// What is left open is bf16, and torch.optim's state with it ("In several AutoModel paths, leaving
/// model.torch_dtype unset … resolves the resident model parameter dtype to bf16").
constexpr core::FrameworkDefaults defaults()
{
    core::FrameworkDefaults made;
    made.gradients = core::FormatRule::AsWeights;
    made.state = core::FormatRule::AsWeights;
    made.source = "NVIDIA-NeMo/Automodel, docs/guides/mixed-precision-training.md";
    return made;
}

/// components/models/common/utils.py, BackendConfig: attention and linear layers of Transformer Engine, a
/// compiled norm, experts by torch._grouped_mm.
constexpr Habits habits()
{
    Habits made = kFullyShardedHabits;
    made.layers = LayerCode::Own;
    made.modulesOnly = false;
    made.modulesWhereSeparate = true;
    made.ringInSteps = false;   // Transformer Engine's
    made.dispatchesOnce = true; // DeepEP, where it is installed
    made.tape = TracedAs::None;
    made.replicaBuckets = true; // components/distributed/ddp.py
    made.adaptersScaled = true; // lora_kernel.py, lora_forward_kernel (use_triton)
    // components/distributed/parallelizer.py: checkpoint_wrapper around each layer's self_attn and mlp;
    // components/moe/parallelizer.py, apply_ac: around the block, where it has experts
    made.againByModule = true;
    return made;
}

void adapt(const core::Plan& plan, Habits& habits)
{
    fullyShardedAdapt(plan, habits);
    if (hasOn(plan, kAutoModel, "defer_fsdp_grad_sync"))
        habits.gradients.when = When::LastBackward;
    if (hasOn(plan, kAutoModel, "enable_async_tensor_parallel") && plan.axes.sequenceParallel)
        habits.tensor = TensorHiding::Ring;
}

constexpr Rule kRules[]{
    kFullyShardedOffload,
    kWholeLayersAgain, // activation_checkpointing is on or off
    // components/moe/parallelizer.py, parallelize_model: "Tensor parallelism not supported for custom MoE
    // models"
    {.where = "/parallel/expert",
     .reads = {Key::Axes},
     .asks = [](const core::Plan& plan) { return plan.axes.expert > 1; },
     .may = [](const core::Plan& plan, const FrameworkFacts&) { return plan.axes.tensor == 1; },
     .sentence = [](const FrameworkFacts&) { return W_("%1 cuts no experts beside a tensor degree"); },
     .repair = [](core::Plan& plan, const FrameworkFacts&) { plan.axes.expert = 1; }},
};

} // namespace
} // namespace automodel

constinit const FrameworkFacts kAutoModel{.which = core::Framework::AutoModel,
                                          .title = "NeMo AutoModel",
                                          .family = Family::FullyShard,
                                          .can = automodel::abilities(),
                                          .defaults = automodel::defaults(),
                                          .habits = automodel::habits(),
                                          .options = automodel::kOptions,
                                          .rules = automodel::kRules,
                                          .adapt = automodel::adapt,
                                          .call = {.configuration = "automodel",
                                                   .file = "recipe.yaml",
                                                   .call = "nemo_automodel/recipes/llm/train_ft.py --config",
                                                   .source = "NVIDIA-NeMo/Automodel, README.md"}};

} // namespace shardscope::planner
