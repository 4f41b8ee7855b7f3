// SPDX-License-Identifier: GPL-3.0-or-later
// What Megatron-Core's forward holds beyond its saved tensors, counted by hand.
#include "planner/tape/tape.h"
#include "tests/planner/hopper.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace shardscope;
using shardscope::tests::hopper;
using shardscope::tests::near;

namespace {

constexpr std::int64_t kTokens = 4096;
constexpr std::int64_t kHidden = 1024;

core::Transformer shapeOf(std::int64_t vocabulary)
{
    core::Transformer shape;
    shape.layers = 2;
    shape.hidden = kHidden;
    shape.heads = shape.kvHeads = 16;
    shape.headDim = 64;
    shape.feedForward = 4096;
    shape.vocabulary = vocabulary;
    shape.maxSequence = kTokens;
    return shape;
}

core::Plan planOf()
{
    core::Plan plan;
    plan.batch.microBatch = 1;
    plan.batch.microBatches = 2;
    plan.batch.sequenceLength = kTokens;
    plan.precision.gradients = core::Dtype::Fp32;
    plan.precision.master = core::Dtype::Fp32;
    plan.fusedCrossEntropy = true;
    return plan;
}

core::MemoryWalk walked(const core::Transformer& shape, const core::Plan& plan)
{
    core::ModelSpec model;
    model.form = shape;
    const auto result = planner::tape::walkStep(model, hopper(), plan);
    if (!result.ok())
        qFatal("not walked");
    return *result;
}

} // namespace

class TstTapeMegatron : public QObject {
    Q_OBJECT
private slots:
    /// The output layer's placeholder gradient stays (tensor_parallel/layers.py, get_dummy_wgrad): a row of
    /// the vocabulary takes 2 bytes an element more than its weight, gradient, master weight and moments.
    void theVocabularysPlaceholderStays()
    {
        constexpr std::int64_t kFew = 32'768;
        constexpr std::int64_t kMore = 131'072;
        const auto small = walked(shapeOf(kFew), planOf());
        const auto large = walked(shapeOf(kFew + kMore), planOf());
        const double wanted = static_cast<double>(kMore * kHidden) * (2 + 4 + 4 + 8 + 2);
        QVERIFY(near(static_cast<double>(large.atStepBegin - small.atStepBegin), wanted, 0.001));
    }

    /// A program that gathers its logits has no buffer of main gradients (Aleph-Alpha/scaling): the first
    /// backward leaves each weight its own, the second adds to them and takes none, the optimizer drops them.
    void gradientsMayBeEachWeightsOwn()
    {
        core::Plan plan = planOf();
        plan.precision.gradients = core::Dtype::Bf16;
        plan.fusedCrossEntropy = false;
        plan.wire["logits"] = core::Dtype::Bf16;
        core::Transformer shape = shapeOf(32'768);
        shape.learnedPositions = false;
        const core::MemoryWalk walk = walked(shape, plan);
        std::int64_t taken = 0;
        std::int64_t dropped = 0;
        std::int64_t inLater = 0;
        for (std::size_t event = 0; event < walk.curve.size(); ++event) {
            const core::MemoryEvent& one = walk.curve[event];
            if (one.purpose != core::Purpose::Gradients)
                continue;
            (one.delta > 0 ? taken : dropped) += one.delta;
            if (one.delta > 0 && event >= walk.passes.at(2).event) // of the second micro-batch
                inLater += one.delta;
        }
        QVERIFY(near(static_cast<double>(taken), static_cast<double>(walk.weights), 0.002)); // all but norms'
        QCOMPARE(dropped, -taken);
        QCOMPARE(inLater, 0);
    }

    /// Rows sent, received, sent back and received again stand together until the layer returns
    /// (moe/moe_layer.py), with the rows put together of them: where the logits are few, that is the peak.
    void expertsHoldTheirRowsUntilTheLayerReturns()
    {
        core::Transformer shape = shapeOf(1024);
        shape.experts = 16;
        shape.expertsPerToken = 8;
        shape.expertFeedForward = 512;
        core::Plan plan = planOf();
        plan.axes.replica = plan.axes.expert = 4;
        const core::MemoryWalk walk = walked(shape, plan);
        const core::MemoryEvent& peak = walk.curve[walk.peakEvent];
        QCOMPARE(peak.operation, std::string_view("unpermute"));
        QCOMPARE(peak.phase, core::StepPhase::Forward);
        QCOMPARE(peak.delta, kTokens * kHidden * 2);
        std::int64_t freed = 0;
        for (std::size_t event = walk.peakEvent + 1; walk.curve[event].delta < 0; ++event)
            freed -= walk.curve[event].delta;
        QVERIFY(near(static_cast<double>(freed), 4.0 * 8 * kTokens * kHidden * 2, 0.001));
    }
};

SHARDSCOPE_TEST(TstTapeMegatron)
#include "tst_tape_megatron.moc"
