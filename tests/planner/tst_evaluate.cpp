// SPDX-License-Identifier: GPL-3.0-or-later
// What plans come to on the catalogue's machines: the figures of the systems the product was conceived from.
#include "core/catalog/catalog.h"
#include "core/plan/plan_file.h"
#include "planner/layout.h"
#include "planner/planner.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <stop_token>

using namespace shardscope::core;
using namespace shardscope::planner;
using Options = std::vector<std::pair<std::string, std::string>>;
using shardscope::tests::near;

namespace {

const Catalog& catalog()
{
    static const Catalog found{std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "resources"};
    return found;
}

/// Fails the test where something cannot be read or evaluated.
Evaluation evaluated(const std::string& model, const std::string& hardware, const Options& options,
                     Detail detail = Detail::Explained, const std::string& json = {})
{
    const auto spec = catalog().model(model);
    const auto machine = catalog().hardware(hardware);
    if (!spec.ok() || !machine.ok())
        qFatal("the catalogue lacks %s or %s", model.c_str(), hardware.c_str());
    const auto plan = parsePlan(json, "plan.json", options, *spec);
    if (!plan.ok())
        qFatal("plan refused at %s%s: %s", plan.error().place.file.c_str(),
               plan.error().place.jsonPointer.c_str(), plan.error().args.front().c_str());
    const auto evaluation = evaluate(*spec, *machine, *plan, detail);
    if (!evaluation.ok())
        qFatal("not evaluated: %s",
               evaluation.error().args.empty() ? "" : evaluation.error().args.front().c_str());
    return *evaluation;
}

double held(const Evaluation& evaluation, std::size_t stage, Purpose purpose, Tier tier = Tier::Device)
{
    return evaluation.memory.held(stage, tier, purpose).value();
}

} // namespace

class TstEvaluate : public QObject {
    Q_OBJECT
private slots:
    /// Whatever is asked of whichever program: an answer that was stopped is no answer, and what was stopped
    /// in the middle of a memory trace or of a step's tasks says so, too.
    void aStoppedEvaluationIsNoAnswer_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<QString>("framework");
        for (const char* framework : {"megatron", "deepspeed", "fsdp2", "nanotron", "huggingface"})
            QTest::newRow(framework) << "gpt3-175b"
                                     << "dgx-h100" << framework;
        QTest::newRow("popart") << "bert-large"
                                << "ipu-pod16"
                                << "popart";
        QTest::newRow("zionex") << "dlrm-v2-mlperf"
                                << "zionex"
                                << "";
    }
    void aStoppedEvaluationIsNoAnswer()
    {
        QFETCH(QString, model);
        QFETCH(QString, hardware);
        QFETCH(QString, framework);
        const auto spec = catalog().model(model.toStdString());
        const auto machine = catalog().hardware(hardware.toStdString());
        QVERIFY(spec.ok() && machine.ok());
        Options options;
        if (!framework.isEmpty())
            options.emplace_back("framework", framework.toStdString());
        const auto plan = parsePlan(std::string(), "plan.json", options, *spec);
        QVERIFY(plan.ok());
        std::stop_source stop;
        stop.request_stop();
        const Task stopped{stop.get_token(), {}};
        const Evaluator evaluator(*spec, *machine);
        for (const Detail detail : {Detail::Explained, Detail::Plain, Detail::LaidOut, Detail::Bound}) {
            QVERIFY(evaluate(*spec, *machine, *plan, detail).ok());
            const auto cancelled = [](const Result<Evaluation>& answer) {
                return !answer.ok() && answer.error().code == ErrorCode::Cancelled;
            };
            QVERIFY(cancelled(evaluate(*spec, *machine, *plan, detail, stopped)));
            QVERIFY(cancelled(evaluator.evaluate(*plan, detail, stopped)));
            // What was remembered of a stopped one spoils none that is asked later.
            const auto after = evaluator.evaluate(*plan, detail);
            QVERIFY(after.ok());
            const auto fresh = evaluate(*spec, *machine, *plan, detail);
            for (const auto& [part, time] : fresh->step)
                QCOMPARE(after->step.at(part).seconds.value(), time.seconds.value());
        }
        if (spec->transformer() != nullptr)
            QVERIFY(traceStages(*spec, *machine, *plan, stopped).error().code == ErrorCode::Cancelled ||
                    !traceStages(*spec, *machine, *plan).ok());
    }
    void bertOnPod16()
    {
        const Evaluation one = evaluated("bert-large", "ipu-pod16", {});
        const Evaluation plan = evaluated("bert-large", "ipu-pod16",
                                          {{"pipeline", "4"}, {"replica", "4"}, {"micro-batches", "8"}});
        QCOMPARE(plan.devices, std::int64_t(16));
        QCOMPARE(plan.available.value_or(0), std::int64_t(16));
        QCOMPARE(plan.plan.batch.globalBatch, 8 * plan.plan.batch.microBatch * 4);
        QCOMPARE(plan.memory.classes.size(), std::size_t(4));
        // A quarter of the layers' weights on each; the ends keep the embedding and its tied copy.
        QVERIFY(near(held(plan, 1, Purpose::Weights), 0.25 * 24 * 12596224 * 2,
                     1e-6)); // 12h² + 13h a layer, h = 1024
        QVERIFY(held(one, 0, Purpose::Weights) > 4 * held(plan, 1, Purpose::Weights));
    }

    void gpt3OnPod256()
    {
        const Evaluation plan =
            evaluated("gpt3-175b", "ipu-pod256", {{"tensor", "8"}, {"pipeline", "8"}, {"replica", "4"}});
        QCOMPARE(plan.devices, std::int64_t(256));
        QVERIFY(near(plan.parameters, 174.6e9, 0.001));
        QVERIFY(near(plan.parameters * 2 / 64, 5.46e9, 0.001));
        QVERIFY2(near(held(plan, 3, Purpose::Weights), 5.44e9, 0.001),
                 qPrintable(QString::number(held(plan, 3, Purpose::Weights))));
        QVERIFY2(near(held(plan, 0, Purpose::Weights), 5.60e9, 0.001),
                 qPrintable(QString::number(held(plan, 0, Purpose::Weights))));

        const Evaluation sharded =
            evaluated("gpt3-175b", "ipu-pod256",
                      {{"tensor", "8"}, {"pipeline", "8"}, {"replica", "4"}, {"sharding-weights", "4"}});
        const double quarter = held(plan, 3, Purpose::Weights) / 4;
        QVERIFY(held(sharded, 3, Purpose::Weights) >= quarter);
        QVERIFY(
            near(held(sharded, 3, Purpose::Weights), quarter, 1e-6)); // padding is a few elements a tensor
        for (const Evaluation* evaluation : {&plan, &sharded}) {
            QVERIFY(!evaluation->verdict.feasible());
            QVERIFY(held(*evaluation, 3, Purpose::Weights) > 0.9e9);
            const std::vector<Remedy>& remedies = evaluation->verdict.violations.front().remedies;
            QVERIFY(std::any_of(remedies.begin(), remedies.end(),
                                [](const Remedy& remedy) { return remedy.key == "phased_execution"; }));
        }
    }

    /// The seed system's own way: a few phases from streaming memory, weights and optimizer sharded over the
    /// replicas; inputs that are gathered over the tensor group are gathered again in backward.
    void gpt3FitsOnPod256InPhases()
    {
        const Evaluation plan = evaluated("gpt3-175b", "ipu-pod256",
                                          {{"tensor", "8"},
                                           {"pipeline", "8"},
                                           {"replica", "4"},
                                           {"phases", "26"},
                                           {"implementation", "popart"},
                                           {"precision-weights", "fp16"},
                                           {"rts", "4"},
                                           {"sharding-gradients", "4"},
                                           {"rts-optimizer", "4"},
                                           {"recompute", "full"},
                                           {"sequence-parallel", "true"},
                                           {"gathered-inputs", "regathered"},
                                           {"micro-batches", "128"}});
        QVERIFY(plan.verdict.feasible());
        QVERIFY(held(plan, 0, Purpose::Weights, Tier::Streaming) > 0);
        QVERIFY(plan.step.at(StepPart::Streaming).seconds.value() > 0);
        QVERIFY(!plan.unverified.empty()); // the bandwidth of streaming memory
    }

    void whatTokensChooseIsGatheredOneByOne()
    {
        const auto gathered = [](const char* model, const char* framework, Options more) {
            more.insert(more.end(), {{"replica", "16"},
                                     {"zero-stage", "3"},
                                     {"framework", framework},
                                     {"micro-batches", "1"},
                                     {"sequence-length", "2048"}});
            double seconds = 0;
            const Evaluation plan = evaluated(model, "dgx-a100-80g", more, Detail::Plain);
            for (const CommunicationEntry& one : plan.communication)
                seconds += one.operation == Transfer::AllGather ? one.seconds.value() : 0;
            return seconds;
        };
        const Options leaf{{"framework-options", "z3_leaf_modules=on"}};
        const double oneByOne = gathered("qwen3-30b-a3b", "deepspeed", {});
        const double together = gathered("qwen3-30b-a3b", "deepspeed", leaf);
        // Three matrices of 128 experts in 48 layers, forward and back, each over a millisecond.
        QVERIFY(oneByOne > 2 * 48 * 128 * 3 * 1e-3);
        QVERIFY(together < oneByOne / 20);
        const double again = gathered("qwen3-30b-a3b", "deepspeed", {{"recompute", "full"}});
        QVERIFY(std::abs(again / oneByOne - 1.5) < 0.03); // released behind the first forward
        QCOMPARE(gathered("llama-3.1-8b", "deepspeed", {}), gathered("llama-3.1-8b", "deepspeed", leaf));
        QVERIFY(gathered("qwen3-30b-a3b", "fsdp2", {}) < 2 * together);
    }

    void everyModelOfTheCatalogueIsPlannedOrRefusedWithAReason()
    {
        int planned = 0;
        for (const std::string& name : catalog().modelNames()) {
            const auto model = catalog().model(name);
            if (!model.ok() || (model->transformer() == nullptr && model->parametersOnly() == nullptr))
                continue;
            const auto plan = parsePlan("", "plan.json", {}, *model);
            QVERIFY2(plan.ok(), name.c_str());
            const auto evaluation =
                evaluate(*model, *catalog().hardware("dgx-a100-80g"), *plan, Detail::Plain);
            if (!evaluation.ok()) {
                QVERIFY2(evaluation.error().code == ErrorCode::NotBuiltYet, name.c_str());
                continue;
            }
            ++planned;
            for (const auto& [part, time] : evaluation->step)
                QVERIFY2(std::isfinite(time.seconds.value()) && time.seconds.value() >= 0, name.c_str());
            for (const TierUse& use : evaluation->memory.tiers)
                QVERIFY2(std::isfinite(use.peak.value()) && use.peak.value() > 0, name.c_str());
        }
        QVERIFY(planned >= 25);
    }
};

SHARDSCOPE_TEST(TstEvaluate)
#include "tst_evaluate.moc"
