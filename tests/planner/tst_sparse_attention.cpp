// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSeek Sparse Attention (arXiv:2512.02556, section 2.1): what an indexer and attention on the keys that
// it chose cost and keep. Wanted values are counted by hand.
#include "planner/compute/operators.h"
#include "planner/formula/extents.h"
#include "planner/formula/symbols.h"
#include "planner/planner.h"
#include "planner/step/throughput.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

constexpr double kLayers = 61;

ModelSpec shipped(const char* name)
{
    return Catalog(SHARDSCOPE_SOURCE_DIR "/resources").model(name).value();
}

double flopsOf(const char* name, std::int64_t tokens)
{
    Batch batch;
    batch.sequenceLength = tokens;
    return modelFlopsPerSample(*shipped(name).transformer(), batch);
}

Plan planOf(std::int64_t tokens)
{
    Plan plan;
    plan.axes.replica = 256;
    plan.axes.expert = 64;
    plan.batch.sequenceLength = tokens;
    plan.batch.microBatches = 1;
    plan.batch.globalBatch = 256;
    return plan;
}

} // namespace

class TstSparseAttention : public QObject {
    Q_OBJECT
private slots:
    /// A pair's products are 576 and 512 wide for each of 128 heads (192 and 128 where keys and values are
    /// made for each head); the indexer scores every pair with 64 heads of 128 and has 13,959,168 weights in
    /// products.
    void itsFlopsAreCountedByHand_data()
    {
        QTest::addColumn<qlonglong>("tokens");
        QTest::addColumn<double>("pairs"); ///< attended to, of tokens² (both halves)
        QTest::newRow("all keys") << 2048LL << 2048.0 * 2048;
        const double s = 131072;
        QTest::newRow("the best 2,048 keys") << 131072LL << 2 * (2048 * s - 2048.0 * 2048 / 2);
    }
    void itsFlopsAreCountedByHand()
    {
        QFETCH(qlonglong, tokens);
        QFETCH(double, pairs);
        const auto s = static_cast<double>(tokens);
        const double wanted = 2 * 128 * (576.0 + 512) * pairs - 2 * 128 * (192.0 + 128) * s * s +
                              2 * 64 * 128.0 * s * s + 2 * 13959168.0 * s;
        QVERIFY(
            near(flopsOf("deepseek-v3.2", tokens) - flopsOf("deepseek-v3", tokens), 3 * kLayers * wanted));
    }
    /// It takes fewer operations at 128 Ki tokens, more at 4 Ki.
    void itPaysForLongSequences()
    {
        QVERIFY(flopsOf("deepseek-v3.2", 4096) > flopsOf("deepseek-v3", 4096));
        QVERIFY(flopsOf("deepseek-v3.2", 131072) < 0.5 * flopsOf("deepseek-v3", 131072));
        const auto step = [](const char* name) {
            return evaluate(shipped(name), sampleHardware(), planOf(131072), Detail::Plain)
                ->step.at(StepPart::Total)
                .seconds.value();
        };
        QVERIFY(step("deepseek-v3.2") < step("deepseek-v3"));
    }
    /// Heads are divided over a tensor group, the indexer is whole on every rank of it.
    void extentsOnARank()
    {
        const ModelSpec model = shipped("deepseek-v3.2");
        Plan plan = planOf(8192);
        plan.axes.tensor = 4;
        plan.axes.sequenceParallel = true;
        const Transformer& form = *model.transformer();
        const Extents<PlainNumbers> extents =
            extentsOf<PlainNumbers>(symbolsOf<PlainNumbers>(form, plan), form, plan);
        const auto at = [&](Extent extent) { return extents[static_cast<std::size_t>(extent)].value(); };
        QCOMPARE(at(Extent::AbsorbedQuery), 32.0 * 576);
        QCOMPARE(at(Extent::AttentionWidth), 0.5 * 32 * (576 + 512));
        QCOMPARE(at(Extent::IndexQuery), 64.0 * 128);
        QCOMPARE(at(Extent::IndexKey), 128.0 + 64);
        QCOMPARE(at(Extent::IndexedKeys), 4096.0);
        QVERIFY(near(at(Extent::AttendedKeys), 2048 - 2048.0 * 2048 / 2 / 8192));
    }
    /// It runs where attention's core does, again where that is recomputed.
    void itRunsWithTheCore()
    {
        const ModelSpec model = shipped("deepseek-v3.2");
        const auto scores = [&](Recompute recompute) {
            Plan plan = planOf(4096);
            plan.recompute = recompute;
            const Rows again = rowsOf(Segment::layer({{Mixer::Attention, TokenPart::Experts}, false}),
                                      *model.transformer(), plan)
                                   .again;
            return std::ranges::count_if(
                again, [](const Row& row) { return std::string_view(row.label) == "index_scores"; });
        };
        QCOMPARE(scores(Recompute::None), 0);
        QCOMPARE(scores(Recompute::Selective), 1);
        QCOMPARE(scores(Recompute::Full), 1);
    }
    /// A layer keeps, per token: absorbed queries and what attention gives instead of keys and values by
    /// head, the indexer's queries, key and weights, and 8 bytes for each of 2,048 keys.
    void whatALayerKeeps()
    {
        const auto kept = [](const char* name, std::int64_t layers) {
            ModelSpec model = shipped(name);
            std::get<Transformer>(model.form).layers = layers;
            return evaluate(model, sampleHardware(), planOf(4096), Detail::Plain)
                ->figures.at("activation_bytes");
        };
        const auto ofLayer = [&](const char* name) { return kept(name, 5) - kept(name, 4); };
        const double absorbed = 128 * (576.0 + 512) - 128 * (192.0 + 128);
        const double wanted = 4096 * (2 * (absorbed + 64 * 128 + 128 + 64) + 8 * 2048);
        QVERIFY(near(ofLayer("deepseek-v3.2") - ofLayer("deepseek-v3"), wanted));
    }
};

SHARDSCOPE_TEST(TstSparseAttention)
#include "tst_sparse_attention.moc"
