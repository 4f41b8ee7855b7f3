// SPDX-License-Identifier: GPL-3.0-or-later
// Energy, price and the whole training of a step; FLOPs that are counted twice; what boundaries cost.
#include "planner/planner.h"
#include "planner/step/costs.h"
#include "planner/step/throughput.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

/// What one H200 SXM drew over four seconds each (measured for this project).
HardwareSpec measuredDraws()
{
    HardwareSpec hardware = sampleHardware();
    hardware.draw = PowerDraw{
        {Watts{130.5}, "probe", false}, {Watts{590.2}, "probe", false}, {Watts{691.9}, "probe", false}};
    return hardware;
}

Evaluation steps(std::int64_t devices)
{
    Evaluation evaluation;
    evaluation.devices = devices;
    evaluation.plan.batch.globalBatch = 32;
    evaluation.plan.batch.sequenceLength = 1000;
    return evaluation;
}

} // namespace

class TstCosts : public QObject {
    Q_OBJECT
private slots:
    void energyOfAProductCalledByAHost()
    {
        // 307900 calls of a 1024-cubed bf16 product in 4.00017 s drew 345.26 W on average; one keeps the
        // device busy for 4.94 us (docs/formulas.md, section 5).
        const double call = 4.00017 / 307900;
        Evaluation evaluation = steps(1);
        addCosts<PlainNumbers>(measuredDraws(), Seconds{call}, {Seconds{4.94e-6}, Seconds{0}}, evaluation);
        const double watts = evaluation.energyPerStep->value() / call;
        QVERIFY2(near(watts, 345.26, 0.01), qPrintable(QString::number(watts)));
    }

    void energyWithoutDrawsIsTheBoards()
    {
        HardwareSpec hardware = sampleHardware();
        hardware.power = Sourced<Watts>{Watts{700}, "sheet", false};
        Evaluation evaluation = steps(16);
        addCosts<PlainNumbers>(hardware, Seconds{2}, {Seconds{1}, Seconds{0.5}}, evaluation);
        QCOMPARE(evaluation.energyPerStep->value(), 16 * 700.0 * 2);
    }

    void trainingTakesWholeSteps()
    {
        HardwareSpec hardware = measuredDraws();
        hardware.price = Sourced<CurrencyPerSecond>{CurrencyPerSecond{3.6 / 3600}, "offer", false};
        const auto trained = [&](Training training) {
            Evaluation evaluation = steps(4);
            evaluation.plan.training = training;
            addCosts<ExplainedNumbers>(
                hardware, Explained<kSecond>(Seconds{2}, "step"),
                {Explained<kSecond>(Seconds{1}, "products"), Explained<kSecond>(Seconds{0.5}, "rest")},
                evaluation);
            return evaluation;
        };
        // 1.0 million tokens are 1000 samples: 32 steps, the last of 8 samples.
        const Evaluation tokens = trained({1'000'000, 0, 0, 0});
        QCOMPARE(tokens.training->steps, 32.0);
        QCOMPARE(tokens.training->seconds.value(), 64.0);
        QVERIFY(near(*tokens.currencyPerStep, 4 * 0.001 * 2));
        QVERIFY(near(*tokens.training->currency, 32 * 4 * 0.001 * 2));
        QVERIFY(near(tokens.training->energy->value(), 32 * 4 * (691.9 + 0.5 * 590.2 + 0.5 * 130.5)));
        QCOMPARE(tokens.training->secondsWhy->value, 64.0);
        QCOMPARE(trained({0, 64, 0, 0}).training->steps, 2.0);
        QCOMPARE(trained({0, 0, 3, 100}).training->samples, 300.0);
        QCOMPARE(trained({0, 0, 3, 100}).training->steps, 10.0);
        QVERIFY(!trained({}).training);
    }

    void recomputeCountsForHardwareFlops()
    {
        // GPT-3's forward is a third of the model's FLOPs; the head is not recomputed. Attention cores are
        // 4 s h a token and layer.
        const ModelSpec model = gpt3Model();
        const Transformer& form = *model.transformer();
        Plan plan;
        plan.batch.sequenceLength = 2048;
        const double h = 12288, l = 96, s = 2048, v = 50257;
        const double all = modelFlopsPerSample(form, plan.batch);
        QCOMPARE(recomputedFlopsPerSample(form, plan), 0.0);
        plan.recompute = Recompute::Full;
        QVERIFY(near(recomputedFlopsPerSample(form, plan), all / 3 - 2 * h * v * s));
        plan.recompute = Recompute::Selective;
        QVERIFY(near(recomputedFlopsPerSample(form, plan), 4 * s * h * l * s));
    }

    void boundariesCostWhatTheyTake()
    {
        // Sixteen replicas over two nodes: on one large node the same plan saves what crossing costs.
        HardwareSpec hardware = sampleHardware();
        for (Link& link : hardware.links) {
            if (link.level == LinkLevel::Cluster)
                link.bandwidth.value = BytesPerSecond{1e8};
        }
        Plan plan;
        plan.axes.replica = 16;
        plan.batch.microBatch = 1;
        plan.batch.globalBatch = 16;
        plan.batch.sequenceLength = 128;
        const auto spread = evaluate(smallModel(), hardware, plan, Detail::Explained);
        QVERIFY(spread.ok());
        QCOMPARE(spread->boundaries.size(), std::size_t{1});
        QCOMPARE(spread->boundaries[0].level, LinkLevel::Node);
        HardwareSpec large = hardware;
        large.devicesPerNode = 16;
        const auto together = evaluate(smallModel(), large, plan, Detail::Explained);
        QVERIFY(together.ok() && together->boundaries.empty());
        const double lost = spread->step.at(StepPart::Total).seconds.value() -
                            together->step.at(StepPart::Total).seconds.value();
        QVERIFY(lost > 0);
        QVERIFY(near(spread->boundaries[0].seconds.value(), lost));
    }
};

SHARDSCOPE_TEST(TstCosts)
#include "tst_costs.moc"
