// SPDX-License-Identifier: GPL-3.0-or-later
// MosaicML's llm-foundry: MPT and a library's modules under Composer, which shards by PyTorch's
// FullyShardedDataParallel. Its attention was a kernel in Triton before it was FlashAttention's
// (models/mpt/configuration_mpt.py, attn_impl): plans of those days say "triton".
#include "core/base/text_mark.h"
#include "planner/framework/fully_sharded.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {
namespace llm_foundry {
namespace {

/// mosaicml/composer, distributed/mosaic_parallelism.py, get_mixed_precision: what is computed with is of the
/// trainer's precision, what is reduced of 32 bits.
constexpr core::FrameworkDefaults defaults()
{
    core::FrameworkDefaults made = kFullyShardedDefaults;
    made.kernels = core::Kernels::Separate;
    made.source = "mosaicml/composer, distributed/mosaic_parallelism.py, get_mixed_precision";
    return made;
}

/// Composer's ddp_sync_context holds back reductions of DistributedDataParallel alone: where weights are
/// sharded every micro-batch's gradients are reduced (distributed/dist_strategy.py).
constexpr Habits habits()
{
    Habits made = kFullyShardedHabits;
    made.replicaBuckets = true;
    made.tape = TracedAs::None; // a layer's weights are one flat tensor
    return made;
}

} // namespace
} // namespace llm_foundry

constinit const FrameworkFacts kLlmFoundry{
    .which = core::Framework::LlmFoundry,
    .title = "llm-foundry",
    .family = Family::FullyShard,
    // models/utils/config_moe_args.py: moe_world_size
    .can = {.axes = {{Axis::Expert},
                     W_("%1 runs replicas, sharded or whole: no tensor, pipeline or context degree")},
            .shards = {{Shards::Whole, Shards::Alike},
                       W_("%1 shards weights, gradients and optimizer alike")},
            .schedules = {{}, W_("%1 has no pipelines")},
            // composer, utils/parallelism.py, activation_cpu_offload; get_cpu_offload: "FSDP CPU Offload not
            // supported yet"
            .offloads = {{Offload::Nothing, Offload::Activations}, W_("%1 offloads activations alone")},
            .cuts = {Cut::SomeRecompute}}, // models/utils/act_ckpt.py: first-n, middle-m, last-k
    .defaults = llm_foundry::defaults(),
    .habits = llm_foundry::habits(),
    .adapt = fullyShardedAdapt};

} // namespace shardscope::planner
