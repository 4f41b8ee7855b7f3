// SPDX-License-Identifier: GPL-3.0-or-later
// What Megatron-Core's forward holds beyond its saved tensors, counted by hand.
#include "planner/tape/trace_step.h"
#include "tests/planner/hopper.h"
#include "tests/planner/shipped.h"
#include "tests/support/near.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <optional>
#include <tuple>

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
    shape.hidden = shape.embeddingWidth = kHidden;
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

/// Its products take 8-bit operands in any order.
core::HardwareSpec blackwell()
{
    core::HardwareSpec machine = hopper();
    machine.engines.push_back(machine.engines.front());
    machine.engines.back().dtype = core::Dtype::Nvfp4;
    return machine;
}

core::MemoryTrace traced(const core::Transformer& shape, const core::Plan& plan,
                         const core::HardwareSpec& machine = hopper())
{
    core::ModelSpec model;
    model.form = shape;
    const auto result = planner::tape::traceStep(model, machine, plan);
    if (!result.ok())
        qFatal("not traced");
    return *result;
}

/// What a layer of \p shape leaves behind in forward, bytes a token: the difference between twice as many
/// layers and these. \p shape's parts of a hybrid are repeated.
double keptOfALayer(core::Transformer shape)
{
    shape.vocabulary = 1024;
    shape.finalNorm = true;
    shape.norm = core::NormKind::RmsNorm;
    shape.bias = shape.attentionBias = shape.outputBias = false;
    shape.learnedPositions = shape.tiedEmbeddings = false;
    shape.valueHeadDim = shape.headDim;
    core::Plan plan = planOf();
    plan.dropout = false;
    const auto left = [&](int times) {
        core::Transformer more = shape;
        more.layers = times * shape.layers;
        for (int i = 1; i < times; ++i)
            more.parts.insert(more.parts.end(), shape.parts.begin(), shape.parts.end());
        const core::MemoryTrace trace = traced(more, plan);
        std::int64_t bytes = 0;
        for (std::size_t event = 0; event < trace.passes.at(1).event; ++event)
            bytes += trace.curve[event].delta;
        return static_cast<double>(bytes);
    };
    return (left(4) - left(2)) / static_cast<double>(2 * shape.layers * kTokens);
}

/// The input and the normed rows of a norm fused with a product, and its statistic.
constexpr double kNormed = 4.0 * kHidden + 4;

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
        const auto small = traced(shapeOf(kFew), planOf());
        const auto large = traced(shapeOf(kFew + kMore), planOf());
        const double wanted = static_cast<double>(kMore * kHidden) * (2 + 4 + 4 + 8 + 2);
        QVERIFY(near(static_cast<double>(large.atStepBegin - small.atStepBegin), wanted, 0.001));
    }

    /// In MXFP8 a product keeps its input at 33/32 bytes an element, by columns, whatever that is made of;
    /// the projection behind attention a copy of its own; norms, attention and the activation keep 16 bits.
    /// Each of a layer's 12 h^2 weights stands by rows and by columns beside its 16 bits, of which
    /// Blackwell's FP8 needs one.
    void narrowProductsKeepNarrowInputs()
    {
        constexpr std::int64_t kSamples = 16;
        const auto of = [](std::int64_t layers, std::optional<core::Dtype> compute) {
            core::Transformer shape = shapeOf(1024);
            shape.layers = layers;
            core::Plan plan = planOf();
            plan.precision.compute = compute;
            plan.batch.microBatch = kSamples;
            return traced(shape, plan, blackwell());
        };
        const auto forwardLeaves = [](const core::MemoryTrace& trace) {
            std::int64_t bytes = 0;
            for (std::size_t event = 0; event < trace.passes.at(1).event; ++event)
                bytes += trace.curve[event].delta;
            return static_cast<double>(bytes);
        };
        const auto inBetween = [](const core::MemoryTrace& trace) {
            return static_cast<double>(trace.atStepBegin);
        };
        const auto ofTwoLayers = [&](auto figure, core::Dtype compute) {
            const auto two = [&](std::optional<core::Dtype> format) {
                return figure(of(4, format)) - figure(of(2, format));
            };
            return two(compute) - two(std::nullopt);
        };
        constexpr double kBlocks = 0.05; // the allocator does not cut them to the byte
        constexpr double h = kHidden;
        constexpr double f = 4 * h;
        for (const auto& [format, width, copies] :
             {std::tuple{core::Dtype::Mxfp8, 33.0 / 32, 2.0}, std::tuple{core::Dtype::Fp8, 1.0, 1.0},
              std::tuple{core::Dtype::Nvfp4, 9.0 / 16, 2.0}}) {
            const double token = 2 * (2 - width) * h - width * h + (2 - width) * f;
            QVERIFY(near(ofTwoLayers(forwardLeaves, format), -2 * kSamples * kTokens * token, kBlocks));
            QVERIFY(near(ofTwoLayers(inBetween, format), 2 * copies * width * 12 * h * h, kBlocks));
        }
    }

    /// A module that predicts a further token (arXiv:2412.19437, section 2.2) has, beside the layer counted
    /// with the others, three norms and a matrix of [h, 2h], runs the head once more, and on a stage of its
    /// own holds the embedding again.
    void predictionModulesRunTheHeadAgain()
    {
        constexpr std::int64_t kWords = 131'072;
        core::Transformer plain = shapeOf(kWords);
        plain.layers = 4;
        plain.family = core::TransformerFamily::Llama;
        plain.learnedPositions = plain.tiedEmbeddings = false;
        core::Transformer further = plain;
        further.predictions = further.predictionLayers = 1;
        const core::MemoryTrace one = traced(plain, planOf());
        const core::MemoryTrace two = traced(further, planOf());
        constexpr std::int64_t kModule = 2 * kHidden * kHidden + 3 * 2 * kHidden;
        QCOMPARE(two.weights - one.weights, 2 * kModule);
        const auto working = [](const core::MemoryTrace& trace) {
            return static_cast<double>(trace.peak - trace.atStepBegin);
        };
        // Fused, the loss keeps its logits in 16 bits; with the rows that lead to them, some 7 % more.
        const double logits = 2.0 * kWords * kTokens;
        QVERIFY(working(two) - working(one) > logits && working(two) - working(one) < 1.1 * logits);

        core::Plan staged = planOf();
        staged.axes.pipeline = 2;
        const auto ofLast = [&](const core::Transformer& shape) {
            core::ModelSpec model;
            model.form = shape;
            return planner::tape::traceRanks(model, hopper(), staged, planner::tape::Ranks::EveryStage)
                ->back();
        };
        QCOMPARE(ofLast(further).weights - ofLast(plain).weights, 2 * (kModule + kWords * kHidden));
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
        const core::MemoryTrace trace = traced(shape, plan);
        std::int64_t taken = 0;
        std::int64_t dropped = 0;
        std::int64_t inLater = 0;
        for (std::size_t event = 0; event < trace.curve.size(); ++event) {
            const core::MemoryEvent& one = trace.curve[event];
            if (one.purpose != core::Purpose::Gradients)
                continue;
            (one.delta > 0 ? taken : dropped) += one.delta;
            if (one.delta > 0 && event >= trace.passes.at(2).event) // of the second micro-batch
                inLater += one.delta;
        }
        QVERIFY(
            near(static_cast<double>(taken), static_cast<double>(trace.weights), 0.002)); // all but norms'
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
        const core::MemoryTrace trace = traced(shape, plan);
        const core::MemoryEvent& peak = trace.curve[trace.peakEvent];
        QCOMPARE(peak.operation, std::string_view("unpermute"));
        QCOMPARE(peak.phase, core::StepPhase::Forward);
        QCOMPARE(peak.delta, kTokens * kHidden * 2);
        std::int64_t freed = 0;
        for (std::size_t event = trace.peakEvent + 1; trace.curve[event].delta < 0; ++event)
            freed -= trace.curve[event].delta;
        QVERIFY(near(static_cast<double>(freed), 4.0 * 8 * kTokens * kHidden * 2, 0.001));
    }

    /// Gemma 3: a norm behind each part keeps its input, the norms of queries and keys theirs, and a GELU
    /// without a fused kernel its result beside what is kept of the product.
    void gemmaKeepsWhatItsNormsRead()
    {
        core::Transformer shape = shapeOf(1024);
        shape.kvHeads = 4;
        shape.queryKeyNorm = shape.sandwichNorms = true;
        shape.activation = core::Activation::Geglu;
        shape.activationName = "gelu_pytorch_tanh";
        const double queries = shape.queryWidth();
        const double keys = shape.keyValueWidth();
        const double headNorms = 2 * (queries + keys) + 4 * (16 + 4);
        const double attention = 2 * (2 * queries + 2 * keys) + 4 * 16;
        const double wanted =
            2 * kNormed + 2 * (2 * kHidden + 4) + headNorms + attention + 8.0 * shape.feedForward;
        QVERIFY(near(keptOfALayer(shape), wanted, 0.01));
    }

    /// A gate as wide as the queries, and the product with it (Qwen3-Next's attention).
    void aGateKeepsItselfAndTheProduct()
    {
        core::Transformer shape = shapeOf(1024);
        shape.kvHeads = 2;
        shape.activation = core::Activation::Swiglu;
        const double plain = keptOfALayer(shape);
        shape.attentionGate = true;
        QVERIFY(near(keptOfALayer(shape) - plain, 4.0 * shape.queryWidth(), 0.01));
    }

    /// Mamba-2: the projections, the output before its gate, gated, and normed by groups.
    void aStateSpaceMakesItsStatesAgain()
    {
        core::Transformer shape = shapeOf(1024);
        shape.layers = 1;
        shape.family = core::TransformerFamily::NemotronH;
        shape.recurrence = {32, 64, 8, 128, 4, 128, true};
        shape.parts = {{core::Mixer::StateSpace, core::TokenPart::None}};
        constexpr double kWidth = 32 * 64;
        constexpr double kProjected = 2 * kWidth + 2 * 8 * 128 + 32;
        QVERIFY(near(keptOfALayer(shape), kNormed + 2 * kProjected + 3 * 2 * kWidth + 4 * 8, 0.01));
    }

    /// The gated delta rule: the convolution's input; queries and keys of unit length, by groups and copied
    /// to the heads; values, gate, each chunk's inverse, output, normed, gated; of a head and token 4 bytes
    /// four times (softplus in and out, summed decays, the norm's statistic) and 2 once (the strength).
    void theDeltaRuleKeepsCopiesOfItsKeys()
    {
        core::Transformer shape = shapeOf(1024);
        shape.layers = 1;
        shape.family = core::TransformerFamily::Qwen3Next;
        shape.recurrence = {32, 64, 8, 64, 4, 64, false};
        shape.parts = {{core::Mixer::DeltaRule, core::TokenPart::None}};
        constexpr double kWidth = 32 * 64;
        constexpr double kKeys = 8 * 64;
        const double rule = 2 * (2 * kKeys) + 2 * (2 * 32 * 64) + 2 * kWidth + 2 * 32 * 64;
        const double small = 32 * (4 * 4 + 2) + 2 * 8 * 4;
        const double wanted = kNormed + 2 * (2 * kKeys + kWidth) + rule + 2 * kWidth + 3 * 2 * kWidth + small;
        QVERIFY(near(keptOfALayer(shape), wanted, 0.01));
    }

    /// Megatron-FSDP: a rank has its share of weights, main gradients, masters and moments; the ends stay
    /// whole. Layers of fewer than a thousand million elements together are gathered at once and all their
    /// gradients wait: when backward ends, every weight's stands whole, in the format that is reduced.
    void shardedWeightsAreGatheredAhead()
    {
        core::Plan plan = planOf();
        plan.axes.replica = 8;
        plan.sharding = {8, 8, 8};
        core::Transformer shape = shapeOf(32'768);
        shape.layers = 8;
        shape.tiedEmbeddings = shape.learnedPositions = false;
        const core::MemoryTrace trace = traced(shape, plan);
        plan.sharding = {1, 1, 8};
        const core::MemoryTrace whole = traced(shape, plan);
        const auto parameters = static_cast<double>(whole.weights / 2);
        const double ends = 2.0 * kHidden * (2 * 32'768 + 2);
        QVERIFY(near(static_cast<double>(trace.atStepBegin - whole.atStepBegin),
                     ends - (2 + 4) * parameters * 7 / 8, 0.01));
        std::int64_t held = 0;
        std::int64_t most = 0;
        for (const core::MemoryEvent& event : trace.curve) {
            if (event.purpose == core::Purpose::Buffers)
                most = std::max(most, held += event.delta);
        }
        QVERIFY(near(static_cast<double>(most), 4 * parameters, 0.02));
        QCOMPARE(held, 0);
    }

    /// A tied table's gradient waits for the embedding's part of it; layers of more elements than may wait
    /// are gathered one by one, and three of them wait beside the one in work.
    void largeUnitsAreGatheredOneByOne()
    {
        core::Plan plan = planOf();
        plan.recompute = core::Recompute::Full;
        plan.axes.replica = 8;
        plan.sharding = {8, 8, 8};
        core::Transformer shape = shapeOf(1024);
        shape.layers = 6;
        shape.feedForward = 320'000; // 655 million elements a layer
        const core::MemoryTrace trace = traced(shape, plan);
        const double layer = 4.0 * kHidden * kHidden + 2.0 * kHidden * shape.feedForward;
        std::int64_t gathered = 0;
        std::int64_t waiting = 0;
        std::int64_t mostGathered = 0;
        std::int64_t mostWaiting = 0;
        for (const core::MemoryEvent& event : trace.curve) {
            if (event.purpose != core::Purpose::Buffers)
                continue;
            const auto size = static_cast<double>(std::abs(event.delta));
            const auto is = [size](double wanted) { return std::abs(size / wanted - 1) < 0.01; };
            if (is(2 * layer))
                mostGathered = std::max(mostGathered, gathered += event.delta);
            else if (is(4 * layer))
                mostWaiting = std::max(mostWaiting, waiting += event.delta);
        }
        QVERIFY(near(static_cast<double>(mostGathered), 2 * layer, 0.01));
        QVERIFY(near(static_cast<double>(mostWaiting), 4 * 4 * layer, 0.01));
    }

    /// Each traced model's weights have the shipped model's elements, and the vocabulary's padding.
    void weightsAreTheModels()
    {
        int models = 0;
        for (const std::string& name : tests::catalog().modelNames()) {
            const core::ModelSpec model = tests::model(name);
            const core::Transformer* shape = model.transformer();
            if (shape == nullptr || shape->maskedHead) // whose bias is padded, too
                continue;
            core::Plan plan;
            plan.recompute = core::Recompute::Full;
            plan.batch.sequenceLength = 128;
            const auto trace = planner::tape::traceStep(model, hopper(), plan);
            if (!trace.ok())
                continue;
            ++models;
            const std::int64_t tables = shape->tiedEmbeddings ? 1 : 2;
            const std::int64_t padding = (128 - shape->vocabulary % 128) % 128 * tables * shape->hidden;
            QCOMPARE(trace->weights / 2, static_cast<std::int64_t>(core::parameterCount(model)) + padding);
        }
        QVERIFY(models > 50);
    }
};

SHARDSCOPE_TEST(TstTapeMegatron)
#include "tst_tape_megatron.moc"
