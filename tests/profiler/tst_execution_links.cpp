// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/pack/build/pack_build.h"
#include "profiler/trace/execution_match.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <nlohmann/json.hpp>
#include <proto/chakra.pb.h>

#include <fstream>
#include <set>

using namespace shardscope;
using nlohmann::json;
using tests::imported;
using Lines = std::vector<std::string>;

namespace {

/// One operation of the little program that both files are of.
struct Op {
    const char* name;
    int id; ///< of the node; also RecordFunction's handle
    int parent;
    int sequence;
    int begin; ///< us
    int duration;
    std::vector<int> reads; ///< storages
    std::vector<int> writes;
};

/// loss(relu(mm(x, w))): mm is inside linear, which does not name what mm makes for itself.
const std::vector<Op> kProgram{
    {"aten::linear", 3, 2, 7, 10, 30, {100, 101}, {102}}, {"aten::mm", 4, 3, 7, 12, 20, {100, 101}, {102}},
    {"aten::relu", 5, 2, 8, 50, 10, {102}, {103}},        {"aten::loss", 6, 2, 9, 70, 10, {103, 101}, {104}},
    {"aten::print", 7, 2, -1, 90, 5, {104}, {}},
};

json tensors(const std::vector<int>& storages)
{
    json values = json::array();
    for (const int storage : storages)
        values.push_back({storage * 10, storage, 0, 6, 4, "cuda:0"});
    return {{"values", values}, {"shapes", json::array({json::array({2, 3})})}, {"types", {"Tensor(float)"}}};
}

std::string executionTrace(int process, int sequenceShift = 0)
{
    json nodes = json::array();
    const auto node = [&](const std::string& name, int id, int parent, int sequence) {
        return json{{"id", id},
                    {"name", name},
                    {"ctrl_deps", parent},
                    {"inputs", tensors({})},
                    {"outputs", tensors({})},
                    {"attrs",
                     {{{"name", "rf_id"}, {"type", "uint64"}, {"value", id < 3 ? 0 : id}},
                      {{"name", "seq_id"}, {"type", "int64"}, {"value", sequence}},
                      {{"name", "tid"}, {"type", "uint64"}, {"value", 1}},
                      {{"name", "comm_size"}, {"type", "uint64"}, {"value", id * 1000}}}}};
    };
    nodes.push_back(node("[pytorch|profiler|execution_trace|thread]", 2, 1, -1));
    for (const Op& op : kProgram) {
        nodes.push_back(node(op.name, op.id, op.parent, op.sequence < 0 ? -1 : op.sequence + sequenceShift));
        nodes.back()["inputs"] = tensors(op.reads);
        nodes.back()["outputs"] = tensors(op.writes);
    }
    return json{{"schema", "1.1.1-chakra.0.0.4"}, {"pid", process}, {"nodes", nodes}}.dump();
}

std::string recording(int process, bool handles, int steps = 1)
{
    json events = json::array();
    for (int step = 0; step < steps; ++step) {
        for (const Op& op : kProgram) {
            json args{{"External id", op.id + 100 + 10 * step}};
            if (handles)
                args["Record function id"] = op.id + 10 * step;
            if (op.sequence >= 0)
                args["Sequence number"] = op.sequence + 10 * step;
            events.push_back({{"ph", "X"},
                              {"cat", "cpu_op"},
                              {"name", op.name},
                              {"pid", process},
                              {"tid", 77},
                              {"ts", op.begin + 100 * step},
                              {"dur", op.duration},
                              {"args", args}});
        }
    }
    return json{{"baseTimeNanoseconds", 1712000000000000000},
                {"deviceProperties", json::array({{{"name", "H200"}}})},
                {"traceEvents", events}}
        .dump();
}

/// The program as Chakra's stream of messages, each behind its length (et_def.proto).
std::string chakraTrace(bool handles)
{
    std::string text;
    const auto put = [&](const google::protobuf::MessageLite& message) {
        const std::string bytes = message.SerializeAsString();
        for (std::size_t length = bytes.size();; length >>= 7) {
            text += static_cast<char>((length & 0x7F) | (length >= 0x80 ? 0x80 : 0));
            if (length < 0x80)
                break;
        }
        text += bytes;
    };
    chakra::GlobalMetadata head;
    head.set_version("0.0.4");
    put(head);
    const auto attribute = [](chakra::Node& node, const char* name, int value) {
        chakra::Attribute& added = *node.add_attr();
        added.set_name(name);
        added.set_int64_val(value);
    };
    for (const Op& op : kProgram) {
        chakra::Node node;
        node.set_id(static_cast<std::uint64_t>(op.id));
        node.set_name(op.name);
        node.set_type(4); // compute
        for (const Op& other : kProgram) {
            const auto gives = [&](int storage) {
                return std::find(other.writes.begin(), other.writes.end(), storage) != other.writes.end();
            };
            if (std::any_of(op.reads.begin(), op.reads.end(), gives))
                node.add_data_deps(static_cast<std::uint64_t>(other.id));
        }
        if (handles)
            attribute(node, "rf_id", op.id);
        attribute(node, "num_ops", op.duration * 5);
        put(node);
    }
    return text;
}

/// "from > to" of all arrows of execution traces, sorted.
Lines arrowsOf(const profiler::ImportedRun& run)
{
    const core::Timeline& timeline = *run.run->timeline;
    const auto name = [&](core::SliceId slice) {
        return std::string(timeline.names().text(timeline.name()[slice.index()]));
    };
    Lines lines;
    for (const core::Flow& flow : timeline.flows()) {
        if (timeline.names().text(flow.category) == "execution_trace")
            lines.push_back(name(flow.from) + " > " + name(flow.to));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

const Lines kArrows{"aten::linear > aten::relu", "aten::loss > aten::print", "aten::relu > aten::loss"};

} // namespace

class TstExecutionLinks : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    std::filesystem::path written(const std::string& name, const std::string& text)
    {
        const std::filesystem::path file = m_folder.path().toStdString() + "/" + name;
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }

private slots:
    /// RecordFunction's handle finds the right one of two steps alike; its data are the operation's, the
    /// made-up times are gone.
    void byId()
    {
        const auto trace = written("et.json", executionTrace(40));
        for (const bool traceFirst : {true, false}) {
            const auto kineto = written("kineto.json", recording(40, true, 2));
            const auto run = imported(traceFirst ? std::vector{trace, kineto} : std::vector{kineto, trace});
            QCOMPARE(run.run->timeline->sliceCount(), std::size_t{10});
            QCOMPARE(run.run->timeline->begin(), std::int64_t{10'000});
            QCOMPARE(tests::remarkCount(run, "nodes_linked"), std::uint64_t{5});
            QCOMPARE(tests::remarkCount(run, "nodes_not_linked"), std::uint64_t{0});
            QCOMPARE(tests::remarkCount(run, "mixed_clocks"), std::uint64_t{0});
            QCOMPARE(tests::metadataOf(run, "device"),
                     std::string("H200")); // the recording's, not the other's
            QCOMPARE(arrowsOf(run), kArrows);
            const json arguments = json::parse(tests::argumentsOf(run, "aten::mm"));
            QCOMPARE(arguments.at("External id").get<int>(), 104);
            QCOMPARE(arguments.at("execution_trace.id").get<int>(), 4);
            QCOMPARE(arguments.at("execution_trace.comm_size").get<int>(), 4000);
            QCOMPARE(arguments.at("execution_trace.inputs.shapes").dump(), std::string("[[2,3]]"));
            QVERIFY(!arguments.contains("execution_trace.name"));
            // The same, asked for many at once, as SQL and analyses do.
            std::vector<std::string> many(10);
            run.run->arguments->visit(run.run->timeline->args(),
                                      [&](std::size_t at, std::string_view text) { many[at] = text; }, {});
            for (std::size_t at = 0; at < many.size(); ++at)
                QCOMPARE(many[at], run.run->arguments->arguments(run.run->timeline->args()[at]));
            QCOMPARE(std::count_if(many.begin(), many.end(),
                                   [](const std::string& text) {
                                       return text.find("execution_trace.id") != std::string::npos;
                                   }),
                     std::ptrdiff_t{5});
        }
    }

    /// Without handles the sequence numbers tell the step: here the second.
    void bySequence()
    {
        const auto run = imported(
            {written("kineto.json", recording(40, false, 3)), written("et.json", executionTrace(40, 10))});
        QCOMPARE(tests::remarkCount(run, "nodes_linked"), std::uint64_t{5});
        QCOMPARE(arrowsOf(run), kArrows);
        for (const core::Flow& flow : run.run->timeline->flows())
            QVERIFY(flow.fromTs >= 100'000 && flow.toTs < 200'000);
    }

    /// Sequence numbers of another step: the order of names where it fits one place only, else nothing.
    void byOrder()
    {
        const auto trace = written("et.json", executionTrace(40, 1000));
        const auto once = imported({written("kineto.json", recording(40, false)), trace});
        QCOMPARE(tests::remarkCount(once, "nodes_linked_by_order"), std::uint64_t{5});
        QCOMPARE(arrowsOf(once), kArrows);
        const auto twice = imported({written("kineto.json", recording(40, false, 2)), trace});
        QCOMPARE(tests::remarkCount(twice, "nodes_linked_by_order"), std::uint64_t{0});
        QCOMPARE(twice.run->timeline->sliceCount(), std::size_t{10 + 6});
        QCOMPARE(twice.run->timeline->flows().size(), std::size_t{0});
    }

    /// An execution trace of another process stays what it is.
    void otherProcess()
    {
        const auto run =
            imported({written("kineto.json", recording(41, true)), written("et.json", executionTrace(40))});
        QCOMPARE(run.run->timeline->sliceCount(), std::size_t{5 + 6});
        QCOMPARE(tests::remarkCount(run, "nodes_linked"), std::uint64_t{0});
    }

    /// Nodes that the recording lacks are counted; an inserted operation does not lose the rest.
    void partly()
    {
        json kineto = json::parse(recording(40, false));
        kineto["traceEvents"].erase(4); // print
        kineto["traceEvents"].push_back({{"ph", "X"},
                                         {"cat", "user_annotation"},
                                         {"name", "ProfilerStep#1"},
                                         {"pid", 40},
                                         {"tid", 77},
                                         {"ts", 45},
                                         {"dur", 3}});
        const auto run =
            imported({written("kineto.json", kineto.dump()), written("et.json", executionTrace(40))});
        QCOMPARE(tests::remarkCount(run, "nodes_linked"), std::uint64_t{4});
        QCOMPARE(tests::remarkCount(run, "nodes_not_linked"), std::uint64_t{1});
        QCOMPARE(arrowsOf(run), (Lines{"aten::linear > aten::relu", "aten::relu > aten::loss"}));
    }

    /// A pack of both is linked like the files themselves.
    void packed()
    {
        const std::vector files{written("et.json", executionTrace(40)),
                                written("kineto.json", recording(40, true))};
        profiler::SoloWorker worker;
        const std::filesystem::path pack = m_folder.path().toStdString() + "/both.shardpack";
        const auto outcome = profiler::buildPack(files, pack, worker);
        QVERIFY(outcome.ok());
        const auto run = imported(pack);
        QCOMPARE(run.run->timeline->sliceCount(), std::size_t{5});
        QCOMPARE(run.run->timeline->begin(), std::int64_t{10'000}); // not that many since 1970
        QCOMPARE(arrowsOf(run), kArrows);
        QCOMPARE(tests::remarkCount(run, "nodes_linked"), std::uint64_t{5});
        QCOMPARE(json::parse(tests::argumentsOf(run, "aten::mm")).at("execution_trace.id").get<int>(), 4);
    }

    /// Chakra's form of the same program: by the ids of the recording, without them by order; arrows are its
    /// dependencies.
    void chakra()
    {
        for (const bool handles : {true, false}) {
            const auto run = imported({written("program.et", chakraTrace(handles)),
                                       written("kineto.json", recording(40, handles))});
            QCOMPARE(run.run->timeline->sliceCount(), std::size_t{5});
            QCOMPARE(run.run->timeline->begin(), std::int64_t{10'000});
            QCOMPARE(tests::remarkCount(run, handles ? "nodes_linked" : "nodes_linked_by_order"),
                     std::uint64_t{5});
            QCOMPARE(tests::remarkCount(run, "nodes_not_linked"), std::uint64_t{0});
            QCOMPARE(arrowsOf(run), (Lines{"aten::linear > aten::relu", "aten::loss > aten::print",
                                           "aten::mm > aten::relu", "aten::relu > aten::loss"}));
            const json arguments = json::parse(tests::argumentsOf(run, "aten::relu"));
            QCOMPARE(arguments.at("External id").get<int>(), 105);
            QCOMPARE(arguments.at("execution_trace.id").get<int>(), 5);
            QCOMPARE(arguments.at("execution_trace.num_ops").get<int>(), 50);
        }
    }

    /// If anchors contradict each other, the most that keep the order are taken; ids that two operations have
    /// are none.
    void matching()
    {
        using profiler::ExecutionNode;
        using profiler::RecordedOp;
        const auto name = [](int number) { return core::NameId{static_cast<std::size_t>(number)}; };
        std::vector<ExecutionNode> nodes(4);
        for (int at = 0; at < 4; ++at) {
            nodes[static_cast<std::size_t>(at)].name = name(at);
            nodes[static_cast<std::size_t>(at)].sequence = at;
            nodes[static_cast<std::size_t>(at)].recordFunction = at + 1;
        }
        const std::vector<std::vector<RecordedOp>> ops{
            {{10, name(3), 5, 3}, {11, name(0), 5, 0}, {12, name(1), 0, 1}, {13, name(2), 0, 2}}};
        const profiler::ExecutionMatch match = profiler::matchNodes(nodes, ops);
        constexpr std::uint32_t kNone = profiler::ExecutionMatch::kNone;
        QVERIFY(match.rows == (std::vector<std::uint32_t>{11, 12, 13, kNone}));
        QCOMPARE(match.matched, std::size_t{3});
    }

    void real_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("kineto");
        QTest::addColumn<QString>("remark");
        QTest::addColumn<int>("linked");
        if (tests::sharedTraces().empty())
            QSKIP("no folder of real traces here");
        // All operators of both traces; 928 and 1672 were counted in the files (nodes with an rf_id).
        QTest::newRow("linear") << "param/linear_et.json.gz"
                                << "param/linear_kineto.json.gz"
                                << "nodes_linked" << 928;
        QTest::newRow("dlrm") << "param/dlrm_pytorch_et/dlrm_eg_0.json.gz"
                              << "param/dlrm_kineto/worker0_step_12.1694128201545.pt.trace.json.gz"
                              << "nodes_linked_by_order" << 1672;
    }
    void real()
    {
        QFETCH(QString, trace);
        QFETCH(QString, kineto);
        QFETCH(QString, remark);
        QFETCH(int, linked);
        const auto folder = tests::sharedTraces();
        const auto alone = imported(folder / kineto.toStdString());
        const auto run = imported({folder / trace.toStdString(), folder / kineto.toStdString()});
        QCOMPARE(run.run->timeline->sliceCount(), alone.run->timeline->sliceCount());
        QCOMPARE(run.run->timeline->begin(), alone.run->timeline->begin());
        QCOMPARE(tests::remarkCount(run, remark.toStdString()), static_cast<std::uint64_t>(linked));
        QVERIFY(run.run->timeline->flows().size() > alone.run->timeline->flows().size() + 100);
        for (const core::Flow& flow : run.run->timeline->flows()) {
            if (run.run->timeline->names().text(flow.category) == "execution_trace")
                QVERIFY(flow.fromTs <= flow.toTs);
        }
        // Every linked operation has the name of its node.
        std::map<std::int64_t, std::string> names;
        const json written = json::parse(tests::wholeText(folder / trace.toStdString()));
        for (const json& node : written.at("nodes"))
            names[node.at("id").get<std::int64_t>()] = node.at("name").get<std::string>();
        std::vector<std::string> texts(run.run->timeline->sliceCount());
        run.run->arguments->visit(run.run->timeline->args(),
                                  [&](std::size_t at, std::string_view text) { texts[at] = text; }, {});
        std::size_t seen = 0;
        for (std::size_t row = 0; row < texts.size(); ++row) {
            if (texts[row].find("execution_trace.id") == std::string::npos)
                continue;
            ++seen;
            QCOMPARE(std::string(run.run->timeline->names().text(run.run->timeline->name()[row])),
                     names.at(json::parse(texts[row]).at("execution_trace.id").get<std::int64_t>()));
        }
        QCOMPARE(seen, static_cast<std::size_t>(linked));
    }
};

SHARDSCOPE_TEST(TstExecutionLinks)
#include "tst_execution_links.moc"
