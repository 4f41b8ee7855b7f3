// SPDX-License-Identifier: GPL-3.0-or-later
// What decides a plan's numbers, in the keys that importAutoModel reads.
#include "app/session/exchange/programs/automodel_recipe.h"

#include "core/base/refusals.h"
#include "core/plan/plan_file.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace shardscope::app {
namespace {

using core::Value;
using Members = std::vector<Value::Member>;

core::Error refusedRecipe(std::string_view why)
{
    return core::notSupported(W_("this plan in NeMo AutoModel"), why);
}

/// DDP, all replicas share, or groups of them do that dp_replicate_size copies.
core::Result<Members> distributionOf(const core::Plan& plan)
{
    const core::Sharding& shards = plan.sharding;
    if (shards == core::Sharding{})
        return Members{{"strategy", Value::ofText("ddp")}};
    if (shards.gradients != shards.weights || shards.optimizer != shards.weights)
        return refusedRecipe(W_("fully_shard shards all three alike"));
    Members members{{"strategy", Value::ofText("fsdp2")}};
    if (shards == core::zeroSharding(3, plan.axes.replicas()))
        return members;
    if (plan.axes.context > 1 || plan.axes.replica % shards.weights != 0)
        return refusedRecipe(W_("dp_replicate_size copies whole groups of replicas"));
    members.emplace_back("dp_replicate_size", Value::ofInteger(plan.axes.replica / shards.weights));
    return members;
}

core::Result<Members> distributedOf(const core::Plan& plan)
{
    const core::Axes& axes = plan.axes;
    SHARDSCOPE_TRY(Members members, distributionOf(plan));
    members.emplace_back("dp_size", Value::ofInteger(axes.replica));
    members.emplace_back("tp_size", Value::ofInteger(axes.tensor));
    members.emplace_back("pp_size", Value::ofInteger(axes.pipeline));
    members.emplace_back("cp_size", Value::ofInteger(axes.context));
    members.emplace_back("ep_size", Value::ofInteger(axes.expert));
    members.emplace_back("sequence_parallel", Value::ofFlag(axes.sequenceParallel));
    members.emplace_back("activation_checkpointing", Value::ofFlag(plan.recompute == core::Recompute::Full));
    // A mixture has this key with the experts (components/distributed/config.py, MoEParallelizerConfig).
    Members reshard{{"reshard_after_forward", Value::ofFlag(!plan.keepWeightsAfterForward)}};
    if (axes.expert > 1)
        members.emplace_back("moe", Value::ofMembers(std::move(reshard)));
    else
        members.push_back(std::move(reshard.front()));
    return members;
}

Members modelOf(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    static const std::vector<std::pair<core::Dtype, const char*>> kTypes{
        {core::Dtype::Bf16, "bf16"}, {core::Dtype::Fp16, "float16"}, {core::Dtype::Fp32, "float32"}};
    Members members{{"pretrained_model_name_or_path", Value::ofText(result.model.name)}};
    const auto type =
        std::ranges::find(kTypes, plan.precision.weights, &std::pair<core::Dtype, const char*>::first);
    if (type != kTypes.end())
        members.emplace_back("torch_dtype", Value::ofText(type->second));
    if (plan.expertDispatch != core::ExpertDispatch::Calibrated) {
        const bool once = plan.expertDispatch == core::ExpertDispatch::Once;
        members.emplace_back("backend",
                             Value::ofMembers({{"dispatcher", Value::ofText(once ? "deepep" : "torch")}}));
    }
    return members;
}

} // namespace

core::Result<std::vector<ExportedFile>> autoModelRecipe(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    if (result.model.transformer() == nullptr)
        return core::notSupported(W_("a recipe of NeMo AutoModel"), W_("the model is no transformer"));
    SHARDSCOPE_TRY(Members distributed, distributedOf(plan));
    Members recipe{
        {"recipe", Value::ofText("TrainFinetuneRecipeForNextTokenPrediction")},
        {"step_scheduler", Value::ofMembers({{"global_batch_size", Value::ofInteger(plan.batch.globalBatch)},
                                             {"local_batch_size", Value::ofInteger(plan.batch.microBatch)}})},
        {"distributed", Value::ofMembers(std::move(distributed))},
        {"model", Value::ofMembers(modelOf(result))},
        {"dataset", Value::ofMembers({{"seq_len", Value::ofInteger(plan.batch.sequenceLength)}})}};
    static const std::vector<std::pair<core::OptimizerKind, const char*>> kOptimizers{
        {core::OptimizerKind::Adam, "torch.optim.Adam"},
        {core::OptimizerKind::AdamW, "torch.optim.AdamW"},
        {core::OptimizerKind::Sgd, "torch.optim.SGD"}};
    const auto optimizer =
        std::ranges::find(kOptimizers, plan.optimizer, &std::pair<core::OptimizerKind, const char*>::first);
    if (optimizer != kOptimizers.end())
        recipe.emplace_back("optimizer", Value::ofMembers({{"_target_", Value::ofText(optimizer->second)}}));
    if (plan.adapters.any())
        recipe.emplace_back(
            "peft",
            Value::ofMembers({{"_target_", Value::ofText("nemo_automodel.components._peft.lora.PeftConfig")},
                              {"dim", Value::ofInteger(plan.adapters.rank)}}));
    return std::vector<ExportedFile>{{"", core::yamlText(Value::ofMembers(std::move(recipe)))}};
}

} // namespace shardscope::app
