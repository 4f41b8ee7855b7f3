// SPDX-License-Identifier: GPL-3.0-or-later
// Context parallelism in the memory trace: what a rank keeps of its part of a sequence, by way of exchange.
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

/// 12 of Llama 3 70B's layers as MooreThreads SimuMax ran them on eight B200 (docs/b200 v1.2).
ModelSpec twelveLayers()
{
    ModelSpec spec = model("llama-3-70b");
    auto shape = *spec.transformer();
    shape.layers = 12;
    spec.form = shape;
    return spec;
}

Plan shared(std::int64_t tensor, std::int64_t context, std::int64_t sequence, ContextExchange exchange)
{
    Plan plan;
    plan.axes.tensor = tensor;
    plan.axes.context = context;
    plan.axes.sequenceParallel = tensor > 1;
    plan.contextExchange = exchange;
    plan.batch.microBatches = 4;
    plan.batch.globalBatch = 4;
    plan.batch.sequenceLength = sequence;
    plan.sharding.optimizer = context;
    plan.precision = {Dtype::Bf16, Dtype::Fp32, Dtype::Fp32, Dtype::Fp32, false, {}, {}};
    plan.gatheredInputs = GatheredInputs::Regathered;
    plan.fusedCrossEntropy = true;
    plan.dropout = false;
    return plan;
}

double peakOf(const ModelSpec& spec, const Plan& plan)
{
    const auto traces = traceStages(spec, hardware("b200-sxm-8"), plan);
    if (!traces.ok())
        qFatal("the plan is not traced");
    return static_cast<double>(traces->front().peak);
}

} // namespace

class TstContextMemory : public QObject {
    Q_OBJECT
private slots:
    /// Peaks of MooreThreads SimuMax, docs/b200 v1.2: its runs swapped heads for rows (inferred: the ring is
    /// a tensor of the queries' size a layer short).
    void measuredPeaks_data()
    {
        QTest::addColumn<qint64>("tensor");
        QTest::addColumn<qint64>("context");
        QTest::addColumn<qint64>("sequence");
        QTest::addColumn<double>("measured");
        QTest::newRow("t 2, context 4, 32768") << qint64{2} << qint64{4} << qint64{32768} << 73476153016.32;
        QTest::newRow("t 1, context 8, 131072")
            << qint64{1} << qint64{8} << qint64{131072} << 158903052533.76;
    }
    void measuredPeaks()
    {
        QFETCH(qint64, tensor);
        QFETCH(qint64, context);
        QFETCH(qint64, sequence);
        QFETCH(double, measured);
        const ModelSpec spec = twelveLayers();
        const double swapped = peakOf(spec, shared(tensor, context, sequence, ContextExchange::AllToAll));
        QVERIFY2(near(swapped, measured, 0.001), qPrintable(QString::number(swapped / measured - 1)));
        const double ring = peakOf(spec, shared(tensor, context, sequence, ContextExchange::Ring));
        const double queries =
            2.0 * 8192 / static_cast<double>(tensor) * static_cast<double>(sequence / context);
        QVERIFY(near(swapped - ring, 12 * queries, 0.01));
    }

    /// A rank's part of a sequence costs what a whole sample of that length costs, but for the exchange.
    void aPartIsAShorterSample()
    {
        const ModelSpec spec = twelveLayers();
        const Plan parted = shared(2, 4, 32768, ContextExchange::Ring);
        Plan alone = parted;
        alone.axes.context = 1;
        alone.axes.replica = 4;
        alone.batch.globalBatch = 16;
        alone.batch.sequenceLength = 8192;
        QVERIFY(near(peakOf(spec, parted), peakOf(spec, alone), 1e-3));
    }

    /// Heads that the ranks do not divide cannot be swapped.
    void swappingNeedsHeads()
    {
        const auto refused = evaluate(model("llama-3-70b"), hardware("b200-sxm-8"),
                                      shared(2, 8, 32768, ContextExchange::AllToAll));
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().place.jsonPointer, std::string("/parallel/context"));
    }
};

SHARDSCOPE_TEST(TstContextMemory)
#include "tst_context_memory.moc"
