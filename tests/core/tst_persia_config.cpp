// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's YAML files: read in every spelling, written back, and refused with a place where they are wrong.
#include "core/model/persia_config.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope::core;

namespace {

const std::string kEmbedding =
    "feature_index_prefix_bit: 12\n"
    "slots_config:\n"
    "  workclass:\n    dim: 8\n    capacity: 100000\n"
    "  clicks:\n    dim: 16\n    sample_fixed_size: 20\n    embedding_summation: false\n    sqrt_scaling: "
    "true\n"
    "    hash_stack_config:\n      hash_stack_rounds: 2\n      embedding_size: 500000\n"
    "feature_groups:\n  group1: [workclass, clicks]\n";
const std::string kGlobal =
    "common_config:\n  metrics_config:\n    enable_metrics: true\n    push_interval_sec: 15\n    job_name: "
    "demo\n"
    "  job_type: Train\n  checkpointing_config:\n    num_workers: 8\n"
    "embedding_parameter_server_config:\n  capacity: 1_000_000\n  num_hashmap_internal_shards: 100\n"
    "  enable_incremental_update: true\n  incremental_dir: /workspace/inc\n"
    "embedding_worker_config:\n  forward_buffer_size: 500\n";
const std::string kOldGlobal = "common_config:\n  num_embedding_io_workers: 6\n  job_type: "
                               "Infer\nembedding_server_config:\n  capacity: 5000\n"
                               "middleware_config:\n  forward_buffer_size: 77\n";
const std::string kJob =
    "apiVersion: persia.com/v1\nkind: PersiaJob\nmetadata:\n  name: adult-income\n  namespace: ml\n"
    "spec:\n  persiaEnv:\n    PERSIA_GLOBAL_CONFIG: /c/global.yml\n    PERSIA_EMBEDDING_CONFIG: "
    "/c/embedding.yml\n"
    "    PERSIA_NN_WORKER_ENTRY: /c/train.py\n    PERSIA_DATALOADER_ENTRY: /c/loader.py\n"
    "  env:\n    - name: PERSIA_NATS_URL\n      value: nats://persia-nats-service:4222\n"
    "  embeddingParameterServer:\n    replicas: 3\n    resources:\n      limits:\n        memory: \"24Gi\"\n "
    "       cpu: \"4\"\n"
    "  embeddingWorker:\n    replicas: 2\n    resources:\n      limits:\n        memory: 12G\n        cpu: "
    "500m\n"
    "  nnWorker:\n    replicas: 1\n    nprocPerNode: 8\n    resources:\n      limits:\n        "
    "nvidia.com/gpu: \"8\"\n"
    "    env:\n      - name: ENABLE_CUDA\n        value: \"1\"\n"
    "  dataloader:\n    replicas: 1\n"
    "---\napiVersion: nats.io/v1alpha2\nkind: NatsCluster\nmetadata:\n  name: n\nspec:\n  size: 1\n  "
    "natsConfig:\n"
    "    maxPayload: 1048576\n";

} // namespace

class TstPersiaConfig : public QObject {
    Q_OBJECT
private slots:
    void embeddingRoundTrip()
    {
        const auto config = parsePersiaEmbedding(kEmbedding, "embedding_config.yml");
        QVERIFY(config.ok());
        QCOMPARE(config->prefixBits, std::int64_t{12});
        QCOMPARE(config->features.size(), std::size_t{2});
        QCOMPARE(config->features[0].capacity.value_or(0), std::int64_t{100000});
        QCOMPARE(config->features[0].sampleFixedSize, std::int64_t{10});
        QVERIFY(!config->features[1].summation);
        QCOMPARE(config->features[1].hashStack->rounds, std::int64_t{2});
        QCOMPARE(config->featureGroups[0].second.size(), std::size_t{2});
        const auto again = parsePersiaEmbedding(persiaYaml(*config), "again");
        QVERIFY(again.ok());
        QVERIFY(*again == *config);
    }

    void globalRoundTrip()
    {
        const auto config = parsePersiaGlobal(kGlobal, "global_config.yml");
        QVERIFY(config.ok());
        QCOMPARE(config->capacity, std::int64_t{1000000});
        QCOMPARE(config->internalShards, std::int64_t{100});
        QCOMPARE(config->checkpointWorkers, std::int64_t{8});
        QCOMPARE(config->bufferedSeconds, std::int64_t{1000}); // default
        const auto again = parsePersiaGlobal(persiaYaml(*config), "again");
        QVERIFY(again.ok());
        QVERIFY(*again == *config);
        const auto old = parsePersiaGlobal(kOldGlobal, "old");
        QVERIFY(old.ok());
        QCOMPARE(old->forwardBufferSize, std::int64_t{77});
        QCOMPARE(old->checkpointWorkers, std::int64_t{6});
        QCOMPARE(old->internalShards,
                 std::int64_t{1000}); // the code's default, where the documentation says 100
    }

    void jobRoundTrip()
    {
        const auto job = parsePersiaJob(kJob, "job.yml");
        QVERIFY(job.ok());
        QCOMPARE(job->name, std::string("adult-income"));
        QCOMPARE(job->parameterServer.replicas, std::int64_t{3});
        QCOMPARE(job->parameterServer.memory->value(), 24.0 * 1073741824);
        QCOMPARE(job->embeddingWorker.memory->value(), 12e9);
        QCOMPARE(*job->embeddingWorker.cores, 0.5);
        QCOMPARE(job->nnWorker.gpus, std::int64_t{8});
        QCOMPARE(job->nnWorker.processesPerNode, std::int64_t{8});
        QCOMPARE(job->nnWorker.env[0].second, std::string("1"));
        QCOMPARE(job->natsMaxPayload, std::int64_t{1048576});
        const auto again = parsePersiaJob(persiaYaml(*job), "again");
        QVERIFY(again.ok());
        QVERIFY(*again == *job);
    }

    void kinds()
    {
        QCOMPARE(static_cast<int>(*persiaFileKind(kEmbedding, "f")),
                 static_cast<int>(PersiaFileKind::Embedding));
        QCOMPARE(static_cast<int>(*persiaFileKind(kGlobal, "f")), static_cast<int>(PersiaFileKind::Global));
        QCOMPARE(static_cast<int>(*persiaFileKind(kJob, "f")), static_cast<int>(PersiaFileKind::Job));
        const auto other = persiaFileKind("services:\n  web:\n    image: x\n", "compose.yml");
        QVERIFY(!other.ok());
        QCOMPARE(static_cast<int>(other.error().code), static_cast<int>(ErrorCode::FormatUnknown));
    }

    void wrongInputsNameThePlace()
    {
        const auto unknown = parsePersiaEmbedding("slots_config:\n  a:\n    dmi: 8\n", "f");
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().place.jsonPointer, std::string("/slots_config/a/dmi"));
        QCOMPARE(unknown.error().place.line.value_or(0), std::uint64_t{3});
        QCOMPARE(unknown.error().args[1], std::string("dim"));
        QCOMPARE(
            static_cast<int>(parsePersiaEmbedding("slots_config:\n  a:\n    dim: -8\n", "f").error().code),
            static_cast<int>(ErrorCode::OutOfRange));
        QCOMPARE(static_cast<int>(parsePersiaEmbedding("feature_groups: {}\n", "f").error().code),
                 static_cast<int>(ErrorCode::MissingKey));
        QCOMPARE(static_cast<int>(parsePersiaGlobal("common_config:\n  job_type: Trian\n", "f").error().code),
                 static_cast<int>(ErrorCode::UnknownValue));
        QCOMPARE(static_cast<int>(parsePersiaJob(kEmbedding, "f").error().code),
                 static_cast<int>(ErrorCode::FormatUnknown));
        const std::string memory =
            "kind: PersiaJob\nspec:\n  nnWorker:\n    resources:\n      limits:\n        memory: 24GB\n";
        QCOMPARE(static_cast<int>(parsePersiaJob(memory, "f").error().code),
                 static_cast<int>(ErrorCode::NumberMalformed));
    }

    void truncatedNeverCrashes()
    {
        for (const std::string& text : {kEmbedding, kGlobal, kJob}) {
            for (std::size_t length = 0; length < text.size(); ++length) {
                const std::string cut = text.substr(0, length);
                // Whatever is read can be written and read again.
                if (const auto config = parsePersiaEmbedding(cut, "f"); config.ok())
                    QVERIFY(*parsePersiaEmbedding(persiaYaml(*config), "g") == *config);
                if (const auto config = parsePersiaGlobal(cut, "f"); config.ok())
                    QVERIFY(*parsePersiaGlobal(persiaYaml(*config), "g") == *config);
                if (const auto job = parsePersiaJob(cut, "f"); job.ok())
                    QVERIFY(*parsePersiaJob(persiaYaml(*job), "g") == *job);
            }
        }
    }

    void kubernetesQuantities()
    {
        QCOMPARE(parseKubernetesQuantity("1.5").value_or(0), 1.5);
        QCOMPARE(parseKubernetesQuantity("12Ti").value_or(0), 12 * 1099511627776.0);
        for (const char* wrong : {"", "Gi", "1GiB", "-1", "nan", "1e99"})
            QVERIFY2(!parseKubernetesQuantity(wrong), wrong);
    }
};

SHARDSCOPE_TEST(TstPersiaConfig)
#include "tst_persia_config.moc"
