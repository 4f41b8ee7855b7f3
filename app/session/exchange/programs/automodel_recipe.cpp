// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/programs/automodel_recipe.h"

#include "app/session/exchange/programs/document_keys.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"

#include <algorithm>
#include <map>

namespace shardscope::app {
namespace {

using core::Value;

/// The last name of "torch.optim.Adam".
std::string lastName(const std::string& path)
{
    const std::size_t dot = path.rfind('.');
    return dot == std::string::npos ? path : path.substr(dot + 1);
}

class Recipe {
public:
    explicit Recipe(const Value& document)
        : m_keys(document)
    {
    }

    core::Result<ImportedPlan> plan(const std::string& file, std::optional<std::int64_t> devices)
    {
        ImportedPlan imported;
        imported.format = "automodel";
        std::vector<Value::Member> plan{{"implementation", Value::ofText("automodel")}};
        SHARDSCOPE_TRY(const std::vector<Value::Member> parallel, parallelOf(file, devices));
        add(plan, "parallel", parallel);
        add(plan, "batch", batchOf());
        add(plan, "sharding", shardingOf());
        if (keepsGathered(parallel))
            plan.emplace_back("weights_after_forward", Value::ofText("kept"));
        if (m_keys.flag("distributed/activation_checkpointing"))
            plan.emplace_back("recompute", Value::ofText("full"));
        precisionOf(plan);
        optimizerOf(plan);
        if (const auto rank = count("peft/dim"))
            add(plan, "lora", {{"rank", Value::ofInteger(*rank)}});
        imported.modelName = nameOfModel();
        if (m_error)
            return m_error->in(file);
        imported.plan = Value::ofMembers(std::move(plan));
        imported.noModel =
            core::notSupported(W_("a model file"), W_("a recipe names a model of a hub")).in(file);
        imported.ignored = m_keys.ignored();
        return imported;
    }

private:
    static void add(std::vector<Value::Member>& to, const char* key, std::vector<Value::Member> members)
    {
        if (!members.empty())
            to.emplace_back(key, Value::ofMembers(std::move(members)));
    }

    /// None where the recipe leaves it open, which it writes as null or "none".
    std::optional<std::int64_t> count(const std::string& path)
    {
        constexpr std::int64_t kMost = 1 << 28;
        const Value* const value = m_keys.at(path);
        if (value == nullptr ||
            (value->kind == Value::Kind::Text && (value->text == "none" || value->text == "None")))
            return std::nullopt;
        if (value->kind == Value::Kind::Integer && value->integer >= 0 && value->integer <= kMost)
            return value->integer > 0 ? std::optional(value->integer) : std::nullopt;
        if (!m_error)
            m_error = core::outOfRange(core::jsonText(*value, -1), "0", kMost).under('/' + path);
        return std::nullopt;
    }

    core::Result<std::vector<Value::Member>> parallelOf(const std::string& file,
                                                        std::optional<std::int64_t> devices)
    {
        std::vector<Value::Member> parallel;
        std::int64_t inReplica = 1;
        for (const auto& [key, ours] : {std::pair{"tp_size", "tensor"}, std::pair{"pp_size", "pipeline"},
                                        std::pair{"cp_size", "context"}}) {
            constexpr std::int64_t kMost = 1 << 15;
            const auto degree = count(std::string("distributed/") + key);
            if (degree)
                parallel.emplace_back(ours, Value::ofInteger(*degree));
            inReplica *= std::min(degree.value_or(1), kMost);
        }
        if (const auto expert = count("distributed/ep_size"))
            parallel.emplace_back("expert", Value::ofInteger(*expert));
        if (const std::string dispatch = dispatchOf(); !dispatch.empty())
            parallel.emplace_back("expert_dispatch", Value::ofText(dispatch));
        if (const Value* sequence = m_keys.at("distributed/sequence_parallel"))
            parallel.emplace_back("sequence_parallel", Value::ofFlag(sequence->flag));
        auto replicas = count("distributed/dp_size");
        if (devices && *devices % inReplica != 0)
            return core::notDivisible("devices", *devices, core::phrase(W_("the devices of a replica")),
                                      inReplica)
                .in(file);
        if (devices)
            replicas = *devices / inReplica;
        if (replicas)
            parallel.emplace_back("replica", Value::ofInteger(*replicas));
        m_replicas = replicas;
        return parallel;
    }

    /// DeepEP and its kin send a token once to each device (components/models/common/utils.py,
    /// BackendConfig).
    std::string dispatchOf()
    {
        const std::string said = m_keys.text("model/backend/dispatcher");
        if (said.empty())
            return m_keys.flag("model/backend/enable_deepep") ? "once" : std::string();
        return said == "torch" ? "all_to_all" : "once";
    }

    std::vector<Value::Member> batchOf()
    {
        std::vector<Value::Member> batch;
        if (const auto local = count("step_scheduler/local_batch_size"))
            batch.emplace_back("micro_batch", Value::ofInteger(*local));
        if (const auto all = count("step_scheduler/global_batch_size"))
            batch.emplace_back("global_batch", Value::ofInteger(*all));
        // Packed sequences are as long as the pack, whatever the data set's own are.
        auto length = count("packed_sequence/packed_sequence_size");
        for (const char* const key : {"dataset/seq_len", "dataset/seq_length", "dataset/sequence_length"}) {
            const auto said = count(key);
            length = length ? length : said;
        }
        if (length)
            batch.emplace_back("sequence_length", Value::ofInteger(*length));
        return batch;
    }

    /// Inside the groups that dp_replicate_size copies (hybrid sharding).
    std::vector<Value::Member> shardingOf()
    {
        std::string strategy = m_keys.text("distributed/strategy");
        if (const std::string target = m_keys.text("distributed/_target_"); strategy.empty())
            strategy = target; // …fsdp2.FSDP2Manager, …ddp.DDPManager
        const auto copies = count("distributed/dp_replicate_size");
        if (lastName(strategy).starts_with("DDP") || strategy == "ddp")
            return {{"zero_stage", Value::ofInteger(0)}};
        if (!copies || *copies == 1 || !m_replicas || *m_replicas % *copies != 0)
            return {{"zero_stage", Value::ofInteger(3)}};
        const Value degree = Value::ofInteger(*m_replicas / *copies);
        return {{"weights", degree}, {"gradients", degree}, {"optimizer", degree}};
    }

    /// Layers of a pipeline keep what they gathered unless a recipe says otherwise, and so do those of a
    /// mixture (components/distributed/config.py, FSDP2Config and MoEParallelizerConfig).
    bool keepsGathered(const std::vector<Value::Member>& parallel)
    {
        const auto several = [&](const char* axis) {
            return std::ranges::any_of(parallel, [&](const Value::Member& one) {
                return one.first == axis && one.second.integer > 1;
            });
        };
        const bool experts = several("expert");
        const Value* const said = m_keys.at(experts ? "distributed/moe/reshard_after_forward"
                                                    : "distributed/reshard_after_forward");
        return said != nullptr && said->kind == Value::Kind::Bool ? !said->flag
                                                                  : experts || several("pipeline");
    }

    void precisionOf(std::vector<Value::Member>& plan)
    {
        static const std::map<std::string, const char*> kTypes{
            {"bf16", "bf16"},    {"bfloat16", "bf16"}, {"torch.bfloat16", "bf16"}, {"fp16", "fp16"},
            {"float16", "fp16"}, {"fp32", "fp32"},     {"float32", "fp32"},        {"torch.float32", "fp32"}};
        const auto found = kTypes.find(m_keys.text("model/torch_dtype"));
        if (found != kTypes.end())
            add(plan, "precision", {{"weights", Value::ofText(found->second)}});
    }

    void optimizerOf(std::vector<Value::Member>& plan)
    {
        static const std::map<std::string, const char*> kOptimizers{
            {"Adam", "adam"}, {"FusedAdam", "adamw"}, {"AdamW", "adamw"}, {"SGD", "sgd"}};
        if (const auto found = kOptimizers.find(lastName(m_keys.text("optimizer/_target_")));
            found != kOptimizers.end())
            plan.emplace_back("optimizer", Value::ofText(found->second));
    }

    std::string nameOfModel()
    {
        std::string name = m_keys.text("model/pretrained_model_name_or_path");
        const std::string inside = m_keys.text("model/config/pretrained_model_name_or_path");
        return name.empty() ? inside : name;
    }

    DocumentKeys m_keys;
    std::optional<core::Error> m_error;
    std::optional<std::int64_t> m_replicas;
};

} // namespace

bool looksLikeAutoModel(const Value& document)
{
    const Value* const model = document.find("model");
    const Value* const target = model == nullptr ? nullptr : model->find("_target_");
    return document.find("step_scheduler") != nullptr ||
           (document.find("distributed") != nullptr && model != nullptr) ||
           (target != nullptr && target->text.starts_with("nemo_automodel"));
}

core::Result<ImportedPlan> importAutoModel(const Value& document, const std::string& file,
                                           std::optional<std::int64_t> devices)
{
    return Recipe(document).plan(file, devices);
}

} // namespace shardscope::app
