// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a step: FLOPs by the published formula, parts that add up, traffic that follows the plan.
#include "planner/cost/compute.h"
#include "planner/planner.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

Plan basePlan()
{
    Plan plan;
    plan.batch.sequenceLength = 2048;
    plan.batch.microBatches = 8;
    plan.batch.globalBatch = 8;
    return plan;
}

Evaluation evaluated(const Plan& plan, const HardwareSpec& hardware = sampleHardware())
{
    const auto evaluation = evaluate(gpt3Model(), hardware, plan, Detail::Plain);
    if (!evaluation.ok())
        qFatal("not evaluated");
    return *evaluation;
}

double seconds(const Evaluation& evaluation, StepPart part)
{
    return evaluation.step.at(part).seconds.value();
}

const CommunicationEntry* entry(const Evaluation& evaluation, const std::string& operation,
                                const std::string& group)
{
    for (const CommunicationEntry& candidate : evaluation.communication) {
        if (candidate.operation == operation && candidate.group == group)
            return &candidate;
    }
    return nullptr;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// Bytes of 16-bit weights that one rank of \p t uses, ends included.
double weightBytes(const Plan& plan) { return evaluated(plan).figures.at("weights_bytes"); }

} // namespace

class TstStep : public QObject {
    Q_OBJECT
private slots:
    void modelFlopsAreThePapers()
    {
        // arXiv:2205.05198, equation 7: 72 B l s h² (1 + s/6h + V/12hl).
        const ModelSpec model = gpt3Model();
        const double h = 12288, l = 96, s = 2048, v = 50257;
        QVERIFY(near(modelFlopsPerSample(*model.transformer(), s),
                     72 * s * l * h * h * (1 + s / (6 * h) + v / (12 * h * l))));
    }

    void partsAddUp()
    {
        std::mt19937_64 random(3);
        for (int i = 0; i < 200; ++i) {
            const auto evaluation =
                evaluate(smallModel(), sampleHardware(), randomPlan(smallModel(), random), Detail::Plain);
            if (!evaluation.ok())
                continue;
            double sum = 0;
            for (const auto& [part, time] : evaluation->step) {
                QVERIFY(time.seconds.value() >= 0 && std::isfinite(time.seconds.value()));
                sum += part == StepPart::Total ? 0 : time.seconds.value();
            }
            QVERIFY(near(sum, seconds(*evaluation, StepPart::Total)));
            for (const CommunicationEntry& one : evaluation->communication)
                QVERIFY(one.exposed <= one.seconds * (1 + 1e-12) && one.bytesPerRank.value() > 0);
        }
    }

    void recomputeRepeatsForward()
    {
        Plan plan = basePlan();
        const Evaluation none = evaluated(plan);
        QCOMPARE(seconds(none, StepPart::Recompute), 0.0);
        plan.recompute = Recompute::Full;
        const Evaluation full = evaluated(plan);
        // All of forward but the head and the embedding.
        QVERIFY(seconds(full, StepPart::Recompute) < seconds(full, StepPart::Forward));
        QVERIFY(seconds(full, StepPart::Recompute) > 0.95 * seconds(full, StepPart::Forward));
        plan.recompute = Recompute::Selective;
        const Evaluation selective = evaluated(plan);
        QVERIFY(seconds(selective, StepPart::Recompute) < 0.2 * seconds(full, StepPart::Recompute));
    }

    void tensorTrafficFollowsTheLayers()
    {
        Plan plan = basePlan();
        plan.axes.tensor = 8;
        const double hidden = 2048.0 * 12288 * 2;
        // 4 reductions a layer and micro-batch, one at each end: arXiv:1909.08053, section 3.
        const Evaluation whole = evaluated(plan);
        QVERIFY(near(entry(whole, "all_reduce", "tensor")->bytesPerRank.value(), 8 * (4 * 96 + 2) * hidden));
        plan.recompute = Recompute::Full;
        const Evaluation again = evaluated(plan);
        QVERIFY(near(entry(again, "all_reduce", "tensor")->bytesPerRank.value(), 8 * (6 * 96 + 2) * hidden));
        plan.recompute = Recompute::None;
        plan.axes.sequenceParallel = true;
        plan.gatheredInputs = GatheredInputs::Regathered;
        const Evaluation cut = evaluated(plan);
        QVERIFY(entry(cut, "all_reduce", "tensor") == nullptr);
        QVERIFY(
            near(entry(cut, "reduce_scatter", "tensor")->bytesPerRank.value(), 8 * (4 * 96 + 2) * hidden));
        QVERIFY(near(entry(cut, "all_gather", "tensor")->bytesPerRank.value(), 8 * (6 * 96 + 2) * hidden));
        // A scatter and a gather take as long as the reduction they replace.
        QVERIFY(near(entry(cut, "reduce_scatter", "tensor")->exposed.value() +
                         entry(cut, "all_gather", "tensor")->exposed.value(),
                     entry(whole, "all_reduce", "tensor")->seconds.value()));
    }

    void zeroTrafficIsThePapers()
    {
        // arXiv:1910.02054, section 7: 2Ψ for plain data parallelism and stages 1 and 2, 3Ψ for stage 3.
        Plan plan = basePlan();
        plan.batch.microBatches = 1;
        plan.axes.replica = 8;
        plan.batch.globalBatch = 8;
        const double psi = weightBytes(plan);
        const auto total = [&](std::int64_t w, std::int64_t g, std::int64_t o) {
            plan.sharding = {w, g, o};
            const Evaluation evaluation = evaluated(plan);
            double bytes = 0;
            for (const CommunicationEntry& one : evaluation.communication) {
                if (one.group == "replica") // an all-reduce moves its payload twice
                    bytes += (one.operation == "all_reduce" ? 2 : 1) * one.bytesPerRank.value();
            }
            return bytes / psi;
        };
        QVERIFY(near(total(1, 1, 1), 2));
        QVERIFY(near(total(1, 1, 8), 2));
        QVERIFY(near(total(1, 8, 8), 2));
        QVERIFY(near(total(8, 8, 8), 3));
        QVERIFY(near(total(1, 1, 4), 2.5)); // shards of four, each reduced over the other two
    }

    void wireFormatsHalveTraffic()
    {
        Plan plan = basePlan();
        plan.axes.replica = 8;
        plan.batch.globalBatch = 64;
        const double before = entry(evaluated(plan), "all_reduce", "replica")->bytesPerRank.value();
        plan.wire["all_reduce"] = Dtype::Fp8;
        QVERIFY(near(entry(evaluated(plan), "all_reduce", "replica")->bytesPerRank.value(), before / 2));
    }

    void overlapHidesReplicaTraffic()
    {
        Plan plan = basePlan();
        plan.axes.replica = 8;
        plan.batch.globalBatch = 64;
        const Evaluation serial = evaluated(plan);
        plan.implementation = Implementation::DeepSpeed;
        const Evaluation overlapped = evaluated(plan);
        QCOMPARE(entry(serial, "all_reduce", "replica")->exposed,
                 entry(serial, "all_reduce", "replica")->seconds);
        QVERIFY(entry(overlapped, "all_reduce", "replica")->exposed <
                entry(serial, "all_reduce", "replica")->exposed);
    }

    void pipelineSendsAndTiesEmbeddings()
    {
        Plan plan = basePlan();
        plan.axes.pipeline = 8;
        const Evaluation evaluation = evaluated(plan);
        QVERIFY(near(entry(evaluation, "send_receive", "pipeline")->bytesPerRank.value(),
                     2 * 8 * 2048.0 * 12288 * 2));
        QVERIFY(near(entry(evaluation, "all_reduce", "pipeline")->bytesPerRank.value(), 50257.0 * 12288 * 2));
        plan.axes.tensor = 8; // partitioned messages, a share of the table each
        const Evaluation cut = evaluated(plan);
        QVERIFY(near(entry(cut, "send_receive", "pipeline")->bytesPerRank.value(),
                     2 * 8 * 2048.0 * 12288 * 2 / 8));
        QVERIFY(near(entry(cut, "all_reduce", "pipeline")->bytesPerRank.value(),
                     std::ceil(50257.0 / 8) * 12288 * 2));
    }

    void offloadedStateIsStreamed()
    {
        Plan plan = basePlan();
        plan.precision.master = Dtype::Fp32;
        plan.residency.optimizer = Tier::Host;
        const Evaluation evaluation = evaluated(plan);
        const double state = 12 * parameterCount(gpt3Model());
        QVERIFY(near(entry(evaluation, "streaming", "host")->bytesPerRank.value(), 2 * state));
        QVERIFY(near(seconds(evaluation, StepPart::Streaming), 2 * state / (100e9 / 8)));
        QVERIFY(near(evaluation.memory.held(0, Tier::Host, Purpose::OptimizerState).value(),
                     8 * parameterCount(gpt3Model())));
        QCOMPARE(evaluation.memory.held(0, Tier::Device, Purpose::OptimizerState).value(), 0.0);
    }

    void phasesLeaveTwoOfThemOnTheDevice()
    {
        Plan plan = basePlan();
        plan.schedule = Schedule::Phased;
        plan.phases = 16;
        const Evaluation evaluation = evaluated(plan);
        const double weights = 2 * parameterCount(gpt3Model());
        QVERIFY(near(evaluation.memory.held(0, Tier::Device, Purpose::Weights).value(), weights / 8));
        QVERIFY(near(evaluation.memory.held(0, Tier::Streaming, Purpose::Weights).value(), weights));
        QVERIFY(seconds(evaluation, StepPart::Recompute) > 0);
        QVERIFY(seconds(evaluation, StepPart::Streaming) > 0);
    }

    void rateEnergyAndPrice()
    {
        Plan plan = basePlan();
        plan.axes.replica = 8;
        plan.batch.globalBatch = 64;
        const Evaluation evaluation = evaluated(plan);
        const double step = seconds(evaluation, StepPart::Total);
        QVERIFY(near(evaluation.throughput.samplesPerSecond, 64 / step));
        QVERIFY(near(evaluation.throughput.tokensPerSecond, 64 * 2048 / step));
        QVERIFY(near(evaluation.throughput.modelFlopsUtilization,
                     evaluation.throughput.modelTflopsPerDevice / 100));
        QVERIFY(near(evaluation.energyPerStep->value(), 400 * 8 * step));
        QVERIFY(near(*evaluation.currencyPerHour, 16));
    }
};

SHARDSCOPE_TEST(TstStep)
#include "tst_step.moc"
