// SPDX-License-Identifier: GPL-3.0-or-later
// A plan in another tool's words and read again is the same plan, or what is not is named.
#include "app/session/exchange/interchange.h"
#include "core/catalog/model_file.h"
#include "core/plan/plan_file.h"
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
    const auto plan = core::parsePlan(imported->plan, "plan.json", {}, from.model);
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
    /// Peak and step to the last digit, of whatever Megatron-LM can be told.
    void megatron()
    {
        std::mt19937_64 random(41);
        int same = 0;
        for (int i = 0; i < 400 && same < 60; ++i) {
            const char* const model = i % 3 == 0 ? "qwen3-30b-a3b" : i % 3 == 1 ? "llama-3.1-8b" : "gpt2-xl";
            const auto from = evaluated(model, someChoices(random));
            if (!from.ok())
                continue; // no plan
            const auto exported = exportPlan("megatron", *from);
            if (!exported.ok())
                continue; // refused with its reason
            const std::string said = exported->files.front().text + core::planJson(from->evaluation.plan);
            QVERIFY2(exported->lost.empty(), (keysOf(*exported) + said).c_str());
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

    void whatMegatronCannotSayIsNamed()
    {
        for (const auto& [option, word, key] : {std::tuple{"schedule", "zb_h2", "/schedule"},
                                                {"implementation", "nanotron", "/implementation"},
                                                {"optimizer", "lamb", "/optimizer"},
                                                {"wire", "all_reduce=fp8", "/wire"},
                                                {"master", "none", "/precision/master"},
                                                {"training-tokens", "1000000", "/training/tokens"}}) {
            const auto from =
                evaluated("gpt2-xl", {{"pipeline", "2"}, {"micro-batches", "8"}, {option, word}});
            QVERIFY(from.ok());
            const auto exported = exportPlan("megatron", *from);
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
