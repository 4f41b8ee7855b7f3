// SPDX-License-Identifier: GPL-3.0-or-later
// What frameworks do that a plan does not say: nanotron's stages, buckets and copies, gathered inputs and
// logits. Counts by hand from the frameworks' sources.
#include "planner/formula/block_stages.h"
#include "planner/memory/activations.h"
#include "planner/planner.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using N = PlainNumbers;
using Stages = std::vector<std::int64_t>;

namespace {

/// The ultra-scale benchmark's models: a vocabulary of 131,072 and as many key heads as heads.
Transformer llama(std::int64_t layers, std::int64_t hidden, std::int64_t heads, std::int64_t feedForward)
{
    Transformer shape;
    shape.layers = layers;
    shape.hidden = hidden;
    shape.heads = shape.kvHeads = heads;
    shape.headDim = shape.valueHeadDim = hidden / heads;
    shape.embeddingWidth = hidden;
    shape.feedForward = feedForward;
    shape.vocabulary = 131072;
    shape.maxSequence = 4096;
    shape.activation = Activation::Swiglu;
    shape.norm = NormKind::RmsNorm;
    shape.bias = false;
    shape.tiedEmbeddings = false;
    shape.learnedPositions = false;
    return shape;
}

Plan nanotron(std::int64_t tensor, std::int64_t pipeline, std::int64_t replica)
{
    Plan plan;
    plan.implementation = Implementation::Nanotron;
    plan.kernels = Kernels::Fused;
    plan.attention = Attention::Flash;
    plan.dropout = false;
    plan.axes.tensor = tensor;
    plan.axes.pipeline = pipeline;
    plan.axes.replica = replica;
    plan.axes.sequenceParallel = tensor > 1;
    plan.gatheredInputs = GatheredInputs::Regathered;
    plan.batch.sequenceLength = 4096;
    plan.batch.microBatches = 8;
    plan.batch.globalBatch = 8 * replica;
    plan.precision.gradients = Dtype::Fp32;
    plan.precision.master = Dtype::Fp32;
    plan.precision.optimizerState = Dtype::Fp32;
    return plan;
}

bool same(double value, double wanted) { return std::abs(value / wanted - 1) < 1e-12; }

} // namespace

class TstNanotron : public QObject {
    Q_OBJECT
private slots:
    /// 1B: a layer has 67.1 M multiplications a token, the head 268.4 M, as much as four layers: 20 units.
    void blocksFillStages_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<Stages>("stages");
        QTest::newRow("1B on 2") << 1 << Stages{11, 5}; // 10 is not passed before the eleventh
        QTest::newRow("1B on 4") << 1 << Stages{6, 5, 5, 0};
        QTest::newRow("1B on 8") << 1 << Stages{3, 3, 2, 3, 2, 3, 0, 0}; // 2.5, 5, 7.5, ...
        // 8B: 243 M and 537 M, 34.2 units; an eighth is 4.28.
        QTest::newRow("8B on 8") << 8 << Stages{5, 4, 4, 5, 4, 4, 4, 2};
    }
    void blocksFillStages()
    {
        QFETCH(const int, which);
        QFETCH(const Stages, stages);
        const Transformer shape = which == 1 ? llama(16, 2048, 32, 8192) : llama(32, 4096, 32, 14336);
        QCOMPARE(layersByBlocks(shape, static_cast<std::int64_t>(stages.size())), stages);
    }

    void onlyUnsaidStagesAreCut()
    {
        Plan plan = nanotron(1, 2, 1);
        const Transformer shape = llama(16, 2048, 32, 8192);
        QCOMPARE(asCut(shape, plan).layersPerStage, (Stages{11, 5}));
        plan.layersPerStage = {8, 8};
        QCOMPARE(asCut(shape, plan).layersPerStage, (Stages{8, 8}));
        plan.layersPerStage.clear();
        plan.implementation = Implementation::Megatron;
        QVERIFY(asCut(shape, plan).layersPerStage.empty());
    }

    /// Two norms' inputs and outputs 8h, queries with the keys' and values' projections 6h, both once more as
    /// copied 4h, the context 2h, the gated feed-forward's four tensors 8f, and 4 B a head; nothing whole.
    void layersKeepWhatTheirSourceKeeps()
    {
        const Transformer shape = llama(16, 2048, 32, 8192);
        const Plan plan = nanotron(4, 1, 1);
        const auto layer = layerActivations<N>(symbolsOf<N>(shape, plan), shape, plan, kDenseLayer);
        QVERIFY(same(layer.kept.value(), 4096.0 * (20 * 2048 + 8 * 8192 + 4 * 32) / 4));
        Transformer grouped = shape;
        grouped.kvHeads = 8; // copied out by the split: 512 wide
        const auto fewer = layerActivations<N>(symbolsOf<N>(grouped, plan), grouped, plan, kDenseLayer);
        QVERIFY(same(fewer.kept.value(), 4096.0 * (8 * 2048 + 4 * 2048 + 4 * 512 + 8 * 8192 + 4 * 32) / 4));
        const auto ends = endActivations<N>(symbolsOf<N>(shape, plan), shape, plan);
        // The softmax stays; in forward the head's 16-bit logits and their fp32 copy are beside it.
        QVERIFY(same(ends.loss.value(), 4096.0 * 131072 * 6 / 4));
    }

    /// DDP's buckets are as large as the weights, the gathering buffer holds one input whole.
    void bucketsComeWithReplicas()
    {
        ModelSpec spec = model("llama-3-8b");
        const HardwareSpec machine = hardware("dgx-h100");
        const auto buffers = [&](const Plan& plan) {
            const auto evaluation = evaluate(spec, machine, plan, Detail::Bound);
            if (!evaluation.ok())
                qFatal("not evaluated");
            return evaluation->memory.held(0, Tier::Device, Purpose::Buffers).value();
        };
        QCOMPARE(buffers(nanotron(1, 1, 1)), 0.0);
        const double gathered = 4096.0 * 4096 * 2;
        QCOMPARE(buffers(nanotron(8, 1, 1)), gathered);
        const double parameters = 8030261248.0;
        const double norms = 65 * 4096.0; // whole on every rank
        QVERIFY(same(buffers(nanotron(4, 1, 2)), gathered + 2 * ((parameters - norms) / 4 + norms)));
    }

    void theStepHasItsFrameworksStages()
    {
        const ModelSpec spec = model("llama-3-8b");
        const auto evaluation = evaluate(spec, hardware("dgx-h100"), nanotron(1, 8, 1), Detail::Plain);
        QVERIFY(evaluation.ok());
        QCOMPARE(evaluation->plan.layersPerStage, layersByBlocks(*spec.transformer(), 8));
        QCOMPARE(evaluation->memory.classes.size(), std::size_t{8});
    }

    /// Megatron's fused layers and nanotron gather again in backward, separate operations keep.
    void inputsAreGatheredAgainWhereTheFrameworkDoes()
    {
        const ModelSpec spec = model("llama-3-8b");
        const auto planned = [&](const char* implementation, const char* kernels) {
            return planOf(spec, {{"implementation", implementation}, {"kernels", kernels}, {"tensor", "4"}});
        };
        QVERIFY(planned("megatron", "fused").gatheredInputs == GatheredInputs::Regathered);
        QVERIFY(planned("nanotron", "fused").gatheredInputs == GatheredInputs::Regathered);
        QVERIFY(planned("megatron", "separate").gatheredInputs == GatheredInputs::Saved);
        QVERIFY(planned("fsdp2", "separate").gatheredInputs == GatheredInputs::Saved);
        const Plan said = planOf(spec, {{"implementation", "megatron"}, {"gathered-inputs", "saved"}});
        QVERIFY(said.gatheredInputs == GatheredInputs::Saved);
    }

    /// Whole rows: 2 B as gathered and a log-softmax of 4 B stay, two more of 4 B come and go.
    void logitsMayBeGathered()
    {
        const ModelSpec spec = model("llama-3-8b");
        const HardwareSpec machine = hardware("dgx-h100");
        Plan plan = planOf(spec, {{"tensor", "4"},
                                  {"sequence-length", "4096"},
                                  {"fused-cross-entropy", "false"},
                                  {"precision-gradients", "bf16"}});
        plan.batch.microBatches = 4; // gradients stand from the second on, of either program
        const auto peak = [&] {
            const auto evaluation = evaluate(spec, machine, plan, Detail::Plain);
            if (!evaluation.ok() || evaluation->memory.untraced)
                qFatal("not traced");
            return evaluation->memory.fullestUse(Tier::Device)->peak.value();
        };
        const double divided = peak();
        plan.wire["logits"] = Dtype::Bf16;
        const double logits = 4096.0 * 128256;
        const double whole = peak() - divided;
        // Against a quarter of the rows in 16 bits and fp32, of which backward needs no more.
        QVERIFY2(whole > 12.0 * logits - 6.0 * logits / 4 && whole < 16.0 * logits,
                 QByteArray::number(whole / logits));
    }
};

SHARDSCOPE_TEST(TstNanotron)
#include "tst_nanotron.moc"
