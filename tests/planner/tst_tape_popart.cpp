// SPDX-License-Identifier: GPL-3.0-or-later
// PopART's pipelines on the memory trace, against counts made by hand: nothing is rounded, so most are exact.
#include "core/catalog/model_file.h"
#include "planner/planner.h"
#include "planner/tape/trace_step.h"
#include "tests/planner/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace shardscope;
using core::MemoryTrace;

namespace {

constexpr std::int64_t kHidden = 512;
constexpr std::int64_t kSequence = 128;
constexpr std::int64_t kBatch = 2;
constexpr std::int64_t kHeads = 8;

core::ModelSpec eightLayers()
{
    return *core::parseModel(R"({"kind":"transformer","name":"eight","layers":8,"hidden":512,"heads":8,
        "vocabulary":30522,"max_sequence":128,"activation":"gelu"})",
                             "model.json");
}

using Options = std::vector<std::pair<std::string, std::string>>;

/// Four stages of two layers.
core::Plan pipeline(const Options& more = {})
{
    Options options{{"pipeline", "4"},
                    {"micro-batch", "2"},
                    {"micro-batches", "16"},
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
    return tests::planOf(eightLayers(), options);
}

std::vector<MemoryTrace> traced(const core::Plan& plan)
{
    const auto traces = planner::traceStages(eightLayers(), tests::hardware("ipu-pod64"), plan);
    if (!traces.ok())
        qFatal("not traced: %s", traces.error().args.front().c_str());
    return *traces;
}

std::int64_t elsewhere(const MemoryTrace& trace, core::Tier tier, core::Purpose purpose)
{
    for (const core::TierBytes& held : trace.elsewhere) {
        if (held.tier == tier && held.purpose == purpose)
            return held.bytes;
    }
    return 0;
}

/// Two layers' parameters: four matrices of attention, two of the feed-forward, nine biases and norms.
constexpr std::int64_t kParameters = 2 * (12 * kHidden * kHidden + 13 * kHidden);
/// Ids and labels of eight bytes, and the causal mask.
constexpr std::int64_t kInputs = 16 * kSequence * kBatch + kSequence * kSequence;

} // namespace

class TstTapePopart : public QObject {
    Q_OBJECT
private slots:
    /// Weights and accumulators of two bytes, two moments of four; to the byte, nothing rounded or reserved.
    void betweenSteps()
    {
        const MemoryTrace middle = traced(pipeline())[1];
        QCOMPARE(middle.weights, 2 * kParameters);
        QCOMPARE(middle.atStepBegin, (2 + 2 + 8) * kParameters + kInputs);
        QCOMPARE(middle.peakReserved, middle.peak);
        // A single micro-batch needs no accumulators.
        const MemoryTrace alone = traced(pipeline({{"micro-batches", "1"}}))[1];
        QCOMPARE(alone.atStepBegin, (2 + 8) * kParameters + kInputs);
    }

    /// Sharded over four replicas and streamed: what leaves the processor stands in Streaming Memory.
    void stateInStreamingMemory()
    {
        const auto plan = [](const char* tier) {
            return pipeline({{"replica", "4"}, {"sharding-optimizer", "4"}, {"residency-optimizer", tier}});
        };
        const MemoryTrace on = traced(plan("device"))[2];
        const MemoryTrace off = traced(plan("streaming"))[2];
        QCOMPARE(on.atStepBegin - off.atStepBegin, 8 * kParameters / 4);
        QCOMPARE(elsewhere(off, core::Tier::Streaming, core::Purpose::OptimizerState), 8 * kParameters / 4);
        QCOMPARE(elsewhere(on, core::Tier::Streaming, core::Purpose::OptimizerState), std::int64_t{0});
    }

    /// graphcore/popart, transforms/pipeline.cpp: two stashes for each stage behind. With recompute a stash
    /// is two layers' inputs.
    void stashes()
    {
        const auto traces = traced(pipeline({{"recompute", "full"}}));
        QCOMPARE(traces.size(), std::size_t{4});
        constexpr std::int64_t kStash = 4 * kBatch * kSequence * kHidden;
        QCOMPARE(traces[1].peak - traces[2].peak, 2 * kStash);
        QCOMPARE(traces[1].activationsAfterForward, kStash);
        // Fewer micro-batches than would fill the pipeline.
        const auto few = traced(pipeline({{"recompute", "full"}, {"micro-batches", "3"}}));
        QCOMPARE(few[1].peak, few[2].peak);
        // GPipe keeps them all.
        const auto gpipe = traced(pipeline({{"recompute", "full"}, {"schedule", "gpipe"}}));
        QCOMPARE(gpipe[1].peak - traces[1].peak, (16 - 5) * kStash);
    }

    /// arXiv:2205.05198, equation 1, without the masks that PopART draws again: a layer keeps 34 - 2 (sbh)
    /// and of its scores the softmax alone; with 16 bytes a token of the norms' statistics.
    void aLayerKeeps()
    {
        constexpr std::int64_t kTokens = kBatch * kSequence;
        constexpr std::int64_t kLayer =
            kTokens * (32 * kHidden + 16) + 2 * kHeads * kBatch * kSequence * kSequence;
        QCOMPARE(traced(pipeline())[1].activationsAfterForward, 2 * kLayer);
    }

    /// 64 of 1472 tiles of 900 MB stream only; a tenth of the others is set aside while a pass runs.
    void tilesAndTemporaries()
    {
        const MemoryTrace plain = traced(pipeline())[1];
        const MemoryTrace tiles = traced(pipeline({{"io-tiles", "64"}}))[1];
        QCOMPARE(tiles.atStepBegin - plain.atStepBegin, std::int64_t{900'000'000} * 64 / 1472);
        const MemoryTrace aside = traced(pipeline({{"available-memory-percent", "10"}}))[1];
        QCOMPARE(aside.atStepBegin, plain.atStepBegin);
        QCOMPARE(aside.peak - plain.peak, std::int64_t{90'000'000});
    }

    /// Replicated tensor sharding: a quarter of everything stands for good. In backward a layer is whole, and
    /// its largest matrix's gradient beside the shard that it is reduced to.
    void replicasShareOutWeights()
    {
        const Options state{{"replica", "4"}, {"rts-optimizer", "4"}, {"recompute", "full"}};
        Options all = state;
        all.insert(all.end(), {{"rts", "4"}, {"sharding-gradients", "4"}});
        const MemoryTrace whole = traced(pipeline(state))[2];
        const MemoryTrace shared = traced(pipeline(all))[2];
        QCOMPARE(shared.atStepBegin, (2 + 2 + 8) * kParameters / 4 + kInputs);
        QCOMPARE(shared.weights, 2 * kParameters / 4);
        QCOMPARE(whole.peak - shared.peak,
                 (2 + 2) * kParameters * 3 / 4 - 2 * kParameters / 2 - 2 * 4 * kHidden * kHidden / 4);
        // Weights alone: accumulators stay whole.
        Options weights = state;
        weights.emplace_back("rts", "4");
        QCOMPARE(whole.peak - traced(pipeline(weights))[2].peak,
                 2 * kParameters * 3 / 4 - 2 * kParameters / 2);
    }

    void closedFormsAreCloseToTheTrace_data()
    {
        QTest::addColumn<Options>("more");
        QTest::newRow("plain") << Options{};
        QTest::newRow("recompute") << Options{{"recompute", "full"}};
        QTest::newRow("gpipe") << Options{{"schedule", "gpipe"}, {"micro-batches", "4"}};
        QTest::newRow("state") << Options{{"replica", "4"}, {"rts-optimizer", "4"}};
        QTest::newRow("all") << Options{
            {"replica", "4"}, {"rts", "4"}, {"sharding-gradients", "4"}, {"rts-optimizer", "4"}};
        QTest::newRow("tensor group") << Options{{"tensor", "4"}, {"available-memory-percent", "10"}};
        QTest::newRow("sequence") << Options{{"tensor", "4"}, {"sequence-parallel", "true"}};
    }
    void closedFormsAreCloseToTheTrace()
    {
        QFETCH(Options, more);
        const auto answer = planner::evaluate(eightLayers(), tests::hardware("ipu-pod64"), pipeline(more),
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

    void whatIsNotTracedIsSaid()
    {
        const auto refused = [](std::vector<std::pair<std::string, std::string>> more) {
            const auto traces =
                planner::traceStages(eightLayers(), tests::hardware("ipu-pod64"), pipeline(std::move(more)));
            return traces.ok() ? std::string() : traces.error().place.jsonPointer;
        };
        QCOMPARE(refused({{"context", "2"}}), std::string("/parallel"));
        QCOMPARE(refused({{"schedule", "interleaved"}, {"virtual-stages", "2"}}), std::string("/schedule"));
    }
};

SHARDSCOPE_TEST(TstTapePopart)
#include "tst_tape_popart.moc"
