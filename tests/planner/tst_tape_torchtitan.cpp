// SPDX-License-Identifier: GPL-3.0-or-later
// What torchtitan's own model keeps and works with on a rank of a tensor group, counted by hand from its
// modules (torchtitan, models/llama3/model/model.py and infra/parallelize.py).
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
constexpr std::int64_t kWords = 65'536;

core::Transformer shapeOf()
{
    core::Transformer shape;
    shape.family = core::TransformerFamily::Llama;
    shape.layers = 4;
    shape.hidden = shape.embeddingWidth = kHidden;
    shape.heads = kHeads;
    shape.kvHeads = 8; // two on each of four ranks: a single one need not be copied to its queries
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
    plan.implementation = core::Implementation::Torchtitan;
    plan.axes.tensor = tensor;
    plan.axes.sequenceParallel = tensor > 1;
    plan.axes.replica = 8;
    plan.sharding = {8, 8, 8};
    plan.batch.sequenceLength = kTokens;
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

/// What one layer more keeps; its weights are gathered and gone.
double keptOfALayer(core::Transformer shape, const core::Plan& plan)
{
    const auto left = [&](std::int64_t layers) {
        shape.layers = layers;
        return static_cast<double>(traced(shape, plan).activationsAfterForward);
    };
    return (left(12) - left(4)) / 8;
}

} // namespace

class TstTapeTorchtitan : public QObject {
    Q_OBJECT
private slots:
    void layers_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<bool>("compiled");
        for (const int tensor : {1, 2, 4})
            for (const bool compiled : {true, false})
                QTest::addRow("%d %s", tensor, compiled ? "compiled" : "eager") << tensor << compiled;
    }

    /// Two norms keep a rank's rows of their inputs and a statistic each; the products all rows of what was
    /// normed. Queries, keys and values as many as the query heads, attention's output, four bytes of
    /// log-sum-exp; the feed-forward's two inputs of its product, the product, and eagerly the activation.
    void layers()
    {
        QFETCH(int, tensor);
        QFETCH(bool, compiled);
        core::Plan plan = planOf(tensor);
        plan.kernels = compiled ? core::Kernels::Fused : core::Kernels::Separate;
        const double norms = 2 * (2.0 * kHidden + 4) / tensor + 2 * 2.0 * kHidden;
        const double attention = (4 * 2.0 * kHeads * kWidth + 4 * kHeads) / tensor;
        const double forward = (compiled ? 6.0 : 8.0) * kForward / tensor;
        QVERIFY(near(keptOfALayer(shapeOf(), plan), kTokens * (norms + attention + forward), 0.01));
    }

    /// Keys and values of as many heads as the queries are not copied.
    void equalHeadsAreNotCopied()
    {
        core::Transformer shape = shapeOf();
        shape.kvHeads = kHeads;
        QVERIFY(near(keptOfALayer(shape, planOf(1)), keptOfALayer(shapeOf(), planOf(1)), 0.001));
    }

    void losses_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<double>("bytes");
        QTest::newRow("whole rows: the gradients of nll and of log-softmax") << 1 << 8.0;
        QTest::newRow("parts: zeros, their sum with exponentials, and the product") << 4 << 12.0;
    }

    /// The loss's backward has, beside the log-softmax of 4 bytes that forward kept, tensors of 4 bytes a
    /// logit: the largest of this shape. The layer before the head is being gathered.
    void losses()
    {
        QFETCH(int, tensor);
        QFETCH(double, bytes);
        const core::MemoryTrace trace = traced(shapeOf(), planOf(tensor));
        const double perLayer = 2.0 * kHidden * (kHidden + 2 * 512 + kHidden + 3 * kForward) / tensor;
        const double wanted = static_cast<double>(trace.atStepBegin + trace.activationsAfterForward) +
                              bytes * kTokens * kWords / tensor + perLayer;
        QCOMPARE(trace.curve[trace.peakEvent].phase, core::StepPhase::Backward);
        QVERIFY(near(static_cast<double>(trace.peak), wanted, 0.01));
    }

    /// Compiled, the loss keeps the logits in 16 bits and a statistic a row.
    void aCompiledLossKeepsTheLogits()
    {
        core::Plan plan = planOf(1);
        const auto left = [&](bool compiled) {
            plan.fusedCrossEntropy = compiled;
            return static_cast<double>(traced(shapeOf(), plan).activationsAfterForward);
        };
        QVERIFY(near(left(false) - left(true), 2.0 * kTokens * kWords, 0.001));
    }

    void whatItDoesNotRunIsSaid_data()
    {
        QTest::addColumn<QString>("what");
        for (const char* what : {"rows that stay whole", "a GELU", "experts", "a pipeline"})
            QTest::newRow(what) << QString(what);
    }

    void whatItDoesNotRunIsSaid()
    {
        QFETCH(QString, what);
        core::ModelSpec model;
        core::Transformer shape = shapeOf();
        core::Plan plan = planOf(2);
        if (what == "rows that stay whole")
            plan.axes.sequenceParallel = false;
        else if (what == "a GELU")
            shape.activation = core::Activation::Geglu;
        else if (what == "experts")
            shape.experts = 8, shape.expertsPerToken = 2, shape.expertFeedForward = 512;
        else
            plan.axes.pipeline = 2;
        model.form = shape;
        const auto result = planner::tape::traceStep(model, hopper(), plan);
        QVERIFY(!result.ok());
        QCOMPARE(static_cast<int>(result.error().code), static_cast<int>(core::ErrorCode::NotSupported));
    }
};

SHARDSCOPE_TEST(TstTapeTorchtitan)
#include "tst_tape_torchtitan.moc"
