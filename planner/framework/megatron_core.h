// SPDX-License-Identifier: GPL-3.0-or-later
// What Megatron Core brings, whoever shards what it computes with.
#pragma once

#include "core/base/text_mark.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

inline constexpr Abilities kMegatronCoreCan{
    .axes = {kAllButSecond, nullptr},
    // core/pipeline_parallel/schedules.py
    .schedules = {{core::Schedule::OneForwardOneBackward, core::Schedule::Interleaved},
                  W_("%1 has the schedules 1F1B and interleaved 1F1B")},
    // --decoder-first-pipeline-num-layers, --decoder-last-pipeline-num-layers; --recompute-method block
    // --recompute-num-layers
    .cuts = {Cut::UnevenStages, Cut::SomeRecompute},
    .kernelChoices = true};

inline constexpr core::FrameworkDefaults kMegatronCoreDefaults{
    // "bfloat16 requires gradient accumulation and all-reduce to be done in fp32"
    .gradients = core::FormatRule::Fp32UnderBf16,
    .master = core::FormatRule::Fp32IfNarrow,
    // A rank's own rows are kept and gathered again (arXiv:2205.05198, section 4.2.2).
    .gathered = core::GatheredInputs::Regathered,
    .source = "NVIDIA Megatron-LM, training/arguments.py, accumulate_allreduce_grads_in_fp32; "
              "core/tensor_parallel/layers.py"};

inline constexpr Habits kMegatronCoreHabits{
    .layers = LayerCode::TransformerEngine,
    .tape = TracedAs::Megatron,
    .sharder = Sharder::MegatronFsdp,
    .gradientLife = GradientLife::GrowingWhole,
    .keepsOperands = true, // Transformer Engine, pytorch/module/linear.py, saved_inputmat
    .fusesBiases = false,
    .fusesCasts = true,    // Transformer Engine, pytorch/module/layernorm_linear.py, with_quantized_norm
    .clipsInPasses = true, // core/optimizer/optimizer.py
    .normGroup = true,     // core/optimizer/clip_grads.py
    .adaptersDrop = true,
    .tensor = TensorHiding::Async,
    .updatesOnHost = true}; // core/optimizer/cpu_offloading, HybridDeviceOptimizer

inline constexpr double kMegatronCoreClosedFormError = 0.034;

/// What it does by its arguments.
inline constexpr FrameworkOption kMegatronOptions[]{
    {"tp_comm_overlap", false,
     W_("tensor groups' collectives go piece by piece beside the products that wait for them (user buffers)"),
     "NVIDIA Megatron-LM, training/arguments.py, --tp-comm-overlap; TransformerEngine, "
     "pytorch/module/base.py, "
     "initialize_ub"},
    {"overlap_grad_reduce", false,
     W_("gradients are reduced bucket by bucket while the last micro-batch goes back"),
     "NVIDIA Megatron-LM, training/arguments.py, --overlap-grad-reduce"},
    {"overlap_param_gather", false, W_("updated weights are gathered while the next forward pass runs"),
     "NVIDIA Megatron-LM, training/arguments.py, --overlap-param-gather"},
    {"async_tensor_model_parallel_allreduce", true,
     W_("a column-split layer's input gradient is reduced beside its weight gradient"),
     "NVIDIA Megatron-LM, training/arguments.py, --no-async-tensor-model-parallel-allreduce"},
    {"overlap_p2p_comm", true, W_("interleaved chunks compute while tensors travel between stages"),
     "NVIDIA Megatron-LM, training/arguments.py, --no-overlap-p2p-communication"},
};

/// core/pipeline_parallel/schedules.py: whole rounds of micro-batches.
inline constexpr Rule kMegatronCoreRounds{
    .where = "/schedule",
    .reads = {Key::Axes, Key::Batch, Key::Schedule},
    .asks =
        [](const core::Plan& plan) {
            return plan.schedule == core::Schedule::Interleaved && plan.axes.pipeline > 1;
        },
    .may = [](const core::Plan& plan,
              const FrameworkFacts&) { return plan.batch.microBatches % plan.axes.pipeline == 0; },
    .sentence =
        [](const FrameworkFacts&) {
            return W_("%1 interleaves only micro-batches that the pipeline's degree divides");
        },
    .repair = useOneAtATime};

/// --cpu-offloading-num-layers neither goes with pipelines nor with recompute
/// (core/transformer/transformer_config.py).
inline constexpr Rule kMegatronCoreOffload{
    .where = "/residency/activations",
    .reads = {Key::Axes, Key::Recompute, Key::Residency},
    .asks = movesActivations,
    .may =
        [](const core::Plan& plan, const FrameworkFacts&) {
            return plan.axes.pipeline == 1 && plan.recompute == core::Recompute::None;
        },
    .sentence = [](const FrameworkFacts& facts) { return facts.can.offloads.sentence; },
    .repair = keepOnDevice};

} // namespace shardscope::planner
