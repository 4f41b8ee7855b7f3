// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/programs/accelerate_config.h"

#include "app/session/exchange/programs/document_keys.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace shardscope::app {
namespace {

using core::Tier;
using core::Value;
using Members = std::vector<Value::Member>;

constexpr const char* kFsdp = "fsdp_config/";
constexpr const char* kParallel = "parallelism_config/parallelism_config_";

/// mixed_precision, and what a layer computes with.
struct MixedPrecision {
    const char* word;
    core::Dtype compute;
};
constexpr std::array kMixed{MixedPrecision{"bf16", core::Dtype::Bf16},
                            MixedPrecision{"fp16", core::Dtype::Fp16},
                            MixedPrecision{"fp8", core::Dtype::Fp8}};

class Config {
public:
    explicit Config(const Value& document)
        : m_keys(document)
    {
    }

    core::Result<ImportedPlan> plan(const std::string& file, std::optional<std::int64_t> devices)
    {
        const std::string type = m_keys.text("distributed_type");
        const bool sharded = type == "FSDP";
        const bool deepspeed = type == "DEEPSPEED";
        if (!sharded && !deepspeed && type != "MULTI_GPU" && type != "NO" && !type.empty())
            return core::notSupportedFor("distributed_type: " + type,
                                         W_("FSDP, DEEPSPEED, MULTI_GPU and NO are read"))
                .in(file);
        Members plan{{"framework", Value::ofText(deepspeed ? "deepspeed" : "accelerate")}};
        SHARDSCOPE_TRY(Members parallel, parallelOf(file, devices));
        if (!parallel.empty())
            plan.emplace_back("parallel", Value::ofMembers(std::move(parallel)));
        plan.emplace_back("sharding", Value::ofMembers(deepspeed ? zeroOf()
                                                       : sharded ? shardsOf()
                                                                 : unsharded()));
        if (deepspeed)
            deepSpeedOf(plan);
        if (sharded)
            fullyShardedOf(plan);
        precisionOf(plan, deepspeed);
        ImportedPlan imported;
        imported.format = "accelerate";
        imported.plan = Value::ofMembers(std::move(plan));
        imported.noModel =
            core::notSupported(W_("a model file"), W_("a configuration of accelerate names no model"))
                .in(file);
        imported.ignored = m_keys.ignored();
        return imported;
    }

private:
    static Members unsharded() { return {{"zero_stage", Value::ofInteger(0)}}; }

    /// num_processes are all devices; dp_shard_size and dp_replicate_size share what tp and cp leave.
    core::Result<Members> parallelOf(const std::string& file, std::optional<std::int64_t> devices)
    {
        const std::int64_t processes = m_keys.whole("num_processes");
        (void)m_keys.whole("num_machines"); // says nothing beside num_processes
        Members parallel;
        std::int64_t inReplica = 1;
        for (const auto& [key, ours] : {std::pair{"tp_size", "tensor"}, std::pair{"cp_size", "context"}}) {
            const std::int64_t degree = m_keys.whole(std::string(kParallel) + key);
            if (degree > 1)
                parallel.emplace_back(ours, Value::ofInteger(degree));
            if (ours == std::string_view("context"))
                m_context = std::clamp<std::int64_t>(degree, 1, 1 << 15);
            inReplica *= std::clamp<std::int64_t>(degree, 1, 1 << 15);
        }
        m_copies = std::max<std::int64_t>(1, m_keys.whole(std::string(kParallel) + "dp_replicate_size"));
        const std::int64_t shards = m_keys.whole(std::string(kParallel) + "dp_shard_size");
        const std::int64_t all = devices.value_or(processes);
        if (all > 0 && all % inReplica != 0)
            return core::notDivisible("devices", all, core::phrase(W_("the devices of a replica")), inReplica)
                .in(file);
        m_replicas = all > 0 ? all / inReplica : shards > 0 ? shards * m_copies : 0;
        if (m_replicas > 0)
            parallel.emplace_back("replica", Value::ofInteger(m_replicas));
        return parallel;
    }

    Members shardsOf()
    {
        if (m_copies == 1 || m_replicas == 0 || m_replicas % m_copies != 0)
            return {{"zero_stage", Value::ofInteger(3)}};
        const Value degree =
            Value::ofInteger(m_replicas / m_copies * m_context); // dp_shard and cp are one mesh
        return {{"weights", degree}, {"gradients", degree}, {"optimizer", degree}};
    }

    Members zeroOf()
    {
        return {{"zero_stage", Value::ofInteger(std::clamp<std::int64_t>(
                                   m_keys.whole("deepspeed_config/zero_stage"), 0, 3))}};
    }

    void fullyShardedOf(Members& plan)
    {
        const Value* const reshard = m_keys.at(std::string(kFsdp) + "fsdp_reshard_after_forward");
        if (reshard != nullptr && reshard->kind == Value::Kind::Bool && !reshard->flag)
            plan.emplace_back("weights_after_forward", Value::ofText("kept"));
        if (m_keys.flag(std::string(kFsdp) + "fsdp_activation_checkpointing"))
            plan.emplace_back("recompute", Value::ofText("full"));
        if (m_keys.flag(std::string(kFsdp) + "fsdp_offload_params")) {
            const Value host = Value::ofText("host");
            plan.emplace_back(
                "residency", Value::ofMembers({{"weights", host}, {"gradients", host}, {"optimizer", host}}));
        }
    }

    void deepSpeedOf(Members& plan)
    {
        if (const std::int64_t steps = m_keys.whole("deepspeed_config/gradient_accumulation_steps");
            steps > 0)
            plan.emplace_back("batch", Value::ofMembers({{"micro_batches", Value::ofInteger(steps)}}));
        Members residency;
        const auto add = [&](const char* key, std::initializer_list<const char*> ours) {
            const std::string where = m_keys.text(std::string("deepspeed_config/") + key);
            for (const char* const part : ours) {
                if (where == "cpu" || where == "nvme")
                    residency.emplace_back(
                        part,
                        Value::ofText(where == "nvme" && part != std::string_view("gradients") ? "nvme"
                                                                                               : "host"));
            }
        };
        add("offload_optimizer_device", {"gradients", "optimizer"}); // as in ds_config.json
        add("offload_param_device", {"weights"});
        if (!residency.empty())
            plan.emplace_back("residency", Value::ofMembers(std::move(residency)));
    }

    /// Weights that accelerate shards or replicates are as they were loaded; what is computed with is said.
    void precisionOf(Members& plan, bool deepspeed)
    {
        const std::string said = m_keys.text("mixed_precision");
        if (said.empty())
            return;
        const auto* const mixed =
            std::ranges::find_if(kMixed, [&](const MixedPrecision& one) { return said == one.word; });
        if (deepspeed && mixed != kMixed.end()) // its engine casts the weights themselves
            plan.emplace_back("precision", Value::ofMembers({{"weights", Value::ofText(mixed->word)}}));
        else if (mixed != kMixed.end())
            plan.emplace_back("precision", Value::ofMembers({{"weights", Value::ofText("fp32")},
                                                             {"compute", Value::ofText(mixed->word)}}));
        else
            plan.emplace_back("precision", Value::ofMembers({{"weights", Value::ofText("fp32")},
                                                             {"compute", Value::ofText("fp32")}}));
    }

    DocumentKeys m_keys;
    std::int64_t m_context = 1;
    std::int64_t m_copies = 1;
    std::int64_t m_replicas = 0;
};

core::Error refusedConfig(std::string_view why)
{
    return core::notSupported(W_("this plan in accelerate"), why);
}

Value fsdpConfig(const core::Plan& plan)
{
    return Value::ofMembers(
        {{"fsdp_version", Value::ofInteger(2)},
         {"fsdp_auto_wrap_policy", Value::ofText("TRANSFORMER_BASED_WRAP")},
         {"fsdp_state_dict_type", Value::ofText("SHARDED_STATE_DICT")},
         {"fsdp_reshard_after_forward", Value::ofFlag(!plan.keepWeightsAfterForward)},
         {"fsdp_activation_checkpointing", Value::ofFlag(plan.recompute == core::Recompute::Full)},
         {"fsdp_offload_params", Value::ofFlag(plan.residency.weights != Tier::Device)},
         {"fsdp_cpu_ram_efficient_loading", Value::ofFlag(true)}});
}

} // namespace

bool looksLikeAccelerate(const Value& document)
{
    return document.find("compute_environment") != nullptr || document.find("distributed_type") != nullptr;
}

core::Result<ImportedPlan> importAccelerate(const Value& document, const std::string& file,
                                            std::optional<std::int64_t> devices)
{
    return Config(document).plan(file, devices);
}

core::Result<std::vector<ExportedFile>> accelerateConfig(const PlanResult& result)
{
    const core::Plan& plan = result.evaluation.plan;
    const core::Axes& axes = plan.axes;
    if (result.model.transformer() == nullptr)
        return core::notSupported(W_("a configuration of accelerate"), W_("the model is no transformer"));
    if (axes.pipeline > 1 || axes.expert > 1 || plan.phases > 0)
        return refusedConfig(W_("it has neither pipelines, expert groups nor phases"));
    const core::Sharding& shards = plan.sharding;
    const bool sharded = shards != core::Sharding{};
    if (shards.gradients != shards.weights || shards.optimizer != shards.weights)
        return refusedConfig(W_("fully_shard shards all three alike"));
    // The shards' mesh is dp_shard and cp together (parallelism_config.py, fsdp_dim_names).
    const std::int64_t inShards = sharded ? std::max<std::int64_t>(1, shards.weights / axes.context) : 1;
    if (sharded && (shards.weights % axes.context != 0 || axes.replica % inShards != 0))
        return refusedConfig(W_("dp_replicate_size copies whole groups of replicas"));
    // Weights that are narrow themselves were loaded so: nothing is mixed.
    const core::Dtype compute = plan.precision.compute.value_or(core::Dtype::Fp32);
    const auto* const mixed = std::ranges::find(kMixed, compute, &MixedPrecision::compute);
    const std::int64_t devices = result.evaluation.devices;
    const std::int64_t perNode = std::max<std::int64_t>(1, result.hardware.devicesPerNode);
    Members config{{"compute_environment", Value::ofText("LOCAL_MACHINE")},
                   {"distributed_type", Value::ofText(sharded       ? "FSDP"
                                                      : devices > 1 ? "MULTI_GPU"
                                                                    : "NO")},
                   {"mixed_precision", Value::ofText(mixed == kMixed.end() ? "no" : mixed->word)},
                   {"num_machines", Value::ofInteger((devices + perNode - 1) / perNode)},
                   {"num_processes", Value::ofInteger(devices)},
                   {"machine_rank", Value::ofInteger(0)},
                   {"main_training_function", Value::ofText("main")},
                   {"rdzv_backend", Value::ofText("c10d")}};
    if (sharded)
        config.emplace_back("fsdp_config", fsdpConfig(plan));
    if (axes.tensor > 1 || axes.context > 1 || (sharded && inShards != axes.replica))
        config.emplace_back(
            "parallelism_config",
            Value::ofMembers(
                {{"parallelism_config_dp_replicate_size", Value::ofInteger(axes.replica / inShards)},
                 {"parallelism_config_dp_shard_size", Value::ofInteger(inShards)},
                 {"parallelism_config_tp_size", Value::ofInteger(axes.tensor)},
                 {"parallelism_config_cp_size", Value::ofInteger(axes.context)}}));
    return std::vector<ExportedFile>{{"", core::yamlText(Value::ofMembers(std::move(config)))}};
}

} // namespace shardscope::app
