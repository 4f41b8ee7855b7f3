// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that a graph runs are of the operations that put them there while it was captured.
#include "profiler/analyze/overview/overview.h"
#include "profiler/trace/graph_links.h"
#include "profiler/trace/jobs.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <map>
#include <random>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::correlation;
using tests::slice;

namespace {

/// A kernel of a graph and the operation that it is of.
struct Node {
    std::string operation;
    std::string kernel;
};

std::vector<Node> randomGraph(std::mt19937& random, std::size_t size)
{
    std::vector<Node> nodes;
    for (std::size_t at = 0; at < size; ++at) {
        const int kind = std::uniform_int_distribution<int>(0, 2)(random);
        nodes.push_back({"op::" + std::to_string(at), "kernel_" + std::to_string(kind)});
    }
    return nodes;
}

/// Events of a capture from \p ts on; as HIP does where \p named, each call names its kernel.
std::vector<std::string> captureOf(const std::vector<Node>& nodes, double ts, bool named)
{
    std::vector<std::string> events{slice("cuda_runtime", "hipStreamBeginCapture", "1", ts, 1)};
    for (const Node& node : nodes) {
        ts += 20;
        events.push_back(slice("cpu_op", node.operation, "1", ts, 15));
        events.push_back(slice("cuda_runtime", "hipLaunchKernel", "1", ts + 2, 5,
                               R"("correlation":)" + std::to_string(1'000'000 + static_cast<long>(ts)) +
                                   (named ? R"(,"kernel":")" + node.kernel + "\"" : "")));
    }
    events.push_back(slice("cuda_runtime", "hipStreamEndCapture", "1", ts + 20, 1));
    return events;
}

/// Events of one launch of the graph; on two streams where \p streams is 2.
std::vector<std::string> replayOf(const std::vector<Node>& nodes, double ts, int launch, int streams = 1)
{
    std::vector<std::string> events{
        slice("cpu_op", "run_graph", "1", ts, 10),
        slice("cuda_runtime", "hipGraphLaunch", "1", ts + 1, 5, correlation(launch))};
    for (std::size_t at = 0; at < nodes.size(); ++at)
        events.push_back(slice("kernel", nodes[at].kernel, std::to_string(7 + static_cast<int>(at) % streams),
                               ts + 10 + 10 * static_cast<double>(at), 8, correlation(launch)));
    return events;
}

/// "op::3 > kernel_1", one a row of the devices, in the order of time; "-" where none is known.
std::vector<std::string> originsOf(const core::RunPtr& run)
{
    const AnalysisInput input(run);
    const core::Timeline& timeline = *run->timeline;
    std::map<std::int64_t, std::string> all;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const DeviceLaunches* const launches = input.launches(part, {}).value();
        const DeviceWork& work = input.deviceWork(part);
        for (std::size_t at = 0; at < work.rows.size(); ++at) {
            const std::uint32_t call = launches->origin(at);
            const auto around = call == kNoRow ? std::nullopt : timeline.parentOf(core::SliceId{call});
            all[timeline.ts()[work.rows[at]]] =
                (around ? std::string(input.text(timeline.name()[around->index()])) : "-") + " > " +
                std::string(input.text(timeline.name()[work.rows[at]]));
        }
    }
    std::vector<std::string> lines;
    for (auto& [ts, line] : all)
        lines.push_back(std::move(line));
    return lines;
}

std::vector<std::string> wanted(const std::vector<Node>& nodes, const std::string& operation = {})
{
    std::vector<std::string> lines;
    for (const Node& node : nodes)
        lines.push_back((operation.empty() ? node.operation : operation) + " > " + node.kernel);
    return lines;
}

void append(std::vector<std::string>& to, std::vector<std::string> more)
{
    to.insert(to.end(), more.begin(), more.end());
}

} // namespace

class TstGraphs : public QObject {
    Q_OBJECT
private slots:
    /// However many kernels of one name: they go by their order, in each launch of the graph.
    void replays_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<bool>("named");
        for (int seed = 1; seed <= 8; ++seed)
            QTest::addRow("%d", seed) << seed << (seed % 2 == 0);
    }
    void replays()
    {
        QFETCH(int, seed);
        QFETCH(bool, named);
        std::mt19937 random(static_cast<unsigned>(seed));
        const std::vector<Node> nodes =
            randomGraph(random, std::uniform_int_distribution<std::size_t>(2, 40)(random));
        std::vector<std::string> events = captureOf(nodes, 0, named);
        std::vector<std::string> right;
        for (int launch = 1; launch <= 3; ++launch) {
            append(events, replayOf(nodes, 10'000.0 * launch, launch, named ? 2 : 1));
            append(right, wanted(nodes));
        }
        QCOMPARE(originsOf(tests::runOfEvents(tests::joined(events))), right);
    }

    /// If more than one capture could be meant, none is: the launch is what is known.
    void doubtful()
    {
        std::mt19937 random(5);
        const std::vector<Node> nodes = randomGraph(random, 6);
        std::vector<Node> others = nodes;
        for (Node& node : others)
            node.operation += "'";
        const auto runOf = [&](std::vector<std::string> captures, const std::vector<Node>& ran, int streams) {
            append(captures, replayOf(ran, 10'000, 1, streams));
            return tests::runOfEvents(tests::joined(captures));
        };
        std::vector<std::string> two = captureOf(nodes, 0, false);
        append(two, captureOf(others, 1'000, false));
        QCOMPARE(originsOf(runOf(two, nodes, 1)), wanted(nodes, "run_graph")); // equally many calls
        QCOMPARE(originsOf(runOf(captureOf(nodes, 0, false), nodes, 2)),
                 wanted(nodes, "run_graph")); // in what order?
        std::vector<Node> renamed = nodes;
        renamed.front().kernel = "another";
        QCOMPARE(originsOf(runOf(captureOf(nodes, 0, true), renamed, 1)), wanted(renamed, "run_graph"));
        std::vector<Node> fewer(nodes.begin(), nodes.end() - 1);
        QCOMPARE(originsOf(runOf(captureOf(nodes, 0, false), fewer, 1)), wanted(fewer, "run_graph"));
    }

    /// A file that holds but the capture is no recording of its own beside the one that runs the graph.
    void twoFiles()
    {
        std::mt19937 random(6);
        const std::vector<Node> nodes = randomGraph(random, 12);
        const tests::ScratchFolder scratch;
        const auto file = [&](const std::string& name, const std::vector<std::string>& events) {
            return scratch.write(name,
                                 R"({"distributedInfo": {"rank": 0, "world_size": 1}, "traceEvents": [)" +
                                     tests::joined(events) + "]}");
        };
        std::vector<std::string> events;
        std::vector<std::string> right;
        for (int launch = 1; launch <= 2; ++launch) {
            append(events, replayOf(nodes, 100'000.0 + 1'000.0 * launch, launch));
            append(right, wanted(nodes));
        }
        const core::RunPtr run =
            tests::imported({file("a_capture.json", captureOf(nodes, 0, true)), file("b_run.json", events)})
                .run;
        QVERIFY(!jobsOf(*run).several());
        QCOMPARE(originsOf(run), right);
        const Overview overview = overviewOfPart(run, {}).value();
        QCOMPARE(overview.byRank.size(), std::size_t{1});
        QVERIFY(overview.otherFiles.empty());
        QCOMPARE(overview.coverage.launches, std::int64_t{2}); // a launch of a graph is one launch
        QCOMPARE(overview.coverage.launchesWithoutWork, std::int64_t{0});
        for (const Analysis& analysis : builtinAnalyses())
            QVERIFY2(analysis.run(AnalysisInput(run), {}, {}).ok(), std::string(analysis.key).c_str());
    }

    /// vLLM's recording of one decode step beside its capture: 421 kernels of one launch, all of them known.
    void vllm()
    {
        const std::filesystem::path folder = tests::sharedPath("field/real/vllm_decode_full");
        if (folder.empty() || !std::filesystem::exists(folder))
            QSKIP("no shared recordings here");
        const core::RunPtr run = tests::imported(folder).run;
        const AnalysisInput input(run);
        QCOMPARE(input.ranks().size(), std::size_t{1});
        const DeviceLaunches* const launches = input.launches(0, {}).value();
        QCOMPARE(std::ranges::count_if(launches->captured, [](std::uint32_t call) { return call != kNoRow; }),
                 421L);
        // 24 layers: an attention each, and products of which each has its FLOPs.
        const auto rows = tests::rowsOf(tests::analyzed(input, "utilization"), "products");
        QCOMPARE(rows.size(), std::size_t{4});
        for (const tests::ReportRow& row : rows)
            QVERIFY(row.at("device_ns").get<double>() > 0);
        const AnalysisInput alone(tests::imported(folder / "graph_execution.json.gz").run);
        QVERIFY(unknownKernels(input, {}).value().share <= unknownKernels(alone, {}).value().share);
    }
};

SHARDSCOPE_TEST(TstGraphs)
#include "tst_graphs.moc"
