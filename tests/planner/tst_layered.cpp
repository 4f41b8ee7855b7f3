// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of networks that are lists of layers.
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

ModelSpec resnet() { return model("resnet-50"); }

Plan planOf(const std::vector<std::pair<std::string, std::string>>& options)
{
    return shardscope::tests::planOf(resnet(), options);
}

Evaluation evaluated(const Plan& plan, Detail detail = Detail::Plain)
{
    const auto evaluation = evaluate(resnet(), sampleHardware(), plan, detail);
    if (!evaluation.ok())
        qFatal("not evaluated");
    return *evaluation;
}

} // namespace

class TstLayered : public QObject {
    Q_OBJECT
private slots:
    /// The convolutions of ResNet-50 put out 11.1 M elements an image (arXiv:2003.13678, Table 2), which the
    /// norms keep; each but the shortcut's four and the blocks' last sixteen is followed by a ReLU of its own
    /// size.
    void activationsOfAnImage()
    {
        const ModelSpec model = resnet();
        double convolutions = 0;
        double sums = 0;
        for (const NetworkLayer& layer : model.layerList()->layers) {
            convolutions +=
                layer.type == LayerType::Convolution ? static_cast<double>(layer.out.elements()) : 0;
            sums += layer.type == LayerType::Add ? static_cast<double>(layer.out.elements()) : 0;
        }
        QVERIFY(std::abs(convolutions / 1e6 - 11.1) < 0.05);
        QVERIFY(std::abs(sums / 1e6 - 5.5) < 0.05); // 3, 4, 6, 3 blocks of 803k, 401k, 201k, 100k
        const Evaluation plan = evaluated(planOf({{"precision-weights", "fp16"}}));
        const double elements = plan.figures.at("activation_bytes") / 2;
        // Every convolution's output, every ReLU's, the input, the pooling's places and its input counted
        // there.
        QVERIFY(elements > 1.8 * convolutions && elements < 2.05 * convolutions);
    }

    void replicasAndStages()
    {
        const Evaluation one = evaluated(planOf({{"micro-batch", "8"}, {"micro-batches", "4"}}));
        const Evaluation two =
            evaluated(planOf({{"micro-batch", "8"}, {"micro-batches", "4"}, {"replica", "4"}}));
        QCOMPARE(two.communication.size(), std::size_t{1});
        QCOMPARE(two.communication[0].bytesPerRank.value(), 2 * 25557032.0);
        QVERIFY(two.throughput.samplesPerSecond > 3 * one.throughput.samplesPerSecond);
        // 2 FLOPs a multiplication, three passes.
        QVERIFY(std::abs(one.throughput.modelTflopsPerDevice * 1e12 / one.throughput.samplesPerSecond / 6 /
                             4.09e9 -
                         1) < 0.002);
        const Evaluation staged = evaluated(
            planOf({{"micro-batch", "8"}, {"micro-batches", "4"}, {"pipeline", "4"}, {"schedule", "1f1b"}}));
        QCOMPARE(staged.memory.classes.size(), std::size_t{4});
        double weights = 0;
        for (std::size_t i = 0; i < 4; ++i)
            weights += staged.memory.held(i, Tier::Device, Purpose::Weights).value();
        QCOMPARE(weights, 2 * 25557032.0);
        QVERIFY(staged.step.at(StepPart::Bubble).seconds.value() > 0);
    }

    void recomputeAndPhasesKeepLess()
    {
        const auto activations = [](const Evaluation& e) {
            return e.memory.held(0, Tier::Device, Purpose::Activations).value();
        };
        const Evaluation plain = evaluated(planOf({}));
        const Evaluation full = evaluated(planOf({{"recompute", "full"}}));
        QVERIFY(activations(full) < 0.4 * activations(plain));
        QCOMPARE(full.step.at(StepPart::Recompute).seconds.value(),
                 full.step.at(StepPart::Forward).seconds.value());
        const Evaluation phased = evaluated(planOf({{"phases", "10"}, {"schedule", "phased"}}));
        QVERIFY(activations(phased) < activations(full));
        QVERIFY(phased.memory.held(0, Tier::Streaming, Purpose::Weights).value() > 0);
        QCOMPARE(phased.communication.back().operation, Transfer::Streaming);
    }

    void bareAndExplainedAgree()
    {
        for (const Plan& plan :
             {planOf({}), planOf({{"replica", "8"}, {"zero-stage", "1"}, {"recompute", "full"}}),
              planOf({{"phases", "6"}, {"schedule", "phased"}, {"replica", "2"}}),
              planOf({{"pipeline", "3"}, {"residency-optimizer", "host"}, {"micro-batches", "5"}})}) {
            const Evaluation bare = evaluated(plan, Detail::Plain);
            const Evaluation explained = evaluated(plan, Detail::Explained);
            for (const auto& [part, time] : explained.step) {
                QCOMPARE(bare.step.at(part).seconds, time.seconds);
                QCOMPARE(time.why->value, time.seconds.value());
            }
            for (std::size_t i = 0; i < bare.memory.entries.size(); ++i)
                QCOMPARE(bare.memory.entries[i].bytes, explained.memory.entries[i].bytes);
        }
    }

    void splittingInsideALayerIsRefused()
    {
        Plan plan = planOf({});
        plan.axes.tensor = 2;
        const auto refused = evaluate(resnet(), sampleHardware(), plan, Detail::Plain);
        QCOMPARE(refused.error().place.jsonPointer, std::string("/parallel/tensor"));
    }
};

SHARDSCOPE_TEST(TstLayered)
#include "tst_layered.moc"
