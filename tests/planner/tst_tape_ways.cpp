// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to train on the memory trace: T5, replicas, ZeRO, schedules, activations that wait elsewhere; against
// counts made by hand.
#include "core/catalog/model_file.h"
#include "planner/planner.h"
#include "planner/tape/trace_step.h"
#include "tests/planner/shipped.h"
#include "tests/support/sample_specs.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

using namespace shardscope;
using core::MemoryTrace;
using core::Purpose;

namespace {

core::HardwareSpec hopper()
{
    core::HardwareSpec hardware;
    core::Engine engine;
    engine.dtype = core::Dtype::Fp8;
    hardware.engines.push_back(engine);
    return hardware;
}

core::ModelSpec modelOf(const std::string& json)
{
    const auto model = core::parseModel(json, "test");
    if (!model.ok())
        qFatal("no model: %s", model.error().args.empty() ? "" : model.error().args.front().c_str());
    return *model;
}

/// 12 layers of 1024; about 186 M parameters.
core::ModelSpec gpt2()
{
    return modelOf(R"({"model_type":"gpt2","architectures":["GPT2LMHeadModel"],"vocab_size":32000,
        "n_positions":1024,"n_embd":1024,"n_layer":12,"n_head":16,"activation_function":"gelu_new"})");
}

core::Plan modules(core::Implementation implementation)
{
    core::Plan plan;
    plan.implementation = implementation;
    plan.kernels = core::Kernels::Separate;
    plan.batch.microBatch = 2;
    plan.batch.sequenceLength = 1024;
    return plan;
}

core::Plan zero(int stage, std::int64_t ranks)
{
    core::Plan plan = modules(core::Implementation::DeepSpeed);
    plan.axes.replica = ranks;
    plan.precision.master = core::Dtype::Fp32;
    plan.sharding = {stage > 2 ? ranks : 1, stage > 1 ? ranks : 1, ranks};
    plan.buckets.reduce = 20'000'000;
    plan.buckets.prefetch = 10'000'000;
    plan.buckets.liveParameters = 30'000'000;
    plan.buckets.persistence = 0;
    return plan;
}

MemoryTrace traced(const core::ModelSpec& model, const core::Plan& plan)
{
    const auto trace = planner::tape::traceStep(model, hopper(), plan);
    if (!trace.ok())
        qFatal("not traced: %s", trace.error().args.front().c_str());
    return *trace;
}

std::vector<MemoryTrace> stagesOf(const core::ModelSpec& model, const core::Plan& plan)
{
    const auto traces = planner::traceStages(model, hopper(), plan);
    if (!traces.ok())
        qFatal("not traced");
    return *traces;
}

double at(const MemoryTrace& trace, Purpose purpose)
{
    for (const auto& [of, bytes] : trace.atPeak)
        if (of == purpose)
            return static_cast<double>(bytes);
    return 0;
}

double parked(const MemoryTrace& trace, Purpose purpose)
{
    for (const core::TierBytes& held : trace.elsewhere)
        if (held.purpose == purpose)
            return static_cast<double>(held.bytes);
    return 0;
}

bool within(double value, double expected, double tolerance)
{
    const bool good = std::abs(value / expected - 1) <= tolerance;
    if (!good)
        qWarning("%.6g is not %.6g", value, expected);
    return good;
}

constexpr double kGpt2Parameters =
    32000 * 1024. + 1024 * 1024. + 12 * (12 * 1024. * 1024 + 13 * 1024) + 2 * 1024;
constexpr double kBlas = 64 << 20;

/// Four stages of two layers, no dropout.
core::Plan pipeline(core::Schedule schedule, std::int64_t microBatches)
{
    core::Plan plan;
    plan.axes.pipeline = 4;
    plan.axes.virtualStages = schedule == core::Schedule::Interleaved ? 2 : 1;
    plan.schedule = schedule;
    plan.batch.microBatch = 1;
    plan.batch.microBatches = microBatches;
    plan.batch.sequenceLength = 2048;
    plan.dropout = false;
    plan.precision.master = core::Dtype::Fp32;
    return plan;
}

core::ModelSpec eightLayers()
{
    return modelOf(R"({"kind":"transformer","name":"eight","layers":8,"hidden":2048,"heads":16,"kv_heads":16,
        "feed_forward":8192,"vocabulary":32000,"max_sequence":2048,"activation":"gelu"})");
}

} // namespace

class TstTapeWays : public QObject {
    Q_OBJECT
private slots:
    /// Counted from modeling_t5.py: a norm keeps its input, an fp32 copy, the normed copy and its output's
    /// product keeps that; scores keep softmax in fp32, a mask and what was dropped.
    void t5()
    {
        const double b = 2, s = 512, h = 512, a = 8, A = 8 * 64, f = 2048, V = 32128, layers = 3;
        const core::ModelSpec model = modelOf(
            R"({"model_type":"t5","vocab_size":32128,"d_model":512,"d_kv":64,"d_ff":2048,"num_layers":3,"num_heads":8})");
        core::Plan plan = modules(core::Implementation::HuggingFace);
        plan.batch.sequenceLength = 512;
        const double attention = 11 * h + 8 * A + 7 * a * s + 4;
        const double feedForward = 11 * h + 5 * f + 4;
        const double ends = 2 * (h + 8 * h + 4 + h + 2 * h) + 2 * V + 8;
        const double tokens = b * s;
        const double all = tokens * (layers * (3 * attention + 2 * feedForward) + ends) + 2 * 8 * s * s;
        const MemoryTrace trace = traced(model, plan);
        QVERIFY(within(static_cast<double>(trace.activationsAfterForward), all, 0.005));
        // 60,506,624 for t5-small with six layers each; here with three.
        QCOMPARE(static_cast<double>(trace.weights),
                 2 * (V * h + layers * (3 * 4 * h * A + 2 * 2 * h * f + 5 * h) + 2 * 32 * a + 2 * h));
        // Recomputed, a block keeps its input.
        plan.recompute = core::Recompute::Full;
        // The checkpoints also hold what they share: each stack's biases as scores.
        const double kept = tokens * (2 * layers * 2 * h + ends) + 2 * 8 * s * s + 2 * 2 * b * a * s * s;
        QVERIFY(within(static_cast<double>(traced(model, plan).activationsAfterForward), kept, 0.005));
    }

    /// The same count with other tokens in the decoder: its queries and context, its keys and values of
    /// itself and of the encoder.
    void t5WithItsOwnTargets()
    {
        const double b = 2, s = 512, t = 128, h = 512, a = 8, A = 8 * 64, f = 2048, V = 32128, layers = 3;
        const core::ModelSpec model = modelOf(
            R"({"model_type":"t5","vocab_size":32128,"d_model":512,"d_kv":64,"d_ff":2048,"num_layers":3,"num_heads":8})");
        core::Plan plan = modules(core::Implementation::HuggingFace);
        plan.batch.sequenceLength = 512;
        plan.batch.decoderLength = 128;
        const auto self = [&](double keys) { return 11 * h + 8 * A + 7 * a * keys + 4; };
        const double cross = 11 * h + 4 * A + 7 * a * s + 4; // keys and values are the encoder's tokens
        const double feedForward = 11 * h + 5 * f + 4;
        const double end = h + 8 * h + 4 + h + 2 * h;
        const double all = b * s * (layers * (self(s) + feedForward + 4 * A) + end) +
                           b * t * (layers * (self(t) + cross + feedForward) + end + 2 * V + 8) +
                           8 * (s * s + t * t);
        QVERIFY(within(static_cast<double>(traced(model, plan).activationsAfterForward), all, 0.005));
    }

    /// DistributedDataParallel's documentation: gradients beside buckets cost their own size once more.
    void replicasKeepBuckets()
    {
        core::Plan plan = modules(core::Implementation::HuggingFace);
        const MemoryTrace one = traced(gpt2(), plan);
        plan.axes.replica = 4;
        const MemoryTrace four = traced(gpt2(), plan);
        QVERIFY(within(static_cast<double>(four.peak - one.peak), 2 * kGpt2Parameters, 0.01));
        QVERIFY(within(at(four, Purpose::Buffers), 2 * kGpt2Parameters, 0.01));
    }

    /// Between steps: 2 P of weights and 12 P / N of master weights and moments; stage 3 also shards the
    /// weights and keeps shards of the gradients and the bucket (arXiv:1910.02054, section 5).
    void zeroBetweenSteps()
    {
        const double p = kGpt2Parameters;
        const double n = 4;
        const double bucket = 2 * 20e6;
        const auto begin = [](int stage) {
            return static_cast<double>(traced(gpt2(), zero(stage, 4)).atStepBegin) - kBlas;
        };
        QVERIFY(within(begin(1), 2 * p + 12 * p / n, 0.005));
        QVERIFY(within(begin(2), 2 * p + 12 * p / n, 0.005));
        QVERIFY(within(begin(3), 2 * p / n + 12 * p / n + 2 * p / n + bucket, 0.01));
        const MemoryTrace two = traced(gpt2(), zero(2, 4));
        QCOMPARE(static_cast<double>(two.optimizer) - 4, 8 * std::ceil(p / 8) * 2);
    }

    /// The peak of a stage is not above that of the stage before it, a larger bucket costs what it is larger,
    /// and the update of stage 2 casts its part of the gradients.
    void zeroOverAStep()
    {
        const MemoryTrace two = traced(gpt2(), zero(2, 4));
        // Stage 1 has all gradients at once; stage 2 its part of them and those that have just been made.
        const auto gradients = [](int stage) {
            std::int64_t now = 0;
            std::int64_t highest = 0;
            const MemoryTrace trace = traced(gpt2(), zero(stage, 4));
            for (const core::MemoryEvent& event : trace.curve) {
                now += event.purpose == Purpose::Gradients && event.phase == core::StepPhase::Backward
                           ? event.delta
                           : 0;
                highest = std::max(highest, now);
            }
            return static_cast<double>(highest);
        };
        QVERIFY(gradients(1) >= 2 * kGpt2Parameters);
        QVERIFY(gradients(1) <= (2 + 2. / 4) * kGpt2Parameters * 1.01); // its part is copied at the end
        const double embedding = 2 * 32000. * 1024;
        QVERIFY(gradients(2) >= 2 * kGpt2Parameters / 4);
        QVERIFY(gradients(2) <= 2 * kGpt2Parameters / 4 + 2 * embedding);
        QVERIFY(gradients(3) <= 2 * embedding);
        core::Plan wide = zero(2, 4);
        wide.buckets.reduce += 100'000'000;
        QVERIFY(traced(gpt2(), wide).peak >= two.peak + 100'000'000);
        const auto most = [](const MemoryTrace& trace, core::StepPhase phase) {
            std::int64_t now = trace.atStepBegin;
            std::int64_t highest = 0;
            for (const core::MemoryEvent& event : trace.curve) {
                now += event.delta;
                highest = event.phase == phase ? std::max(highest, now) : highest;
            }
            return static_cast<double>(highest);
        };
        const double update = most(two, core::StepPhase::Optimizer) - static_cast<double>(two.atStepBegin);
        const double part = kGpt2Parameters / 4;
        QVERIFY(within(update, (2 + 2 + 4) * part, 0.02)); // reduced, laid flat, cast
    }

    void zeroWithTheOptimizerOnTheHost()
    {
        core::Plan plan = zero(2, 4);
        const MemoryTrace near = traced(gpt2(), plan);
        plan.residency.optimizer = core::Tier::Host;
        plan.residency.gradients = core::Tier::Host;
        const MemoryTrace far = traced(gpt2(), plan);
        const double part = kGpt2Parameters / 4;
        QVERIFY(within(parked(far, Purpose::OptimizerState), 8 * part, 1e-6));
        QVERIFY(within(parked(far, Purpose::MasterWeights), 4 * part, 1e-6));
        QVERIFY(within(parked(far, Purpose::Gradients), 4 * part, 1e-6));
        const double largest = 2 * 32000. * 1024; // on its way
        QVERIFY(within(static_cast<double>(near.atStepBegin - far.atStepBegin), 12 * part - largest, 0.01));
    }

    /// Each kept tensor of the layers goes to the host; with full recompute the layers' inputs alone.
    void activationsOnTheHost()
    {
        core::Plan plan = modules(core::Implementation::HuggingFace);
        const MemoryTrace near = traced(gpt2(), plan);
        plan.residency.activations = core::Tier::Host;
        const MemoryTrace far = traced(gpt2(), plan);
        QVERIFY(far.activationsAfterForward < near.activationsAfterForward / 20);
        QVERIFY(within(parked(far, Purpose::Activations), static_cast<double>(near.activationsAfterForward),
                       0.05));
        QVERIFY(far.peak < near.peak);
        plan.recompute = core::Recompute::Full;
        const MemoryTrace inputs = traced(gpt2(), plan);
        QVERIFY(parked(inputs, Purpose::Activations) >= 12 * 2.0 * 2048 * 1024);
        QVERIFY(inputs.peak < traced(
                                  gpt2(),
                                  [] {
                                      core::Plan recomputed = modules(core::Implementation::HuggingFace);
                                      recomputed.recompute = core::Recompute::Full;
                                      return recomputed;
                                  }())
                                  .peak);
    }

    /// The first two of eight layers leave their checkpoints in the host's memory, the others and the ends
    /// keep theirs; closed forms say the same of them, and of what moves.
    void activationsOfSomeLayersOnTheHost()
    {
        core::Plan plan = pipeline(core::Schedule::OneForwardOneBackward, 1);
        plan.axes.pipeline = 1;
        plan.recompute = core::Recompute::Full;
        const MemoryTrace near = traced(eightLayers(), plan);
        plan.residency.activations = core::Tier::Host;
        plan.offloadedLayers = 2;
        const MemoryTrace far = traced(eightLayers(), plan);
        const double checkpoint = 2.0 * 2048 * 2048;
        QCOMPARE(parked(far, Purpose::Activations), 2 * checkpoint);
        QVERIFY(within(static_cast<double>(near.activationsAfterForward - far.activationsAfterForward),
                       2 * checkpoint, 0.02));
        const core::HardwareSpec machine = tests::hardware("dgx-a100-80g");
        const auto moved = [&](std::int64_t layers) {
            plan.offloadedLayers = layers;
            const auto evaluation = planner::evaluate(eightLayers(), machine, plan, planner::Detail::Plain);
            if (!evaluation.ok())
                qFatal("not planned");
            const core::MemoryBreakdown& memory = evaluation->memory;
            const auto streamed = std::ranges::find(evaluation->communication, core::Transfer::Streaming,
                                                    &core::CommunicationEntry::operation);
            return std::pair{memory.held(0, core::Tier::Host, Purpose::Activations).value(),
                             streamed == evaluation->communication.end() ? 0
                                                                         : streamed->bytesPerRank.value()};
        };
        QCOMPARE(moved(2).first, 2 * checkpoint);
        QCOMPARE(4 * moved(2).second, moved(8).second);
        QVERIFY(moved(0).first > 8 * checkpoint); // the ends, too
    }

    /// arXiv:1910.02054, section 6.1: each rank keeps 1/t of a checkpoint.
    void partitionedCheckpoints()
    {
        core::Plan plan = pipeline(core::Schedule::OneForwardOneBackward, 1);
        plan.axes.pipeline = 1;
        plan.axes.tensor = 4;
        plan.recompute = core::Recompute::Full;
        const MemoryTrace whole = traced(eightLayers(), plan);
        plan.partitionedActivations = true;
        const MemoryTrace cut = traced(eightLayers(), plan);
        const double checkpoint = 2.0 * 2048 * 2048;
        QVERIFY(within(static_cast<double>(whole.activationsAfterForward - cut.activationsAfterForward),
                       8 * checkpoint * 3 / 4, 0.02));
        plan.residency.activations = core::Tier::Host;
        const double away = parked(traced(eightLayers(), plan), Purpose::Activations);
        plan.partitionedActivations = false;
        const double all = parked(traced(eightLayers(), plan), Purpose::Activations);
        QVERIFY(within(all - away, 8 * checkpoint * 3 / 4, 1e-9));
    }

    /// Megatron-LM's own layers on a tensor group under ZeRO-2: weights counted by hand, activations as
    /// arXiv:2205.05198, equation 2, has them.
    void megatronUnderZero()
    {
        core::Plan plan = zero(2, 4);
        plan.axes.tensor = 2;
        plan.attention = core::Attention::Eager;
        const MemoryTrace trace = traced(eightLayers(), plan);
        const double h = 2048;
        const double ends = 16'000 * h + 2048 * h + 2 * h;
        const double parameters = ends + 8 * (12 * h * h / 2 + (1.5 + 1 + 2 + 1 + 4) * h);
        QCOMPARE(at(trace, Purpose::Weights), 2 * parameters);
        QVERIFY(within(at(trace, Purpose::MasterWeights), 4 * parameters / 4, 0.005)); // whole pages
        QVERIFY(within(at(trace, Purpose::OptimizerState), 8 * parameters / 4, 0.005));
        const double s = 1024;
        const double formula = s * 2 * h * (10 + 24. / 2 + 5 * 16 * s / (h * 2));
        QVERIFY(within(trace.activationsPerLayer, formula, 0.002));
        plan.axes.sequenceParallel = true;
        QCOMPARE(planner::tape::traceStep(eightLayers(), hopper(), plan).error().code,
                 core::ErrorCode::NotSupported);
    }

    /// arXiv:2104.04473, section 2.2, and Megatron-LM's order: stage i of p holds p - i micro-batches; with v
    /// chunks 2 (p - i - 1) + (v - 1) p + 1 chunks; GPipe all of them.
    void schedules()
    {
        const auto held = [](core::Schedule schedule, std::size_t stage) {
            const std::vector<MemoryTrace> traces = stagesOf(eightLayers(), pipeline(schedule, 8));
            if (traces.size() != 4)
                qFatal("not four stages");
            return at(traces[stage], Purpose::Activations) /
                   static_cast<double>(traces[stage].activationsAfterForward);
        };
        // At the peak one of them is already in its backward: at most one fewer.
        const auto between = [](double value, double low, double high) {
            if (value < low || value > high)
                qWarning("%g is not in %g … %g", value, low, high);
            return value >= low && value <= high;
        };
        QVERIFY(between(held(core::Schedule::OneForwardOneBackward, 1), 2.3, 3.1));
        QVERIFY(between(held(core::Schedule::Gpipe, 1), 7.3, 8.1));
        QVERIFY(between(held(core::Schedule::Interleaved, 1), 8.3, 9.1));
        QVERIFY(between(held(core::Schedule::Interleaved, 2), 6.3, 7.1));
        QCOMPARE(stagesOf(eightLayers(), pipeline(core::Schedule::Interleaved, 8))[2].rankClass,
                 std::string("stage 2"));
        core::Plan odd = pipeline(core::Schedule::Interleaved, 6);
        QCOMPARE(planner::tape::traceStep(eightLayers(), hopper(), odd).error().code,
                 core::ErrorCode::NotDivisible);
    }

    void unevenStages()
    {
        core::Plan plan = pipeline(core::Schedule::OneForwardOneBackward, 4);
        plan.axes.pipeline = 3; // 2, 3, 3 layers
        const std::vector<MemoryTrace> traces = stagesOf(eightLayers(), plan);
        QCOMPARE(traces.size(), std::size_t{3});
        const double layer = 12. * 2048 * 2048 + 13 * 2048;
        QCOMPARE(static_cast<double>(traces[1].weights), 2 * 3 * layer);
        plan.layersPerStage = {4, 1, 3};
        QCOMPARE(static_cast<double>(stagesOf(eightLayers(), plan)[1].weights), 2 * layer);
    }

    void reportHasACurveForEachStage()
    {
        const core::Plan plan = pipeline(core::Schedule::OneForwardOneBackward, 8);
        const auto report = planner::memoryReport(eightLayers(), tests::sampleHardware(), plan);
        QVERIFY(report.ok());
        QCOMPARE(report->series.size(), std::size_t{4});
        const core::Table& peaks = report->tables.at(0);
        for (std::size_t stage = 0; stage < 4; ++stage) {
            const core::Series& curve = report->series[stage];
            QCOMPARE(curve.x.size(), curve.y.size());
            QVERIFY(std::is_sorted(curve.x.begin(), curve.x.end()));
            QCOMPARE(*std::max_element(curve.y.begin(), curve.y.end()),
                     std::get<double>(peaks.rows[stage][*peaks.columnIndex("peak_bytes")]));
        }
        const auto zeroed = planner::memoryReport(gpt2(), tests::sampleHardware(), zero(2, 4));
        QVERIFY(zeroed.ok());
        const core::Table& both = zeroed->tables.back();
        QCOMPARE(both.key, std::string("memory_contiguous"));
        QCOMPARE(both.rows.size(), std::size_t{2});
    }
};

SHARDSCOPE_TEST(TstTapeWays)
#include "tst_tape_ways.moc"
