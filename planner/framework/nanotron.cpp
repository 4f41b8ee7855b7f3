// SPDX-License-Identifier: GPL-3.0-or-later
// Hugging Face nanotron.
#include "core/base/text_mark.h"
#include "planner/framework/registry.h"
#include "planner/framework/replicated.h"
#include "planner/framework/whole_layers.h"

namespace shardscope::planner {
namespace nanotron {
namespace {

using core::Schedule;

constexpr FrameworkOption kOptions[]{
    {"tp_linear_async_communication", false,
     W_("a column-split layer's input gradient is reduced beside its weight gradient"),
     "huggingface/nanotron, config/parallelism_config.py, tp_linear_async_communication"},
};

void adapt(const core::Plan& plan, Habits& habits)
{
    if (hasOn(plan, kNanotron, "tp_linear_async_communication"))
        habits.tensor = TensorHiding::Async;
}

} // namespace
} // namespace nanotron

constinit const FrameworkFacts kNanotron{
    .which = core::Framework::Nanotron,
    .title = "nanotron",
    // ParallelismArgs: dp, pp, tp, expert and, of late, context
    .can = {.axes = {{Axis::Tensor, Axis::SequenceParallel, Axis::Pipeline, Axis::Context, Axis::Expert},
                     W_("%1 has no virtual stages and cuts experts as far as other tensors")},
            .shards = {{Shards::Whole, Shards::Optimizer}, // zero_stage 0 or 1
                       W_("%1 shards the optimizer's state alone, over all replicas or none")},
            // parallel/pipeline_parallel/engine.py: 1F1B and all forward, all backward
            .schedules = {{core::Schedule::OneForwardOneBackward, core::Schedule::Gpipe},
                          W_("%1 has the schedules 1F1B and GPipe")},
            .offloads = {{Offload::Nothing}, W_("%1 offloads nothing")},
            .adapters = false},
    .defaults = {.master = core::FormatRule::Fp32IfNarrow,
                 .gathered = core::GatheredInputs::Regathered,
                 .gathersSeparately = true, // tp_recompute_allgather, on by default
                 .source = "huggingface/nanotron, config/parallelism_config.py"},
    // PyTorch's DistributedDataParallel, while the last micro-batch goes back (pipeline_parallel/engine.py,
    // _get_bwd_context); parallel_pipeline/p2p.py: recv_tensors reads sizes on the host first, send_tensors
    // waits.
    .habits = {.layers = LayerCode::Own,
               .modulesWhereSeparate = true,
               .attention = AttentionCode::SplitCopies, // models/llama.py, CausalSelfAttention
               .loss = LossCode::InCopies,
               .tape = TracedAs::Nanotron,
               .replicaBuckets = true,
               .gatheringBuffer = true,
               .writesActivationsOut = true,
               .cutsByCost = true,
               .vocabularyMultiple = 1,
               .sends = Sends::InTurn,
               .gradients = kReplicatedGradients},
    .options = nanotron::kOptions,
    .rules = kWholeLayersRules, // config/parallelism_config.py, recompute_layer
    .adapt = nanotron::adapt,
    .closedFormError = 0.035,
    // Of 954 published peaks of first stages (huggingface/nanotron's Ultra-Scale runs): a size of model left
    // out lies 58 to 94 % inside.
    .peaks = {0.98, 1.51}};

} // namespace shardscope::planner
