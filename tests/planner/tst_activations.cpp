// SPDX-License-Identifier: GPL-3.0-or-later
// Activation formulas: arXiv:2205.05198, Table 2, as special cases; ends of the network; gated and expert
// layers.
#include "planner/memory/activations.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope::core;
using namespace shardscope::planner;
using namespace shardscope::tests;
using N = PlainNumbers;

namespace {

/// GPT-3 with fused kernels, eager attention and dropout in 16 bits: what the paper's table is about.
struct Setting {
    ModelSpec model = gpt3Model();
    Plan plan;
    double s = 2048, b = 2, h = 12288, a = 96, t = 8;

    Setting()
    {
        plan.axes.tensor = 8;
        plan.batch.microBatch = 2;
        plan.batch.sequenceLength = 2048;
        plan.attention = Attention::Eager;
        plan.kernels = Kernels::Fused;
        plan.dropout = true;
    }
    [[nodiscard]] const Transformer& form() const { return *model.transformer(); }
    [[nodiscard]] LayerActivations<N> layer() const
    {
        return layerActivations<N>(symbolsOf<N>(form(), plan), form(), plan, kDenseLayer);
    }
    [[nodiscard]] EndActivations<N> ends() const
    {
        return endActivations<N>(symbolsOf<N>(form(), plan), form(), plan);
    }
};

bool same(Bytes bytes, double wanted) { return std::abs(bytes.value() / wanted - 1) < 1e-12; }

} // namespace

class TstActivations : public QObject {
    Q_OBJECT
private slots:
    void table2()
    {
        Setting x;
        const double sbh = x.s * x.b * x.h;
        const double scores = 5 * x.a * x.s / x.h;
        QVERIFY(same(x.layer().kept, sbh * (10 + 24 / x.t + scores / x.t))); // tensor
        x.plan.recompute = Recompute::Selective;
        QVERIFY(same(x.layer().kept, sbh * (10 + 24 / x.t)));
        x.plan.recompute = Recompute::Full;
        QVERIFY(same(x.layer().kept, 2 * sbh));
        x.plan.recompute = Recompute::None;
        x.plan.axes.sequenceParallel = true;
        x.plan.gatheredInputs = GatheredInputs::Regathered;
        QVERIFY(same(x.layer().kept, sbh / x.t * (34 + scores))); // tensor and sequence
        x.plan.recompute = Recompute::Selective;
        QVERIFY(same(x.layer().kept, 34 * sbh / x.t));
        x.plan = Setting().plan;
        x.plan.axes.tensor = 1;
        QVERIFY(same(x.layer().kept, sbh * (34 + scores))); // no parallelism
    }

    void savedGatheredInputsStayWhole()
    {
        Setting x;
        x.plan.axes.sequenceParallel = true;
        x.plan.recompute = Recompute::Selective;
        const double sbh = x.s * x.b * x.h;
        QVERIFY(same(x.layer().kept, sbh * (4 + 30 / x.t)));
    }

    void fusedAttentionKeepsOneStatisticAToken()
    {
        Setting x;
        x.plan.attention = Attention::Flash;
        QVERIFY(same(x.layer().core, 4 * x.s * x.b * x.a / x.t));
        QVERIFY(same(x.layer().kept, x.s * x.b * x.h * (10 + 24 / x.t) + 4 * x.s * x.b * x.a / x.t));
    }

    void dropoutOffDropsMasks()
    {
        Setting x;
        x.plan.dropout = false;
        // Two hidden masks go (2 B), and of 5 bytes a score the softmax output's 2 remain.
        QVERIFY(same(x.layer().kept, x.s * x.b * x.h * (8 + 24 / x.t + 2 * x.a * x.s / x.h / x.t)));
        QCOMPARE(x.ends().embedding.value(), 0.0);
    }

    void ends()
    {
        Setting x;
        x.plan.axes.sequenceParallel = true;
        x.plan.gatheredInputs = GatheredInputs::Regathered;
        const double v = 50257;
        QVERIFY(same(x.ends().head, 4 * x.s * x.b * x.h / x.t * (1 + v / x.h))); // section 4.3
        QVERIFY(same(x.ends().embedding, x.s * x.b * x.h / x.t));
        x.plan.fusedCrossEntropy = true;
        QVERIFY(same(x.ends().head, x.s * x.b / x.t * (4 * x.h + 2 * v)));
    }

    void widerElementsTakeMore()
    {
        Setting x;
        x.plan.dropout = false;
        const double narrow = x.layer().kept.value();
        x.plan.precision.weights = Dtype::Fp32;
        QVERIFY(same(x.layer().kept, 2 * narrow));
        x.plan.precision.autocast = true;
        QVERIFY(same(x.layer().kept, narrow));
    }

    void gatedAndExpertLayersKeepTheirOwn()
    {
        Setting x;
        auto& form = std::get<Transformer>(x.model.form);
        const double plain = x.layer().kept.value();
        form.activation = Activation::Swiglu;
        const double tokens = x.s * x.b;
        QVERIFY(same(x.layer().kept, plain + 2 * tokens * 49152 / x.t)); // one more tensor of the inner width
        form.experts = 8;
        form.expertsPerToken = 2;
        form.expertFeedForward = 49152;
        const auto experts = layerActivations<N>(symbolsOf<N>(form, x.plan), form, x.plan, kExpertLayer);
        const double dense = x.layer().kept.value();
        // Sorted inputs of two experts; fp32 scores twice, probabilities, the map of rows and of the chosen.
        QVERIFY(same(experts.kept,
                     dense + 3 * 2 * tokens * 49152 / x.t + 2 * 2 * tokens * x.h + 19 * 8 * tokens));
    }

    /// DeepSeek-V3 (arXiv:2412.19437, section 4.2), counted by hand for one token of an expert layer.
    void latentAttentionWithExperts()
    {
        Setting x;
        auto& form = std::get<Transformer>(x.model.form);
        form.hidden = 7168;
        form.heads = form.kvHeads = 128;
        form.headDim = 192;
        form.valueHeadDim = 128;
        form.ropeHeadDim = 64;
        form.queryRank = 1536;
        form.keyValueRank = 512;
        form.activation = Activation::Swiglu;
        form.experts = 256;
        form.expertsPerToken = 8;
        form.sharedExperts = 1;
        form.expertFeedForward = 2048;
        x.plan.axes = {};
        x.plan.dropout = false;
        x.plan.attention = Attention::Flash;
        const auto layer = layerActivations<N>(symbolsOf<N>(form, x.plan), form, x.plan, kExpertLayer);
        const double norms = 2 * 2 * 7168;
        const double latent = 2 * 7168 + 2 * (2 * 1536 + 2 * 512 + 64) + 2 * 128 * (192 + 192 + 128 + 128);
        const double experts = 2 * 7168 + 19 * 256 + 8 * 2 * 7168 + 9 * 3 * 2 * 2048;
        QVERIFY(same(layer.kept, x.s * x.b * (norms + latent + 4 * 128 + experts)));
        // Four ranks along the sequence keep a quarter each.
        x.plan.axes.context = 4;
        const auto part = layerActivations<N>(symbolsOf<N>(form, x.plan), form, x.plan, kExpertLayer);
        QVERIFY(same(part.kept, layer.kept.value() / 4));
    }
};

SHARDSCOPE_TEST(TstActivations)
#include "tst_activations.moc"
