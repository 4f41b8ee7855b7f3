// SPDX-License-Identifier: GPL-3.0-or-later
// A plan in another tool's words and read again is the same plan, or what is not is named.
#include "app/session/exchange/interchange.h"
#include "core/catalog/model_file.h"
#include "core/plan/plan_file.h"
#include "planner/layout.h"
#include "planner/planner.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <random>

using namespace shardscope;
using namespace shardscope::app;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

const core::Catalog& catalog()
{
    static const core::Catalog all(tests::sourceFile("resources"));
    return all;
}

core::Result<PlanResult> evaluated(const char* model, Options options)
{
    return evaluatePlan(catalog(), {model, "dgx-h100", {}, std::move(options)}, planner::Detail::Plain);
}

/// What \p exported is once it was read again.
core::Evaluation readAgain(const ExportedPlan& exported, const PlanResult& from)
{
    const auto imported = importPlan(exported.files.front().text, "exported", from.evaluation.devices);
    if (!imported.ok())
        qFatal("not imported: %s", exported.files.front().text.c_str());
    const auto plan = planner::parsePlan(imported->plan, "plan.json", {}, from.model);
    if (!plan.ok())
        qFatal("not a plan: %s", exported.files.front().text.c_str());
    return planner::evaluate(from.model, from.hardware, *plan, planner::Detail::Plain).value();
}

double seconds(const core::Evaluation& evaluation)
{
    return evaluation.step.at(core::StepPart::Total).seconds.value();
}

/// One of Megatron-LM's own choices for each key, and often none.
Options someChoices(std::mt19937_64& random)
{
    static const std::vector<std::pair<std::string, std::vector<std::string>>> kChoices{
        {"tensor", {"1", "2", "4"}},
        {"pipeline", {"1", "2", "4"}},
        {"virtual-stages", {"1", "1", "2", "4"}},
        {"replica", {"1", "2", "8"}},
        {"context", {"1", "1", "2"}},
        {"context-exchange", {"ring", "all_to_all"}},
        {"expert", {"1", "1", "2", "4"}},
        {"zero-stage", {"0", "1", "1", "2", "3"}},
        {"sequence-parallel", {"true", "false"}},
        {"micro-batch", {"1", "2"}},
        {"micro-batches", {"4", "8"}},
        {"sequence-length", {"1024", "2048"}},
        {"precision-weights", {"bf16", "bf16", "bf16", "fp16", "fp32"}},
        {"precision-gradients", {"", "fp32"}},
        {"compute", {"", "", "fp8", "mxfp8"}},
        {"attention-format", {"", "", "", "fp8"}},
        {"optimizer-state", {"fp32", "fp32", "bf16"}},
        {"attention", {"flash", "flash", "eager"}},
        {"recompute", {"none", "selective", "mlp+layernorm", "full"}},
        {"recompute-layers", {"", "", "2"}},
        {"dropout", {"", "true", "false"}},
        {"fused-cross-entropy", {"true", "false"}},
        {"expert-dispatch", {"calibrated", "all_to_all", "once"}},
        {"expert-overlap", {"true", "false"}},
        {"expert-kernels", {"calibrated", "fused"}},
        {"cuda-graphs", {"calibrated", "none", "partial", "full_iteration"}},
        {"residency-optimizer", {"device", "device", "host"}},
        {"offloaded-percent", {"100", "40"}},
        {"partitioned-activations", {"false", "false", "true"}},
        {"training-samples", {"0", "1000000"}},
    };
    Options options;
    bool eightBits = false;
    for (const auto& [key, words] : kChoices) {
        const std::string& word = words[random() % words.size()];
        const bool follows = key == "attention-format" && !eightBits; // what --fp8-format says
        if (word.empty() || follows || random() % 3 == 0)
            continue;
        eightBits = eightBits || (key == "compute" && word == "fp8");
        options.emplace_back(key, word);
    }
    return options;
}

/// One of torchtitan's own choices for each key, and often none.
Options someOfTorchtitans(std::mt19937_64& random)
{
    const auto one = [&random](std::vector<std::string> words) { return words[random() % words.size()]; };
    const bool sharded = random() % 4 != 0;
    const std::string weights = one({"fp32", "fp32", "bf16"});
    const std::string tensor = one({"1", "1", "2", "4"});
    Options options{{"implementation", "torchtitan"},
                    {"dropout", "false"},
                    {"tensor", tensor},
                    {"sequence-parallel", random() % 8 == 0 ? "false" : (tensor == "1" ? "false" : "true")},
                    {"pipeline", one({"1", "1", "2", "4"})},
                    {"replica", one({"2", "4", "8"})},
                    {"context", one({"1", "1", "1", "2"})},
                    {"zero-stage", sharded ? "3" : "0"},
                    {"precision-weights", weights},
                    {"optimizer-state", weights},
                    {"micro-batch", one({"1", "2"})},
                    {"micro-batches", one({"4", "8"})},
                    {"sequence-length", one({"1024", "4096"})},
                    {"recompute", one({"none", "full"})},
                    {"kernels", one({"fused", "separate"})},
                    {"fused-cross-entropy", one({"true", "false"})},
                    {"weights-after-forward", one({"kept", "resharded"})},
                    {"optimizer", one({"adam", "adamw"})}};
    const auto sometimes = [&](const char* key, const std::string& word) {
        if (random() % 3 == 0)
            options.emplace_back(key, word);
    };
    sometimes("schedule", one({"1f1b", "gpipe", "interleaved", "zbv", "dualpipev"}));
    sometimes("virtual-stages", "2");
    sometimes("expert", one({"2", "4"}));
    if (options.back().first == "expert") // without which torchtitan has no use for it
        sometimes("expert-tensor", "1");
    sometimes("compute",
              sharded && weights == "fp32" ? one({"bf16", "fp8", "mxfp8"}) : one({"fp8", "mxfp8"}));
    if (sharded && random() % 4 == 0)
        for (const char* part : {"residency-weights", "residency-gradients", "residency-optimizer"})
            options.emplace_back(part, "host");
    return options;
}

/// One of NeMo AutoModel's own choices for each key, and often none.
Options someOfAutoModels(std::mt19937_64& random)
{
    const auto one = [&random](std::vector<std::string> words) { return words[random() % words.size()]; };
    const bool experts = random() % 3 == 0;
    const std::string tensor = experts ? "1" : one({"1", "2", "4"});
    Options options{{"implementation", "automodel"},
                    {"tensor", tensor},
                    {"sequence-parallel", tensor == "1" ? "false" : one({"true", "false"})},
                    {"pipeline", one({"1", "1", "2"})},
                    {"replica", one({"2", "4", "8"})},
                    {"context", one({"1", "1", "2"})},
                    {"zero-stage", one({"0", "3", "3"})},
                    {"micro-batch", one({"1", "2"})},
                    {"global-batch", one({"32", "64"})},
                    {"sequence-length", one({"1024", "4096"})},
                    {"precision-weights", one({"bf16", "fp32"})},
                    {"recompute", one({"none", "full"})},
                    {"weights-after-forward", one({"kept", "resharded"})},
                    {"expert-dispatch", one({"calibrated", "all_to_all", "once"})},
                    {"optimizer", one({"adam", "adamw"})}};
    if (experts)
        options.emplace_back("expert", one({"2", "4"}));
    if (random() % 4 == 0)
        options.emplace_back("lora-rank", "16");
    return options;
}

/// What accelerate's configuration says, over a script whose batches are the defaults.
Options someOfAccelerates(std::mt19937_64& random)
{
    const auto one = [&random](std::vector<std::string> words) { return words[random() % words.size()]; };
    const std::string sharded = one({"0", "3", "3"});
    const bool offloaded = sharded == "3" && random() % 4 == 0;
    const std::string where = offloaded ? "host" : "device";
    return {{"implementation", "accelerate"},
            {"tensor", sharded == "0" ? "1" : one({"1", "2", "4"})},
            {"sequence-parallel", "false"},
            {"context", sharded == "0" ? "1" : one({"1", "1", "2"})},
            {"replica", one({"2", "4", "8"})},
            {"zero-stage", sharded},
            {"compute", one({"bf16", "fp16", "fp32"})},
            {"recompute", sharded == "0" ? "none" : one({"none", "full"})},
            {"weights-after-forward", sharded == "0" ? "resharded" : one({"kept", "resharded"})},
            {"residency-weights", where},
            {"residency-gradients", where},
            {"residency-optimizer", where}};
}

/// "/schedule /optimizer"
std::string keysOf(const ExportedPlan& exported)
{
    std::string keys;
    for (const LostKey& lost : exported.lost)
        keys += (keys.empty() ? "" : " ") + lost.key;
    return keys;
}

} // namespace

class TstRoundTrips : public QObject {
    Q_OBJECT
private slots:
    /// Peak and step to the last digit, of whatever the other can be told.
    void thereAndBack_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("Megatron-LM") << "megatron";
        QTest::newRow("Megatron-Bridge") << "megatron-bridge";
        QTest::newRow("torchtitan") << "torchtitan";
        QTest::newRow("AutoModel") << "automodel";
        QTest::newRow("accelerate") << "accelerate";
        QTest::newRow("Slurm") << "slurm";
    }
    void thereAndBack()
    {
        QFETCH(QString, what);
        const auto choices = what == "torchtitan"   ? someOfTorchtitans
                             : what == "automodel"  ? someOfAutoModels
                             : what == "accelerate" ? someOfAccelerates
                                                    : someChoices;
        std::mt19937_64 random(41);
        int same = 0;
        for (int i = 0; i < 600 && same < 60; ++i) {
            const char* const model = i % 3 == 0 ? "qwen3-30b-a3b" : i % 3 == 1 ? "llama-3.1-8b" : "gpt2-xl";
            const auto from = evaluated(model, choices(random));
            if (!from.ok())
                continue; // no plan
            const auto exported = exportPlan(what.toStdString(), *from);
            if (!exported.ok())
                continue; // refused with its reason
            const std::string said = exported->files.front().text + core::planJson(from->evaluation.plan);
            // torchtitan has models of its own, by name.
            const bool itsOwn = what != "torchtitan" || model != std::string("gpt2-xl");
            QVERIFY2(keysOf(*exported) == (itsOwn ? std::string() : std::string("/model")),
                     (keysOf(*exported) + said).c_str());
            const core::Evaluation again = readAgain(*exported, *from);
            const core::Evaluation& first = from->evaluation;
            QVERIFY2(seconds(again) == seconds(first), said.c_str());
            for (const core::Tier tier : {core::Tier::Device, core::Tier::Host}) {
                const core::TierUse* use = first.memory.fullestUse(tier);
                const core::TierUse* back = again.memory.fullestUse(tier);
                QVERIFY2((use == nullptr) == (back == nullptr), said.c_str());
                QVERIFY2(use == nullptr || use->need().value() == back->need().value(), said.c_str());
            }
            ++same;
        }
        QVERIFY2(same == 60, std::to_string(same).c_str());
    }

    void whatTorchtitanCannotSayIsNamed()
    {
        for (const auto& [option, word, key] : {std::tuple{"schedule", "zb_h2", "/schedule"},
                                                {"implementation", "fsdp2", "/framework"},
                                                {"attention", "eager", "/attention"},
                                                {"dropout", "true", "/dropout"},
                                                {"precision-weights", "fp16", "/precision/weights"},
                                                {"optimizer", "lamb", "/optimizer"}}) {
            const auto from = evaluated("llama-3.1-8b", {{"implementation", "torchtitan"},
                                                         {"pipeline", "2"},
                                                         {"micro-batches", "8"},
                                                         {option, word}});
            QVERIFY2(from.ok(), key);
            const auto exported = exportPlan("torchtitan", *from);
            QVERIFY2(exported.ok(), key);
            QVERIFY2(keysOf(*exported).find(key) != std::string::npos, keysOf(*exported).c_str());
        }
        for (const Options& options : {Options{{"replica", "8"}, {"zero-stage", "1"}},
                                       {{"context", "2"}, {"zero-stage", "0"}},
                                       {{"recompute", "selective"}}}) { // not its own, by operations
            Options all{{"implementation", "torchtitan"}};
            all.insert(all.end(), options.begin(), options.end());
            const auto from = evaluated("llama-3.1-8b", all);
            QVERIFY(from.ok());
            QVERIFY(exportPlan("torchtitan", *from).error().code == core::ErrorCode::NotSupported);
        }
    }

    /// Jobs as torchtitan's users write them: 128 GPUs in groups of 16 that share weights, and the same as
    /// arguments; keys that say nothing of a plan are listed.
    void jobsOfOthers()
    {
        const char* const toml = R"(
# torchtitan Config.toml
[job]
description = "Llama 3 70B # not a comment"
[model]
converters = ["float8"]
[training]
local_batch_size = 4   # a rank's
seq_len = 8_192
[parallelism]
data_parallel_replicate_degree = 2
data_parallel_shard_degree = -1
tensor_parallel_degree = 4
pipeline_parallel_degree = 4
pipeline_parallel_schedule = "Interleaved1F1B"
[activation_checkpoint]
mode = 'selective'
selective_ac_option = "op"
[compile]
enable = true
components = [
    "loss", # alone
]
)";
        const char* const arguments =
            "torchrun train.py --parallelism.data_parallel_replicate_degree 2 --model.converters=float8 "
            "--parallelism.tensor_parallel_degree=4 --parallelism.pipeline_parallel_degree=4 "
            "--parallelism.pipeline_parallel_schedule=Interleaved1F1B --training.local_batch_size 4 "
            "--training.seq_len 8192 --compile.enable --compile.components=loss";
        const auto model = catalog().model("llama-3.1-70b").value();
        for (const char* const text : {toml, arguments}) {
            const auto imported = importPlan(text, "job", 128);
            QVERIFY2(imported.ok(), text);
            QCOMPARE(imported->format, std::string("torchtitan"));
            const core::Plan plan = planner::parsePlan(imported->plan, "plan.json", {}, model).value();
            QVERIFY(plan.implementation == core::Implementation::Torchtitan);
            QCOMPARE(plan.axes.replica, 8);
            QCOMPARE(plan.axes.virtualStages, 2);
            QVERIFY(plan.axes.sequenceParallel && plan.keepWeightsAfterForward && plan.fusedCrossEntropy);
            QCOMPARE(plan.sharding.weights, 4);
            QCOMPARE(plan.batch.microBatch, 1);
            QCOMPARE(plan.batch.microBatches, 4);
            QVERIFY(plan.precision.weights == core::Dtype::Fp32 &&
                    plan.precision.compute == core::Dtype::Fp8);
            QVERIFY(plan.kernels == core::Kernels::Separate);
        }
        std::string ignored;
        const auto keys = importPlan(toml, "job", 128)->ignored;
        for (const IgnoredKey& one : keys)
            ignored += one.key + ' ';
        QCOMPARE(ignored, std::string("job/description "));
    }

    /// Selective recompute by operations is said and read; every second layer is not.
    void recomputeByOperationsGoesThere()
    {
        const auto from = evaluated(
            "llama-3.1-8b", {{"framework", "torchtitan"}, {"replica", "8"}, {"recompute", "operations"}});
        QVERIFY(from.ok());
        const auto exported = exportPlan("torchtitan", *from);
        QVERIFY(exported.ok());
        std::string text = exported->files.front().text;
        QVERIFY2(text.find("mode = \"selective\"\nselective_ac_option = \"op\"\n") != std::string::npos,
                 text.c_str());
        const auto model = catalog().model("llama-3.1-8b").value();
        const auto read = [&](const std::string& job) {
            return planner::parsePlan(importPlan(job, "job", 8)->plan, "plan.json", {}, model)->recompute;
        };
        QVERIFY(read(text) == core::Recompute::ByOperations);
        text.replace(text.find("\"op\""), 4, "\"2\"");
        QVERIFY(read(text) == core::Recompute::None);
    }

    void malformedJobs_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line"); ///< 0: none
        const auto row = [](const char* text, int line) { QTest::newRow(text) << QByteArray(text) << line; };
        row("[parallelism]\ntensor_parallel_degree = ", 2);
        row("[parallelism]\n[training\n", 2);
        row("[parallelism]\na = 1\nb = [1, [2, 3]", 3);
        row("[parallelism]\na = \"x", 2);
        row("[parallelism]\na = 1 b = 2", 2);
        row("[parallelism]\na = 1\na = {}", 3);
        row("[parallelism]\ntensor_parallel_degree = 0", 0);
        row("[parallelism]\ntensor_parallel_degree = 1e9", 0);
        row("[parallelism]\ntensor_parallel_degree = 3", 0);
        row("[parallelism]\npipeline_parallel_degree = 2\ndata_parallel_shard_degree = 1\n[training]\n"
            "local_batch_size = 1\nglobal_batch_size = 8",
            0);
    }
    void malformedJobs()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        const auto imported = importPlan(text.toStdString(), "job", 8);
        QVERIFY(!imported.ok());
        QCOMPARE(static_cast<int>(imported.error().place.line.value_or(0)), line);
    }

    void whatMegatronCannotSayIsNamed()
    {
        for (const auto& [option, word, key] : {std::tuple{"schedule", "zb_h2", "/schedule"},
                                                {"implementation", "nanotron", "/framework"},
                                                {"optimizer", "lamb", "/optimizer"},
                                                {"wire", "all_reduce=fp8", "/wire"},
                                                {"master", "none", "/precision/master"},
                                                {"training-tokens", "1000000", "/training/tokens"}}) {
            const auto from =
                evaluated("gpt2-xl", {{"pipeline", "2"}, {"micro-batches", "8"}, {option, word}});
            QVERIFY(from.ok());
            const auto exported = exportPlan("megatron", *from);
            if (std::string_view(word) == "zb_h2" ||
                std::string_view(word) == "nanotron") { // not Megatron-LM's
                QVERIFY(!exported.ok());
                continue;
            }
            QVERIFY(exported.ok());
            QVERIFY2(keysOf(*exported).find(key) != std::string::npos, key);
        }
        // How uneven routing comes out is no argument's to say.
        const auto uneven =
            evaluated("qwen3-30b-a3b", {{"replica", "8"}, {"expert", "8"}, {"expert-imbalance", "1.25"}});
        QVERIFY(uneven.ok());
        QCOMPARE(keysOf(*exportPlan("megatron", *uneven)), std::string("/parallel/expert_imbalance"));
        // What fewer words say as well is not lost.
        const auto even = evaluated("gpt2-xl", {{"pipeline", "2"},
                                                {"micro-batches", "8"},
                                                {"compute", "bf16"},
                                                {"layers-per-stage", "24,24"},
                                                {"recompute", "full"},
                                                {"recompute-layers", "3,3"}});
        const auto exported = exportPlan("megatron", *even);
        QVERIFY2(exported.ok() && exported->lost.empty(), keysOf(*exported).c_str());
    }

    void whatDeepSpeedsFileDoesNotSayIsNamed()
    {
        const auto from = evaluated("llama-3.1-8b", {{"implementation", "deepspeed"},
                                                     {"replica", "8"},
                                                     {"zero-stage", "3"},
                                                     {"reduce-bucket", "200000000"},
                                                     {"persistence-threshold", "1000"},
                                                     {"contiguous-gradients", "false"},
                                                     {"precision-gradients", "fp32"},
                                                     {"residency-gradients", "host"},
                                                     {"residency-optimizer", "host"},
                                                     {"offloaded-percent", "30"},
                                                     {"sequence-length", "4096"},
                                                     {"recompute", "full"}});
        QVERIFY(from.ok());
        const auto exported = exportPlan("ds_config", *from);
        QVERIFY(exported.ok());
        QCOMPARE(keysOf(*exported), std::string("/batch/sequence_length /recompute"));
        QCOMPARE(exported->lost.back().value, std::string("full"));
        QCOMPARE(exported->lost.back().readAs, std::string("none"));
        const auto experts =
            evaluated("qwen3-30b-a3b", {{"replica", "8"}, {"expert", "8"}, {"zero-stage", "1"}});
        QVERIFY(keysOf(*exportPlan("ds_config", *experts)).find("/parallel/expert") != std::string::npos);
    }

    /// A dense model comes back with its plan; what a model file cannot say is named.
    void modelsComeBackOrSayWhyNot()
    {
        const auto from = evaluated("gpt2-xl", {});
        const auto imported = importPlan(exportPlan("megatron", *from)->files.front().text, "f", 1);
        QVERIFY(imported.ok() && imported->model && !imported->noModel);
        const auto model = core::parseModel(core::jsonText(*imported->model), "model.json");
        QCOMPARE(model->transformer()->vocabulary, from->model.transformer()->vocabulary);
        const auto beyond =
            importPlan(exportPlan("megatron", *evaluated("qwen3-30b-a3b", {}))->files.front().text, "f", 1);
        QVERIFY(beyond.ok() && !beyond->model);
        QCOMPARE(beyond->noModel->args.front(), std::string("--moe-ffn-hidden-size"));
        const auto less = importPlan("--tensor-model-parallel-size 2 --num-layers 4", "f", 2);
        QCOMPARE(less->noModel->args.front(), std::string("--hidden-size"));
    }
};

SHARDSCOPE_TEST(TstRoundTrips)
#include "tst_round_trips.moc"
