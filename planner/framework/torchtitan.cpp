// SPDX-License-Identifier: GPL-3.0-or-later
// torchtitan: its own models under fully_shard, with tensor, pipeline, context and expert degrees.
#include "core/base/text_mark.h"
#include "planner/framework/fully_sharded.h"
#include "planner/framework/registry.h"
#include "planner/framework/whole_layers.h"

namespace shardscope::planner {
namespace torchtitan {
namespace {

using core::Schedule;

constexpr FrameworkOption kOptions[]{
    {"enable_async_tensor_parallel", false,
     W_("tensor groups' collectives go piece by piece beside the products that wait for them"),
     "pytorch/torchtitan, config, parallelism.enable_async_tensor_parallel"},
    {"cudnn_attention", true,
     W_("attention by cuDNN's kernels; releases until the middle of 2025 took FlashAttention 2 but on "
        "Blackwell"),
     "pytorch/torchtitan, models/attention.py, _init_sdpa_backend (until then _init_backend)"},
};

constexpr Abilities abilities()
{
    Abilities can = kFullyShardedCan;
    // torch.distributed.pipelining, get_schedule_class: 1F1B, Interleaved1F1B, ZBVZeroBubble, DualPipeV.
    can.usual = {Schedule::OneForwardOneBackward, Schedule::Interleaved, Schedule::Zbv, Schedule::DualPipeV};
    return can;
}

constexpr Habits habits()
{
    Habits made = kFullyShardedHabits;
    made.layers = LayerCode::Own;
    made.modulesOnly = false; // torch.compile
    made.modulesWhereSeparate = true;
    made.attention = AttentionCode::CopiesKeys; // models/llama3/model/model.py, repeat_kv
    made.loss = LossCode::TwiceOrThrice;
    made.tape = TracedAs::Torchtitan;
    made.ownEnds = true;
    made.replicaBuckets = true;
    return made;
}

void adapt(const core::Plan& plan, Habits& habits)
{
    fullyShardedAdapt(plan, habits);
    if (plan.sharding.weights == 1) // models/llama3/infra/parallelize.py, apply_ddp: bucket_cap_mb=100
        habits.gradients.bytes = std::int64_t{100} << 20;
    if (hasOn(plan, kTorchtitan, "enable_async_tensor_parallel") && plan.axes.sequenceParallel)
        habits.tensor = TensorHiding::Ring;
    habits.secondFlash = !hasOn(plan, kTorchtitan, "cudnn_attention");
}

/// activation_checkpoint.mode is full, none or selective, whose selective_ac_option is "op".
constexpr Rule byOperations()
{
    Rule rule = kWholeLayersAgain;
    rule.may = [](const core::Plan& plan, const FrameworkFacts&) {
        return !recomputesParts(plan) || plan.recompute == core::Recompute::ByOperations;
    };
    rule.repair = [](core::Plan& plan, const FrameworkFacts&) {
        plan.recompute = core::Recompute::ByOperations;
    };
    rule.sentence = [](const FrameworkFacts&) {
        return W_("%1 chooses what it recomputes by operations, not by parts of a layer");
    };
    return rule;
}

constexpr Rule kRules[]{kFullyShardedOffload,
                        // distributed/activation_checkpoint.py, _apply_op_sac: outputs of every second
                        // product, of attention and of scatters are kept
                        byOperations()};

} // namespace
} // namespace torchtitan

constinit const FrameworkFacts kTorchtitan{.which = core::Framework::Torchtitan,
                                           .title = "torchtitan",
                                           .family = Family::FullyShard,
                                           .can = torchtitan::abilities(),
                                           .defaults = kFullyShardedDefaults,
                                           .habits = torchtitan::habits(),
                                           .options = torchtitan::kOptions,
                                           .rules = torchtitan::kRules,
                                           .adapt = torchtitan::adapt,
                                           .closedFormError = 0.022,
                                           .call = {.configuration = "torchtitan",
                                                    .file = "config.toml",
                                                    .call = "-m torchtitan.train --job.config_file",
                                                    .source = "pytorch/torchtitan, run_train.sh"}};

} // namespace shardscope::planner
