// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank of nanotron keeps, counted by hand from its modules (huggingface/nanotron, models/llama.py).
#include "planner/tape/trace_step.h"
#include "tests/planner/hopper.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope;
using shardscope::tests::hopper;
using shardscope::tests::near;

namespace {

constexpr std::int64_t kTokens = 4096;
constexpr std::int64_t kHidden = 1024;
constexpr std::int64_t kHeads = 16;
constexpr std::int64_t kWidth = 64;
constexpr std::int64_t kForward = 4096;
constexpr std::int64_t kWords = 65'000;

core::Transformer shapeOf(std::int64_t keyHeads)
{
    core::Transformer shape;
    shape.family = core::TransformerFamily::Llama;
    shape.layers = 8;
    shape.hidden = shape.embeddingWidth = kHidden;
    shape.heads = kHeads;
    shape.kvHeads = keyHeads;
    shape.headDim = shape.valueHeadDim = kWidth;
    shape.feedForward = kForward;
    shape.vocabulary = kWords;
    shape.maxSequence = kTokens;
    shape.norm = core::NormKind::RmsNorm;
    shape.activation = core::Activation::Swiglu;
    shape.bias = shape.attentionBias = shape.outputBias = false;
    shape.learnedPositions = shape.tiedEmbeddings = false;
    return shape;
}

core::Plan planOf(std::int64_t tensor)
{
    core::Plan plan;
    plan.implementation = core::Implementation::Nanotron;
    plan.axes.tensor = tensor;
    plan.axes.sequenceParallel = tensor > 1;
    plan.gatheredInputs = core::GatheredInputs::Regathered;
    plan.precision.gradients = core::Dtype::Fp32;
    plan.precision.master = core::Dtype::Fp32;
    plan.batch.sequenceLength = kTokens;
    plan.dropout = false;
    return plan;
}

core::MemoryTrace traced(const core::Transformer& shape, const core::Plan& plan)
{
    core::ModelSpec model;
    model.form = shape;
    const auto result = planner::tape::traceStep(model, hopper(), plan);
    if (!result.ok())
        qFatal("not traced");
    return *result;
}

/// A token of a layer: two norms' inputs, statistics and results on a rank's rows; of the feed-forward gate
/// with up, the activation and the product.
double besideAttention(double tensor) { return 2 * (4.0 * kHidden + 4) / tensor + 8.0 * kForward / tensor; }

} // namespace

class TstTapeNanotron : public QObject {
    Q_OBJECT
private slots:
    void layers_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("keyHeads");
        QTest::addColumn<double>("attention");
        // Block of queries, keys and values; keys and values again; the output; 4 bytes a head.
        const double equal = (3 + 2 + 1) * 2.0 * kHeads * kWidth + 4 * kHeads;
        // Queries by themselves, keys with values, the output.
        const double grouped = (2 * kHeads + 2 * 4) * 2.0 * kWidth + 4 * kHeads;
        QTest::newRow("whole, equal heads") << 1 << 16 << equal;
        QTest::newRow("whole, grouped heads") << 1 << 4 << grouped;
        QTest::newRow("cut, equal heads") << 4 << 16 << equal;
        QTest::newRow("cut, grouped heads") << 4 << 4 << grouped;
    }

    void layers()
    {
        QFETCH(int, tensor);
        QFETCH(int, keyHeads);
        QFETCH(double, attention);
        const auto left = [&](std::int64_t layers) {
            core::Transformer shape = shapeOf(keyHeads);
            shape.layers = layers;
            return static_cast<double>(traced(shape, planOf(tensor)).activationsAfterForward);
        };
        const double wanted = besideAttention(tensor) + attention / tensor;
        QVERIFY(near((left(12) - left(4)) / 8, kTokens * wanted, 0.02)); // blocks are not cut to the byte
    }

    /// Gathered rows are kept where they are not gathered again.
    void gatheredRowsAreKept()
    {
        core::Plan plan = planOf(4);
        const auto left = [&](core::GatheredInputs inputs) {
            plan.gatheredInputs = inputs;
            return static_cast<double>(traced(shapeOf(16), plan).activationsAfterForward);
        };
        const double more = left(core::GatheredInputs::Saved) - left(core::GatheredInputs::Regathered);
        QVERIFY(near(more, 8 * 2 * 2.0 * kHidden * kTokens * (1 - 1.0 / 4), 0.05));
    }

    /// Replicas have a bucket for every gradient in the weights' format.
    void replicasKeepBuckets()
    {
        core::Plan plan = planOf(1);
        const core::MemoryTrace alone = traced(shapeOf(16), plan);
        plan.axes.replica = 2;
        const core::MemoryTrace two = traced(shapeOf(16), plan);
        QVERIFY(near(static_cast<double>(two.atStepBegin - alone.atStepBegin),
                     static_cast<double>(alone.weights), 0.002));
        QCOMPARE(alone.weights / 2, 2 * kWords * kHidden + kHidden +
                                        8 * (4 * kHidden * kHidden + 3 * kHidden * kForward + 2 * kHidden));
    }

    /// The loss works on a difference in 32 bits, which stays: 4 bytes a logit; while it is made, the logits
    /// stand beside it in 32 bits, too.
    void theLossWorksInPlace()
    {
        const core::MemoryTrace trace = traced(shapeOf(16), planOf(1));
        QVERIFY(near(static_cast<double>(trace.peak - trace.atStepBegin - trace.activationsAfterForward),
                     4.0 * kTokens * kWords, 0.05));
    }

    /// A stage keeps what it handed on until its backward: two layers and their output for each micro-batch
    /// more in flight.
    void outputsAreKept()
    {
        core::Plan plan = planOf(1);
        plan.axes.pipeline = 4;
        plan.layersPerStage = {2, 2, 2, 2};
        core::Transformer shape = shapeOf(16);
        shape.vocabulary = 1024; // so that the first stage is the fullest
        const auto peak = [&](std::int64_t micro) {
            plan.batch.microBatches = micro;
            return static_cast<double>(traced(shape, plan).peak);
        };
        const double attention = 6 * 2.0 * kHeads * kWidth + 4 * kHeads;
        const double wanted = 2 * (besideAttention(1) + attention) + 2 * kHidden;
        QVERIFY(near(peak(4) - peak(3), kTokens * wanted, 0.02));
    }
};

SHARDSCOPE_TEST(TstTapeNanotron)
#include "tst_tape_nanotron.moc"
