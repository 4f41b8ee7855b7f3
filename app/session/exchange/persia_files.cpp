// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/persia_files.h"

#include "core/explain/derivation.h"
#include "core/io/text_file.h"
#include "core/report/columns.h"

namespace shardscope::app {
namespace {

constexpr const char* kTaken = N_("taken");
constexpr const char* kAssumed = N_("assumed: the file does not say");
constexpr const char* kNotNeeded = N_("not needed");

core::Table reportTable()
{
    core::Table table{"import", N_("What became of the file"), {}, {}};
    table.columns = {core::textColumn("key", N_("Key")), core::textColumn("value", N_("Value")),
                     core::wordColumn(core::Words::Text, "became", N_("Became"))};
    return table;
}

void add(core::Table& table, const std::string& key, const std::string& value, const char* became)
{
    table.rows.push_back({key, value, std::string(became)});
}

void addRole(core::Table& table, const std::string& name, const core::PersiaRole& role)
{
    add(table, name + ".replicas", std::to_string(role.replicas), kTaken);
    if (role.memory)
        add(table, name + ".memory", core::numberText(role.memory->value()) + " B", kTaken);
    if (role.cores)
        add(table, name + ".cpu", core::numberText(*role.cores), kTaken);
    if (role.gpus > 0)
        add(table, name + ".gpu", std::to_string(role.gpus), kTaken);
    for (const auto& [key, value] : role.env)
        add(table, name + ".env." + key, value, kNotNeeded);
}

core::Table jobReport(const core::PersiaJob& job)
{
    core::Table table = reportTable();
    addRole(table, "embeddingParameterServer", job.parameterServer);
    addRole(table, "embeddingWorker", job.embeddingWorker);
    addRole(table, "nnWorker", job.nnWorker);
    addRole(table, "dataloader", job.dataLoader);
    add(table, "maxPayload", std::to_string(job.natsMaxPayload), kTaken);
    const std::array<std::pair<const char*, const std::string*>, 4> paths{
        {{"PERSIA_GLOBAL_CONFIG", &job.globalConfig},
         {"PERSIA_EMBEDDING_CONFIG", &job.embeddingConfig},
         {"PERSIA_NN_WORKER_ENTRY", &job.nnWorkerEntry},
         {"PERSIA_DATALOADER_ENTRY", &job.dataLoaderEntry}}};
    for (const auto& [key, path] : paths) {
        if (!path->empty())
            add(table, key, *path, kNotNeeded);
    }
    for (const auto& [key, value] : job.env)
        add(table, "env." + key, value, kNotNeeded);
    return table;
}

core::Table globalReport(const core::PersiaGlobalConfig& config)
{
    core::Table table = reportTable();
    add(table, "capacity", std::to_string(config.capacity), kTaken);
    add(table, "num_hashmap_internal_shards", std::to_string(config.internalShards), kTaken);
    add(table, "checkpointing_config.num_workers", std::to_string(config.checkpointWorkers), kTaken);
    add(table, "incremental_buffer_size", std::to_string(config.incrementalBufferSize), kTaken);
    add(table, "job_type", config.jobType, kNotNeeded);
    add(table, "metrics_config.job_name", config.jobName, kNotNeeded);
    add(table, "forward_buffer_size", std::to_string(config.forwardBufferSize), kNotNeeded);
    add(table, "buffered_data_expired_sec", std::to_string(config.bufferedSeconds), kNotNeeded);
    add(table, "incremental_channel_capacity", std::to_string(config.incrementalChannelCapacity), kNotNeeded);
    if (!config.incrementalDir.empty())
        add(table, "incremental_dir", config.incrementalDir, kNotNeeded);
    return table;
}

} // namespace

core::Result<OpenedPersiaFile> openPersiaFile(const std::string& file, RecommenderChoices choices)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    OpenedPersiaFile opened;
    SHARDSCOPE_TRY(opened.kind, core::persiaFileKind(text, file));
    if (opened.kind == core::PersiaFileKind::Embedding)
        return core::Error{core::ErrorCode::FormatUnknown,
                           {"PERSIA's embedding_config.yml", "PersiaJob, global_config.yml"}}
            .in(file);
    if (opened.kind == core::PersiaFileKind::Job) {
        SHARDSCOPE_TRY(const core::PersiaJob job, core::parsePersiaJob(text, file));
        choices.job = file;
        choices.persia.largestMessage = job.natsMaxPayload;
        opened.report = jobReport(job);
    } else {
        SHARDSCOPE_TRY(const core::PersiaGlobalConfig config, core::parsePersiaGlobal(text, file));
        choices.servers.capacityRows = config.capacity;
        choices.servers.checkpointWorkers = config.checkpointWorkers;
        choices.persia.internalShards = config.internalShards;
        choices.incrementalRows = config.incrementalBufferSize;
        opened.report = globalReport(config);
    }
    opened.choices = std::move(choices);
    return opened;
}

core::PersiaGlobalConfig persiaGlobalOf(const RecommenderChoices& choices)
{
    core::PersiaGlobalConfig config;
    if (choices.servers.capacityRows > 0)
        config.capacity = choices.servers.capacityRows;
    config.internalShards = choices.persia.internalShards;
    config.checkpointWorkers = choices.servers.checkpointWorkers;
    config.incrementalBufferSize = choices.incrementalRows;
    return config;
}

core::Table modelImportTable(const core::ModelSpec& model)
{
    core::Table table = reportTable();
    if (const core::Recommender* tables = model.recommender()) {
        add(table, "tables", std::to_string(tables->tableCount()), kTaken);
        add(table, "rows", core::numberText(tables->embeddingBytes().value()) + " B", kTaken);
        if (tables->topMlp.empty())
            add(table, "perceptrons", "", kAssumed);
    }
    add(table, "parameters", core::numberText(core::parameterCount(model)), kTaken);
    for (const std::string& pointer : model.unverified)
        add(table, pointer, "", kAssumed);
    for (const std::string& key : model.ignoredKeys)
        add(table, key, "", kNotNeeded);
    return table;
}

} // namespace shardscope::app
