// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated plan as Chakra execution traces: what is in them, and that their dependencies and durations
// alone give the step back.
#include "app/session/simulate/open_run.h"
#include "app/session/simulate/plan_simulation.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace shardscope;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;
using core::ExecutionNode;

const Options kPipeline{
    {"tensor", "8"}, {"pipeline", "4"}, {"replica", "2"}, {"micro-batch", "1"}, {"global-batch", "64"}};

planner::Simulation simulated(const std::string& model, const std::string& hardware, const Options& options,
                              std::int64_t steps)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    app::SimulationCall call;
    call.plan = {model, hardware, {}, options};
    call.options.steps = steps;
    call.options.graph = true;
    call.options.run = false;
    return app::simulatePlan(catalog, std::move(call), {}).value();
}

/// A simulator of our own, of nothing but what the traces say: a node begins when what it needs has ended, a
/// receive ends with its send, a collective begins when all of its group have come. When the last node ends.
double replayed(const core::ExecutionGraph& graph)
{
    std::vector<std::vector<double>> end;
    std::map<std::int32_t, std::pair<std::size_t, std::size_t>> sends; // by tag: class and node
    struct Meeting {
        std::vector<std::pair<std::size_t, std::size_t>> nodes;
    };
    std::map<std::pair<std::uint32_t, std::size_t>, Meeting> meetings; // by group and how many came before
    std::map<std::pair<std::size_t, std::size_t>, std::pair<std::uint32_t, std::size_t>> meetingOf;
    for (std::size_t at = 0; at < graph.classes.size(); ++at) {
        const core::ExecutionClass& one = graph.classes[at];
        end.emplace_back(one.nodes.size(), 0.0);
        std::map<std::uint32_t, std::size_t> met;
        for (std::size_t node = 0; node < one.nodes.size(); ++node) {
            if (one.nodes[node].kind == ExecutionNode::Kind::Send)
                sends[one.nodes[node].tag] = {at, node};
            if (one.nodes[node].kind != ExecutionNode::Kind::Collective)
                continue;
            const std::uint32_t group = one.groups[one.nodes[node].group].front(); // of the first rank
            const std::pair key{group, met[group]++};
            meetings[key].nodes.emplace_back(at, node);
            meetingOf[{at, node}] = key;
        }
    }
    const auto ready = [&](std::size_t at, std::size_t node) {
        double when = 0;
        for (const std::uint32_t need : graph.classes[at].nodes[node].needs)
            when = std::max(when, end[at][need]);
        return when;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t at = 0; at < graph.classes.size(); ++at) {
            for (std::size_t node = 0; node < graph.classes[at].nodes.size(); ++node) {
                const ExecutionNode& what = graph.classes[at].nodes[node];
                double begin = ready(at, node);
                double done = begin + what.seconds;
                if (what.kind == ExecutionNode::Kind::Receive)
                    done = end[sends.at(what.tag).first][sends.at(what.tag).second];
                if (what.kind == ExecutionNode::Kind::Collective) {
                    for (const auto& [other, same] : meetings.at(meetingOf.at({at, node})).nodes)
                        begin = std::max(begin, ready(other, same));
                    done = begin + what.seconds;
                }
                changed = changed || done > end[at][node] + 1e-12;
                end[at][node] = std::max(end[at][node], done);
            }
        }
    }
    double last = 0;
    for (const std::vector<double>& own : end)
        last = std::max(last, *std::max_element(own.begin(), own.end()));
    return last;
}

double bytesOf(const core::Evaluation& evaluation, const std::string& operation, const std::string& group)
{
    for (const core::CommunicationEntry& entry : evaluation.communication) {
        if (core::nameOf(entry.operation) == operation && core::nameOf(entry.group) == group)
            return entry.bytesPerRank.value();
    }
    return -1;
}

} // namespace

class TstChakraExport : public QObject {
    Q_OBJECT
private slots:
    void theStepFollowsFromWhatIsWritten()
    {
        struct Case {
            const char* model;
            const char* hardware;
            Options options;
        };
        const Case cases[] = {{"megatron-22b", "dgx-a100-80g", kPipeline},
                              {"megatron-22b",
                               "dgx-a100-80g",
                               {{"tensor", "8"},
                                {"pipeline", "4"},
                                {"virtual-stages", "2"},
                                {"schedule", "interleaved"},
                                {"replica", "1"},
                                {"micro-batch", "1"},
                                {"global-batch", "16"}}},
                              {"llama-2-7b",
                               "dgx-h100",
                               {{"replica", "8"},
                                {"zero-stage", "3"},
                                {"implementation", "fsdp2"},
                                {"micro-batch", "1"},
                                {"global-batch", "16"}}}};
        for (const Case& one : cases) {
            for (const std::int64_t steps : {1, 3}) {
                const planner::Simulation out = simulated(one.model, one.hardware, one.options, steps);
                const double seconds = replayed(*out.graph);
                const double wanted = out.stepSeconds * static_cast<double>(steps);
                // Gathers and reductions that share a link are slower together; a replay that gives each its
                // own may be shorter, never longer.
                const bool shares = one.options.size() > 3 && one.options[1].first == "zero-stage";
                QVERIFY2(seconds <= wanted * (1 + 1e-9) && seconds >= wanted * (shares ? 0.98 : 1 - 1e-9),
                         qPrintable(QStringLiteral("%1: %2 instead of %3")
                                        .arg(QLatin1String(one.model))
                                        .arg(seconds)
                                        .arg(wanted)));
            }
        }
    }

    void countsGroupsAndBytes()
    {
        // Counted by hand: 32 micro-batches forward and backward; the middle stages send each of them once
        // and receive it once; a message is 2,048 tokens of 6,144 values of two bytes, cut over eight ranks.
        const planner::Simulation out = simulated("megatron-22b", "dgx-a100-80g", kPipeline, 1);
        const core::ExecutionGraph& graph = *out.graph;
        QCOMPARE(graph.classes.size(), std::size_t{4});
        for (std::size_t stage = 0; stage < 4; ++stage) {
            const core::ExecutionClass& one = graph.classes[stage];
            std::map<ExecutionNode::Kind, int> counts;
            double tensor = 0;
            double replica = 0;
            for (const ExecutionNode& node : one.nodes) {
                ++counts[node.kind];
                if (node.kind == ExecutionNode::Kind::Send)
                    QCOMPARE(node.bytes, 2048.0 * 6144 * 2 / 8);
                tensor += node.name == "all_reduce tensor" ? node.bytes : 0;
                replica += node.name == "all_reduce replica" ? node.bytes : 0;
            }
            const int messages = stage == 0 || stage == 3 ? 32 : 64;
            QCOMPARE(counts[ExecutionNode::Kind::Send], messages);
            QCOMPARE(counts[ExecutionNode::Kind::Receive], messages);
            QCOMPARE(one.ranks.size(), std::size_t{16});
            QCOMPARE(one.ranks.front(), std::int64_t(16 * stage));
            if (stage == 0) {
                QVERIFY(std::abs(tensor / bytesOf(out.evaluation, "all_reduce", "tensor") - 1) < 1e-9);
                QVERIFY(std::abs(replica / bytesOf(out.evaluation, "all_reduce", "replica") - 1) < 1e-9);
            }
        }
        const std::vector<std::int64_t> tensor{0, 1, 2, 3, 4, 5, 6, 7};
        const std::vector<std::int64_t> replica{3, 11};
        const std::vector<std::int64_t> ends{5, 53};
        for (const auto& wanted : {tensor, replica, ends})
            QVERIFY(std::find(graph.groups.begin(), graph.groups.end(), wanted) != graph.groups.end());
    }

    void ourImporterReadsThemBack()
    {
        const planner::Simulation out = simulated("megatron-22b", "dgx-a100-80g", kPipeline, 2);
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        QVERIFY(app::writeSimulation(out, path, {}).ok());
        QFile groupFile(folder.filePath("rank.comm_group.json"));
        QVERIFY(groupFile.open(QIODevice::ReadOnly));
        const QJsonObject groups = QJsonDocument::fromJson(groupFile.readAll()).object();
        QCOMPARE(groups.size(), qsizetype(out.graph->groups.size()));
        profiler::ImportOptions options;
        options.cache = false;
        for (const std::int64_t rank : {0, 21, 63}) {
            const core::ExecutionClass& one = out.graph->classes[static_cast<std::size_t>(rank / 16)];
            const auto imported =
                profiler::importTrace({path + "/rank." + std::to_string(rank) + ".et"}, {}, options);
            QVERIFY(imported.ok());
            QCOMPARE(imported->run->sources[0].rank, static_cast<std::int32_t>(rank));
            QVERIFY(imported->report.remarks.empty());
            const core::Timeline& timeline = *imported->run->timeline;
            QCOMPARE(timeline.sliceCount(), one.nodes.size());
            std::size_t needs = 0;
            for (std::size_t row = 0; row < timeline.sliceCount(); ++row) {
                const QJsonObject args =
                    QJsonDocument::fromJson(
                        QByteArray::fromStdString(imported->run->arguments->arguments(timeline.args()[row])))
                        .object();
                const ExecutionNode& node = one.nodes.at(static_cast<std::size_t>(args["id"].toInt() - 1));
                QCOMPARE(std::string(timeline.names().text(timeline.name()[row])), node.name);
                QVERIFY(std::abs(1e-9 * static_cast<double>(timeline.ts()[row]) - node.begin) < 0.51e-6);
                QVERIFY(std::abs(1e-9 * static_cast<double>(timeline.dur()[row]) - node.seconds) < 1.01e-6);
                std::vector<std::uint32_t> found;
                for (const QJsonValue need : args["data_deps"].toArray())
                    found.push_back(static_cast<std::uint32_t>(need.toInt() - 1));
                QVERIFY(found == node.needs);
                needs += found.size();
                if (node.bytes > 0)
                    QCOMPARE(args["comm_size"].toInteger(), std::llround(node.bytes));
                if (node.kind == ExecutionNode::Kind::Collective) {
                    QCOMPARE(args["comm_type"].toInt(), 0); // all-reduces, all of them
                    const QJsonArray members = groups[args["pg_name"].toString()].toArray();
                    QVERIFY(members.contains(QJsonValue(qint64(rank))));
                }
                if (node.kind == ExecutionNode::Kind::Send || node.kind == ExecutionNode::Kind::Receive) {
                    const bool sends = node.kind == ExecutionNode::Kind::Send;
                    QCOMPARE(args[sends ? "comm_src" : "comm_dst"].toInt(), int(rank));
                    QCOMPARE(std::abs(args[sends ? "comm_dst" : "comm_src"].toInt() - int(rank)), 16);
                }
            }
            QCOMPARE(timeline.flows().size(), needs);
        }
        // All of them are one run of 64 ranks.
        const auto all = profiler::importTrace({path + "/rank.0.et", path + "/rank.63.et"}, {}, options);
        QVERIFY(all.ok());
        for (const core::Track& track : all->run->timeline->tracks())
            QCOMPARE(track.rank, track.source == 0 ? 0 : 63);
    }
};

SHARDSCOPE_TEST(TstChakraExport)
#include "tst_chakra_export.moc"
