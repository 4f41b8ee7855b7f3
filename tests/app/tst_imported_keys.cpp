// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a document that is imported is told, once, with what became of it; what nobody knows is told
// as that, wherever it stands.
#include "app/session/exchange/interchange.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <functional>

using namespace shardscope;
using namespace shardscope::app;
using core::Value;

namespace {

using Write = std::function<std::string(const Value&)>;

std::string jsonOf(const Value& document) { return core::jsonText(document); }

/// Tables of scalars and lists, as jobs have them.
std::string tomlOf(const Value& document)
{
    std::string tables;
    std::string top;
    for (const auto& [name, table] : document.members) {
        if (table.kind != Value::Kind::Object) {
            top += name + " = " + core::jsonText(table, -1) + "\n";
            continue;
        }
        tables += "[" + name + "]\n";
        for (const auto& [key, value] : table.members)
            tables += key + " = " + core::jsonText(value, -1) + "\n";
    }
    return top + tables;
}

/// "--name value" of each key on top.
std::string argumentsOf(const Value& document)
{
    std::string text = "GPUS=8 torchrun --nproc_per_node 8 pretrain_gpt.py";
    for (const auto& [name, value] : document.members)
        text += " --" + name +
                (value.kind == Value::Kind::Bool
                     ? ""
                     : " " + (value.kind == Value::Kind::Text ? value.text : core::jsonText(value, -1)));
    return text;
}

std::string logOf(const Value& document)
{
    std::string text = "arguments\n";
    for (const auto& [name, value] : document.members)
        text += "  " + name + " ............ " + core::jsonText(value, -1) + "\n";
    return text;
}

struct Sample {
    const char* format;
    const char* json; ///< the document
    Write write;
    std::size_t more = 0; ///< keys that the writer adds
};

const Sample kSamples[]{
    {"ds_config",
     R"({"train_batch_size": 256, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 2,
        "zero_optimization": {"stage": 3, "overlap_comm": true, "reduce_bucket_size": 5e8, "sub": [{"a": 1}, {"b": 2}],
        "offload_optimizer": {"device": "cpu", "pin_memory": true}}, "bf16": {"enabled": true}, "empty": {},
        "gradient_clipping": 1.0, "optimizer": {"type": "AdamW", "params": {"lr": 1e-4, "betas": [0.9, 0.95]}}})",
     jsonOf},
    {"config", R"({"architectures": ["Qwen3MoeForCausalLM"], "model_type": "qwen3_moe", "hidden_size": 4096,
        "num_hidden_layers": 48, "num_attention_heads": 64, "num_key_value_heads": 4, "head_dim": 128,
        "vocab_size": 151936, "num_experts": 64, "num_experts_per_tok": 8, "moe_intermediate_size": 1536,
        "intermediate_size": 12288, "hidden_act": "silu", "max_position_embeddings": 40960, "rope_scaling": {"type": "yarn"},
        "torch_dtype": "bfloat16", "tie_word_embeddings": false, "use_cache": true})",
     jsonOf},
    {"nemo", R"({"trainer": {"devices": 8, "num_nodes": 4, "precision": "bf16-mixed", "plugins": {"a": 1}},
        "exp_manager": {"name": "x", "checkpoint": {"every": 5}}, "seed": 1,
        "model": {"micro_batch_size": 1, "global_batch_size": 128, "tensor_model_parallel_size": 8,
        "encoder_seq_length": 4096, "bias": false, "optim": {"name": "fused_adam", "lr": 1e-4, "sched": {"warmup": 3}},
        "data": {"prefix": ["a", "b"]}}})",
     core::yamlText},
    {"nemo", R"({"model": {"tensor_model_parallel_size": 1, "pipeline_model_parallel_size": 4,
        "virtual_pipeline_model_parallel_size": 4, "expert_model_parallel_size": 16, "seq_length": 4096},
        "train": {"micro_batch_size": 1, "global_batch_size": 1024, "train_iters": 10}, "ddp": {"overlap_grad_reduce": true},
        "mixed_precision": "bf16_mixed"})",
     core::yamlText},
    {"automodel",
     R"({"recipe": "Benchmark", "step_scheduler": {"global_batch_size": 512, "local_batch_size": 4},
        "distributed": {"strategy": "fsdp2", "tp_size": 1, "cp_size": 1, "pp_size": 1, "ep_size": 8,
        "activation_checkpointing": true}, "model": {"config": {"pretrained_model_name_or_path": "Qwen/Qwen3-30B-A3B"}},
        "dataset": {"seq_len": 4096}, "optimizer": {"_target_": "torch.optim.Adam", "betas": [0.9, 0.999]}})",
     core::yamlText},
    {"torchtitan", R"({"job": {"description": "x"}, "parallelism": {"tensor_parallel_degree": 2,
        "data_parallel_shard_degree": 4, "enable_async_tensor_parallel": true}, "training": {"local_batch_size": 1,
        "seq_len": 8192, "steps": 10}, "activation_checkpoint": {"mode": "full"}, "metrics": {"log_freq": 1}})",
     tomlOf},
    {"megatron-arguments", R"({"tensor-model-parallel-size": 4, "num-layers": 24, "sequence-parallel": true,
        "micro-batch-size": 2, "global-batch-size": 64, "bf16": true, "lr": 0.1, "group-query-attention": true})",
     argumentsOf, 2},
    {"megatron-log",
     R"({"micro_batch_size": 2, "num_layers": 24, "tensor_model_parallel_size": 4, "world_size": 16,
        "sequence_parallel": "False", "lr": 0.1})",
     logOf}};

Value documentOf(const Sample& sample)
{
    const auto document = core::parseJsonText(sample.json, "sample");
    if (!document.ok())
        qFatal("%s", sample.json);
    return *document;
}

ImportedPlan imported(const Sample& sample, const Value& document)
{
    const auto result = importPlan(sample.write(document), "file", {});
    if (!result.ok())
        qFatal("%s is not imported", sample.format);
    return *result;
}

bool isScalars(const Value& value)
{
    return value.members.empty() &&
           std::ranges::none_of(value.items, [](const Value& item) { return !item.members.empty(); });
}

/// How many keys say something, counted plainly.
std::size_t keysOf(const Value& value)
{
    std::size_t count = 0;
    for (const auto& [key, inner] : value.members)
        count += isScalars(inner) ? 1 : keysOf(inner);
    for (const Value& item : value.items)
        count += isScalars(item) ? 1 : keysOf(item);
    return count;
}

/// Calls \p use with the document with \p key in each of its objects in turn.
void withKeyAtEveryLevel(Value& document, Value& level, const char* key, const std::function<void()>& use)
{
    if (level.kind == Value::Kind::Object) {
        level.members.emplace_back(key, Value::ofInteger(7));
        use();
        level.members.pop_back();
    }
    for (auto& member : level.members)
        withKeyAtEveryLevel(document, member.second, key, use);
    for (Value& item : level.items)
        withKeyAtEveryLevel(document, item, key, use);
}

} // namespace

class TstImportedKeys : public QObject {
    Q_OBJECT
private slots:
    void samples_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t number = 0; number < std::size(kSamples); ++number)
            QTest::addRow("%s %d", kSamples[number].format, static_cast<int>(number))
                << static_cast<int>(number);
    }
    void samples()
    {
        QFETCH(const int, number);
        const Sample& sample = kSamples[static_cast<std::size_t>(number)];
        Value document = documentOf(sample);
        const ImportedPlan whole = imported(sample, document);
        QCOMPARE(whole.format, std::string(sample.format));
        QCOMPARE(whole.keys.size(), keysOf(document) + sample.more);
        for (const ImportedKey& key : whole.keys) {
            QCOMPARE(std::ranges::count(whole.keys, key.key, &ImportedKey::key), std::ptrdiff_t{1});
            QVERIFY2(key.became.empty() != key.why.empty(), key.key.c_str());
        }
        for (const IgnoredKey& ignored : whole.ignored)
            QVERIFY2(std::ranges::any_of(whole.keys,
                                         [&](const ImportedKey& key) {
                                             return key.key == ignored.key && key.became.empty();
                                         }),
                     ignored.key.c_str());
        // A key that nobody knows is told at every level, and changes nothing.
        int levels = 0;
        withKeyAtEveryLevel(document, document, "zz_unknown", [&] {
            const std::string text = sample.write(document);
            if (text.find("zz_unknown") == std::string::npos)
                return; // the writer has no such level
            const auto more = importPlan(text, "file", {});
            QVERIFY(more.ok());
            const auto told = std::ranges::find_if(
                more->keys, [](const ImportedKey& key) { return key.key.ends_with("zz_unknown"); });
            QVERIFY(told != more->keys.end());
            QVERIFY(told->became.empty() && !told->why.empty());
            QCOMPARE(core::jsonText(more->plan), core::jsonText(whole.plan));
            ++levels;
        });
        QVERIFY(levels > 0);
    }

    /// Key by key, of a recipe that was once read as if it said nothing.
    void whatBecameOfARecipe()
    {
        const ImportedPlan from = imported(kSamples[4], documentOf(kSamples[4]));
        const auto became = [&](const std::string& key) {
            const auto found = std::ranges::find(from.keys, key, &ImportedKey::key);
            return found == from.keys.end() ? std::string("not told") : found->became;
        };
        QCOMPARE(became("distributed/ep_size"),
                 std::string("plan.parallel.expert = 8, plan.weights_after_forward = kept"));
        QCOMPARE(became("distributed/activation_checkpointing"), std::string("plan.recompute = full"));
        QCOMPARE(became("step_scheduler/global_batch_size"), std::string("plan.batch.global_batch = 512"));
        QCOMPARE(became("step_scheduler/local_batch_size"), std::string("plan.batch.micro_batch = 4"));
        QCOMPARE(became("dataset/seq_len"), std::string("plan.batch.sequence_length = 4096"));
        QCOMPARE(became("model/config/pretrained_model_name_or_path"),
                 std::string("model = Qwen/Qwen3-30B-A3B"));
        QCOMPARE(became("optimizer/_target_"), std::string("plan.optimizer = adam"));
        QCOMPARE(became("recipe"), std::string());
    }

    /// What accelerate's configuration says of a plan, and what it leaves to its script.
    void accelerate()
    {
        const auto imported = importPlan("compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\n"
                                         "mixed_precision: bf16\nnum_processes: 16\ndebug: false\n"
                                         "fsdp_config:\n  fsdp_activation_checkpointing: true\n"
                                         "  fsdp_offload_params: false\n"
                                         "parallelism_config:\n  parallelism_config_tp_size: 2\n",
                                         "accelerate.yaml", {});
        QVERIFY(imported.ok());
        QCOMPARE(imported->format, std::string("accelerate"));
        const auto said = [&](const char* key) {
            const auto found = std::ranges::find(imported->keys, key, &ImportedKey::key);
            return found == imported->keys.end() ? std::string("?") : found->became;
        };
        QVERIFY(said("num_processes").find("plan.parallel.replica = 8") != std::string::npos);
        QCOMPARE(said("fsdp_config/fsdp_activation_checkpointing"), std::string("plan.recompute = full"));
        QCOMPARE(said("parallelism_config/parallelism_config_tp_size").empty(), false);
        QCOMPARE(said("debug"), std::string());
        for (const char* const other : {"MULTI_CPU", "XLA"})
            QVERIFY(
                importPlan(std::string("compute_environment: X\ndistributed_type: ") + other + "\n", "f", {})
                    .error()
                    .code == core::ErrorCode::NotSupported);
        QVERIFY(importPlan("distributed_type: FSDP\nnum_processes: 6\nparallelism_config:\n"
                           "  parallelism_config_tp_size: 4\n",
                           "f", {})
                    .error()
                    .code == core::ErrorCode::NotDivisible);
    }

    void otherTrainersAreNamed()
    {
        for (const char* const text :
             {R"({"per_device_train_batch_size": 1, "bf16": true})", "base_model: a/b\nmicro_batch_size: 1\n",
              "python3 -m verl.trainer.main_ppo data.train_batch_size=512"}) {
            const auto refused = importPlan(text, "file", {});
            QVERIFY(!refused.ok());
            QCOMPARE(refused.error().code, core::ErrorCode::FormatUnknown);
            QVERIFY2(!refused.error().args.front().empty(), text);
        }
    }
};

SHARDSCOPE_TEST(TstImportedKeys)
#include "tst_imported_keys.moc"
