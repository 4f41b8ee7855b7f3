// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/programs/torchtitan_config.h"

#include "app/session/exchange/programs/document_keys.h"
#include "app/session/exchange/programs/plan_settings.h"
#include "app/session/exchange/programs/torchtitan_words.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/io/toml.h"
#include "core/plan/plan_names.h"
#include "core/units/plain_number.h"

#include <algorithm>
#include <optional>
#include <sstream>

namespace shardscope::app {
namespace {

constexpr const char* kRecomputed = "activation_checkpoint/mode";
constexpr const char* kChosenBy = "activation_checkpoint/selective_ac_option";

using core::Schedule;
using core::Value;
using torchtitan::Converter;
using torchtitan::ScheduleName;

const char* ourName(const std::string& torch) { return torch == "float32" ? "fp32" : "bf16"; }

void addPart(std::vector<Value::Member>& to, const char* key, std::vector<Value::Member> members)
{
    if (!members.empty())
        to.emplace_back(key, Value::ofMembers(std::move(members)));
}

/// "--table.key=value" as TOML would say it.
Value documentOf(const std::vector<Setting>& settings)
{
    Value document = Value::ofMembers({});
    for (const Setting& setting : settings) {
        const std::string path = setting.key.substr(setting.key.starts_with("--") ? 2 : 0);
        const std::size_t dot = path.rfind('.');
        Value& table = dot == std::string::npos ? document : document.member(path.substr(0, dot));
        if (table.kind != Value::Kind::Object)
            table = Value::ofMembers({});
        const auto whole = core::parseWhole(setting.value);
        const bool flag = setting.value.empty() || setting.value == "true" || setting.value == "false";
        table.member(path.substr(dot + 1)) = whole  ? Value::ofInteger(*whole)
                                             : flag ? Value::ofFlag(setting.value != "false")
                                                    : Value::ofText(setting.value);
    }
    return document;
}

bool holds(const Value* list, const char* word)
{
    if (list == nullptr)
        return false;
    if (list->kind == Value::Kind::Text) // an argument: "model,loss"
        return list->text.find(word) != std::string::npos;
    return std::ranges::find(list->items, word, &Value::text) != list->items.end();
}

/// Whether \p text has a line "[name]".
bool hasTable(const std::string& text, const std::string& name)
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        line.erase(0, line.find_first_not_of(" \t"));
        if (line.starts_with("[" + name + "]"))
            return true;
    }
    return false;
}

/// Reads a job key by key into the parts of a plan file.
class Reading {
public:
    explicit Reading(const Value& document)
        : m_keys(document)
    {
    }

    core::Result<ImportedPlan> plan(const std::string& file, std::optional<std::int64_t> devices)
    {
        SHARDSCOPE_TRY(const std::vector<Value::Member> parallel, parallelOf(file, devices));
        SHARDSCOPE_TRY(const std::vector<Value::Member> batch, batchOf(file));
        std::vector<Value::Member> plan{{"implementation", Value::ofText("torchtitan")},
                                        {"attention", Value::ofText("flash")},
                                        {"dropout", Value::ofFlag(false)}};
        addPart(plan, "parallel", parallel);
        addPart(plan, "batch", batch);
        addPart(plan, "sharding", shardingOf());
        addPart(plan, "precision", precisionOf(plan));
        stagesOf(plan);
        otherKeys(plan);
        if (m_error)
            return m_error->in(file);
        ImportedPlan imported;
        imported.format = "torchtitan";
        imported.plan = Value::ofMembers(std::move(plan));
        const std::string name = m_keys.text("model/name");
        const std::string flavor = m_keys.text("model/flavor");
        if (const auto* known = std::ranges::find_if(
                torchtitan::kFlavors,
                [&](const torchtitan::Flavor& one) { return one.model == name && one.flavor == flavor; });
            known != torchtitan::kFlavors.end())
            imported.modelName = known->ours;
        imported.noModel = core::notSupported(W_("a model file"),
                                              W_("a job names a model of torchtitan's own by its flavor"))
                               .in(file);
        imported.ignored = m_keys.ignored();
        // Every so many layers, or to a budget: it reads as one that recomputes nothing.
        if (const std::string mode = m_keys.text(kRecomputed); !mode.empty() && recomputed().empty())
            imported.ignored.push_back({kRecomputed, mode});
        return imported;
    }

private:
    /// In a plan's word; empty: none says it. Selective without an option was every second layer in some
    /// releases (config_manager.py, selective_ac_option = "2") and is by operations in others.
    std::string recomputed()
    {
        const std::string mode = m_keys.text(kRecomputed);
        if (mode == "selective" && m_keys.text(kChosenBy) == "op")
            return core::nameOf(core::Recompute::ByOperations);
        return mode == "full" || mode == "none" ? mode : std::string();
    }
    /// A count of at most \p highest, so that products of several stay whole.
    std::int64_t count(const std::string& key, std::int64_t otherwise, std::int64_t highest)
    {
        const Value* value = m_keys.at(key);
        if (value == nullptr)
            return otherwise;
        if (value->kind == Value::Kind::Integer && value->integer == -1 && otherwise == -1)
            return -1;
        if (value->kind == Value::Kind::Integer && value->integer >= 1 && value->integer <= highest)
            return value->integer;
        if (!m_error)
            m_error = core::outOfRange(core::jsonText(*value, -1), "1", highest).under('/' + key);
        return 1;
    }
    std::int64_t degree(const char* key, std::int64_t otherwise = 1)
    {
        constexpr std::int64_t kMost = 1 << 15;
        return count(std::string("parallelism/") + key, otherwise, kMost);
    }
    static constexpr std::int64_t kMostSamples = 1 << 28;

    core::Result<std::vector<Value::Member>> parallelOf(const std::string& file,
                                                        std::optional<std::int64_t> devices)
    {
        m_tensor = degree("tensor_parallel_degree");
        m_pipeline = degree("pipeline_parallel_degree");
        m_context = degree("context_parallel_degree");
        const std::int64_t replicates = degree("data_parallel_replicate_degree");
        m_shards = degree("data_parallel_shard_degree", -1);
        if (m_shards < 0 && devices) { // "leftover ranks will be used"
            const std::int64_t others = m_tensor * m_pipeline * m_context * replicates;
            if (others < 1 || *devices % others != 0)
                return core::notDivisible("devices", *devices, core::phrase(W_("the devices of a replica")),
                                          others)
                    .in(file);
            m_shards = *devices / others;
        }
        m_replicas = replicates * std::max<std::int64_t>(1, m_shards);
        std::vector<Value::Member> parallel{{"tensor", Value::ofInteger(m_tensor)},
                                            {"pipeline", Value::ofInteger(m_pipeline)},
                                            {"context", Value::ofInteger(m_context)}};
        if (m_shards > 0)
            parallel.emplace_back("replica", Value::ofInteger(m_replicas));
        const Value* sequence = m_keys.at("parallelism/enable_sequence_parallel");
        parallel.emplace_back("sequence_parallel",
                              Value::ofFlag(sequence == nullptr ? m_tensor > 1 : sequence->flag));
        const std::int64_t slices = degree("expert_tensor_parallel_degree"); // without experts of no effect
        if (const std::int64_t expert = degree("expert_parallel_degree"); expert > 1) {
            parallel.emplace_back("expert", Value::ofInteger(expert));
            parallel.emplace_back("expert_tensor", Value::ofInteger(slices));
        }
        // Either way they all pass each rank.
        (void)m_keys.text("parallelism/context_parallel_rotate_method");
        if (scheduled() == Schedule::Interleaved)
            parallel.emplace_back("virtual_stages", Value::ofInteger(chunksOfRank()));
        return parallel;
    }

    std::optional<Schedule> scheduled()
    {
        const std::string name = m_keys.text("parallelism/pipeline_parallel_schedule");
        const auto* const found = std::ranges::find_if(
            torchtitan::kSchedules, [&name](const ScheduleName& one) { return name == one.torch; });
        return found == torchtitan::kSchedules.end() ? std::nullopt : std::optional(found->ours);
    }

    /// As many chunks as a list of modules has, two without one (distributed/pipeline_parallel.py). Each
    /// one's layers would say it with the model's own number, which a job does not name.
    std::int64_t chunksOfRank()
    {
        const Value* parts = m_keys.at("parallelism/module_fqns_per_model_part");
        if (parts == nullptr)
            return m_pipeline > 1 ? 2 : 1;
        return std::max<std::int64_t>(1, std::ssize(parts->items) / m_pipeline);
    }

    core::Result<std::vector<Value::Member>> batchOf(const std::string& file)
    {
        std::vector<Value::Member> batch;
        const std::int64_t local = count("training/local_batch_size", 8, kMostSamples); // its own default
        std::int64_t all = count("training/global_batch_size", -1, kMostSamples);
        if (all < 0)
            all = local * m_replicas;
        const std::int64_t part = degree("pipeline_parallel_microbatch_size");
        if (m_pipeline > 1 && m_shards > 0 && all > local * m_replicas)
            return core::notSupported(W_("accumulation over whole pipelines"),
                                      W_("local_batch_size times the data parallel ranks must be "
                                         "global_batch_size; a plan's micro-batches pass one pipeline"))
                .in(file);
        m_globalBatch = all;
        batch.emplace_back("micro_batch", Value::ofInteger(m_pipeline > 1 ? part : local));
        if (m_shards > 0)
            batch.emplace_back("global_batch", Value::ofInteger(all));
        batch.emplace_back("sequence_length",
                           Value::ofInteger(count("training/seq_len", 2048, kMostSamples)));
        return batch;
    }

    /// Over the context ranks as well (distributed/parallel_dims.py: fsdp = dp_shard x cp).
    std::vector<Value::Member> shardingOf()
    {
        const std::int64_t ranks = m_shards * m_context;
        if (m_shards < 0)
            return {{"zero_stage", Value::ofInteger(3)}};
        return {{"weights", Value::ofInteger(ranks)},
                {"gradients", Value::ofInteger(ranks)},
                {"optimizer", Value::ofInteger(ranks)}};
    }

    std::vector<Value::Member> precisionOf(std::vector<Value::Member>& plan)
    {
        const std::string kept =
            ourName(m_keys.at("training/dtype") == nullptr ? "float32" : m_keys.text("training/dtype"));
        const std::string cast = ourName(m_keys.text("training/mixed_precision_param"));
        std::vector<Value::Member> precision{{"weights", Value::ofText(kept)},
                                             {"optimizer_state", Value::ofText(kept)}};
        const bool sharded = m_shards * m_context != 1;
        const bool alone = m_tensor * m_pipeline == 1;
        const Value* converters = m_keys.at("model/converters");
        const auto* const narrow =
            std::ranges::find_if(torchtitan::kConverters,
                                 [converters](const Converter& one) { return holds(converters, one.name); });
        if (narrow != torchtitan::kConverters.end())
            precision.emplace_back("compute", Value::ofText(std::string(core::nameOf(narrow->compute))));
        else if (sharded && cast != kept)
            precision.emplace_back("compute", Value::ofText(cast));
        else if (!sharded && alone && cast == "bf16" && kept == "fp32")
            precision.emplace_back("autocast", Value::ofFlag(true));
        if (m_keys.flag("parallelism/disable_loss_parallel"))
            plan.emplace_back("wire", Value::ofMembers({{"logits", Value::ofText(cast)}}));
        return precision;
    }

    void stagesOf(std::vector<Value::Member>& plan)
    {
        if (const auto schedule = scheduled(); schedule)
            plan.emplace_back("schedule", Value::ofText(std::string(core::nameOf(*schedule))));
        const Value* parts = m_keys.at("parallelism/module_fqns_per_model_part");
        if (parts == nullptr || m_pipeline == 1 || std::ssize(parts->items) != m_pipeline)
            return;
        std::vector<Value> layers;
        for (const Value& stage : parts->items)
            layers.push_back(Value::ofInteger(std::ranges::count_if(
                stage.items, [](const Value& module) { return module.text.starts_with("layers."); })));
        plan.emplace_back("layers_per_stage", Value::ofItems(std::move(layers)));
    }

    void otherKeys(std::vector<Value::Member>& plan)
    {
        const std::string reshard = m_keys.text("parallelism/fsdp_reshard_after_forward");
        const bool kept = reshard == "never" || (reshard != "always" && m_pipeline > 1); // "smart defaults"
        plan.emplace_back("weights_after_forward", Value::ofText(kept ? "kept" : "resharded"));
        if (m_keys.flag("training/enable_cpu_offload"))
            addPart(plan, "residency",
                    {{"weights", Value::ofText("host")},
                     {"gradients", Value::ofText("host")},
                     {"optimizer", Value::ofText("host")}});
        if (const std::string again = recomputed(); !again.empty())
            plan.emplace_back("recompute", Value::ofText(again));
        const bool both = m_keys.flag("training/compile"); // before there was a table of it
        const bool compiled = m_keys.flag("compile/enable");
        const Value* parts = m_keys.at("compile/components");
        const auto compiles = [&](const char* part) {
            return both || (compiled && (parts == nullptr || holds(parts, part)));
        };
        plan.emplace_back("kernels", Value::ofText(compiles("model") ? "fused" : "separate"));
        plan.emplace_back("fused_cross_entropy", Value::ofFlag(compiles("loss")));
        if (const std::string name = m_keys.text("optimizer/name"); name == "Adam" || name == "AdamW")
            plan.emplace_back("optimizer", Value::ofText(name == "Adam" ? "adam" : "adamw"));
        if (m_keys.at("training/steps") != nullptr && m_shards > 0)
            addPart(
                plan, "training",
                {{"samples", Value::ofInteger(count("training/steps", 1, kMostSamples) * m_globalBatch)}});
    }

    DocumentKeys m_keys;
    std::optional<core::Error> m_error;
    std::int64_t m_tensor = 1;
    std::int64_t m_pipeline = 1;
    std::int64_t m_context = 1;
    std::int64_t m_shards = -1; ///< data_parallel_shard_degree; -1: as many as are left over
    std::int64_t m_replicas = 1;
    std::int64_t m_globalBatch = 1;
};

} // namespace

bool looksLikeTorchtitan(const std::string& text)
{
    return hasTable(text, "parallelism") || hasTable(text, "activation_checkpoint") ||
           text.find("--parallelism.") != std::string::npos;
}

core::Result<Value> torchtitanDocument(const std::string& text, const std::string& file)
{
    if (!hasTable(text, "parallelism") && text.find("--parallelism.") != std::string::npos)
        return documentOf(argumentsOf(text));
    return core::parseTomlText(text, file);
}

core::Result<ImportedPlan> importTorchtitan(const Value& job, const std::string& file,
                                            std::optional<std::int64_t> devices)
{
    return Reading(job).plan(file, devices);
}

} // namespace shardscope::app
