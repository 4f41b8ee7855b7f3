// SPDX-License-Identifier: GPL-3.0-or-later
// The PersiaJob custom resource and the NatsCluster that comes with it.
#include "core/base/phrase.h"
#include "core/model/persia_config.h"

#include "core/io/spec_reader.h"

#include <array>
#include <charconv>
#include <cmath>

namespace shardscope::core {

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 53;
constexpr std::int64_t kMostReplicas = 1'000'000;

double quantity(SpecReader& reader, std::string_view key)
{
    const std::string text = reader.scalar(key);
    const auto number = parseKubernetesQuantity(text);
    if (!number)
        reader.fail(ErrorCode::NumberMalformed, {text}, key);
    return number.value_or(0);
}

using Environment = std::vector<std::pair<std::string, std::string>>;

Environment readEnvironment(SpecReader& reader)
{
    Environment env;
    reader.eachOf("env", false, [&env](SpecReader& entry) {
        std::string name = entry.text("name");
        env.emplace_back(std::move(name), entry.has("value") ? entry.scalar("value") : std::string{});
        entry.rejectUnused();
    });
    return env;
}

void readLimits(SpecReader& limits, PersiaRole& role)
{
    if (limits.has("memory"))
        role.memory = Bytes{quantity(limits, "memory")};
    if (limits.has("cpu"))
        role.cores = quantity(limits, "cpu");
    if (limits.has("nvidia.com/gpu"))
        role.gpus = static_cast<std::int64_t>(quantity(limits, "nvidia.com/gpu"));
    limits.rejectUnused();
}

PersiaRole readRole(SpecReader& reader)
{
    PersiaRole role;
    role.replicas = reader.wholeOr("replicas", 1, {0, kMostReplicas});
    role.processesPerNode = reader.wholeOr("nprocPerNode", 1, {1, 64});
    role.env = readEnvironment(reader);
    reader.inside("resources", false, [&role](SpecReader& resources) {
        const char* which = resources.has("limits") ? "limits" : "requests";
        resources.inside(which, false, [&role](SpecReader& limits) { readLimits(limits, role); });
        resources.ignore({"requests"});
        resources.rejectUnused();
    });
    reader.ignore({"volumeMounts", "args"});
    reader.rejectUnused();
    return role;
}

void readPaths(SpecReader& spec, PersiaJob& job)
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
    spec.inside("persiaEnv", false, [&inEnv](SpecReader& env) {
        for (const auto& [key, path] : inEnv)
            *path = env.textOr(key, "");
        env.rejectUnused();
    });
    for (const auto& [key, path] : inSpec)
        *path = spec.textOr(key, *path);
}

PersiaJob readJob(SpecReader& reader)
{
    PersiaJob job;
    reader.inside("metadata", false, [&job](SpecReader& metadata) {
        job.name = metadata.textOr("name", "");
        job.nameSpace = metadata.textOr("namespace", "default");
    });
    reader.inside("spec", true, [&job](SpecReader& spec) {
        readPaths(spec, job);
        job.env = readEnvironment(spec);
        for (const auto& [key, role] :
             {std::pair{"embeddingParameterServer", &job.parameterServer},
              std::pair{"embeddingWorker", &job.embeddingWorker}, std::pair{"nnWorker", &job.nnWorker},
              std::pair{"dataloader", &job.dataLoader}})
            spec.inside(key, false, [role = role](SpecReader& inner) { *role = readRole(inner); });
        spec.ignore({"volumes", "logLevel", "enableMetrics", "imagePullPolicy", "persiaImage"});
        spec.rejectUnused();
    });
    reader.ignore({"apiVersion", "kind", "status"});
    reader.rejectUnused();
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
    FirstError errors;
    for (const Value& document : documents) {
        const Value* kind = document.find("kind");
        if (kind && kind->text == "PersiaJob") {
            SpecReader reader(document, {}, errors);
            job = readJob(reader);
        } else if (kind && kind->text == "NatsCluster") {
            SpecReader reader(document, {}, errors);
            reader.inside("spec", false, [&payload](SpecReader& spec) {
                spec.inside("natsConfig", false, [&payload](SpecReader& config) {
                    payload = config.wholeOr("maxPayload", 52428800, {1, kMost});
                });
            });
        }
    }
    if (errors)
        return errors.get()->in(file);
    if (!job) {
        Error error{ErrorCode::FormatUnknown, {phrase(W_("YAML without kind: PersiaJob")), "PersiaJob"}};
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
