// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows are collectives, what they say about themselves, which of different ranks belong together, and
// what groups tell about the mesh.
#include "core/kinds/work_rules.h"
#include "profiler/trace/collective_names.h"
#include "profiler/trace/collectives.h"
#include "profiler/trace/mesh_from_groups.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/rank_runs.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <set>

using namespace shardscope;
using namespace shardscope::profiler;

class TstCollectives : public QObject {
    Q_OBJECT
private slots:
    void names();
    void argumentsOfNcclKernels();
    void argumentsFromShapes();
    void hostileArguments();
    void sequenceNumbersMatch();
    void sizesKeepOrdersApart();
    void cutRecordingsMatchBySteps();
    void sendsMatchReceives();
    void sendsMatchReceivesBySize();
    void groupsWithoutPartnersAreNotMissing();
    void ranksInNames();
    void descriptionsTellAxes();
    void meshOfTwoAxes();
    void rankFromProcessName();
    void realEightRanks();
    void realKernelArguments();
};

namespace {

struct Kernel {
    std::string name;
    int begin;
    int duration;
    std::string args;
};

std::string rankFile(int rank, const std::vector<Kernel>& kernels, const std::string& distributed = {})
{
    std::string text = "{\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": " + std::to_string(rank) +
                       ", \"world_size\": 4" + distributed + "}, \"traceEvents\": [\n";
    for (const Kernel& kernel : kernels)
        text += "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" + kernel.name +
                "\", \"pid\": 0, \"tid\": 7, \"ts\": " + std::to_string(kernel.begin) +
                ", \"dur\": " + std::to_string(kernel.duration) + ", \"args\": {" + kernel.args + "}},\n";
    return text + "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 0, \"args\": {\"name\": \"x\"}}]}";
}

profiler::ImportedRun importRanks(const tests::ScratchFolder& scratch, const std::vector<std::string>& texts)
{
    std::vector<std::filesystem::path> files;
    for (const std::string& text : texts)
        files.push_back(scratch.write("file" + std::to_string(files.size()) + ".json", text));
    return tests::imported(files);
}

/// "kind by: rank@begin_us rank@begin_us", one line for each collective.
std::vector<std::string> linesOf(const core::Run& run, const Collectives& found)
{
    std::vector<std::string> lines;
    for (const Collective& collective : found.matched) {
        std::string line(core::nameOf(collective.kind));
        line += " " + std::to_string(static_cast<int>(collective.by)) + ":";
        for (const std::uint32_t call : collective.calls)
            line += " " + std::to_string(found.calls[call].rank) + "@" +
                    std::to_string(run.timeline->ts()[found.calls[call].row] / 1000);
        lines.push_back(line);
    }
    return lines;
}

const std::string kReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)";

} // namespace

void TstCollectives::names()
{
    const auto said = [](const char* name, const char* category) {
        return communicationOf(core::WorkRules::shipped().verdict(name, category));
    };
    const auto role = [&](const char* name, const char* category) { return said(name, category).role; };
    const auto kind = [&](const char* name, const char* category) { return said(name, category).kind; };
    QCOMPARE(role(kReduce.c_str(), "kernel"), CommunicationRole::Device);
    QCOMPARE(kind(kReduce.c_str(), "kernel"), CollectiveKind::AllReduce);
    QCOMPARE(kind("ncclKernel_ReduceScatter_RING_LL_Sum_half(ncclDevComm*)", "kernel"),
             CollectiveKind::ReduceScatter);
    QCOMPARE(kind("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*)", "Kernel"),
             CollectiveKind::PointToPoint);
    QCOMPARE(kind("nccl:_all_gather_base", "user_annotation"), CollectiveKind::AllGather);
    QCOMPARE(kind("nccl:_reduce_scatter_base", "user_annotation"), CollectiveKind::ReduceScatter);
    QCOMPARE(kind("gloo:send", "user_annotation"), CollectiveKind::Send);
    QCOMPARE(kind("gloo:recv", "user_annotation"), CollectiveKind::Receive);
    QCOMPARE(role("gloo:all_reduce", "gpu_user_annotation"), CommunicationRole::None);
    QCOMPARE(role("record_param_comms", "cpu_op"), CommunicationRole::Parameters);
    QCOMPARE(role("aten::mm", "cpu_op"), CommunicationRole::None);
    QCOMPARE(role("ampere_sgemm_128x64_tn", "kernel"), CommunicationRole::None);
    QCOMPARE(role("c10d::allreduce_", "cpu_op"), CommunicationRole::None); // its annotation lies inside
}

void TstCollectives::argumentsOfNcclKernels()
{
    const CollectiveArguments read = readCollectiveArguments(
        R"({"Collective name": "_allgather_base", "In msg nelems": 2049000, "Out msg nelems": 4098000,
            "Group size": 2, "dtype": "BFloat16", "Process Group Name": "1",
            "Process Group Description": "mesh_tp", "Process Group Ranks": "[3, 1]", "Seq": 17})");
    QVERIFY(read.kind == CollectiveKind::AllGather);
    QCOMPARE(read.groupName, std::string("1"));
    QCOMPARE(read.groupDescription, std::string("mesh_tp"));
    QCOMPARE(read.ranks, (std::vector<std::int32_t>{1, 3}));
    QCOMPARE(read.bytes, std::int64_t{4098000});
    QCOMPARE(read.sequence, std::int64_t{17});
    const CollectiveArguments send = readCollectiveArguments(
        R"({"Collective name": "send", "In msg nelems": 8, "dtype": "Float", "Src Rank": 0, "Dst Rank": 5})");
    QVERIFY(send.kind == CollectiveKind::Send);
    QCOMPARE(send.peer, 5);
    // kineto cuts long lists
    QVERIFY(readCollectiveArguments(R"({"Process Group Ranks": "[0, 1, 2, ...]"})").ranks.empty());
}

void TstCollectives::argumentsFromShapes()
{
    QCOMPARE(readCollectiveArguments(R"({"Input Dims": [[394241]], "Input type": ["float"]})").bytes,
             std::int64_t{1576964});
    QCOMPARE(readCollectiveArguments(R"({"Input Dims": [[3, 5]], "Input type": ["long int"]})").bytes,
             std::int64_t{120});
    QCOMPARE(
        readCollectiveArguments(R"({"Input Dims": [[], []], "Input type": ["TensorList", "Scalar"]})").bytes,
        std::int64_t{-1});
}

void TstCollectives::hostileArguments()
{
    for (const char* const text :
         {"", "{", "[]", "3", R"({"Seq": "x", "dtype": 7, "In msg nelems": -4})",
          R"({"Input Dims": [[9223372036854775807, 9223372036854775807]], "Input type": ["float"]})",
          R"({"Process Group Ranks": "[-1, 99999999999999999999]"})",
          R"({"Input Dims": 3, "Input type": {}})"}) {
        const CollectiveArguments read = readCollectiveArguments(text);
        QCOMPARE(read.bytes, std::int64_t{-1});
        QVERIFY(read.ranks.empty());
        QCOMPARE(read.sequence, std::int64_t{-1});
    }
}

void TstCollectives::sequenceNumbersMatch()
{
    const tests::ScratchFolder scratch;
    const auto args = [](int sequence) {
        return R"("Collective name": "allreduce", "Process Group Name": "0", "Seq": )" +
               std::to_string(sequence);
    };
    // Rank 1's recording begins one collective later, and rank 0's ends one earlier.
    const auto run =
        importRanks(scratch, {rankFile(0, {{kReduce, 100, 10, args(4)}, {kReduce, 200, 10, args(5)}}),
                              rankFile(1, {{kReduce, 205, 10, args(5)}, {kReduce, 300, 10, args(6)}})});
    const Collectives found = findCollectives(*run.run).value();
    QCOMPARE(linesOf(*run.run, found), (std::vector<std::string>{"all_reduce 0: 0@200 1@205"}));
    QCOMPARE(found.unmatched, std::size_t{2});
}

void TstCollectives::sizesKeepOrdersApart()
{
    const tests::ScratchFolder scratch;
    const auto args = [](int elements) {
        return R"("Collective name": "allreduce", "dtype": "Float", "In msg nelems": )" +
               std::to_string(elements);
    };
    // Two streams: rank 1 happens to begin the second reduction first.
    const auto run =
        importRanks(scratch, {rankFile(0, {{kReduce, 100, 10, args(8)}, {kReduce, 120, 10, args(64)}}),
                              rankFile(1, {{kReduce, 101, 4, args(64)}, {kReduce, 119, 10, args(8)}})});
    const Collectives found = findCollectives(*run.run).value();
    QCOMPARE(linesOf(*run.run, found),
             (std::vector<std::string>{"all_reduce 1: 0@100 1@119", "all_reduce 1: 0@120 1@101"}));
    QCOMPARE(found.calls.front().bytes, std::int64_t{32});
}

void TstCollectives::cutRecordingsMatchBySteps()
{
    // Three steps of two collectives; rank 1's recording lacks the first two steps' first collective.
    std::vector<tests::TrueCall> calls;
    std::vector<tests::TrueCall> steps;
    for (int step = 0; step < 3; ++step) {
        for (std::int32_t rank = 0; rank < 2; ++rank) {
            const std::int64_t begin = 1'000'000 * (step + 1);
            steps.push_back({rank, begin, begin + 900'000, "ProfilerStep#" + std::to_string(step)});
            for (int at = 0; at < 2; ++at) {
                if (rank == 0 || step > 0)
                    calls.push_back({rank, begin + 100'000 * (at + 1), begin + 100'000 * (at + 1) + 50'000});
            }
        }
    }
    core::TimelineBuilder builder;
    core::Run run;
    run.sources.resize(2);
    for (std::uint32_t rank = 0; rank < 2; ++rank)
        run.sources[rank].rank = static_cast<std::int32_t>(rank);
    const std::int64_t skew = 3'000'000'000; // rank 1's clock: only steps can tell
    for (const tests::TrueCall& step : steps)
        builder.step(step.begin + skew * step.rank, step.end + skew * step.rank, builder.intern(step.name),
                     step.rank, static_cast<std::uint32_t>(step.rank));
    for (const tests::TrueCall& call : calls)
        builder.slice(builder.track("p", "t", static_cast<std::uint32_t>(call.rank)),
                      call.begin + skew * call.rank, call.end - call.begin, builder.intern(call.name),
                      builder.intern("user_annotation"));
    core::LayoutTally tally;
    run.timeline = builder.build({}, tally).value();
    const Collectives found = findCollectives(run).value();
    QCOMPARE(linesOf(run, found),
             (std::vector<std::string>{"all_reduce 2: 0@2100 1@3002100", "all_reduce 2: 0@2200 1@3002200",
                                       "all_reduce 2: 0@3100 1@3003100", "all_reduce 2: 0@3200 1@3003200"}));
    QCOMPARE(found.unmatched, std::size_t{2});
}

void TstCollectives::sendsMatchReceives()
{
    const tests::ScratchFolder scratch;
    const std::string kernel = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)";
    const auto args = [](const char* name, int source, int target) {
        return std::string(R"("Collective name": ")") + name + R"(", "Src Rank": )" + std::to_string(source) +
               R"(, "Dst Rank": )" + std::to_string(target);
    };
    const auto run = importRanks(scratch, {rankFile(0, {{kernel, 100, 10, args("send", 0, 1)},
                                                        {kernel, 120, 10, args("recv", 1, 0)},
                                                        {kernel, 140, 10, args("send", 0, 1)}}),
                                           rankFile(1, {{kernel, 102, 10, args("recv", 0, 1)},
                                                        {kernel, 119, 10, args("send", 1, 0)},
                                                        {kernel, 141, 10, args("recv", 0, 1)}})});
    const Collectives found = findCollectives(*run.run).value();
    QCOMPARE(
        linesOf(*run.run, found),
        (std::vector<std::string>{"send 1: 0@100 1@102", "receive 1: 0@120 1@119", "send 1: 0@140 1@141"}));
}

/// Without peers, sizes tell while one rank alone sends them and one alone receives them.
void TstCollectives::sendsMatchReceivesBySize()
{
    const tests::ScratchFolder scratch;
    const std::string kernel = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)";
    const auto args = [](const char* name, int elements) {
        return std::string(R"("Collective name": ")") + name + R"(", "In msg nelems": )" +
               std::to_string(elements) + R"(, "Out msg nelems": )" + std::to_string(elements) +
               R"(, "dtype": "Float")";
    };
    const auto run = importRanks(
        scratch, {rankFile(0, {{kernel, 100, 10, args("send", 8)},
                               {kernel, 120, 10, args("send", 16)},
                               {kernel, 140, 10, args("send", 8)},
                               {kernel, 160, 10, args("send", 32)}}),
                  rankFile(1, {{kernel, 102, 10, args("recv", 8)},
                               {kernel, 141, 10, args("recv", 8)},
                               {kernel, 170, 10, args("recv", 32)},
                               {kernel, 190, 10, args("recv", 32)}}),
                  rankFile(2, {{kernel, 121, 10, args("recv", 16)}, {kernel, 161, 10, args("send", 32)}})});
    const Collectives found = findCollectives(*run.run).value();
    QCOMPARE(linesOf(*run.run, found),
             (std::vector<std::string>{"send 1: 0@100 1@102", "send 1: 0@120 2@121", "send 1: 0@140 1@141"}));
    QCOMPARE(found.unmatched, std::size_t{4}); // 32 elements came from either
}

void TstCollectives::groupsWithoutPartnersAreNotMissing()
{
    const tests::ScratchFolder scratch;
    const auto args = [](const char* ranks) {
        return std::string(R"("Collective name": "allreduce", "Process Group Name": "1", )") +
               R"("Process Group Ranks": ")" + ranks + "\"";
    };
    const auto run = importRanks(scratch, {rankFile(0, {{kReduce, 100, 10, args("[0, 2]")}}),
                                           rankFile(1, {{kReduce, 100, 10, args("[1, 3]")}})});
    const Collectives found = findCollectives(*run.run).value();
    QCOMPARE(found.groups.size(), std::size_t{2});
    QVERIFY(found.matched.empty()); // same name, but not the same ranks
    QCOMPARE(found.unmatched, std::size_t{0});
}

void TstCollectives::ranksInNames()
{
    QCOMPARE(rankOfText("python rank 3"), 3);
    QCOMPARE(rankOfText("[Rank 12] trainer"), 12);
    QCOMPARE(rankOfText("rank:0"), 0);
    QCOMPARE(rankOfText("rank7"), 7);
    QCOMPARE(rankOfText("frank 3"), -1);
    QCOMPARE(rankOfText("ranking"), -1);
    QCOMPARE(rankOfText("rank"), -1);
    QCOMPARE(rankOfText(""), -1);
}

void TstCollectives::descriptionsTellAxes()
{
    QCOMPARE(axisOfDescription("mesh_tp"), GroupAxis::Tensor);
    QCOMPARE(axisOfDescription("mesh_dp"), GroupAxis::Replica);
    QCOMPARE(axisOfDescription("mesh_pp"), GroupAxis::Pipeline);
    QCOMPARE(axisOfDescription("TENSOR_MODEL_PARALLEL_GROUP"), GroupAxis::Tensor);
    QCOMPARE(axisOfDescription("PIPELINE_MODEL_PARALLEL_GROUP"), GroupAxis::Pipeline);
    QCOMPARE(axisOfDescription("CONTEXT_PARALLEL_GROUP"), GroupAxis::Context);
    QCOMPARE(axisOfDescription("EXPERT_MODEL_PARALLEL_GROUP"), GroupAxis::Expert);
    QCOMPARE(axisOfDescription("EXPERT_DATA_PARALLEL_GROUP"), GroupAxis::Replica);
    QCOMPARE(axisOfDescription("TENSOR_AND_DATA_PARALLEL_GROUP"), GroupAxis::Several);
    QCOMPARE(axisOfDescription("default_pg"), GroupAxis::Unknown);
    QCOMPARE(axisOfDescription(""), GroupAxis::Unknown);
}

void TstCollectives::meshOfTwoAxes()
{
    const tests::ScratchFolder scratch;
    const std::string groups =
        R"(, "pg_config": [{"pg_name": "0", "pg_desc": "default_pg", "ranks": [0, 1, 2, 3]},
            {"pg_name": "1", "pg_desc": "mesh_tp", "ranks": [RANKS_T]},
            {"pg_name": "2", "pg_desc": "mesh_dp", "ranks": "[RANKS_D]"}])";
    std::vector<std::string> texts;
    for (int rank = 0; rank < 4; ++rank) {
        std::string own = groups;
        own.replace(own.find("RANKS_T"), 7, rank < 2 ? "0, 1" : "2, 3");
        own.replace(own.find("RANKS_D"), 7, rank % 2 == 0 ? "0, 2" : "1, 3");
        const auto args = [](const char* name, int sequence) {
            return std::string(R"("Collective name": "allreduce", "Process Group Name": ")") + name +
                   R"(", "Seq": )" + std::to_string(sequence);
        };
        texts.push_back(rankFile(rank,
                                 {{kReduce, 100, 10, args("1", 1)},
                                  {kReduce, 120, 10, args("1", 2)},
                                  {kReduce, 140, 10, args("2", 1)}},
                                 own));
    }
    const auto run = importRanks(scratch, texts);
    QCOMPARE(run.run->sources[3].groups.size(), std::size_t{3});
    const Collectives found = findCollectives(*run.run).value();
    QCOMPARE(found.groups.size(), std::size_t{4});
    QCOMPARE(found.matched.size(), std::size_t{6});
    QCOMPARE(found.unmatched, std::size_t{0});
    for (const core::Track& track : run.run->timeline->tracks()) {
        QVERIFY(track.mesh.has_value());
        QCOMPARE(track.mesh->tensor, std::int64_t{track.rank % 2});
        QCOMPARE(track.mesh->replica, std::int64_t{track.rank / 2});
        QCOMPARE(track.mesh->pipeline, std::int64_t{0});
    }
}

void TstCollectives::rankFromProcessName()
{
    const tests::ScratchFolder scratch;
    const auto text = [](std::string_view name) {
        std::string file = R"([{"ph":"M","name":"process_name","pid":5,"args":{"name":")";
        file.append(name).append(R"("}},{"ph":"X","name":"a","pid":5,"tid":1,"ts":1,"dur":1}])");
        return file;
    };
    const auto run = importRanks(scratch, {text("trainer rank 1"), text("trainer rank 0")});
    QCOMPARE(run.run->sources[0].rank, 1);
    QCOMPARE(run.run->sources[0].rankFrom, std::string("process name"));
    QCOMPARE(run.report.files[1].rank, 0);
    QCOMPARE(run.run->timeline->tracks()[0].rank, 0); // shown in order of ranks
    QCOMPARE(run.run->timeline->tracks()[0].source, 1u);
    QCOMPARE(tests::argumentsOf(run, "a"), std::string());
}

void TstCollectives::realEightRanks()
{
    const std::filesystem::path folder = tests::sharedTraces() / "param/dlrm_kineto";
    if (!std::filesystem::is_directory(folder))
        QSKIP("shared traces are not here");
    const auto run = tests::imported(folder);
    const Collectives found = findCollectives(*run.run).value();
    QCOMPARE(found.calls.size(), std::size_t{64});
    std::vector<CollectiveKind> kinds;
    for (const Collective& collective : found.matched) {
        kinds.push_back(collective.kind);
        QCOMPARE(collective.calls.size(), std::size_t{8});
        for (std::int32_t rank = 0; rank < 8; ++rank)
            QCOMPARE(found.calls[collective.calls[static_cast<std::size_t>(rank)]].rank, rank);
    }
    using K = CollectiveKind;
    // The kinds as rank 0's kernels and the annotations that launched them stand in its file.
    QVERIFY((kinds == std::vector<K>{K::AllToAll, K::AllToAll, K::AllToAll, K::AllToAll, K::AllReduce,
                                     K::AllToAll, K::AllReduce, K::AllReduce}));
    QCOMPARE(found.unmatched, std::size_t{0});
    // 394,241 floats, as the annotation's shape says.
    const Collective& reduce = found.matched[4];
    QCOMPARE(found.calls[reduce.calls.front()].bytes, std::int64_t{1576964});
    QVERIFY(!tests::moves(run.report.clocks)); // one machine: ends agree to a few microseconds
    QCOMPARE(run.report.clocks.clocks.size(), std::size_t{8});
    for (const HostClock& clock : run.report.clocks.clocks)
        QVERIFY(clock.worstNs <= 5'000);
}

void TstCollectives::realKernelArguments()
{
    const std::filesystem::path file = tests::sharedTraces() / "hta/nccl_parser_config/nccl_data.json.gz";
    if (!std::filesystem::exists(file))
        QSKIP("shared traces are not here");
    const auto run = tests::imported(file);
    const Collectives found = findCollectives(*run.run).value();
    QCOMPARE(found.calls.size(), std::size_t{21}); // 15 reductions, 6 broadcasts
    QCOMPARE(found.groups.size(), std::size_t{1});
    QCOMPARE(found.groups.front().ranks, (std::vector<std::int32_t>{0, 1}));
    QCOMPARE(found.groups.front().description, std::string("default_pg"));
    QCOMPARE(found.unmatched, std::size_t{0}); // the other rank is not here
    std::set<std::int64_t> bytes;
    for (const CollectiveCall& call : found.calls) {
        QVERIFY(call.device);
        if (call.kind == CollectiveKind::AllReduce)
            bytes.insert(call.bytes);
    }
    QVERIFY(bytes.contains(4 * 6637568));
}

SHARDSCOPE_TEST(TstCollectives)
#include "tst_collectives.moc"
