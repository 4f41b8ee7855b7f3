// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters beside frozen weights: what learns, what is held, what is sent and computed.
#include "planner/compute/operators.h"
#include "planner/formula/inventory.h"
#include "planner/planner.h"
#include "planner/step/throughput.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <string_view>
#include <utility>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

constexpr double kLayers = 80;
constexpr double kHidden = 8192;
constexpr double kKeyValue = 1024;
constexpr double kFeedForward = 28672;

Plan adapted(AdapterTargets targets, std::int64_t tensor = 4)
{
    Plan plan;
    plan.axes.tensor = tensor;
    plan.axes.replica = 8 / tensor;
    plan.batch.microBatches = 4;
    plan.batch.globalBatch = 4 * plan.axes.replica;
    plan.batch.sequenceLength = 4096;
    plan.sharding.optimizer = plan.axes.replica;
    plan.precision.master = Dtype::Fp32;
    plan.dropout = false;
    plan.adapters = {16, targets};
    return plan;
}

Plan whole(Plan plan)
{
    plan.adapters = {};
    return plan;
}

Evaluation of(const Plan& plan)
{
    auto evaluation = evaluate(model("llama-2-70b"), hardware("dgx-h100"), plan);
    if (!evaluation.ok())
        qFatal("the plan is refused");
    return *evaluation;
}

double sum(const Rows& rows, KernelClass kernel)
{
    return static_cast<double>(
        std::count_if(rows.begin(), rows.end(), [kernel](const Row& row) { return row.kernel == kernel; }));
}

} // namespace

class TstAdapters : public QObject {
    Q_OBJECT
private slots:
    /// MLPerf's Llama 2 70B with adapters of rank 16 beside fused projections of queries, keys and values and
    /// beside the output projection trains 44,564,480 parameters (mlcommons/training, llama2_70b_lora);
    /// apart, as Hugging Face has them, 65,536,000.
    void whatLearnsIsCounted()
    {
        const double fused = 16 * kLayers * ((kHidden + kHidden + 2 * kKeyValue) + 2 * kHidden);
        QCOMPARE(fused, 44564480.0);
        Plan plan = adapted(AdapterTargets::Attention);
        QCOMPARE(of(plan).figures.at("trained_parameters"), fused);
        plan = adapted(AdapterTargets::Linear);
        QCOMPARE(of(plan).figures.at("trained_parameters"),
                 fused + 16 * kLayers * ((kHidden + 2 * kFeedForward) + (kFeedForward + kHidden)));
        plan = adapted(AdapterTargets::QueryKeyValue);
        QCOMPARE(of(plan).figures.at("trained_parameters"),
                 16 * kLayers * (kHidden + kHidden + 2 * kKeyValue));
        const Inventory inventory = inventoryOf(model("llama-2-70b"));
        plan = adapted(AdapterTargets::Attention);
        plan.implementation = Implementation::Fsdp2;
        plan.kernels = Kernels::Separate;
        QCOMPARE(adapterParameters(inventory, plan), 65536000.0);
        plan.adapters.targets = AdapterTargets::QueryKeyValue; // peft's q_proj, k_proj and v_proj
        QCOMPARE(adapterParameters(inventory, plan), 65536000.0 - 16 * kLayers * 2 * kHidden);
        QCOMPARE(of(whole(plan)).figures.count("trained_parameters"), std::size_t{0});
    }

    /// Frozen weights have neither gradients nor an optimizer's state.
    void stateIsTheAdapters()
    {
        const Plan plan = adapted(AdapterTargets::Attention);
        const Evaluation with = of(plan);
        const Evaluation without = of(whole(plan));
        const double share = 44564480.0 / 4;
        QCOMPARE(with.figures.at("weights_bytes"), without.figures.at("weights_bytes") + 2 * share);
        QCOMPARE(with.figures.at("gradient_bytes"), 2 * share);
        QCOMPARE(with.figures.at("optimizer_bytes"), 8 * share / 2);
    }

    /// 80 layers of matrices whose inputs nobody needs any more: those of the feed-forward's two and of the
    /// head.
    void frozenMatricesKeepNoInput()
    {
        const Plan plan = adapted(AdapterTargets::Attention);
        const double tokens = 4096;
        const double before = of(whole(plan)).figures.at("activation_bytes");
        const double after = of(plan).figures.at("activation_bytes");
        const double layer = 2 * tokens * kHidden + 2 * tokens * kFeedForward / 4;
        QVERIFY(near(before - after, kLayers * layer + 2 * tokens * kHidden, 1e-9));
        // All matrices adapted: all inputs stay, but the head's.
        const double all = of(adapted(AdapterTargets::Linear)).figures.at("activation_bytes");
        QVERIFY(near(before - all, 2 * tokens * kHidden, 1e-9));
    }

    void weightGradientsAreTheAdaptersAlone()
    {
        const ModelSpec spec = model("llama-2-70b");
        const Plan plan = adapted(AdapterTargets::Attention);
        const SegmentRows rows = rowsOf(Segment::layer(kDenseLayer), *spec.transformer(), plan);
        // Four matrices with an input gradient each; two of them with an adapter: two products forward, four
        // backward.
        QCOMPARE(sum(rows.forward, KernelClass::Product), 4.0 + 2 * 2);
        QCOMPARE(sum(rows.backward, KernelClass::ProductBackward), 4.0 + 2 * 4);
        Plan fewer = plan;
        fewer.adapters.targets = AdapterTargets::QueryKeyValue;
        const SegmentRows ofOne = rowsOf(Segment::layer(kDenseLayer), *spec.transformer(), fewer);
        QCOMPARE(sum(ofOne.forward, KernelClass::Product), 4.0 + 2);
        QCOMPARE(sum(ofOne.backward, KernelClass::ProductBackward), 4.0 + 4);
        Plan again = plan;
        again.recompute = Recompute::Selective;
        const Rows core = rowsOf(Segment::layer(kDenseLayer), *spec.transformer(), again).again;
        QCOMPARE(core.size(), std::size_t{1});
        QCOMPARE(core.front().kernel, KernelClass::AttentionForward);
        again.recompute = Recompute::Full; // the adapters' products too
        QCOMPARE(
            sum(rowsOf(Segment::layer(kDenseLayer), *spec.transformer(), again).again, KernelClass::Product),
            4.0 + 2 * 2);
        QVERIFY(rowsOf(Segment::embedding(), *spec.transformer(), plan).backward.empty());
        // FLOPs of a token in matrices: two thirds of what a whole training computes.
        const double trained = modelFlopsPerSample(*spec.transformer(), plan.batch);
        const double frozen = modelFlopsPerSample(*spec.transformer(), plan.batch, plan.adapters);
        QVERIFY(frozen > trained * 2 / 3 && frozen < trained * 0.7);
    }

    /// NeMo AutoModel's second product has the adapters' factor in it: everything else is as in Megatron.
    void aFactorMayBePartOfAProduct()
    {
        const ModelSpec spec = model("llama-2-70b");
        const auto scalings = [&](Framework framework) {
            Plan plan = adapted(AdapterTargets::Linear);
            plan.implementation = framework;
            const SegmentRows rows = rowsOf(Segment::layer(kDenseLayer), *spec.transformer(), plan);
            const auto scales = [](const Row& row) { return std::string_view(row.label) == "scale_adapter"; };
            return std::pair(std::ranges::count_if(rows.forward, scales),
                             std::ranges::count_if(rows.backward, scales));
        };
        QCOMPARE(scalings(Framework::Megatron), (std::pair<std::ptrdiff_t, std::ptrdiff_t>{4, 4}));
        QCOMPARE(scalings(Framework::AutoModel), (std::pair<std::ptrdiff_t, std::ptrdiff_t>{0, 0}));
    }

    /// Checkpoints around attention and around the feed-forward end before the last product of each, with or
    /// without adapters; one around a layer with experts runs them again.
    void modulesRunAgainButForTheirLastProduct()
    {
        for (const bool adapters : {false, true}) {
            Plan plan = adapted(AdapterTargets::Linear);
            plan.implementation = Framework::AutoModel;
            plan.recompute = Recompute::Full;
            if (!adapters)
                plan = whole(plan);
            const double products = adapters ? 3 : 1; // of a matrix: its own, and two thin ones
            const ModelSpec spec = model("llama-2-70b");
            const SegmentRows dense = rowsOf(Segment::layer(kDenseLayer), *spec.transformer(), plan);
            QCOMPARE(sum(dense.forward, KernelClass::Product), 4 * products);
            QCOMPARE(sum(dense.again, KernelClass::Product), 2 * products);
            plan.axes.tensor = 1;
            const ModelSpec mixture = model("qwen3-30b-a3b");
            const SegmentRows experts = rowsOf(Segment::layer(kExpertLayer), *mixture.transformer(), plan);
            QCOMPARE(sum(experts.again, KernelClass::Product), sum(experts.forward, KernelClass::Product));
        }
    }

    void aStepIsShorterAndSendsLess()
    {
        const Plan plan = adapted(AdapterTargets::Attention);
        const Evaluation with = of(plan);
        const Evaluation without = of(whole(plan));
        const double ratio =
            with.step.at(StepPart::Total).seconds.value() / without.step.at(StepPart::Total).seconds.value();
        QVERIFY2(ratio > 0.6 && ratio < 0.85, qPrintable(QString::number(ratio)));
        const auto sent = [](const Evaluation& evaluation) {
            double bytes = 0;
            for (const CommunicationEntry& entry : evaluation.communication)
                bytes += entry.group == TrafficGroup::Replica ? entry.bytesPerRank.value() : 0;
            return bytes;
        };
        QVERIFY(sent(with) > 0);
        QVERIFY(sent(with) < sent(without) / 1000);
    }

    void plansThatCannotHaveThemAreRefused()
    {
        Plan plan = adapted(AdapterTargets::Linear);
        plan.implementation = Implementation::Nanotron;
        const auto refused = evaluate(model("llama-2-70b"), hardware("dgx-h100"), plan);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().place.jsonPointer, std::string("/lora/rank"));
    }
};

SHARDSCOPE_TEST(TstAdapters)
#include "tst_adapters.moc"
