// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's three YAML files, read and written back: embedding_config.yml, global_config.yml and the PersiaJob
// for Kubernetes. Keys and defaults: PersiaML/PERSIA @ff754b8 (rust/persia-embedding-config/src/lib.rs,
// k8s/example), MIT.
#pragma once

#include "core/base/result.h"
#include "core/units/quantity.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::core {

/// k hashes into a table of \c size rows, summed, instead of one row for each id.
struct PersiaHashStack {
    std::int64_t rounds = 0;
    std::int64_t size = 0;
    friend bool operator==(const PersiaHashStack&, const PersiaHashStack&) = default;
};

/// One ID feature.
struct PersiaSlot {
    std::string name;
    std::int64_t dim = 0;
    std::optional<std::int64_t> capacity; ///< rows, in older files
    std::int64_t sampleFixedSize = 10;    ///< ids a sample sends where they are not summed
    bool summation = true;
    bool sqrtScaling = false;
    std::optional<PersiaHashStack> hashStack;
    friend bool operator==(const PersiaSlot&, const PersiaSlot&) = default;
};

struct PersiaEmbeddingConfig {
    std::int64_t prefixBits = 8;      ///< of an id that name its feature group
    std::vector<PersiaSlot> features; ///< slots_config (not named "slots": Qt has a macro of that name)
    std::vector<std::pair<std::string, std::vector<std::string>>> featureGroups;
    friend bool operator==(const PersiaEmbeddingConfig&, const PersiaEmbeddingConfig&) = default;
};

struct PersiaGlobalConfig {
    bool enableMetrics = false;
    std::int64_t pushIntervalSeconds = 10;
    std::string jobName = "persia_defalut_job_name"; ///< as spelled in PERSIA
    std::string jobType = "Train";
    std::int64_t checkpointWorkers = 4;
    std::int64_t capacity = 1'000'000'000; ///< rows a parameter server keeps
    std::int64_t internalShards = 1000;
    bool incrementalUpdate = false;
    std::int64_t incrementalBufferSize = 1'000'000;
    std::int64_t incrementalChannelCapacity = 1000;
    std::string incrementalDir;
    std::int64_t fullAmountManagerBufferSize = 1000;
    std::int64_t forwardBufferSize = 1000; ///< batches an embedding worker keeps
    std::int64_t bufferedSeconds = 1000;   ///< until a kept batch expires
    friend bool operator==(const PersiaGlobalConfig&, const PersiaGlobalConfig&) = default;
};

/// One role of a PersiaJob.
struct PersiaRole {
    std::int64_t replicas = 1;
    std::int64_t processesPerNode = 1; ///< of an NN worker: one a GPU
    std::optional<Bytes> memory;
    std::optional<double> cores;
    std::int64_t gpus = 0;
    std::vector<std::pair<std::string, std::string>> env;
    friend bool operator==(const PersiaRole&, const PersiaRole&) = default;
};

struct PersiaJob {
    std::string name;
    std::string nameSpace = "default";
    std::string globalConfig; ///< paths inside the containers
    std::string embeddingConfig;
    std::string nnWorkerEntry;
    std::string dataLoaderEntry;
    std::vector<std::pair<std::string, std::string>> env;
    PersiaRole parameterServer;
    PersiaRole embeddingWorker;
    PersiaRole nnWorker;
    PersiaRole dataLoader;
    std::int64_t natsMaxPayload = 52428800; ///< bytes of the largest message
    friend bool operator==(const PersiaJob&, const PersiaJob&) = default;
};

enum class PersiaFileKind { Embedding, Global, Job };

/// Which of the three \p yaml is; FormatUnknown names them.
[[nodiscard]] Result<PersiaFileKind> persiaFileKind(std::string_view yaml, const std::string& file);

/// Older spellings (slot_config, middleware_config, embedding_server_config, …ConfigPath) are read too.
/// Errors: SyntaxError, UnknownKey, MissingKey, WrongType, OutOfRange with pointer and line.
[[nodiscard]] Result<PersiaEmbeddingConfig> parsePersiaEmbedding(std::string_view yaml,
                                                                 const std::string& file);
[[nodiscard]] Result<PersiaGlobalConfig> parsePersiaGlobal(std::string_view yaml, const std::string& file);
[[nodiscard]] Result<PersiaJob> parsePersiaJob(std::string_view yaml, const std::string& file);

/// Writes the spelling of @ff754b8; it reads back as the same value.
[[nodiscard]] std::string persiaYaml(const PersiaEmbeddingConfig& config);
[[nodiscard]] std::string persiaYaml(const PersiaGlobalConfig& config);
[[nodiscard]] std::string persiaYaml(const PersiaJob& job);

/// Kubernetes quantities: "24Gi", "500M", "1.5" and "500m".
[[nodiscard]] std::optional<double> parseKubernetesQuantity(std::string_view text);

} // namespace shardscope::core
