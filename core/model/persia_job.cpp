// SPDX-License-Identifier: GPL-3.0-or-later
// The PersiaJob custom resource and the NatsCluster that comes with it.
#include "core/base/phrase.h"
#include "core/model/persia_config.h"

#include "core/io/value.h"

#include <array>
#include <charconv>
#include <cmath>

namespace shardscope::core {

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 53;
constexpr std::int64_t kMostReplicas = 1'000'000;

/// A scalar as written: Kubernetes takes "4" and 4 alike.
Result<std::string> scalarText(const ValueReader& reader)
{
    const Value& value = reader.value();
    if (value.kind == Value::Kind::Integer)
        return std::to_string(value.integer);
    if (value.kind == Value::Kind::Real) {
        std::array<char, 64> buffer{};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value.real);
        return std::string(buffer.data(), end.ptr);
    }
    return reader.text();
}

Result<double> quantity(const ValueReader& reader)
{
    SHARDSCOPE_TRY(const std::string text, scalarText(reader));
    const auto number = parseKubernetesQuantity(text);
    if (!number)
        return reader.error(ErrorCode::NumberMalformed, {text});
    return *number;
}

using Environment = std::vector<std::pair<std::string, std::string>>;

Result<Environment> readEnvironment(const ValueReader& reader)
{
    Environment env;
    SHARDSCOPE_TRY(const std::size_t count, reader.arraySize());
    for (std::size_t i = 0; i < count; ++i) {
        const ValueReader entry = reader.at(i);
        SHARDSCOPE_TRY([[maybe_unused]] const Done known, entry.requireKnownKeys({"name", "value"}));
        SHARDSCOPE_TRY([[maybe_unused]] const Done hasName, entry.requireKey("name"));
        SHARDSCOPE_TRY(std::string name, entry.at("name").text());
        std::string value;
        if (entry.has("value")) {
            SHARDSCOPE_TRY(value, scalarText(entry.at("value")));
        }
        env.emplace_back(std::move(name), std::move(value));
    }
    return env;
}

Result<PersiaRole> readRole(const ValueReader& reader)
{
    SHARDSCOPE_TRY(
        [[maybe_unused]] const Done known,
        reader.requireKnownKeys({"replicas", "nprocPerNode", "resources", "env", "volumeMounts", "args"}));
    PersiaRole role;
    SHARDSCOPE_TRY(role.replicas, reader.integerOr("replicas", 1, 0, kMostReplicas));
    SHARDSCOPE_TRY(role.processesPerNode, reader.integerOr("nprocPerNode", 1, 1, 64));
    if (reader.has("env")) {
        SHARDSCOPE_TRY(role.env, readEnvironment(reader.at("env")));
    }
    if (!reader.has("resources"))
        return role;
    const ValueReader resources = reader.at("resources");
    SHARDSCOPE_TRY([[maybe_unused]] const Done resourceKeys,
                   resources.requireKnownKeys({"limits", "requests"}));
    const char* which = resources.has("limits") ? "limits" : "requests";
    if (!resources.has(which))
        return role;
    const ValueReader limits = resources.at(which);
    SHARDSCOPE_TRY([[maybe_unused]] const Done limitKeys,
                   limits.requireKnownKeys({"memory", "cpu", "nvidia.com/gpu"}));
    if (limits.has("memory")) {
        SHARDSCOPE_TRY(const double bytes, quantity(limits.at("memory")));
        role.memory = Bytes{bytes};
    }
    if (limits.has("cpu")) {
        SHARDSCOPE_TRY(role.cores, quantity(limits.at("cpu")));
    }
    if (limits.has("nvidia.com/gpu")) {
        SHARDSCOPE_TRY(const double gpus, quantity(limits.at("nvidia.com/gpu")));
        role.gpus = static_cast<std::int64_t>(gpus);
    }
    return role;
}

Result<Done> readPaths(const ValueReader& spec, PersiaJob& job)
{
    const std::array<std::pair<const char*, std::string*>, 4> inEnv{
        {{"PERSIA_GLOBAL_CONFIG", &job.globalConfig},
         {"PERSIA_EMBEDDING_CONFIG", &job.embeddingConfig},
         {"PERSIA_NN_WORKER_ENTRY", &job.nnWorkerEntry},
         {"PERSIA_DATALOADER_ENTRY", &job.dataLoaderEntry}}};
    const std::array<std::pair<const char*, std::string*>, 4> inSpec{
        {{"globalConfigPath", &job.globalConfig},
         {"embeddingConfigPath", &job.embeddingConfig},
         {"nnWorkerPyEntryPath", &job.nnWorkerEntry},
         {"dataLoaderPyEntryPath", &job.dataLoaderEntry}}};
    if (spec.has("persiaEnv")) {
        const ValueReader env = spec.at("persiaEnv");
        SHARDSCOPE_TRY([[maybe_unused]] const Done known,
                       env.requireKnownKeys({"PERSIA_GLOBAL_CONFIG", "PERSIA_EMBEDDING_CONFIG",
                                             "PERSIA_NN_WORKER_ENTRY", "PERSIA_DATALOADER_ENTRY"}));
        for (const auto& [key, path] : inEnv) {
            SHARDSCOPE_TRY(*path, env.textOr(key, ""));
        }
    }
    for (const auto& [key, path] : inSpec) {
        SHARDSCOPE_TRY(*path, spec.textOr(key, *path));
    }
    return Done{};
}

Result<PersiaJob> readJob(const ValueReader& reader)
{
    SHARDSCOPE_TRY([[maybe_unused]] const Done known,
                   reader.requireKnownKeys({"apiVersion", "kind", "metadata", "spec", "status"}));
    PersiaJob job;
    if (reader.has("metadata")) {
        SHARDSCOPE_TRY(job.name, reader.at("metadata").textOr("name", ""));
        SHARDSCOPE_TRY(job.nameSpace, reader.at("metadata").textOr("namespace", "default"));
    }
    SHARDSCOPE_TRY([[maybe_unused]] const Done hasSpec, reader.requireKey("spec"));
    const ValueReader spec = reader.at("spec");
    SHARDSCOPE_TRY(
        [[maybe_unused]] const Done specKeys,
        spec.requireKnownKeys({"persiaEnv", "globalConfigPath", "embeddingConfigPath", "nnWorkerPyEntryPath",
                               "dataLoaderPyEntryPath", "env", "volumes", "embeddingParameterServer",
                               "embeddingWorker", "nnWorker", "dataloader", "logLevel", "enableMetrics",
                               "imagePullPolicy", "persiaImage"}));
    SHARDSCOPE_TRY([[maybe_unused]] const Done paths, readPaths(spec, job));
    if (spec.has("env")) {
        SHARDSCOPE_TRY(job.env, readEnvironment(spec.at("env")));
    }
    const std::array<std::pair<const char*, PersiaRole*>, 4> roles{
        {{"embeddingParameterServer", &job.parameterServer},
         {"embeddingWorker", &job.embeddingWorker},
         {"nnWorker", &job.nnWorker},
         {"dataloader", &job.dataLoader}}};
    for (const auto& [key, role] : roles) {
        if (!spec.has(key))
            continue;
        SHARDSCOPE_TRY(*role, readRole(spec.at(key)));
    }
    return job;
}

Value environmentValue(const Environment& env)
{
    std::vector<Value> items;
    for (const auto& [name, value] : env)
        items.push_back(Value::ofMembers({{"name", Value::ofText(name)}, {"value", Value::ofText(value)}}));
    return Value::ofItems(std::move(items));
}

/// The largest binary unit that keeps the number whole.
std::string kubernetesBytes(Bytes bytes)
{
    static constexpr std::array<std::pair<double, const char*>, 4> kUnits{
        {{1099511627776.0, "Ti"}, {1073741824.0, "Gi"}, {1048576.0, "Mi"}, {1024.0, "Ki"}}};
    for (const auto& [size, unit] : kUnits) {
        const double count = bytes.value() / size;
        if (count >= 1 && std::trunc(count) == count)
            return std::to_string(static_cast<std::int64_t>(count)) + unit;
    }
    return std::to_string(static_cast<std::int64_t>(bytes.value()));
}

Value roleValue(const PersiaRole& role, bool neural)
{
    std::vector<Value::Member> limits;
    if (role.memory)
        limits.emplace_back("memory", Value::ofText(kubernetesBytes(*role.memory)));
    if (role.cores) {
        const double milli = std::round(*role.cores * 1000);
        const bool whole = std::trunc(*role.cores) == *role.cores;
        limits.emplace_back("cpu",
                            Value::ofText(whole ? std::to_string(static_cast<std::int64_t>(*role.cores))
                                                : std::to_string(static_cast<std::int64_t>(milli)) + "m"));
    }
    if (role.gpus > 0)
        limits.emplace_back("nvidia.com/gpu", Value::ofText(std::to_string(role.gpus)));
    std::vector<Value::Member> members{{"replicas", Value::ofInteger(role.replicas)}};
    if (neural)
        members.emplace_back("nprocPerNode", Value::ofInteger(role.processesPerNode));
    if (!limits.empty())
        members.emplace_back("resources",
                             Value::ofMembers({{"limits", Value::ofMembers(std::move(limits))}}));
    if (!role.env.empty())
        members.emplace_back("env", environmentValue(role.env));
    return Value::ofMembers(std::move(members));
}

} // namespace

std::optional<double> parseKubernetesQuantity(std::string_view text)
{
    double number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc{} || !(number >= 0) || !(number <= 1e18))
        return std::nullopt;
    const std::string_view unit(parsed.ptr, static_cast<std::size_t>(text.data() + text.size() - parsed.ptr));
    static constexpr std::array<std::pair<std::string_view, double>, 12> kUnits{{{"", 1.0},
                                                                                 {"m", 1e-3},
                                                                                 {"k", 1e3},
                                                                                 {"M", 1e6},
                                                                                 {"G", 1e9},
                                                                                 {"T", 1e12},
                                                                                 {"P", 1e15},
                                                                                 {"Ki", 1024.0},
                                                                                 {"Mi", 1048576.0},
                                                                                 {"Gi", 1073741824.0},
                                                                                 {"Ti", 1099511627776.0},
                                                                                 {"Pi", 1125899906842624.0}}};
    for (const auto& [name, factor] : kUnits)
        if (unit == name)
            return number * factor;
    return std::nullopt;
}

Result<PersiaJob> parsePersiaJob(std::string_view yaml, const std::string& file)
{
    SHARDSCOPE_TRY(const std::vector<Value> documents, parseYamlText(yaml, file));
    std::optional<PersiaJob> job;
    std::optional<std::int64_t> payload;
    for (const Value& document : documents) {
        const ValueReader reader(document, file);
        const Value* kind = document.find("kind");
        if (kind && kind->text == "PersiaJob") {
            SHARDSCOPE_TRY(job, readJob(reader));
        } else if (kind && kind->text == "NatsCluster" && reader.has("spec") &&
                   reader.at("spec").has("natsConfig")) {
            SHARDSCOPE_TRY(payload,
                           reader.at("spec").at("natsConfig").integerOr("maxPayload", 52428800, 1, kMost));
        }
    }
    if (!job) {
        Error error{ErrorCode::FormatUnknown, {phrase(W_("YAML without kind: PersiaJob")), "PersiaJob"}, {}};
        return error.in(file);
    }
    if (payload)
        job->natsMaxPayload = *payload;
    return *job;
}

std::string persiaYaml(const PersiaJob& job)
{
    const Value metadata =
        Value::ofMembers({{"name", Value::ofText(job.name)}, {"namespace", Value::ofText(job.nameSpace)}});
    std::vector<Value::Member> spec{
        {"persiaEnv", Value::ofMembers({{"PERSIA_GLOBAL_CONFIG", Value::ofText(job.globalConfig)},
                                        {"PERSIA_EMBEDDING_CONFIG", Value::ofText(job.embeddingConfig)},
                                        {"PERSIA_NN_WORKER_ENTRY", Value::ofText(job.nnWorkerEntry)},
                                        {"PERSIA_DATALOADER_ENTRY", Value::ofText(job.dataLoaderEntry)}})}};
    if (!job.env.empty())
        spec.emplace_back("env", environmentValue(job.env));
    spec.emplace_back("embeddingParameterServer", roleValue(job.parameterServer, false));
    spec.emplace_back("embeddingWorker", roleValue(job.embeddingWorker, false));
    spec.emplace_back("nnWorker", roleValue(job.nnWorker, true));
    spec.emplace_back("dataloader", roleValue(job.dataLoader, false));
    const Value resource = Value::ofMembers({{"apiVersion", Value::ofText("persia.com/v1")},
                                             {"kind", Value::ofText("PersiaJob")},
                                             {"metadata", metadata},
                                             {"spec", Value::ofMembers(std::move(spec))}});
    const Value nats = Value::ofMembers(
        {{"apiVersion", Value::ofText("nats.io/v1alpha2")},
         {"kind", Value::ofText("NatsCluster")},
         {"metadata", Value::ofMembers({{"name", Value::ofText("persia-nats-service")}})},
         {"spec",
          Value::ofMembers(
              {{"size", Value::ofInteger(1)},
               {"natsConfig", Value::ofMembers({{"maxPayload", Value::ofInteger(job.natsMaxPayload)}})}})}});
    return yamlText(resource) + "---\n" + yamlText(nats);
}

} // namespace shardscope::core
