// SPDX-License-Identifier: GPL-3.0-or-later
// embedding_config.yml and global_config.yml.
#include "core/model/persia_config.h"

#include "core/base/phrase.h"
#include "core/io/value.h"

namespace shardscope::core {

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 53;
constexpr std::int64_t kWidest = std::int64_t{1} << 20;

/// The present one of two spellings, the newer one where neither is.
std::string spelling(const ValueReader& reader, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (reader.has(name))
            return name;
    return *names.begin();
}

Result<PersiaSlot> readSlot(const std::string& name, const ValueReader& reader)
{
    SHARDSCOPE_TRY([[maybe_unused]] const Done known,
                   reader.requireKnownKeys({"dim", "capacity", "sample_fixed_size", "embedding_summation",
                                            "sqrt_scaling", "hash_stack_config", "index_prefix"}));
    SHARDSCOPE_TRY([[maybe_unused]] const Done hasDim, reader.requireKey("dim"));
    PersiaSlot slot;
    slot.name = name;
    SHARDSCOPE_TRY(slot.dim, reader.at("dim").integer(1, kWidest));
    if (reader.has("capacity")) {
        SHARDSCOPE_TRY(slot.capacity, reader.at("capacity").integer(1, kMost));
    }
    SHARDSCOPE_TRY(slot.sampleFixedSize, reader.integerOr("sample_fixed_size", 10, 1, kWidest));
    SHARDSCOPE_TRY(slot.summation, reader.flagOr("embedding_summation", true));
    SHARDSCOPE_TRY(slot.sqrtScaling, reader.flagOr("sqrt_scaling", false));
    if (reader.has("hash_stack_config")) {
        const ValueReader stack = reader.at("hash_stack_config");
        SHARDSCOPE_TRY([[maybe_unused]] const Done stackKeys,
                       stack.requireKnownKeys({"hash_stack_rounds", "embedding_size"}));
        PersiaHashStack config;
        SHARDSCOPE_TRY(config.rounds, stack.integerOr("hash_stack_rounds", 0, 0, 64));
        SHARDSCOPE_TRY(config.size, stack.integerOr("embedding_size", 0, 0, kMost));
        slot.hashStack = config;
    }
    return slot;
}

/// The one document of a configuration file.
Result<Value> onlyDocument(std::string_view yaml, const std::string& file)
{
    SHARDSCOPE_TRY(std::vector<Value> documents, parseYamlText(yaml, file));
    if (documents.size() != 1) {
        Error error{
            ErrorCode::Inconsistent,
            {phrase(W_("one YAML document is wanted, and %1 are there"), {std::to_string(documents.size())})},
            {}};
        return error.in(file);
    }
    return std::move(documents.front());
}

Result<Done> readCommon(const ValueReader& reader, PersiaGlobalConfig& config)
{
    SHARDSCOPE_TRY([[maybe_unused]] const Done known,
                   reader.requireKnownKeys({"metrics_config", "job_type", "intent", "checkpointing_config",
                                            "num_embedding_io_workers"}));
    SHARDSCOPE_TRY(config.jobType, reader.textOr(spelling(reader, {"job_type", "intent"}), "Train"));
    if (config.jobType != "Train" && config.jobType != "Infer" && config.jobType != "Eval")
        return reader.at(spelling(reader, {"job_type", "intent"}))
            .error(ErrorCode::UnknownValue, {config.jobType, "Train", "Train Eval Infer"});
    if (reader.has("metrics_config")) {
        const ValueReader metrics = reader.at("metrics_config");
        SHARDSCOPE_TRY(
            [[maybe_unused]] const Done metricsKeys,
            metrics.requireKnownKeys({"enable_metrics", "push_interval_sec", "job_name", "instance_name"}));
        SHARDSCOPE_TRY(config.enableMetrics, metrics.flagOr("enable_metrics", false));
        SHARDSCOPE_TRY(config.pushIntervalSeconds, metrics.integerOr("push_interval_sec", 10, 1, kWidest));
        SHARDSCOPE_TRY(config.jobName, metrics.textOr("job_name", config.jobName));
    }
    if (reader.has("checkpointing_config")) {
        const ValueReader checkpoints = reader.at("checkpointing_config");
        SHARDSCOPE_TRY([[maybe_unused]] const Done checkpointKeys,
                       checkpoints.requireKnownKeys({"num_workers"}));
        SHARDSCOPE_TRY(config.checkpointWorkers, checkpoints.integerOr("num_workers", 4, 1, kWidest));
    } else {
        SHARDSCOPE_TRY(config.checkpointWorkers, reader.integerOr("num_embedding_io_workers", 4, 1, kWidest));
    }
    return Done{};
}

Result<Done> readServer(const ValueReader& reader, PersiaGlobalConfig& config)
{
    SHARDSCOPE_TRY(
        [[maybe_unused]] const Done known,
        reader.requireKnownKeys({"capacity", "num_hashmap_internal_shards", "enable_incremental_update",
                                 "incremental_buffer_size", "incremental_channel_capacity", "incremental_dir",
                                 "full_amount_manager_buffer_size", "num_embedding_io_workers",
                                 "num_persistence_workers", "num_signs_per_file"}));
    SHARDSCOPE_TRY(config.capacity, reader.integerOr("capacity", config.capacity, 1, kMost));
    SHARDSCOPE_TRY(config.internalShards,
                   reader.integerOr("num_hashmap_internal_shards", config.internalShards, 1, kWidest));
    SHARDSCOPE_TRY(config.incrementalUpdate, reader.flagOr("enable_incremental_update", false));
    SHARDSCOPE_TRY(config.incrementalBufferSize,
                   reader.integerOr("incremental_buffer_size", config.incrementalBufferSize, 1, kMost));
    SHARDSCOPE_TRY(
        config.incrementalChannelCapacity,
        reader.integerOr("incremental_channel_capacity", config.incrementalChannelCapacity, 1, kMost));
    SHARDSCOPE_TRY(config.incrementalDir, reader.textOr("incremental_dir", ""));
    SHARDSCOPE_TRY(
        config.fullAmountManagerBufferSize,
        reader.integerOr("full_amount_manager_buffer_size", config.fullAmountManagerBufferSize, 1, kMost));
    return Done{};
}

Result<Done> readWorker(const ValueReader& reader, PersiaGlobalConfig& config)
{
    SHARDSCOPE_TRY([[maybe_unused]] const Done known,
                   reader.requireKnownKeys({"forward_buffer_size", "buffered_data_expired_sec"}));
    SHARDSCOPE_TRY(config.forwardBufferSize,
                   reader.integerOr("forward_buffer_size", config.forwardBufferSize, 1, kMost));
    SHARDSCOPE_TRY(config.bufferedSeconds,
                   reader.integerOr("buffered_data_expired_sec", config.bufferedSeconds, 1, kMost));
    return Done{};
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
                 "PERSIA embedding_config, global_config, PersiaJob"},
                {}};
    return error.in(file);
}

Result<PersiaEmbeddingConfig> parsePersiaEmbedding(std::string_view yaml, const std::string& file)
{
    SHARDSCOPE_TRY(const Value document, onlyDocument(yaml, file));
    const ValueReader reader(document, file);
    SHARDSCOPE_TRY([[maybe_unused]] const Done known,
                   reader.requireKnownKeys(
                       {"feature_index_prefix_bit", "slots_config", "slot_config", "feature_groups"}));
    const std::string slots = spelling(reader, {"slots_config", "slot_config"});
    SHARDSCOPE_TRY([[maybe_unused]] const Done hasSlots, reader.requireKey(slots));
    PersiaEmbeddingConfig config;
    SHARDSCOPE_TRY(config.prefixBits, reader.integerOr("feature_index_prefix_bit", 8, 0, 63));
    SHARDSCOPE_TRY([[maybe_unused]] const Done isObject, reader.at(slots).requireObject());
    for (const Value::Member& member : reader.at(slots).value().members) {
        SHARDSCOPE_TRY(PersiaSlot slot, readSlot(member.first, reader.at(slots).at(member.first)));
        config.features.push_back(std::move(slot));
    }
    if (reader.has("feature_groups")) {
        const ValueReader groups = reader.at("feature_groups");
        SHARDSCOPE_TRY([[maybe_unused]] const Done groupsObject, groups.requireObject());
        for (const Value::Member& member : groups.value().members) {
            SHARDSCOPE_TRY(const std::size_t count, groups.at(member.first).arraySize());
            std::vector<std::string> names;
            for (std::size_t i = 0; i < count; ++i) {
                SHARDSCOPE_TRY(std::string name, groups.at(member.first).at(i).text());
                names.push_back(std::move(name));
            }
            config.featureGroups.emplace_back(member.first, std::move(names));
        }
    }
    return config;
}

Result<PersiaGlobalConfig> parsePersiaGlobal(std::string_view yaml, const std::string& file)
{
    SHARDSCOPE_TRY(const Value document, onlyDocument(yaml, file));
    const ValueReader reader(document, file);
    SHARDSCOPE_TRY([[maybe_unused]] const Done known,
                   reader.requireKnownKeys({"common_config", "embedding_parameter_server_config",
                                            "embedding_server_config", "shard_server_config",
                                            "embedding_worker_config", "middleware_config"}));
    PersiaGlobalConfig config;
    if (reader.has("common_config")) {
        SHARDSCOPE_TRY([[maybe_unused]] const Done common, readCommon(reader.at("common_config"), config));
    }
    const std::string server = spelling(
        reader, {"embedding_parameter_server_config", "embedding_server_config", "shard_server_config"});
    if (reader.has(server)) {
        SHARDSCOPE_TRY([[maybe_unused]] const Done read, readServer(reader.at(server), config));
    }
    const std::string worker = spelling(reader, {"embedding_worker_config", "middleware_config"});
    if (reader.has(worker)) {
        SHARDSCOPE_TRY([[maybe_unused]] const Done read, readWorker(reader.at(worker), config));
    }
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
