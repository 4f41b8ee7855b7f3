// SPDX-License-Identifier: GPL-3.0-or-later
// Phased execution in time: what the closed form streams is loaded and stored, phase by phase, behind the
// passes as far as IO tiles reach; on a link what is waited for goes first.
#include "planner/engine/task_graph.h"
#include "planner/simulate/simulation.h"
#include "tests/planner/shipped.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace shardscope;
using namespace shardscope::planner;
using namespace shardscope::tests;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

constexpr int kPhases = 26; // embedding, 24 layers, head
constexpr int kMicroBatches = 16;

Simulation simulated(const std::string& modelName, const std::string& hardwareName, const Options& options)
{
    const core::ModelSpec spec = model(modelName);
    auto out = simulate(spec, hardware(hardwareName), planOf(spec, options), {});
    if (!out.ok())
        qFatal("%s", out.error().args.empty() ? "" : out.error().args.front().c_str());
    return std::move(*out);
}

/// BERT-Large as Graphcore's PopXL example runs it on a POD16: 16 replicas, a phase for each layer.
Simulation bert(const Options& more)
{
    Options options{{"schedule", "phased"},     {"phases", std::to_string(kPhases)},
                    {"micro-batch", "8"},       {"micro-batches", std::to_string(kMicroBatches)},
                    {"sequence-length", "512"}, {"implementation", "popart"}};
    for (const auto& [key, value] : more) {
        std::erase_if(options, [&, wanted = key](const auto& one) { return one.first == wanted; });
        options.emplace_back(key, value);
    }
    return simulated("bert-large", "ipu-pod16", options);
}

double named(const Simulation& simulation, const std::string& what)
{
    for (const StepDifference& difference : simulation.differences) {
        if (difference.what == what)
            return difference.seconds;
    }
    return 0;
}

struct Slices {
    int number = 0;
    double seconds = 0;
    std::vector<std::int64_t> starts;
};
/// The first rank's slices by their names.
std::map<std::string, Slices> slicesOf(const Simulation& simulation)
{
    std::map<std::string, Slices> out;
    const core::Timeline& timeline = *simulation.run->timeline;
    for (const core::Track& track : timeline.tracks()) {
        if (track.mesh && track.mesh->pipeline != 0)
            continue;
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                Slices& of = out[std::string(timeline.names().text(timeline.name()[row]))];
                ++of.number;
                of.seconds += static_cast<double>(timeline.dur()[row]) * 1e-9;
                of.starts.push_back(timeline.ts()[row]);
            }
        }
    }
    for (auto& [name, of] : out)
        std::sort(of.starts.begin(), of.starts.end());
    return out;
}

double streamedSeconds(const Simulation& simulation)
{
    double seconds = 0;
    for (const core::CommunicationEntry& entry : simulation.evaluation.communication)
        seconds += entry.operation == core::Transfer::Streaming ? entry.seconds.value() : 0;
    return seconds;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }

} // namespace

class TstPhasesInTime : public QObject {
    Q_OBJECT
private slots:
    void linksHavePriorities()
    {
        // 3 s in the background of a link: 2 s of the foreground first, then from 3 s to 4 s again.
        TaskGraph graph;
        const std::uint32_t link = graph.addLink();
        const std::uint32_t later = graph.addBackground(link);
        const TaskIndex first = graph.add(2, kNone, link);
        const TaskIndex prefetch = graph.add(3, kNone, later);
        const TaskIndex wait = graph.add(3);
        const TaskIndex second = graph.add(1, kNone, link);
        graph.after(second, wait);
        auto times = runTasks(graph);
        QVERIFY(times.ok());
        QVERIFY(near(times->end[first], 2));
        QVERIFY(near(times->end[second], 4));
        QVERIFY(near(times->end[prefetch], 6));
        // A wide link: one of three lanes is left for two of 2 s each, after 1 s two of them.
        TaskGraph wide;
        const std::uint32_t three = wide.addLink(3);
        const std::uint32_t behind = wide.addBackground(three);
        const std::uint32_t last = wide.addBackground(behind);
        wide.add(1, kNone, three);
        wide.add(5, kNone, three);
        const TaskIndex slow = wide.add(2, kNone, behind);
        wide.add(2, kNone, behind);
        const TaskIndex least = wide.add(1, kNone, last);
        times = runTasks(wide);
        QVERIFY(near(times->end[slow], 2.5));
        QVERIFY(near(times->end[least], 3.5));
    }
    void withoutIoTilesEverythingIsSerial()
    {
        const Simulation out = bert({{"replica", "16"}, {"io-tiles", "0"}});
        QVERIFY(std::abs(out.stepSeconds / out.closedFormSeconds - 1) < 1e-9);
        QVERIFY(out.differences.empty());
        std::map<std::string, Slices> slices = slicesOf(out);
        // Each phase comes once for forward and once for backward; each micro-batch's input comes each time.
        QCOMPARE(slices["memcpy load weights"].number, 2 * kPhases);
        QCOMPARE(slices["memcpy load activations"].number, 2 * kPhases * kMicroBatches);
        QCOMPARE(slices["memcpy store"].number, 2 * kPhases * kMicroBatches);
        double moved = slices["memcpy load weights"].seconds + slices["memcpy load activations"].seconds +
                       slices["memcpy store"].seconds;
        for (const auto& [name, of] : slices)
            moved += name == "memcpy streaming" ? of.seconds : 0; // the update's
        QVERIFY2(std::abs(moved / streamedSeconds(out) - 1) < 1e-5,
                 qPrintable(QStringLiteral("%1 %2").arg(moved).arg(streamedSeconds(out))));
    }
    void ioTilesHide_data()
    {
        QTest::addColumn<QString>("tiles");
        for (const char* tiles : {"8", "16", "32", "64", "128", "400"})
            QTest::newRow(tiles) << QString::fromLatin1(tiles);
    }
    void ioTilesHide()
    {
        QFETCH(QString, tiles);
        const Simulation out = bert({{"replica", "16"}, {"io-tiles", tiles.toStdString()}});
        QVERIFY2(std::abs(out.stepSeconds / out.closedFormSeconds - 1) < 0.02,
                 qPrintable(QString::number(out.stepSeconds / out.closedFormSeconds)));
        QVERIFY(near(out.stepSeconds - out.closedFormSeconds, named(out, "exposed_streaming")));
        QVERIFY(out.stepSeconds > out.closedFormSeconds); // the first load has nothing to hide behind
        if (tiles.toInt() < 64)
            return; // what does not go beside is loaded in the rank's turn
        // A phase's weights come while the one before it runs: when the second layer's last pass begins,
        // those of the embedding, of three layers.
        std::map<std::string, Slices> slices = slicesOf(out);
        const std::vector<std::int64_t>& loads = slices["memcpy load weights"].starts;
        QCOMPARE(loads.size(), static_cast<std::size_t>(2 * kPhases));
        const std::int64_t lastPass = slices["forward (gemm)"].starts[2 * kMicroBatches - 1];
        QCOMPARE(std::count_if(loads.begin(), loads.end(), [&](std::int64_t at) { return at < lastPass; }),
                 std::ptrdiff_t{4});
    }
    void shardsAreGatheredPhaseByPhase()
    {
        const Options sharded{{"replica", "16"},
                              {"sharding-weights", "16"},
                              {"sharding-gradients", "16"},
                              {"sharding-optimizer", "16"}};
        for (const char* tiles : {"0", "64"}) {
            Options options = sharded;
            options.emplace_back("io-tiles", tiles);
            const Simulation out = bert(options);
            QVERIFY(std::abs(out.stepSeconds / out.closedFormSeconds - 1) < 0.02);
            std::map<std::string, Slices> slices = slicesOf(out);
            QCOMPARE(slices["nccl:all_gather replica"].number, 2 * kPhases);
            QCOMPARE(slices["nccl:reduce_scatter replica"].number, kPhases);
            double gathered = 0;
            for (const core::CommunicationEntry& entry : out.evaluation.communication)
                gathered += entry.operation == core::Transfer::AllGather ? entry.seconds.value() : 0;
            QVERIFY(std::abs(slices["nccl:all_gather replica"].seconds / gathered - 1) < 1e-5);
        }
    }
    /// Each stage goes on with its next phase where its micro-batches came back: the pipeline fills once, and
    /// with fewer micro-batches than stages waits in every phase. The closed form says both.
    void stagesRunTheirPhasesTogether_data()
    {
        QTest::addColumn<QString>("pipeline");
        QTest::addColumn<QString>("microBatches");
        for (const auto& [pipeline, micro] : {std::pair{"2", "8"}, std::pair{"4", "8"}, std::pair{"4", "4"},
                                              std::pair{"4", "2"}, std::pair{"8", "3"}})
            QTest::addRow("p %s, m %s", pipeline, micro) << pipeline << micro;
    }
    void stagesRunTheirPhasesTogether()
    {
        QFETCH(QString, pipeline);
        QFETCH(QString, microBatches);
        const std::int64_t stages = pipeline.toLongLong();
        const Simulation out = bert({{"pipeline", pipeline.toStdString()},
                                     {"replica", std::to_string(16 / stages)},
                                     {"micro-batches", microBatches.toStdString()},
                                     {"phases", std::to_string(24 / stages)},
                                     {"io-tiles", "0"}});
        QCOMPARE(static_cast<std::int64_t>(out.classes.size()), stages);
        // If micro-batches are few, what is waited for is one part after the other, and the embedding is none
        // like the rest: that is told as unequal.
        const double within = microBatches.toLongLong() < stages ? 0.05 : 0.02;
        QVERIFY2(std::abs(out.stepSeconds / out.closedFormSeconds - 1) < within,
                 qPrintable(QStringLiteral("%1 %2").arg(out.stepSeconds).arg(out.closedFormSeconds)));
        double told = 0;
        for (const StepDifference& one : out.differences)
            told += one.seconds;
        QVERIFY(near(told, out.stepSeconds - out.closedFormSeconds));
        // Stages wait for the head's, which the closed form has in the place of each.
        QVERIFY2(std::abs(named(out, "sends") + named(out, "unequal_stages") - told) < 1e-9 * out.stepSeconds,
                 qPrintable(QString::number(told)));
        for (const SimulatedClass& one : out.classes)
            QVERIFY(near(one.busySeconds + one.exposedSeconds + one.idleSeconds, out.stepSeconds));
    }
    void gpt3InPhasesIsTheClosedForm()
    {
        // The shipped sample: 8 stages of 26 phases, 32 micro-batches, few IO tiles.
        const Simulation out = simulated("gpt3-175b", "ipu-pod256",
                                         {{"tensor", "8"},
                                          {"pipeline", "8"},
                                          {"replica", "4"},
                                          {"sequence-parallel", "true"},
                                          {"sharding-weights", "4"},
                                          {"sharding-gradients", "4"},
                                          {"sharding-optimizer", "4"},
                                          {"schedule", "phased"},
                                          {"phases", "26"},
                                          {"io-tiles", "16"},
                                          {"micro-batch", "1"},
                                          {"micro-batches", "32"},
                                          {"sequence-length", "2048"},
                                          {"precision-weights", "fp16"},
                                          {"precision-gradients", "fp16"},
                                          {"implementation", "popart"},
                                          {"optimizer", "adamw"}});
        QVERIFY2(std::abs(out.stepSeconds / out.closedFormSeconds - 1) < 0.02,
                 qPrintable(QStringLiteral("%1 %2").arg(out.stepSeconds).arg(out.closedFormSeconds)));
        double told = 0;
        for (const StepDifference& one : out.differences)
            told += one.seconds;
        QVERIFY(near(told, out.stepSeconds - out.closedFormSeconds));
    }
};

SHARDSCOPE_TEST(TstPhasesInTime)
#include "tst_phases_in_time.moc"
