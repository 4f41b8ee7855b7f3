// SPDX-License-Identifier: GPL-3.0-or-later
// Interleaved pipelines whose chunks are not alike: who has which layers, and what the walk through the
// allocator holds of them. Wanted values are counted by hand.
#include "planner/formula/stages.h"
#include "planner/parallelism/plan_layout.h"
#include "planner/planner.h"
#include "planner/tape/trace_step.h"
#include "tests/planner/hopper.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;
using shardscope::tests::hopper;
using shardscope::tests::near;

namespace {

using Layers = std::vector<std::int64_t>;
constexpr std::int64_t kHidden = 1024;

/// Two stages of two chunks, four micro-batches.
core::Plan planOf(Layers layers = {})
{
    core::Plan plan;
    plan.axes.pipeline = plan.axes.virtualStages = 2;
    plan.schedule = core::Schedule::Interleaved;
    plan.layersPerStage = std::move(layers);
    plan.batch.microBatches = plan.batch.globalBatch = 4;
    plan.batch.sequenceLength = 2048;
    plan.precision.gradients = core::Dtype::Fp32;
    plan.precision.master = core::Dtype::Fp32;
    plan.fusedCrossEntropy = true;
    return plan;
}

core::ModelSpec modelOf(std::int64_t layers)
{
    core::Transformer shape;
    shape.layers = layers;
    shape.hidden = shape.embeddingWidth = kHidden;
    shape.heads = shape.kvHeads = 16;
    shape.headDim = 64;
    shape.feedForward = 4 * kHidden;
    shape.vocabulary = 1024;
    shape.maxSequence = 2048;
    core::ModelSpec model;
    model.form = shape;
    return model;
}

std::vector<core::MemoryTrace> traced(const core::Plan& plan, std::int64_t layers)
{
    const auto traces =
        planner::tape::traceRanks(modelOf(layers), hopper(), plan, planner::tape::Ranks::EveryStage);
    if (!traces.ok())
        qFatal("not traced");
    return *traces;
}

/// What stands once the first rank has been through \p passes, beyond what stood before.
double heldAfter(const core::MemoryTrace& trace, std::size_t passes)
{
    double bytes = 0;
    for (std::size_t event = 0; event < trace.passes.at(passes).event; ++event)
        bytes += static_cast<double>(trace.curve[event].delta);
    return bytes;
}

} // namespace

class TstUnevenChunks : public QObject {
    Q_OBJECT
private slots:
    void layersOfChunksAndStages()
    {
        const auto of = [](Layers given, std::int64_t layers) {
            return planner::chunkLayers(planOf(given), layers);
        };
        QCOMPARE(of({}, 12), (Layers{3, 3, 3, 3}));
        QCOMPARE(of({}, 10), (Layers{2, 2, 3, 3})); // five layers a stage
        QCOMPARE(of({4, 6}, 10), (Layers{2, 3, 2, 3}));
        QCOMPARE(of({1, 4, 2, 3}, 10), (Layers{1, 4, 2, 3}));
        QCOMPARE(of({}, 7), (Layers{1, 2, 2, 2})); // three and four layers, each cut in two
        const auto stages = planner::stagesOf(planOf({1, 4, 2, 3}), 10);
        QCOMPARE(stages[0].layers, std::int64_t{3});
        QCOMPARE(stages[1].layers, std::int64_t{7});
        QCOMPARE(stages[1].firstLayer, std::int64_t{3});
    }

    void whatAPlanMaySay()
    {
        const auto where = [](Layers layers) {
            const auto checked = planner::checkLayout(planOf(std::move(layers)), modelOf(10));
            return checked.ok() ? std::string() : checked.error().place.jsonPointer;
        };
        QCOMPARE(where({4, 6}), std::string());
        QCOMPARE(where({1, 4, 2, 3}), std::string());
        for (const Layers& wrong : {Layers{3, 7}, Layers{1, 4, 5}, Layers{1, 4, 2, 4}})
            QCOMPARE(where(wrong), std::string("/layers_per_stage"));
    }

    /// 12 h^2 weights a layer and 13 h of biases and norms: the first rank has chunks 0 and 2, the second the
    /// others.
    void ranksHoldTheLayersOfTheirChunks()
    {
        const auto uneven = traced(planOf({1, 4, 2, 3}), 10);
        const auto even = traced(planOf({2, 2, 2, 2}), 8);
        const double layer = 2.0 * (12.0 * kHidden * kHidden + 13.0 * kHidden);
        const auto more = [&](std::size_t rank) {
            return static_cast<double>(uneven[rank].weights - even[rank].weights) / layer;
        };
        QVERIFY(near(more(0), -1)); // three against four
        QVERIFY(near(more(1), 3));
    }

    /// The first of two ranks goes four passes ahead and one more before it turns back: two micro-batches
    /// through its first chunk, two through its second, and the third through the first. It holds three times
    /// what its first chunk keeps and twice what its second does.
    void earlierChunksHoldMoreMicroBatches()
    {
        const auto held = [](Layers layers, std::int64_t all) {
            return heldAfter(traced(planOf(std::move(layers)), all)[0], 5);
        };
        const double fewFirst = held({2, 3, 3, 2}, 10);
        const double moreFirst = held({3, 2, 2, 3}, 10);
        const double both = held({3, 3, 3, 3}, 12);
        const double layer = moreFirst - fewFirst; // 3 · 3 + 2 · 2 against 3 · 2 + 2 · 3
        // What a layer keeps of 2048 tokens: 34 h bytes each and the attention's statistics, no dropout
        // masks.
        QVERIFY(layer > 2048.0 * 30 * kHidden && layer < 2048.0 * 36 * kHidden);
        QVERIFY(near(both - fewFirst, 3 * layer, 0.01));
        QVERIFY(near(both - moreFirst, 2 * layer, 0.01));
    }

    /// Closed forms take chunks for alike; with the same layers on a rank they stay near the walk.
    void theClosedFormStaysNear()
    {
        for (const Layers& layers : {Layers{2, 3, 3, 2}, Layers{3, 2, 2, 3}, Layers{4, 6}}) {
            const core::Plan plan = planOf(layers);
            const auto evaluation = planner::evaluate(modelOf(10), shardscope::tests::sampleHardware(), plan,
                                                      planner::Detail::Bound);
            QVERIFY(evaluation.ok());
            std::int64_t most = 0;
            for (const core::MemoryTrace& trace : traced(plan, 10))
                most = std::max(most, trace.peak + trace.framework);
            const double closed = evaluation->memory.fullestUse(core::Tier::Device)->peak.value();
            QVERIFY2(near(closed, static_cast<double>(most), 0.1),
                     qPrintable(QString::number(closed) + " " + QString::number(most)));
        }
    }
};

SHARDSCOPE_TEST(TstUnevenChunks)
#include "tst_uneven_chunks.moc"
