// SPDX-License-Identifier: GPL-3.0-or-later
// What Megatron-Core's forward holds beyond its saved tensors, counted by hand.
#include "planner/tape/trace_step.h"
#include "tests/planner/hopper.h"
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
};

SHARDSCOPE_TEST(TstTapeMegatron)
#include "tst_tape_megatron.moc"
