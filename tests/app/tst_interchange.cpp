// SPDX-License-Identifier: GPL-3.0-or-later
// Other tools' configurations become plans and back; what is ignored is said.
#include "app/session/exchange/interchange.h"
#include "core/catalog/model_file.h"
#include "core/plan/plan_file.h"
#include "core/plan/plan_names.h"
#include "planner/layout.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;
using namespace shardscope::app;

namespace {

const char* const kArguments = R"(torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py \
    --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 --sequence-parallel \
    --num-layers 24 --hidden-size 2048 --num-attention-heads 16 --seq-length 1024 \
    --max-position-embeddings 1024 --vocab-size 50257 --micro-batch-size 2 --global-batch-size 64 \
    --recompute-granularity full --use-distributed-optimizer --bf16 --lr 1.5e-4 # comment --fp16
)";

ImportedPlan imported(const std::string& text, std::optional<std::int64_t> devices = {})
{
    const auto result = importPlan(text, "file", devices);
    if (!result.ok())
        qFatal("not imported");
    return *result;
}

/// The plan as evaluated of what was imported.
core::Plan planOf(const ImportedPlan& from, const core::ModelSpec& model)
{
    const auto plan = planner::parsePlan(from.plan, "plan.json", {}, model);
    if (!plan.ok())
        qFatal("%s", plan.error().place.jsonPointer.c_str());
    return *plan;
}

bool ignores(const ImportedPlan& from, const std::string& key)
{
    return std::any_of(from.ignored.begin(), from.ignored.end(),
                       [&](const IgnoredKey& ignored) { return ignored.key == key; });
}

PlanResult resultOf(const core::Plan& plan, core::ModelSpec model)
{
    PlanResult result;
    result.model = std::move(model);
    result.evaluation.plan = plan;
    result.evaluation.devices = plan.axes.devices();
    return result;
}

} // namespace

class TstInterchange : public QObject {
    Q_OBJECT
private slots:
    /// pretrain_t5.py's own names of its two lengths.
    void megatronEncoderDecoder()
    {
        const ImportedPlan from = imported("pretrain_t5.py --encoder-num-layers 12 --decoder-num-layers 12 "
                                           "--hidden-size 768 --num-attention-heads 12 --micro-batch-size 4 "
                                           "--global-batch-size 32 --encoder-seq-length 512 "
                                           "--decoder-seq-length 114 --nproc_per_node 8");
        const core::Value* batch = from.plan.find("batch");
        QVERIFY(batch != nullptr);
        QCOMPARE(batch->find("sequence_length")->integer, std::int64_t{512});
        QCOMPARE(batch->find("decoder_sequence_length")->integer, std::int64_t{114});
    }

    void megatronArguments()
    {
        const ImportedPlan from = imported(kArguments);
        QCOMPARE(from.format, std::string("megatron-arguments"));
        QVERIFY(from.model.has_value());
        const auto model = core::parseModel(core::jsonText(*from.model), "model.json");
        QVERIFY(model.ok());
        QCOMPARE(model->transformer()->hidden, std::int64_t{2048});
        const core::Plan plan = planOf(from, *model);
        QCOMPARE(plan.axes.tensor, std::int64_t{4});
        QCOMPARE(plan.axes.replica, std::int64_t{2}); // 16 devices
        QCOMPARE(plan.batch.microBatches, std::int64_t{16});
        QCOMPARE(plan.sharding.optimizer, std::int64_t{2});
        QCOMPARE(plan.recompute, core::Recompute::Full);
        QCOMPARE(plan.precision.gradients, core::Dtype::Fp32);
        QVERIFY(plan.axes.sequenceParallel);
        QVERIFY(ignores(from, "--lr"));
        QVERIFY(!ignores(from, "--fp16")); // behind a comment
    }

    void megatronLog()
    {
        const ImportedPlan from = imported("using world size: 16\n"
                                           "  micro_batch_size ................................ 2\n"
                                           "  num_layers ...................................... 24\n"
                                           "  tensor_model_parallel_size ...................... 4\n"
                                           "  sequence_parallel ............................... False\n"
                                           "  world_size ...................................... 16\n"
                                           "  lr .............................................. 0.00015\n");
        QCOMPARE(from.format, std::string("megatron-log"));
        QCOMPARE(from.plan.find("parallel")->find("replica")->integer, std::int64_t{4});
        QVERIFY(from.plan.find("parallel")->find("sequence_parallel") == nullptr);
        QVERIFY(ignores(from, "lr"));
        QVERIFY(!from.model); // width and heads are not there
    }

    void nemo()
    {
        const ImportedPlan from =
            imported("trainer:\n  devices: 8\n  num_nodes: 4\n  precision: bf16\n"
                     "model:\n  micro_batch_size: 1\n  global_batch_size: 128\n"
                     "  tensor_model_parallel_size: 8\n  encoder_seq_length: 4096\n"
                     "  num_layers: 32\n  hidden_size: 4096\n  num_attention_heads: 32\n"
                     "  vocab_size: 32000\n  activation: fast-swiglu\n  ffn_hidden_size: 11008\n"
                     "  normalization: rmsnorm\n  bias: false\n"
                     "  share_embeddings_and_output_weights: false\n"
                     "  position_embedding_type: rope\n"
                     "  optim:\n    name: distributed_fused_adam\n    lr: 0.0003\n");
        QCOMPARE(from.format, std::string("nemo"));
        const auto model = core::parseModel(core::jsonText(*from.model), "model.json");
        QVERIFY(model.ok());
        QVERIFY(model->transformer()->activation == core::Activation::Swiglu);
        QVERIFY(!model->transformer()->tiedEmbeddings && !model->transformer()->bias);
        const core::Plan plan = planOf(from, *model);
        QCOMPARE(plan.axes.replica, std::int64_t{4});
        QCOMPARE(plan.batch.sequenceLength, std::int64_t{4096});
        QCOMPARE(plan.sharding.optimizer, std::int64_t{4});
        QVERIFY(ignores(from, "model.optim.lr"));
    }

    void deepSpeed()
    {
        const ImportedPlan from = imported(
            R"({"train_batch_size": 256, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 2,
                "bf16": {"enabled": true}, "gradient_clipping": 1.0,
                "zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu", "pin_memory": true},
                                      "overlap_comm": true}})");
        QCOMPARE(from.format, std::string("ds_config"));
        const auto model = core::parseModel(R"({"kind": "parameters", "parameters": 7e9})", "m");
        const core::Plan plan = planOf(from, *model);
        QCOMPARE(plan.axes.replica, std::int64_t{32}); // 256 / (4 x 2)
        QCOMPARE(plan.sharding.weights, std::int64_t{32});
        QVERIFY(plan.residency.optimizer == core::Tier::Host && plan.residency.weights == core::Tier::Device);
        QVERIFY(ignores(from, "gradient_clipping"));
        QVERIFY(ignores(from, "zero_optimization/overlap_comm"));
        QVERIFY(ignores(from, "zero_optimization/offload_optimizer/pin_memory"));
        QCOMPARE(from.ignored.size(), std::size_t{3});
        // And back: the same sizes.
        const auto files = exportPlan("ds_config", resultOf(plan, *model));
        QVERIFY(files.ok());
        const ImportedPlan again = imported(files->files.front().text);
        QCOMPARE(planOf(again, *model).sharding, plan.sharding);
        QCOMPARE(planOf(again, *model).batch, plan.batch);
        QVERIFY(again.ignored.empty());
    }

    void megatronThereAndBack()
    {
        const ImportedPlan from = imported(kArguments);
        const auto model = core::parseModel(core::jsonText(*from.model), "model.json");
        const core::Plan plan = planOf(from, *model);
        const auto files = exportPlan("megatron", resultOf(plan, *model));
        QVERIFY(files.ok());
        const ImportedPlan again = imported(files->files.front().text, 16);
        QCOMPARE(planOf(again, *model).axes, plan.axes);
        QCOMPARE(planOf(again, *model).batch, plan.batch);
        QCOMPARE(planOf(again, *model).recompute, plan.recompute);
        core::Plan odd = plan;
        odd.sharding.weights = 2;
        QVERIFY(exportPlan("megatron", resultOf(odd, *model)).error().code == core::ErrorCode::NotSupported);
    }

    void recomputedParts()
    {
        const std::string granularity = "--recompute-granularity full";
        std::string text = kArguments;
        text.replace(text.find(granularity), granularity.size(),
                     "--recompute-granularity selective --recompute-modules mlp core_attn");
        const ImportedPlan from = imported(text);
        const auto model = core::parseModel(core::jsonText(*from.model), "model.json");
        const core::Plan plan = planOf(from, *model);
        QCOMPARE(core::nameOf(plan.recompute), std::string("core_attn+mlp"));
        const auto files = exportPlan("megatron", resultOf(plan, *model));
        QVERIFY(files.ok());
        QVERIFY(files->files.front().text.find("--recompute-modules core_attn mlp") != std::string::npos);
        QCOMPARE(planOf(imported(files->files.front().text, 16), *model).recompute, plan.recompute);
        // The arguments as Megatron-LM prints them; without selective recompute they say nothing.
        const ImportedPlan log =
            imported("using world size: 16\n"
                     "  recompute_granularity ........................... None\n"
                     "  recompute_modules ............................... ['core_attn']\n");
        QCOMPARE(planOf(log, *model).recompute, core::Recompute::None);
    }

    void launchesAndOverlap()
    {
        const ImportedPlan from =
            imported(kArguments +
                     std::string(" --overlap-moe-expert-parallel-comm --use-transformer-engine-op-fuser "
                                 "--cuda-graph-impl transformer_engine --cuda-graph-scope attn moe_router"));
        const auto model = core::parseModel(core::jsonText(*from.model), "model.json");
        core::Plan plan = planOf(from, *model);
        QVERIFY(plan.expertOverlap);
        QCOMPARE(plan.expertKernels, core::ExpertKernels::Fused);
        QCOMPARE(plan.cudaGraphs, core::CudaGraphs::Partial);
        const auto files = exportPlan("megatron", resultOf(plan, *model));
        QVERIFY(files.ok());
        const core::Plan again = planOf(imported(files->files.front().text, 16), *model);
        QVERIFY(again.expertOverlap);
        QCOMPARE(again.expertKernels, plan.expertKernels);
        QCOMPARE(again.cudaGraphs, plan.cudaGraphs);
        // A scope of older versions, and the word of newer ones.
        for (const char* whole : {" --cuda-graph-impl local --cuda-graph-scope full_iteration",
                                  " --cuda-graph-scope full_iteration --cuda-graph-impl local",
                                  " --cuda-graph-impl full_iteration"})
            QCOMPARE(planOf(imported(kArguments + std::string(whole)), *model).cudaGraphs,
                     core::CudaGraphs::FullIteration);
    }

    /// 24 layers on two stages: chunks by a layout, ends that stand for a layer, a first stage of its own.
    void unevenChunksThereAndBack()
    {
        using Layers = std::vector<std::int64_t>;
        const auto planFrom = [](const std::string& more, const char* layers = "24") {
            std::string text = kArguments + more;
            text.replace(text.find("--num-layers 24"), 15, std::string("--num-layers ") + layers);
            const ImportedPlan from = imported(text);
            const auto model = core::parseModel(core::jsonText(*from.model), "model.json");
            return std::pair(planOf(from, *model), *model);
        };
        // Five stages are no multiple of two: the layout is told as not taken.
        const ImportedPlan odd =
            imported(kArguments + std::string(" --pipeline-model-parallel-layout Et*5|(t|)*2,t*17|L"));
        QCOMPARE(odd.ignored.back().key, std::string("--pipeline-model-parallel-layout"));
        const auto [even, same] = planFrom(" --pipeline-model-parallel-layout Et*5|(tt|)*2,t*15L");
        QCOMPARE(even.layersPerStage, (Layers{5, 2, 2, 15}));
        QCOMPARE(even.axes.virtualStages, std::int64_t{2});
        QCOMPARE(even.schedule, core::Schedule::Interleaved);
        const auto files = exportPlan("megatron", resultOf(even, same));
        QVERIFY(files.ok());
        QVERIFY(files->lost.empty());
        QVERIFY(
            files->files.front().text.find("--pipeline-model-parallel-layout 'Et*5|t*2|t*2|t*15L' \\\n") !=
            std::string::npos); // a shell reads it as one word
        const core::Plan again = planOf(imported(files->files.front().text, 16), same);
        QCOMPARE(again.layersPerStage, even.layersPerStage);
        QCOMPARE(again.axes.virtualStages, even.axes.virtualStages);

        const auto [counted, shorter] =
            planFrom(" --num-virtual-stages-per-pipeline-rank 3 --account-for-embedding-in-pipeline-split "
                     "--account-for-loss-in-pipeline-split",
                     "22");
        QCOMPARE(counted.layersPerStage, (Layers{3, 4, 4, 4, 4, 3}));
        const auto [first, whole] =
            planFrom(" --num-virtual-stages-per-pipeline-rank 2 --decoder-first-pipeline-num-layers 10");
        QCOMPARE(first.layersPerStage, (Layers{10, 14}));
        const auto fromFirst = exportPlan("megatron", resultOf(first, whole));
        QVERIFY(fromFirst.ok());
        QVERIFY(fromFirst->lost.empty());
    }

    /// Experts padded to their capacity have so many rows; a bound alone, and routing forced even, say no
    /// more.
    void expertsPaddedToTheirCapacity()
    {
        const std::string experts = " --num-experts 8 --expert-model-parallel-size 2";
        const auto imbalanceOf = [&](const std::string& more) {
            const ImportedPlan from = imported(kArguments + experts + more);
            const auto model = core::parseModel(core::jsonText(*from.model), "model.json");
            return std::pair(planOf(from, *model).expertImbalance, from.ignored.size());
        };
        const std::size_t none = imbalanceOf("").second;
        QCOMPARE(imbalanceOf(" --moe-expert-capacity-factor 1.25 --moe-pad-expert-input-to-capacity"),
                 (std::pair{1.25, none}));
        QCOMPARE(imbalanceOf(" --moe-expert-capacity-factor 1.25"), (std::pair{1.0, none + 1}));
        QCOMPARE(imbalanceOf(" --moe-router-force-load-balancing"), (std::pair{1.0, none}));
    }

    void narrowFormatsThereAndBack()
    {
        using core::Dtype;
        const auto model = core::parseModel(core::jsonText(*imported(kArguments).model), "model.json");
        for (const auto& [arguments, compute, weights] :
             {std::tuple{"--fp8-format hybrid", Dtype::Fp8, Dtype::Bf16},
              std::tuple{"--fp8-recipe mxfp8 --fp8-format e4m3", Dtype::Mxfp8, Dtype::Bf16},
              std::tuple{"--fp8-format e4m3 --fp8-recipe mxfp8 --fp8-param-gather", Dtype::Mxfp8,
                         Dtype::Mxfp8},
              std::tuple{"--fp4-format e2m1", Dtype::Nvfp4, Dtype::Bf16}}) {
            std::string text = kArguments;
            text.append(" ").append(arguments);
            const core::Plan plan = planOf(imported(text), *model);
            const auto files = exportPlan("megatron", resultOf(plan, *model));
            QVERIFY(files.ok());
            for (const core::Plan& one : {plan, planOf(imported(files->files.front().text, 16), *model)}) {
                QCOMPARE(one.precision.compute.value_or(one.precision.weights), compute);
                QCOMPARE(one.precision.weights, weights);
                QCOMPARE(one.precision.master, std::optional(Dtype::Fp32));
            }
        }
        // A recipe alone, as logs print it, chooses nothing.
        const std::string recipe = std::string(kArguments).append(" --fp8-recipe mxfp8");
        QVERIFY(!planOf(imported(recipe), *model).precision.compute);
    }

    /// What a plan says of a part of its layers or state has arguments of Megatron-LM, or is refused.
    void finerChoicesThereAndBack()
    {
        const ImportedPlan from = imported(kArguments);
        const auto model = core::parseModel(core::jsonText(*from.model), "model.json");
        core::Plan plan = planOf(from, *model);
        plan.axes.pipeline = 4;
        plan.axes.replica = 1;
        plan.batch.microBatches = 32;
        plan.sharding = {};
        plan.layersPerStage = {5, 7, 7, 5};
        plan.recomputeLayers = {3};
        plan.residency.optimizer = core::Tier::Host;
        plan.offloadedPercent = 7;
        const auto files = exportPlan("megatron", resultOf(plan, *model));
        QVERIFY(files.ok());
        const std::string& text = files->files.front().text;
        for (const char* argument :
             {"--recompute-method block", "--recompute-num-layers 3", "--optimizer-cpu-offload",
              "--optimizer-offload-fraction 0.07", "--decoder-first-pipeline-num-layers 5",
              "--decoder-last-pipeline-num-layers 5"})
            QVERIFY2(text.find(argument) != std::string::npos, argument);
        const ImportedPlan back = imported(text, 16);
        const core::Plan again = planOf(back, *model);
        QCOMPARE(again.layersPerStage, plan.layersPerStage);
        QCOMPARE(again.recomputeLayers, plan.recomputeLayers);
        QCOMPARE(again.offloadedPercent, plan.offloadedPercent);
        QVERIFY(again.residency == plan.residency);
        // Each stage its own number, and stages between the ends that differ: no arguments say so.
        plan.recomputeLayers = {3, 2, 1, 0};
        QVERIFY(!exportPlan("megatron", resultOf(plan, *model)).ok());
        plan.recomputeLayers = {2, 2, 2, 2};
        QVERIFY(exportPlan("megatron", resultOf(plan, *model)).ok());
        plan.layersPerStage = {5, 6, 8, 5};
        QVERIFY(!exportPlan("megatron", resultOf(plan, *model)).ok());
        // Checkpoints some layers apart are another thing.
        QVERIFY(ignores(imported(std::string(kArguments)
                                     .replace(std::string(kArguments).find(" --lr"), 0,
                                              " --recompute-method uniform "
                                              "--recompute-num-layers 4")),
                        "--recompute-num-layers"));
    }

    void modelsBeyondTheFormAreNotGuessed()
    {
        const ImportedPlan from =
            imported(std::string("--multi-latent-attention --kv-lora-rank 512 ") + kArguments);
        QVERIFY(!from.model);
        QVERIFY(ignores(from, "--multi-latent-attention"));
    }

    void mistakes()
    {
        QVERIFY(importPlan("", "f", {}).error().code == core::ErrorCode::FileEmpty);
        QVERIFY(importPlan("hello", "f", {}).error().code == core::ErrorCode::FormatUnknown);
        QVERIFY(importPlan(R"({"a": 1})", "f", {}).error().code == core::ErrorCode::FormatUnknown);
        QVERIFY(importPlan("--tensor-model-parallel-size four", "f", {}).error().code ==
                core::ErrorCode::NumberMalformed);
        QVERIFY(importPlan("--tensor-model-parallel-size 3", "f", 8).error().code ==
                core::ErrorCode::NotDivisible);
        QVERIFY(importPlan(R"({"train_batch_size": 10, "train_micro_batch_size_per_gpu": 4})", "f", {})
                    .error()
                    .code == core::ErrorCode::NotDivisible);
        QVERIFY(
            importPlan(
                R"({"train_batch_size": 8, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 1})",
                "f", 4)
                .error()
                .code == core::ErrorCode::Inconsistent);
    }
};

SHARDSCOPE_TEST(TstInterchange)
#include "tst_interchange.moc"
