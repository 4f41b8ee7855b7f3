// SPDX-License-Identifier: GPL-3.0-or-later
// embedding_config.yml and global_config.yml.
#include "core/model/persia_config.h"

#include "core/base/phrase.h"
#include "core/io/spec_reader.h"

namespace shardscope::core {

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 53;
constexpr std::int64_t kWidest = std::int64_t{1} << 20;

/// The present one of two spellings, the newer one where neither is.
std::string spelling(SpecReader& reader, std::initializer_list<const char*> names)
{
    std::string present;
    for (const char* name : names) {
        if (reader.has(name) && present.empty())
            present = name;
    }
    return present.empty() ? *names.begin() : present;
}

PersiaSlot readSlot(const std::string& name, SpecReader& reader)
{
    PersiaSlot slot;
    slot.name = name;
    slot.dim = reader.whole("dim", {1, kWidest});
    if (reader.has("capacity"))
        slot.capacity = reader.whole("capacity", {1, kMost});
    slot.sampleFixedSize = reader.wholeOr("sample_fixed_size", 10, {1, kWidest});
    slot.summation = reader.flagOr("embedding_summation", true);
    slot.sqrtScaling = reader.flagOr("sqrt_scaling", false);
    reader.inside("hash_stack_config", false, [&slot](SpecReader& stack) {
        slot.hashStack = PersiaHashStack{stack.wholeOr("hash_stack_rounds", 0, {0, 64}),
                                         stack.wholeOr("embedding_size", 0, {0, kMost})};
        stack.rejectUnused();
    });
    reader.ignore({"index_prefix"});
    reader.rejectUnused();
    return slot;
}

/// The one document of a configuration file.
Result<Value> onlyDocument(std::string_view yaml, const std::string& file)
{
    SHARDSCOPE_TRY(std::vector<Value> documents, parseYamlText(yaml, file));
    if (documents.size() != 1) {
        Error error{ErrorCode::Inconsistent,
                    {phrase(W_("one YAML document is wanted, and %1 are there"),
                            {std::to_string(documents.size())})}};
        return error.in(file);
    }
    return std::move(documents.front());
}

void readCommon(SpecReader& reader, PersiaGlobalConfig& config)
{
    const std::vector<std::string> types{"Train", "Eval", "Infer"};
    config.jobType = types[reader.choiceOr(spelling(reader, {"job_type", "intent"}), types, 0)];
    reader.inside("metrics_config", false, [&config](SpecReader& metrics) {
        config.enableMetrics = metrics.flagOr("enable_metrics", false);
        config.pushIntervalSeconds = metrics.wholeOr("push_interval_sec", 10, {1, kWidest});
        config.jobName = metrics.textOr("job_name", config.jobName);
        metrics.ignore({"instance_name"});
        metrics.rejectUnused();
    });
    config.checkpointWorkers = reader.wholeOr("num_embedding_io_workers", 4, {1, kWidest});
    reader.inside("checkpointing_config", false, [&config](SpecReader& checkpoints) {
        config.checkpointWorkers = checkpoints.wholeOr("num_workers", 4, {1, kWidest});
        checkpoints.rejectUnused();
    });
    reader.rejectUnused();
}

void readServer(SpecReader& reader, PersiaGlobalConfig& config)
{
    config.capacity = reader.wholeOr("capacity", config.capacity, {1, kMost});
    config.internalShards =
        reader.wholeOr("num_hashmap_internal_shards", config.internalShards, {1, kWidest});
    config.incrementalUpdate = reader.flagOr("enable_incremental_update", false);
    config.incrementalBufferSize =
        reader.wholeOr("incremental_buffer_size", config.incrementalBufferSize, {1, kMost});
    config.incrementalChannelCapacity =
        reader.wholeOr("incremental_channel_capacity", config.incrementalChannelCapacity, {1, kMost});
    config.incrementalDir = reader.textOr("incremental_dir", "");
    config.fullAmountManagerBufferSize =
        reader.wholeOr("full_amount_manager_buffer_size", config.fullAmountManagerBufferSize, {1, kMost});
    reader.ignore({"num_embedding_io_workers", "num_persistence_workers", "num_signs_per_file"});
    reader.rejectUnused();
}

void readWorker(SpecReader& reader, PersiaGlobalConfig& config)
{
    config.forwardBufferSize = reader.wholeOr("forward_buffer_size", config.forwardBufferSize, {1, kMost});
    config.bufferedSeconds = reader.wholeOr("buffered_data_expired_sec", config.bufferedSeconds, {1, kMost});
    reader.rejectUnused();
}

} // namespace

Result<PersiaFileKind> persiaFileKind(std::string_view yaml, const std::string& file)
{
    SHARDSCOPE_TRY(const std::vector<Value> documents, parseYamlText(yaml, file));
    for (const Value& document : documents) {
        const Value* kind = document.find("kind");
        if (kind && kind->text == "PersiaJob")
            return PersiaFileKind::Job;
    }
    const Value& first = documents.front();
    if (first.find("slots_config") || first.find("slot_config"))
        return PersiaFileKind::Embedding;
    for (const char* key : {"common_config", "embedding_parameter_server_config", "embedding_server_config",
                            "embedding_worker_config"})
        if (first.find(key))
            return PersiaFileKind::Global;
    Error error{ErrorCode::FormatUnknown,
                {phrase(W_("YAML without slots_config, common_config or kind: PersiaJob")),
                 "PERSIA embedding_config, global_config, PersiaJob"}};
    return error.in(file);
}

Result<PersiaEmbeddingConfig> parsePersiaEmbedding(std::string_view yaml, const std::string& file)
{
    SHARDSCOPE_TRY(const Value document, onlyDocument(yaml, file));
    FirstError errors;
    SpecReader reader(document, {}, errors);
    PersiaEmbeddingConfig config;
    config.prefixBits = reader.wholeOr("feature_index_prefix_bit", 8, {0, 63});
    reader.inside(spelling(reader, {"slots_config", "slot_config"}), true, [&config](SpecReader& slots) {
        for (const std::string& name : slots.keys())
            slots.inside(name, true,
                         [&](SpecReader& slot) { config.features.push_back(readSlot(name, slot)); });
    });
    reader.inside("feature_groups", false, [&config](SpecReader& groups) {
        for (const std::string& name : groups.keys())
            config.featureGroups.emplace_back(name, groups.textsOr(name));
    });
    reader.rejectUnused();
    if (errors)
        return errors.get()->in(file);
    return config;
}

Result<PersiaGlobalConfig> parsePersiaGlobal(std::string_view yaml, const std::string& file)
{
    SHARDSCOPE_TRY(const Value document, onlyDocument(yaml, file));
    FirstError errors;
    SpecReader reader(document, {}, errors);
    PersiaGlobalConfig config;
    reader.inside("common_config", false, [&](SpecReader& common) { readCommon(common, config); });
    const std::string server = spelling(
        reader, {"embedding_parameter_server_config", "embedding_server_config", "shard_server_config"});
    reader.inside(server, false, [&](SpecReader& inner) { readServer(inner, config); });
    const std::string worker = spelling(reader, {"embedding_worker_config", "middleware_config"});
    reader.inside(worker, false, [&](SpecReader& inner) { readWorker(inner, config); });
    reader.rejectUnused();
    if (errors)
        return errors.get()->in(file);
    return config;
}

std::string persiaYaml(const PersiaEmbeddingConfig& config)
{
    std::vector<Value::Member> slots;
    for (const PersiaSlot& slot : config.features) {
        std::vector<Value::Member> members{{"dim", Value::ofInteger(slot.dim)}};
        if (slot.capacity)
            members.emplace_back("capacity", Value::ofInteger(*slot.capacity));
        members.emplace_back("sample_fixed_size", Value::ofInteger(slot.sampleFixedSize));
        members.emplace_back("embedding_summation", Value::ofFlag(slot.summation));
        members.emplace_back("sqrt_scaling", Value::ofFlag(slot.sqrtScaling));
        if (slot.hashStack)
            members.emplace_back(
                "hash_stack_config",
                Value::ofMembers({{"hash_stack_rounds", Value::ofInteger(slot.hashStack->rounds)},
                                  {"embedding_size", Value::ofInteger(slot.hashStack->size)}}));
        slots.emplace_back(slot.name, Value::ofMembers(std::move(members)));
    }
    std::vector<Value::Member> groups;
    for (const auto& [name, features] : config.featureGroups) {
        std::vector<Value> items;
        for (const std::string& feature : features)
            items.push_back(Value::ofText(feature));
        groups.emplace_back(name, Value::ofItems(std::move(items)));
    }
    return yamlText(Value::ofMembers({{"feature_index_prefix_bit", Value::ofInteger(config.prefixBits)},
                                      {"slots_config", Value::ofMembers(std::move(slots))},
                                      {"feature_groups", Value::ofMembers(std::move(groups))}}));
}

std::string persiaYaml(const PersiaGlobalConfig& config)
{
    const Value metrics =
        Value::ofMembers({{"enable_metrics", Value::ofFlag(config.enableMetrics)},
                          {"push_interval_sec", Value::ofInteger(config.pushIntervalSeconds)},
                          {"job_name", Value::ofText(config.jobName)}});
    const Value checkpoints = Value::ofMembers({{"num_workers", Value::ofInteger(config.checkpointWorkers)}});
    const Value server = Value::ofMembers(
        {{"capacity", Value::ofInteger(config.capacity)},
         {"num_hashmap_internal_shards", Value::ofInteger(config.internalShards)},
         {"enable_incremental_update", Value::ofFlag(config.incrementalUpdate)},
         {"incremental_buffer_size", Value::ofInteger(config.incrementalBufferSize)},
         {"incremental_channel_capacity", Value::ofInteger(config.incrementalChannelCapacity)},
         {"incremental_dir", Value::ofText(config.incrementalDir)},
         {"full_amount_manager_buffer_size", Value::ofInteger(config.fullAmountManagerBufferSize)}});
    const Value worker =
        Value::ofMembers({{"forward_buffer_size", Value::ofInteger(config.forwardBufferSize)},
                          {"buffered_data_expired_sec", Value::ofInteger(config.bufferedSeconds)}});
    return yamlText(
        Value::ofMembers({{"common_config", Value::ofMembers({{"metrics_config", metrics},
                                                              {"job_type", Value::ofText(config.jobType)},
                                                              {"checkpointing_config", checkpoints}})},
                          {"embedding_parameter_server_config", server},
                          {"embedding_worker_config", worker}}));
}

} // namespace shardscope::core
