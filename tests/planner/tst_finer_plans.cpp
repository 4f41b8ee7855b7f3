// SPDX-License-Identifier: GPL-3.0-or-later
// Plans that say something of a part of their layers or of their state: at its ends a number says what the
// plan without it says, and between them memory and time go one way each.
#include "planner/planner.h"
#include "planner/simulate.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

core::Evaluation evaluated(const std::string& modelName, const std::string& machine, const Options& options,
                           Detail detail = Detail::Bound)
{
    const core::ModelSpec of = model(modelName);
    const auto evaluation = evaluate(of, hardware(machine), planOf(of, options), detail);
    if (!evaluation.ok())
        qFatal("refused: %s", evaluation.error().args.empty() ? "" : evaluation.error().args.front().c_str());
    return *evaluation;
}

Options with(Options options, const char* key, std::string value)
{
    options.emplace_back(key, std::move(value));
    return options;
}

double stepOf(const core::Evaluation& of) { return of.step.at(core::StepPart::Total).seconds.value(); }

double peakOf(const core::Evaluation& of, std::size_t stage)
{
    for (const core::TierUse& use : of.memory.tiers) {
        if (use.rankClass == stage && use.tier == core::Tier::Device)
            return use.peak.value();
    }
    return 0;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)); }

const Options kPipeline{{"tensor", "4"},        {"pipeline", "4"},      {"replica", "2"},
                        {"micro-batch", "2"},   {"global-batch", "64"}, {"sequence-length", "2048"},
                        {"attention", "eager"}, {"zero-stage", "1"},    {"sequence-parallel", "true"}};
const Options kSharded{{"replica", "16"},      {"implementation", "fsdp2"},  {"micro-batch", "1"},
                       {"global-batch", "64"}, {"sequence-length", "2048"},  {"zero-stage", "3"},
                       {"recompute", "full"},  {"precision-weights", "bf16"}};

} // namespace

class TstFinerPlans : public QObject {
    Q_OBJECT
private slots:
    /// 40 layers, ten a stage.
    void recomputedLayersLieBetweenAllAndNone_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("recompute");
        QTest::addColumn<QString>("machine");
        QTest::newRow("dense, full") << "llama-2-13b"
                                     << "full"
                                     << "dgx-a100-80g";
        QTest::newRow("dense, selective") << "llama-2-13b"
                                          << "selective"
                                          << "dgx-a100-80g";
        QTest::newRow("experts, full") << "mixtral-8x7b"
                                       << "full"
                                       << "dgx-h100";
    }
    void recomputedLayersLieBetweenAllAndNone()
    {
        QFETCH(const QString, model);
        QFETCH(const QString, recompute);
        QFETCH(const QString, machine);
        const std::string name = model.toStdString();
        const std::string on = machine.toStdString();
        const bool experts = name == "mixtral-8x7b";
        const int layers = experts ? 8 : 10;
        Options base = kPipeline;
        if (experts)
            base = with(base, "expert", "2");
        const Options again = with(base, "recompute", recompute.toStdString());
        const core::Evaluation all = evaluated(name, on, again);
        const core::Evaluation none = evaluated(name, on, base);
        double before = 0;
        std::vector<double> peaks;
        for (int number = 0; number <= layers; ++number) {
            const core::Evaluation some =
                evaluated(name, on, with(again, "recompute-layers", std::to_string(number)));
            QVERIFY(stepOf(some) >= before * (1 - 1e-12));
            before = stepOf(some);
            peaks.push_back(peakOf(some, 0));
            if (number == 0) { // in time as calibrated for plans that recompute
                QVERIFY(std::abs(stepOf(some) / stepOf(none) - 1) < 0.1);
                QVERIFY(near(peakOf(some, 0), peakOf(none, 0)));
                QVERIFY(some.throughput.hardwareTflopsPerDevice > 0);
                QVERIFY(
                    near(some.throughput.hardwareTflopsPerDevice, none.throughput.hardwareTflopsPerDevice));
            }
        }
        QVERIFY(near(before, stepOf(all)));
        QVERIFY(near(peaks.back(), peakOf(all, 0)));
        // Four micro-batches in flight on the first stage: each layer saves as much as the next.
        for (std::size_t i = 2; i < peaks.size(); ++i)
            QVERIFY(std::abs((peaks[i - 1] - peaks[i]) - (peaks[1] - peaks[2])) <= 1e-9 * peaks[0]);
    }

    /// The last stage holds one micro-batch and the first four: only what each says changes it.
    void everyStageHasItsOwnNumber()
    {
        const Options full = with(kPipeline, "recompute", "full");
        const core::Evaluation all = evaluated("llama-2-13b", "dgx-a100-80g", full);
        const core::Evaluation none = evaluated("llama-2-13b", "dgx-a100-80g", kPipeline);
        const core::Evaluation some =
            evaluated("llama-2-13b", "dgx-a100-80g", with(full, "recompute-layers", "10,10,0,0"));
        for (const std::size_t stage : {0U, 1U})
            QVERIFY(near(peakOf(some, stage), peakOf(all, stage)));
        for (const std::size_t stage : {2U, 3U})
            QVERIFY(near(peakOf(some, stage), peakOf(none, stage)));
        // Stages that take as long as before set the pace.
        QVERIFY(stepOf(some) <= stepOf(all));
    }

    /// The simulated step is the closed form's where one number holds for all stages.
    void simulationAndClosedFormAgree()
    {
        const core::ModelSpec of = model("llama-2-13b");
        const core::HardwareSpec on = hardware("dgx-a100-80g");
        SimulationOptions options;
        options.run = false;
        for (const char* number : {"3", "7"}) {
            const core::Plan plan =
                planOf(of, with(with(kPipeline, "recompute", "full"), "recompute-layers", number));
            const auto closed = evaluate(of, on, plan, Detail::Bound);
            const auto simulated = simulate(of, on, plan, options);
            QVERIFY(closed.ok() && simulated.ok());
            QVERIFY2(std::abs(simulated->stepSeconds / stepOf(*closed) - 1) < 0.03,
                     QByteArray::number(simulated->stepSeconds / stepOf(*closed)));
        }
    }

    /// Operation by operation: what the memory trace saves by a layer lies near what the closed form says.
    void theTraceKnowsTheNumber()
    {
        const Options full = with(kPipeline, "recompute", "full");
        std::vector<double> traced;
        std::vector<double> closed;
        for (int number = 0; number <= 10; number += 2) {
            const core::Evaluation one =
                evaluated("llama-2-13b", "dgx-a100-80g",
                          with(full, "recompute-layers", std::to_string(number)), Detail::Plain);
            const core::TierUse* use = nullptr;
            for (const core::TierUse& each : one.memory.tiers)
                use = use == nullptr && each.rankClass == 0 && each.tier == core::Tier::Device ? &each : use;
            QVERIFY(use != nullptr && use->traced());
            traced.push_back(use->peak.value());
            closed.push_back(use->closedForm->value());
        }
        QVERIFY(std::is_sorted(traced.rbegin(), traced.rend()) && traced.front() > 1.2 * traced.back());
        for (std::size_t i = 0; i < traced.size(); ++i)
            QVERIFY2(std::abs(traced[i] / closed[i] - 1) < 0.1, QByteArray::number(traced[i] / closed[i]));
        const core::Evaluation all = evaluated("llama-2-13b", "dgx-a100-80g", full, Detail::Plain);
        QVERIFY(near(traced.back(), peakOf(all, 0)));
    }

    void keptLayersLieBetweenDroppedAndKept()
    {
        const core::Evaluation dropped = evaluated("llama-2-13b", "dgx-a100-80g", kSharded);
        const core::Evaluation kept =
            evaluated("llama-2-13b", "dgx-a100-80g", with(kSharded, "weights-after-forward", "kept"));
        QVERIFY(stepOf(kept) < stepOf(dropped) && peakOf(kept, 0) > peakOf(dropped, 0));
        double step = stepOf(dropped);
        double peak = peakOf(dropped, 0);
        for (int number = 0; number <= 40; number += 5) {
            const core::Evaluation some = evaluated("llama-2-13b", "dgx-a100-80g",
                                                    with(kSharded, "kept-layers", std::to_string(number)));
            QVERIFY(stepOf(some) <= step * (1 + 1e-12) && peakOf(some, 0) >= peak * (1 - 1e-12));
            step = stepOf(some);
            peak = peakOf(some, 0);
        }
        QVERIFY(near(step, stepOf(kept)) && near(peak, peakOf(kept, 0)));
    }

    void aShareOfTheStateLiesBetweenAllAndNone()
    {
        const Options base{{"replica", "8"},       {"implementation", "deepspeed"}, {"micro-batch", "1"},
                           {"global-batch", "64"}, {"sequence-length", "1024"},     {"zero-stage", "1"},
                           {"recompute", "full"}};
        const core::Evaluation none = evaluated("gpt2-xl", "dgx-2-v100-32g", base);
        const Options host = with(base, "residency-optimizer", "host");
        const core::Evaluation all = evaluated("gpt2-xl", "dgx-2-v100-32g", host);
        QVERIFY(stepOf(all) > stepOf(none) && peakOf(all, 0) < peakOf(none, 0));
        const double saved = peakOf(none, 0) - peakOf(all, 0);
        for (const int percent : {1, 25, 50, 100}) {
            const core::Evaluation some = evaluated("gpt2-xl", "dgx-2-v100-32g",
                                                    with(host, "offloaded-percent", std::to_string(percent)));
            QVERIFY(near(peakOf(some, 0), peakOf(none, 0) - saved * percent / 100));
            QVERIFY(stepOf(some) > stepOf(none) && stepOf(some) <= stepOf(all) * (1 + 1e-12));
        }
    }

    void whatCannotBeIsRefused()
    {
        const core::ModelSpec of = model("llama-2-13b");
        const auto refusal = [&](const Options& options) {
            const auto evaluation =
                evaluate(of, hardware("dgx-a100-80g"), planOf(of, options), Detail::Bound);
            return evaluation.ok() ? std::string() : evaluation.error().place.jsonPointer;
        };
        QCOMPARE(refusal(with(kPipeline, "recompute-layers", "3")), std::string("/recompute_layers"));
        QCOMPARE(refusal(with(with(kPipeline, "recompute", "full"), "recompute-layers", "3,2")),
                 std::string("/recompute_layers"));
        QCOMPARE(refusal({{"replica", "8"},
                          {"implementation", "deepspeed"},
                          {"zero-stage", "3"},
                          {"sequence-length", "2048"},
                          {"kept-layers", "3"}}),
                 std::string("/kept_layers"));
    }
};

SHARDSCOPE_TEST(TstFinerPlans)
#include "tst_finer_plans.moc"
