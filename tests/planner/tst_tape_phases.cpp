// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution on the memory trace, against counts made by hand after Graphcore's PopXL programs.
#include "core/catalog/model_file.h"
#include "planner/planner.h"
#include "planner/simulate/simulation.h"
#include "planner/tape/popart/popart_phases.h"
#include "planner/tape/trace_step.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;
using core::MemoryTrace;
using core::Purpose;

namespace {

constexpr std::int64_t kHidden = 512;
constexpr std::int64_t kSequence = 128;
constexpr std::int64_t kBatch = 2;
constexpr std::int64_t kTokens = kSequence * kBatch;
constexpr std::int64_t kHeads = 8;
constexpr std::int64_t kVocabulary = 30520;

/// A layer's parameters: four matrices of attention, two of the feed-forward, nine biases and norms.
constexpr std::int64_t kLayer = 12 * kHidden * kHidden + 13 * kHidden;
/// What it keeps, as pipelines do (tst_tape_popart).
constexpr std::int64_t kKept = kTokens * (32 * kHidden + 16) + 2 * kHeads * kBatch * kSequence * kSequence;
/// Words of four bytes; the causal mask.
constexpr std::int64_t kWords = 4 * kTokens;
constexpr std::int64_t kMask = kSequence * kSequence;
/// The tensor between two phases, or its gradient.
constexpr std::int64_t kEdge = 2 * kTokens * kHidden;
constexpr std::int64_t kTables = (kVocabulary + kSequence) * kHidden;

using Options = std::vector<std::pair<std::string, std::string>>;

core::ModelSpec eightLayers(bool tied = false)
{
    const std::string ends = tied ? R"(,"tied_embeddings":true})" : R"(,"tied_embeddings":false})";
    return *core::parseModel(R"({"kind":"transformer","name":"eight","layers":8,"hidden":512,"heads":8,
        "vocabulary":30520,"max_sequence":128,"activation":"gelu")" +
                                 ends,
                             "model.json");
}

core::Plan phased(const core::ModelSpec& model, const Options& more = {})
{
    Options options{{"replica", "4"},
                    {"rts", "4"},
                    {"sharding-gradients", "4"},
                    {"rts-optimizer", "4"},
                    {"micro-batch", "2"},
                    {"micro-batches", "1"},
                    {"schedule", "phased"},
                    {"phases", "10"},
                    {"implementation", "popart"},
                    {"precision-weights", "fp16"},
                    {"precision-gradients", "fp16"},
                    {"master", "none"},
                    {"optimizer", "lamb"},
                    {"attention", "eager"}};
    for (const auto& [key, value] : more) {
        std::erase_if(options, [&, wanted = key](const auto& one) { return one.first == wanted; });
        options.emplace_back(key, value);
    }
    return tests::planOf(model, options);
}

std::vector<MemoryTrace> traced(const core::ModelSpec& model, const core::Plan& plan)
{
    const auto traces = planner::traceStages(model, tests::hardware("ipu-pod64"), plan);
    if (!traces.ok())
        qFatal("not traced: %s", traces.error().args.front().c_str());
    return *traces;
}

MemoryTrace traced(const Options& more = {})
{
    return traced(eightLayers(), phased(eightLayers(), more)).front();
}

std::int64_t elsewhere(const MemoryTrace& trace, Purpose purpose)
{
    for (const core::TierBytes& held : trace.elsewhere) {
        if (held.tier == core::Tier::Streaming && held.purpose == purpose)
            return held.bytes;
    }
    return 0;
}

/// The most while pass \p number runs.
std::int64_t mostOfPass(const MemoryTrace& trace, std::size_t number)
{
    std::int64_t level = trace.atStepBegin;
    std::int64_t most = 0;
    const std::size_t end =
        number + 1 < trace.passes.size() ? trace.passes[number + 1].event : trace.curve.size();
    for (std::size_t event = 0; event < end; ++event) {
        level += trace.curve[event].delta;
        if (event >= trace.passes[number].event)
            most = std::max(most, level);
    }
    return most;
}

} // namespace

class TstTapePhases : public QObject {
    Q_OBJECT
private slots:
    /// Nothing stands between steps; a quarter of everything waits in Streaming Memory, the embedding's
    /// gradients but for a shared table's excepted, and two tensors a micro-batch at each edge of phases.
    void whatWaitsElsewhere()
    {
        const MemoryTrace trace = traced({{"micro-batches", "16"}});
        QCOMPARE(trace.atStepBegin, std::int64_t{0});
        const std::int64_t all = 8 * kLayer + kTables + kVocabulary * kHidden + 2 * kHidden;
        QCOMPARE(elsewhere(trace, Purpose::Weights), 2 * all / 4);
        QCOMPARE(elsewhere(trace, Purpose::OptimizerState), 8 * all / 4);
        QCOMPARE(elsewhere(trace, Purpose::Gradients), 2 * (all - kTables) / 4);
        QCOMPARE(elsewhere(trace, Purpose::Activations), 16 * 2 * 9 * kEdge);
        const MemoryTrace tied =
            traced(eightLayers(true), phased(eightLayers(true), {{"micro-batches", "16"}})).front();
        QCOMPARE(elsewhere(tied, Purpose::Weights), 2 * (all - kVocabulary * kHidden) / 4);
        QCOMPARE(elsewhere(tied, Purpose::Gradients), 2 * (all - kTables) / 4);
    }

    /// A layer's phase in backward: whole weights and accumulators, the gradient that came in, what forward
    /// kept when it ran again, and the gradient of the feed-forward's second matrix before it is added up.
    void aLayersPhase()
    {
        const MemoryTrace trace = traced();
        constexpr std::int64_t kMatrix = 2 * 4 * kHidden * kHidden;
        constexpr std::int64_t kWanted = 2 * kLayer + 2 * kLayer + kMask + kEdge + kKept + kMatrix;
        for (std::size_t phase = 1; phase < 9; ++phase)
            QCOMPARE(mostOfPass(trace, 10 + 9 - phase), kWanted);
        // Forward keeps nothing from one operation to the next but what that reads.
        QVERIFY(mostOfPass(trace, 3) < 2 * kLayer + kKept);
        QVERIFY(mostOfPass(trace, 3) > 2 * kLayer + kMask + 2 * kEdge);
        // Several micro-batches go through a phase with one load of it and leave nothing behind.
        const MemoryTrace three = traced({{"micro-batches", "7"}});
        QCOMPARE(three.passes.size(), std::size_t{2 * 10 * 3});
        for (const std::size_t within : {0, 1, 2})
            QCOMPARE(mostOfPass(three, 30 + 3 * 4 + within), kWanted);
        QCOMPARE(three.peak, trace.peak);
        // What a report shows of each phase.
        const auto peaks =
            planner::tape::peaksOfPhases(three, phased(eightLayers(), {{"micro-batches", "7"}}));
        QCOMPARE(peaks.size(), std::size_t{10});
        QCOMPARE(peaks[4], kWanted);
        QCOMPARE(*std::ranges::max_element(peaks), three.peak);
    }

    /// Its update, tensor by tensor: a quarter of the largest matrix, of its gradient and of two moments, and
    /// the gradient in 32 bits.
    void aLayersUpdate()
    {
        constexpr std::int64_t kMatrix = 4 * kHidden * kHidden;
        const auto most = [](const MemoryTrace& trace) {
            std::int64_t level = trace.atStepBegin;
            std::int64_t found = 0;
            for (const core::MemoryEvent& event : trace.curve) {
                level += event.delta;
                if (event.phase == core::StepPhase::Optimizer && trace.modules[event.module] == "phase 4")
                    found = std::max(found, level);
            }
            return found;
        };
        QCOMPARE(most(traced()), (2 + 2 + 8 + 4) * kMatrix / 4);
        const Options alone{
            {"replica", "1"}, {"rts", "1"}, {"sharding-gradients", "1"}, {"rts-optimizer", "1"}};
        QCOMPARE(most(traced(alone)), (2 + 2 + 8 + 4) * kMatrix);
        // State alone shared out: the new weights are gathered before they are stored.
        const Options state{{"rts", "1"}, {"sharding-gradients", "1"}};
        QCOMPARE(most(traced(state)), (2 + 2 + 8) * kMatrix / 4 + 2 * kMatrix);
    }

    /// The embedding is the last of backward and updated at once: its weights' shards are kept for that.
    void theEmbeddingsPhase()
    {
        const std::int64_t places = 8 * kSequence; // of positions
        const std::int64_t loaded = 2 * kTables + 2 * kTables / 4;
        const std::int64_t backward =
            loaded + 2 * kTables + kWords + kEdge + 2 * kVocabulary * kHidden + places;
        const std::int64_t got = mostOfPass(traced(), 19);
        QVERIFY2(std::abs(got - backward) <= places + kSequence * kHidden * 2,
                 qPrintable(QString("%1, wanted %2").arg(got).arg(backward)));
    }

    /// More phases than layers and ends: attention and feed-forward apart, with what each keeps.
    void halvesOfLayers()
    {
        const Options halves{{"phases", "18"}};
        const MemoryTrace trace = traced(halves);
        QCOMPARE(trace.passes.size(), std::size_t{36});
        constexpr std::int64_t h = kHidden;
        constexpr std::int64_t kAttention = 4 * h * h + 6 * h;
        constexpr std::int64_t kFeedForward = 8 * h * h + 7 * h;
        static_assert(kAttention + kFeedForward == kLayer);
        // Input and normed input, queries, keys, values and context; softmax.
        constexpr std::int64_t kKeptByAttention =
            kTokens * (12 * h + 8) + 2 * kHeads * kBatch * kSequence * kSequence;
        const std::size_t attention = 36 - 2; // of layer 0
        QCOMPARE(mostOfPass(trace, attention - 1),
                 4 * kFeedForward + kMask + kEdge + (kKept - kKeptByAttention) + 2 * 4 * h * h);
        QVERIFY(mostOfPass(trace, attention) >=
                4 * kAttention + kMask + kEdge + kKeptByAttention + 2 * h * h);
    }

    /// nlp/gpt3_175B/popxl: the hidden width is cut as well.
    void twoDimensions()
    {
        const Options two{{"tensor", "4"}, {"tensor-second", "2"}};
        const auto one = traced({{"tensor", "4"}});
        const auto cut = traced(two);
        QCOMPARE(elsewhere(one, Purpose::Activations), 2 * elsewhere(cut, Purpose::Activations));
        // Matrices are cut over all four either way; norms and biases of the hidden width over two.
        constexpr std::int64_t h = kHidden;
        const auto weights = [](std::int64_t t1, std::int64_t t2) {
            return 12 * h * h / t1 / t2 + 6 * h / t2 + 7 * h / t1;
        };
        QCOMPARE(elsewhere(one, Purpose::Weights) - elsewhere(cut, Purpose::Weights),
                 2 * (8 * (weights(4, 1) - weights(2, 2)) + 2 * h - h) / 4);
    }

    /// IO tiles stand for good, what is set aside for temporaries while a pass runs.
    void tilesAndTemporaries()
    {
        const MemoryTrace tiles = traced({{"io-tiles", "64"}});
        QCOMPARE(tiles.atStepBegin, std::int64_t{900'000'000} * 64 / 1472);
        QCOMPARE(tiles.peak - traced().peak, tiles.atStepBegin);
        const MemoryTrace aside = traced({{"available-memory-percent", "10"}});
        QCOMPARE(aside.atStepBegin, std::int64_t{0});
        QCOMPARE(mostOfPass(aside, 14) - mostOfPass(traced(), 14), std::int64_t{90'000'000});
    }

    /// A stage between others also waits for what it was sent.
    void everyStageOfAPipeline()
    {
        const core::ModelSpec model = eightLayers();
        const auto traces =
            traced(model, phased(model, {{"pipeline", "4"}, {"phases", "3"}, {"micro-batches", "16"}}));
        QCOMPARE(traces.size(), std::size_t{4});
        QCOMPARE(traces[1].rankClass, std::string("stage 1"));
        QCOMPARE(elsewhere(traces[0], Purpose::Activations), 16 * (2 * 2 + 1) * kEdge);
        // Stage 1 has three phases: two layers, and half of one apart.
        QCOMPARE(elsewhere(traces[1], Purpose::Activations), 16 * (2 * 2 + 2) * kEdge);
        QCOMPARE(traces[1].peak, traces[2].peak);
    }

    void closedFormsAreCloseToTheTrace_data()
    {
        QTest::addColumn<Options>("more");
        QTest::newRow("a phase a layer") << Options{};
        QTest::newRow("few") << Options{{"phases", "3"}};
        QTest::newRow("halves") << Options{{"phases", "18"}};
        QTest::newRow("recompute") << Options{{"phases", "4"}, {"recompute", "full"}};
        QTest::newRow("nothing shared out")
            << Options{{"rts", "1"}, {"sharding-gradients", "1"}, {"rts-optimizer", "1"}};
        QTest::newRow("state alone shared out") << Options{{"rts", "1"}, {"sharding-gradients", "1"}};
        QTest::newRow("tensor group") << Options{{"tensor", "4"}};
        QTest::newRow("2D") << Options{{"tensor", "4"}, {"tensor-second", "2"}};
        QTest::newRow("sequence parallelism") << Options{{"tensor", "4"}, {"sequence-parallel", "true"}};
        QTest::newRow("gathered again") << Options{{"tensor", "4"},
                                                   {"sequence-parallel", "true"},
                                                   {"gathered-inputs", "regathered"},
                                                   {"micro-batch", "32"}};
        QTest::newRow("flash") << Options{{"attention", "flash"}, {"micro-batch", "16"}};
        QTest::newRow("tiles") << Options{{"io-tiles", "64"}, {"available-memory-percent", "20"}};
        QTest::newRow("pipeline") << Options{{"pipeline", "4"}, {"phases", "3"}};
        QTest::newRow("fp32 gradients") << Options{{"precision-gradients", "fp32"}, {"master", "fp32"}};
    }
    void closedFormsAreCloseToTheTrace()
    {
        QFETCH(Options, more);
        const core::ModelSpec model = eightLayers();
        const auto answer = planner::evaluate(model, tests::hardware("ipu-pod64"), phased(model, more),
                                              planner::Detail::Plain);
        QVERIFY(answer.ok());
        for (const core::TierUse& use : answer->memory.tiers) {
            if (use.tier != core::Tier::Device)
                continue;
            QVERIFY(use.traced());
            const double ratio = use.closedForm->value() / use.peak.value();
            QVERIFY2(std::abs(ratio - 1) < 0.03, qPrintable(QString::number(ratio)));
        }
    }

    /// The heap over a simulated run peaks where the trace does, and ends as it began.
    void heapOverARun_data()
    {
        QTest::addColumn<Options>("more");
        for (const char* micro : {"1", "2", "3", "9"})
            QTest::addRow("%s micro-batches", micro) << Options{{"micro-batches", micro}};
        QTest::newRow("pipeline") << Options{{"pipeline", "4"}, {"phases", "3"}, {"micro-batches", "5"}};
        QTest::newRow("more phases than parts") << Options{{"pipeline", "4"}, {"phases", "6"}};
    }
    void heapOverARun()
    {
        QFETCH(Options, more);
        const core::ModelSpec model = eightLayers();
        const core::Plan plan = phased(model, more);
        planner::SimulationOptions how;
        how.heap = true;
        how.steps = 2;
        const auto out = planner::simulate(model, tests::hardware("ipu-pod64"), plan, how);
        QVERIFY(out.ok());
        QVERIFY(!out->untraced);
        const auto traces = traced(model, plan);
        QCOMPARE(out->heaps.size(), traces.size());
        for (std::size_t stage = 0; stage < traces.size(); ++stage) {
            QCOMPARE(out->heaps[stage].peakAllocated, static_cast<double>(traces[stage].peak));
            QCOMPARE(out->heaps[stage].curve.back().allocated,
                     static_cast<double>(traces[stage].atStepBegin));
        }
    }

    void whatIsNotTracedIsSaid()
    {
        const core::ModelSpec model = eightLayers();
        const core::Plan plan = phased(model, {{"implementation", "megatron"}});
        const auto traces = planner::traceStages(model, tests::hardware("ipu-pod64"), plan);
        QCOMPARE(traces.error().place.jsonPointer, std::string("/phases"));
    }
};

SHARDSCOPE_TEST(TstTapePhases)
#include "tst_tape_phases.moc"
