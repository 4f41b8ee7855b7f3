// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed, with Megatron-DeepSpeed for what it divides over tensor groups.
#include "core/base/text_mark.h"
#include "planner/framework/registry.h"

namespace shardscope::planner {
namespace deepspeed {
namespace {

constexpr FrameworkOption kOptions[]{
    {"overlap_comm", false,
     W_("gradients are reduced on a stream of their own while backward runs; ZeRO-3 does so anyway"),
     "deepspeedai/DeepSpeed, runtime/zero/config.py, overlap_comm"},
    {"z3_leaf_modules", false,
     W_("a layer's experts are gathered together; otherwise ZeRO-3 gathers the weights of each by itself"),
     "deepspeedai/DeepSpeed, utils/z3_leaf_module.py, set_z3_leaf_modules"},
};

void adapt(const core::Plan& plan, Habits& habits)
{
    const bool weights = plan.sharding.weights > 1;
    habits.gradients.elements = plan.buckets.reduce;
    // A rank that keeps its shard alone reduces in every backward; whole gradients once backward is over
    // (runtime/engine.py, allreduce_gradients).
    if (plan.sharding.gradients > 1)
        habits.gradients.when = When::EveryBackward;
    // runtime/zero/config.py, overlap_comm_valid: nothing said is stage 3.
    const auto said = plan.options.find("overlap_comm");
    habits.gradients.beside =
        plan.sharding.gradients > 1 && (said != plan.options.end() ? said->second : weights);
    if (weights) {
        habits.updatedWeights = When::Never;
        // runtime/zero/partitioned_param_coordinator.py: without a complete trace of what comes next, which
        // experts break, each module's weights are fetched when it is called and released behind it.
        habits.weights.unit = hasOn(plan, kDeepSpeed, "z3_leaf_modules") ? Unit::Layer : Unit::Module;
    }
}

const char* offloadsSentence(const FrameworkFacts& facts) { return facts.can.offloads.sentence; }

constexpr Rule kRules[]{
    {.where = "/residency/optimizer",
     .reads = {Key::Axes, Key::Sharding, Key::Residency},
     .asks = movesOptimizer,
     .may = [](const core::Plan& plan,
               const FrameworkFacts&) { return plan.sharding.optimizer == plan.axes.replicas(); },
     .sentence = offloadsSentence,
     .repair = keepOnDevice},
    {.where = "/residency/weights",
     .reads = {Key::Axes, Key::Sharding, Key::Residency},
     .asks = movesWeights,
     .may = [](const core::Plan& plan,
               const FrameworkFacts&) { return plan.sharding.weights == plan.axes.replicas(); },
     .sentence = offloadsSentence,
     .repair = keepOnDevice},
    {.where = "/residency/activations", // cpu_checkpointing
     .reads = {Key::Recompute, Key::Residency},
     .asks = movesActivations,
     .may = [](const core::Plan& plan,
               const FrameworkFacts&) { return plan.recompute == core::Recompute::Full; },
     .sentence = offloadsSentence,
     .repair = keepOnDevice},
};

} // namespace
} // namespace deepspeed

constinit const FrameworkFacts kDeepSpeed{
    .which = core::Framework::DeepSpeed,
    .title = "DeepSpeed",
    .can =
        {// DeepSpeed brings pipeline and experts, Megatron-DeepSpeed the rest.
         .axes = {kAllButSecond, nullptr},
         .shards = {{Shards::Whole, Shards::Optimizer, Shards::Gradients, Shards::Weights},
                    W_("%1 shards over all replicas or none")},
         // runtime/pipe/engine.py: "ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism"
         .besidePipeline = {{Shards::Whole, Shards::Optimizer},
                            W_("%1 shards neither weights nor gradients beside a pipeline")},
         // runtime/pipe/schedule.py: TrainSchedule is 1F1B
         .schedules = {{core::Schedule::OneForwardOneBackward}, W_("%1 has the schedule 1F1B alone")},
         // offload_optimizer takes the gradients along, offload_param is ZeRO 3's; cpu_checkpointing
         .offloads = {{Offload::Nothing, Offload::OptimizerAndGradients, Offload::State,
                       Offload::Activations},
                      W_("%1 offloads gradients and optimizer together where all replicas share them, "
                         "weights only with both, and activations only with full recompute")}},
    .defaults = {.master = core::FormatRule::Fp32IfNarrow,
                 .source =
                     "deepspeedai/DeepSpeed, runtime/bf16_optimizer.py, runtime/fp16/fused_optimizer.py"},
    .habits = {.layers = LayerCode::Modules,
               .modulesWhereSeparate = true,
               .loss = LossCode::Twice,
               .tape = TracedAs::Modules,
               .sharder = Sharder::Zero,
               .gradientLife = GradientLife::Growing,
               .constantBuckets = true, // reduce_bucket_size
               .sends = Sends::InTurn,  // runtime/pipe/p2p.py
               .gradients = {.when = When::AfterLast, .unit = Unit::Bucket},
               .weights = {.ahead = 1},
               .updatesOnHost = true}, // arXiv:2101.06840, section 4
    .options = deepspeed::kOptions,
    .rules = deepspeed::kRules,
    .adapt = deepspeed::adapt,
    .closedFormError = kWidestClosedFormError,
    .call = {.configuration = "ds_config",
             .file = "ds_config.json",
             .call = "train.py --deepspeed",
             .source = "huggingface/transformers, docs/source/en/deepspeed.md"}};

} // namespace shardscope::planner
