// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of hybrids: attention, mixers that keep a state, feed-forwards and experts in layers of their own.
// Wanted values are written out by hand.
#include "planner/compute/operators.h"
#include "planner/formula/inventory.h"
#include "planner/formula/state.h"
#include "planner/planner.h"
#include "planner/step/throughput.h"
#include "tests/planner/communication_entry.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using shardscope::tests::near;

namespace {

Plan planOf(std::int64_t tensor, std::int64_t replicas = 1)
{
    Plan plan;
    plan.axes.tensor = tensor;
    plan.axes.replica = replicas;
    plan.batch.sequenceLength = 128;
    plan.batch.microBatches = 2;
    plan.batch.globalBatch = 2 * replicas;
    plan.kernels = Kernels::Fused;
    plan.dropout = false;
    return plan;
}

Evaluation evaluated(const ModelSpec& model, const Plan& plan)
{
    const auto evaluation = evaluate(model, sampleHardware(), plan, Detail::Plain);
    if (!evaluation.ok())
        qFatal("not evaluated");
    return *evaluation;
}

/// hybridModel() of these layers alone.
ModelSpec ofLayers(const std::vector<LayerParts>& layers)
{
    ModelSpec model = hybridModel();
    auto& form = std::get<Transformer>(model.form);
    form.parts = layers;
    form.layers = static_cast<std::int64_t>(layers.size());
    return model;
}

constexpr LayerParts kMamba{Mixer::StateSpace, TokenPart::None};
constexpr LayerParts kAttention{Mixer::Attention, TokenPart::None};
constexpr LayerParts kFeedForward{Mixer::None, TokenPart::Dense};
constexpr LayerParts kExperts{Mixer::None, TokenPart::Experts};

} // namespace

class TstHybridPlans : public QObject {
    Q_OBJECT
private slots:
    /// Billions of FLOPs a token at 8,192 tokens, causal attention once, as Megatron-Bridge's formula
    /// (training/utils/flop_utils.py, hybrid_flops) gives them without multi-token prediction; written out in
    /// Python.
    void flopsAsTheFrameworkCountsThem_data()
    {
        QTest::addColumn<double>("billions");
        QTest::newRow("nemotron-3-super-120b-a12b") << 75.37164288;
        QTest::newRow("nemotron-3-ultra-550b-a55b") << 335.611428864;
        // Counts two modules, and what joins their inputs, which that formula leaves out.
        QTest::newRow("nemotron-3-super-120b-a12b-mtp") << 84.727037952 + 3 * 2 * 4 * 4096.0 * 4096 / 1e9;
    }
    void flopsAsTheFrameworkCountsThem()
    {
        QFETCH(double, billions);
        Plan plan = planOf(1);
        plan.batch.sequenceLength = 8192;
        plan.recompute = Recompute::Selective;
        const ModelSpec spec = model(QTest::currentDataTag());
        const double cores = recomputedFlopsPerSample(*spec.transformer(), plan);
        const double all = modelFlopsPerSample(*spec.transformer(), plan.batch);
        QVERIFY(near((all - 1.5 * cores) / 8192e9, billions));
    }

    void layersOfOneFormAreOneKind()
    {
        const Inventory inventory = inventoryOf(hybridModel());
        QCOMPARE(inventory.layers.size(), std::size_t(4));
        const LayerKind& mamba = inventory.layers.front();
        QVERIFY(mamba.form.parts == kMamba);
        QCOMPARE(mamba.count, std::int64_t(2));
        QCOMPARE(mamba.within(0, 7), std::int64_t(2));
        QCOMPARE(mamba.within(1, 4), std::int64_t(0));
        QCOMPARE(mamba.within(1, 5), std::int64_t(1));
        QCOMPARE(QString::fromStdString(mamba.numbers()), QString("0, 4"));
        double sum = 0;
        for (const LayerKind& kind : inventory.layers) {
            double one = 0;
            for (const TensorGroup& group : kind.tensors)
                one += group.elements * static_cast<double>(group.number);
            sum += one * static_cast<double>(kind.count);
        }
        const double ends = 2 * 1000 * 64 + 64;
        QCOMPARE(sum + ends, parameterCount(hybridModel()));
    }

    /// What a rank of two holds of a Mamba-2 layer: half of everything by heads, the norm whole.
    void aStateSpaceIsCutByHeads()
    {
        const double width = 64;
        const double keys = 4 * 16;
        const double layer =
            64 * (2 * width + 2 * keys + 8) + (width + 2 * keys) * 5 + 3 * 8 + width + width * 64;
        const double ends = 2 * 1000 * 64.0;
        const Evaluation one = evaluated(ofLayers({kMamba}), planOf(1));
        QCOMPARE(one.figures.at("weights_bytes"), 2 * (layer + 64 + ends + 64));
        const Evaluation two = evaluated(ofLayers({kMamba}), planOf(2));
        QCOMPARE(two.figures.at("weights_bytes"), 2 * (layer / 2 + 64 + ends / 2 + 64));
    }

    /// A layer of one part reduces its output once a pass, of two parts twice.
    void eachPartIsReducedOnce()
    {
        const auto reduced = [](const std::vector<LayerParts>& layers) {
            const Evaluation evaluation = evaluated(ofLayers(layers), planOf(2));
            return entry(evaluation, "all_reduce", "tensor")->bytesPerRank.value();
        };
        const double hidden = 2 * 128 * 64 * 2.0; // both micro-batches, in 16 bits
        const double ends = 2 * hidden;           // the embedding's sum and the head's input gradient
        QCOMPARE(reduced({kMamba}), ends + 2 * hidden);
        QCOMPARE(reduced({kMamba, kFeedForward, kAttention}), ends + 6 * hidden);
        QCOMPARE(reduced({{Mixer::DeltaRule, TokenPart::Dense}}), ends + 4 * hidden);
    }

    /// Experts in a narrower width send that much less.
    void narrowExpertsSendLess()
    {
        ModelSpec narrow = ofLayers({kExperts});
        ModelSpec wide = narrow;
        std::get<Transformer>(wide.form).expertWidth = 0;
        Plan plan = planOf(1, 8);
        plan.axes.expert = 8;
        const double less = entry(evaluated(narrow, plan), "all_to_all", "expert")->bytesPerRank.value();
        const double all = entry(evaluated(wide, plan), "all_to_all", "expert")->bytesPerRank.value();
        QCOMPARE(less, 4.0 * 2 * 128 * 2 * 32 *
                           2); // there and back twice, two micro-batches, two experts, 32 values
        QCOMPARE(all, 2 * less);
    }

    /// The products of a layer's rows are its matrices over its tokens, twice more in backward.
    void productsOfTheRows_data()
    {
        QTest::addColumn<int>("mixer");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<double>("products"); ///< multiplications a token
        const double keys = 4 * 16;
        const auto row = [](const char* name, LayerParts parts, double products) {
            QTest::newRow(name) << static_cast<int>(parts.mixer) << static_cast<int>(parts.tokens)
                                << products;
        };
        row("M", kMamba, 64 * (2 * 64 + 2 * keys + 8) + 64 * 64);
        row("*", kAttention, 64 * 3 * 64 + 64 * 64);
        row("-", kFeedForward, 2 * 64 * 256);
        row("E", kExperts, 64 * 8 + 2 * 64 * 32 + 2 * (2 * 32 * 48) + 2 * 64 * 96);
    }
    void productsOfTheRows()
    {
        QFETCH(int, mixer);
        QFETCH(int, tokens);
        QFETCH(double, products);
        const LayerForm form{{static_cast<Mixer>(mixer), static_cast<TokenPart>(tokens)}, false};
        const Transformer shape = *hybridModel().transformer();
        const Plan plan = planOf(1);
        const Extents<PlainNumbers> extents =
            extentsOf<PlainNumbers>(symbolsOf<PlainNumbers>(shape, plan), shape, plan);
        const auto at = [&](Extent extent) { return extents[static_cast<std::size_t>(extent)].value(); };
        const auto sum = [&](const Rows& rows) {
            double all = 0;
            for (const Row& row : rows) {
                const bool product =
                    row.kernel == KernelClass::Product || row.kernel == KernelClass::Grouped ||
                    row.kernel == KernelClass::ProductBackward || row.kernel == KernelClass::GroupedBackward;
                all += product ? at(row.a) * at(row.b) * at(row.c) : 0;
            }
            return all;
        };
        const SegmentRows rows = rowsOf(Segment::layer(form), shape, plan);
        QCOMPARE(sum(rows.forward), 128 * products);
        QCOMPARE(sum(rows.backward), 2 * 128 * products);
    }

    /// A stage of Mamba-2 keeps its input and its norm's, the projections, the recurrence's output, the gated
    /// one and what the norm makes of it.
    void activationsOfAStateSpace()
    {
        const Plan plan = planOf(1);
        const auto kept = [&](const std::vector<LayerParts>& layers) {
            return evaluated(ofLayers(layers), plan).figures.at("activation_bytes");
        };
        const double keys = 4 * 16;
        QCOMPARE(kept({kMamba, kMamba}) - kept({kMamba}),
                 128 * 2 * (64 + 64 + (2 * 64 + 2 * keys + 8) + 3 * 64.0));
    }

    /// Blocks of lightning attention: queries with keys and what that gives with values, in a block of 32,
    /// the block's state and what queries take from it; of 4 heads of 16. Kept are the input, the four
    /// projections, what the activation gave of three of them, the output and its gated norm; the norm's
    /// input besides.
    void lightningAttention()
    {
        ModelSpec model = ofLayers({{Mixer::Lightning, TokenPart::None}});
        auto& form = std::get<Transformer>(model.form);
        form.family = TransformerFamily::MiniMax;
        form.recurrence = {4, 16, 4, 16, 0, 32, false};
        const Plan plan = planOf(2);
        const SegmentRows rows =
            rowsOf(Segment::layer(LayerForm{{Mixer::Lightning, TokenPart::None}, false}), form, plan);
        const auto scan = std::find_if(rows.forward.begin(), rows.forward.end(),
                                       [](const Row& row) { return row.kernel == KernelClass::Scan; });
        QVERIFY(scan != rows.forward.end());
        const Extents<PlainNumbers> extents =
            extentsOf<PlainNumbers>(symbolsOf<PlainNumbers>(form, plan), form, plan);
        const auto at = [&](Extent extent) { return extents[static_cast<std::size_t>(extent)].value(); };
        QCOMPARE(at(Extent::ScanProducts), 4 * (32 * (16 + 16) + 2 * 16 * 16) / 2.0);
        QCOMPARE(at(Extent::RecurrentInputs), 4 * 64 / 2.0);
        QCOMPARE(at(Extent::ChunkStates), 64.0 * 16 / 32 / 2);
        const auto kept = [&](std::int64_t layers) {
            form.layers = layers;
            form.parts.assign(static_cast<std::size_t>(layers), {Mixer::Lightning, TokenPart::None});
            return evaluated(model, planOf(1)).figures.at("activation_bytes");
        };
        const double two = kept(2);
        QCOMPARE(two - kept(1), 128 * 2 * (64 + 64 + 4 * 64 + 3 * 64 + 2 * 64.0));
        // A state takes and gives 4 FLOPs an element and token; backward twice as many.
        const double per = 2 * 64 * 5 * 64.0 + 4 * 64 * 16;
        QCOMPARE(modelFlopsPerSample(form, plan.batch), 3 * 128 * (per + 2.0 * 64 * 1000));
    }

    /// A module takes a layer like the others, one head more and what joins its inputs.
    void aPredictionTakesOneHeadMore()
    {
        ModelSpec more = ofLayers({kMamba, kFeedForward});
        auto& form = std::get<Transformer>(more.form);
        form.predictions = 1;
        form.predictionLayers = 1;
        const Plan plan = planOf(1);
        const SegmentRows head = rowsOf(Segment::head(), form, plan);
        const auto logits = std::count_if(head.forward.begin(), head.forward.end(), [](const Row& row) {
            return row.kernel == KernelClass::HeadProduct;
        });
        QCOMPARE(logits, 2);
        const double with = modelFlopsPerSample(form, plan.batch);
        form.predictions = 0;
        const double without = modelFlopsPerSample(form, plan.batch);
        QCOMPARE(with - without, 3 * 128 * (2.0 * 64 * 1000 + 4.0 * 64 * 64));
    }

    void theyAreEvaluatedInEveryCut()
    {
        for (const std::int64_t stages : {1, 2, 7}) {
            Plan plan = planOf(2);
            plan.axes.pipeline = stages;
            plan.batch.microBatches = 7;
            plan.batch.globalBatch = 7;
            const Evaluation evaluation = evaluated(hybridModel(), plan);
            QVERIFY(evaluation.step.at(StepPart::Forward).seconds.value() > 0);
        }
        Plan context = planOf(1);
        context.axes.context = 2;
        QVERIFY(!evaluate(hybridModel(), sampleHardware(), context, Detail::Plain).ok());
        Plan heads = planOf(8); // four groups
        QVERIFY(!evaluate(hybridModel(), sampleHardware(), heads, Detail::Plain).ok());
    }
};

SHARDSCOPE_TEST(TstHybridPlans)
#include "tst_hybrid_plans.moc"
