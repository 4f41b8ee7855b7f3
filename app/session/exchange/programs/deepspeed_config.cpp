// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/programs/deepspeed_config.h"

#include "app/session/exchange/programs/document_keys.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/plan/plan_file.h"
#include "core/plan/plan_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace shardscope::app {
namespace {

using core::Tier;
using core::Value;

/// Two of micro-batch, accumulation and whole batch decide the third with the number of GPUs (config-json,
/// "Batch Size Related Parameters").
core::Result<std::vector<Value::Member>> batchOf(DocumentKeys& config, std::int64_t replicas,
                                                 const std::string& file)
{
    const std::int64_t micro = config.whole("train_micro_batch_size_per_gpu");
    const std::int64_t steps = config.whole("gradient_accumulation_steps");
    const std::int64_t all = config.whole("train_batch_size");
    if (micro > 0 && steps > 0 && all > 0 && replicas > 0 && micro * steps * replicas != all)
        return core::inconsistent(W_("train_batch_size %1 and %2 x %3 on %4 GPUs"),
                                  {std::to_string(all), std::to_string(micro), std::to_string(steps),
                                   std::to_string(replicas)})
            .in(file);
    std::vector<Value::Member> batch;
    if (micro > 0)
        batch.emplace_back("micro_batch", Value::ofInteger(micro));
    if (steps > 0)
        batch.emplace_back("micro_batches", Value::ofInteger(steps));
    if (all > 0 && (micro == 0 || steps == 0))
        batch.emplace_back("global_batch", Value::ofInteger(all));
    return batch;
}

/// A buffer of constant size: DeepSpeed's key under zero_optimization, a plan's key, a plan's value.
struct BucketKey {
    const char* key;
    const char* ours;
    std::int64_t core::Buckets::*value;
};
constexpr std::array kBucketKeys{
    BucketKey{"reduce_bucket_size", "reduce", &core::Buckets::reduce},
    BucketKey{"stage3_prefetch_bucket_size", "prefetch", &core::Buckets::prefetch},
    BucketKey{"stage3_max_live_parameters", "live_parameters", &core::Buckets::liveParameters},
    BucketKey{"stage3_param_persistence_threshold", "persistence", &core::Buckets::persistence}};

std::vector<Value::Member> bucketsOf(DocumentKeys& config)
{
    std::vector<Value::Member> buckets;
    for (const BucketKey& one : kBucketKeys) {
        const Value* value = config.at(std::string("zero_optimization/") + one.key);
        if (value != nullptr && value->isNumber())
            buckets.emplace_back(one.ours, Value::ofInteger(static_cast<std::int64_t>(value->real)));
    }
    if (const Value* value = config.at("zero_optimization/contiguous_gradients"); value != nullptr)
        buckets.emplace_back("contiguous", Value::ofFlag(value->flag));
    return buckets;
}

const char* tierOf(const std::string& device)
{
    if (device == "cpu")
        return "host";
    return device == "nvme" ? "nvme" : nullptr;
}

} // namespace

bool looksLikeDeepSpeed(const Value& document)
{
    return std::ranges::any_of(
        std::array{"train_micro_batch_size_per_gpu", "train_batch_size", "zero_optimization"},
        [&](const char* key) { return document.find(key) != nullptr; });
}

core::Result<ImportedPlan> importDeepSpeed(const Value& document, const std::string& file,
                                           std::optional<std::int64_t> devices)
{
    DocumentKeys config(document);
    ImportedPlan imported;
    imported.format = "ds_config";
    const std::int64_t micro = config.whole("train_micro_batch_size_per_gpu");
    const std::int64_t steps = std::max<std::int64_t>(1, config.whole("gradient_accumulation_steps"));
    const std::int64_t all = config.whole("train_batch_size");
    // If no number of devices is given, the batch sizes tell how many share the batch.
    std::int64_t replicas = devices.value_or(0);
    if (replicas == 0 && micro > 0 && all > 0) {
        if (all % (micro * steps) != 0)
            return core::notDivisible("train_batch_size", all, core::phrase(W_("micro-batch x steps")),
                                      micro * steps)
                .in(file);
        replicas = all / (micro * steps);
    }
    SHARDSCOPE_TRY(std::vector<Value::Member> batch, batchOf(config, replicas, file));
    std::vector<Value::Member> plan{{"implementation", Value::ofText("deepspeed")}};
    if (replicas > 0)
        plan.emplace_back("parallel", Value::ofMembers({{"replica", Value::ofInteger(replicas)}}));
    if (!batch.empty())
        plan.emplace_back("batch", Value::ofMembers(std::move(batch)));
    plan.emplace_back(
        "sharding", Value::ofMembers({{"zero_stage", Value::ofInteger(std::clamp<std::int64_t>(
                                                         config.whole("zero_optimization/stage"), 0, 3))}}));
    const bool bf16 = config.flag("bf16/enabled"); // both are asked for, so that neither counts as ignored
    const bool fp16 = config.flag("fp16/enabled");
    std::vector<Value::Member> precision{{"weights", Value::ofText(bf16 ? "bf16" : fp16 ? "fp16" : "fp32")}};
    if (const std::string sums = config.text("data_types/grad_accum_dtype");
        sums == "fp32" || sums == "bf16" || sums == "fp16")
        precision.emplace_back("gradients", Value::ofText(sums));
    plan.emplace_back("precision", Value::ofMembers(std::move(precision)));
    if (std::vector<Value::Member> buckets = bucketsOf(config); !buckets.empty())
        plan.emplace_back("buckets", Value::ofMembers(std::move(buckets)));
    std::vector<Value::Member> residency;
    const Value* share = config.at("zero_optimization/offload_optimizer/ratio");
    if (const char* tier = tierOf(config.text("zero_optimization/offload_optimizer/device"))) {
        if (share != nullptr && share->isNumber() && share->real < 1)
            plan.emplace_back("offloaded_percent", Value::ofInteger(std::clamp<std::int64_t>(
                                                       std::llround(100 * share->real), 1, 100)));
        // Gradients go where the optimizer is (arXiv:2101.06840, section 4.1).
        residency.emplace_back("gradients", Value::ofText("host"));
        residency.emplace_back("optimizer", Value::ofText(tier));
    }
    if (const char* tier = tierOf(config.text("zero_optimization/offload_param/device")))
        residency.emplace_back("weights", Value::ofText(tier));
    if (!residency.empty())
        plan.emplace_back("residency", Value::ofMembers(std::move(residency)));
    static const std::map<std::string, const char*> kOptimizers{
        {"Adam", "adam"}, {"AdamW", "adamw"}, {"Lamb", "lamb"}, {"SGD", "momentum"}, {"Adagrad", "adagrad"}};
    if (const auto found = kOptimizers.find(config.text("optimizer/type")); found != kOptimizers.end())
        plan.emplace_back("optimizer", Value::ofText(found->second));
    if (config.flag("activation_checkpointing/cpu_checkpointing"))
        plan.emplace_back("recompute", Value::ofText("full"));
    imported.plan = Value::ofMembers(std::move(plan));
    imported.noModel = core::notSupported(W_("a model file"), W_("a ds_config describes no model")).in(file);
    imported.ignored = config.ignored();
    return imported;
}

core::Result<std::vector<ExportedFile>> deepSpeedConfig(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    const auto refused = [](std::string what, std::string why) {
        return core::Error{core::ErrorCode::NotSupported, {std::move(what), std::move(why)}};
    };
    if (plan.axes.tensor > 1 || plan.axes.pipeline > 1 || plan.axes.context > 1)
        return refused(core::phrase(W_("a ds_config of tensor, pipeline or context parallelism")),
                       core::phrase(W_("the model's own code divides it; export megatron says how")));
    const std::int64_t replicas = plan.axes.replicas();
    int stage = -1;
    for (int candidate = 0; candidate <= 3 && stage < 0; ++candidate)
        stage = core::zeroSharding(candidate, replicas) == plan.sharding ? candidate : -1;
    if (stage < 0)
        return refused(core::phrase(W_("these shard degrees")),
                       core::phrase(W_("DeepSpeed knows the stages 0 to 3 of ZeRO")));
    std::vector<Value::Member> zero{{"stage", Value::ofInteger(stage)}};
    const auto offload = [&](const char* key, Tier tier, std::int64_t percent) {
        if (tier == Tier::Device)
            return;
        std::vector<Value::Member> where{{"device", Value::ofText(tier == Tier::Nvme ? "nvme" : "cpu")}};
        if (percent < 100)
            where.emplace_back("ratio", Value::ofReal(static_cast<double>(percent) / 100));
        zero.emplace_back(key, Value::ofMembers(std::move(where)));
    };
    offload("offload_optimizer", plan.residency.optimizer, plan.offloadedPercent);
    offload("offload_param", plan.residency.weights, 100);
    for (const BucketKey& one : kBucketKeys) {
        if (plan.buckets.*one.value != core::Buckets{}.*one.value)
            zero.emplace_back(one.key, Value::ofInteger(plan.buckets.*one.value));
    }
    if (!plan.buckets.contiguous)
        zero.emplace_back("contiguous_gradients", Value::ofFlag(false));
    static const std::map<core::OptimizerKind, const char*> kOptimizers{
        {core::OptimizerKind::Adam, "Adam"},    {core::OptimizerKind::AdamW, "AdamW"},
        {core::OptimizerKind::Lamb, "Lamb"},    {core::OptimizerKind::Sgd, "SGD"},
        {core::OptimizerKind::Momentum, "SGD"}, {core::OptimizerKind::Adagrad, "Adagrad"},
    };
    std::vector<Value::Member> members{
        {"train_batch_size", Value::ofInteger(plan.batch.globalBatch)},
        {"train_micro_batch_size_per_gpu", Value::ofInteger(plan.batch.microBatch)},
        {"gradient_accumulation_steps", Value::ofInteger(plan.batch.microBatches)},
        {"bf16", Value::ofMembers({{"enabled", Value::ofFlag(plan.precision.weights == core::Dtype::Bf16)}})},
        {"fp16", Value::ofMembers({{"enabled", Value::ofFlag(plan.precision.weights == core::Dtype::Fp16)}})},
        {"zero_optimization", Value::ofMembers(std::move(zero))}};
    if (const std::string sums(core::nameOf(plan.precision.gradients));
        plan.precision.gradients != plan.precision.weights)
        members.emplace_back("data_types", Value::ofMembers({{"grad_accum_dtype", Value::ofText(sums)}}));
    if (const auto found = kOptimizers.find(plan.optimizer); found != kOptimizers.end())
        members.emplace_back("optimizer", Value::ofMembers({{"type", Value::ofText(found->second)}}));
    return std::vector<ExportedFile>{{"", core::jsonText(Value::ofMembers(std::move(members))) + "\n"}};
}

} // namespace shardscope::app
