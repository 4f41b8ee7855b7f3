// SPDX-License-Identifier: GPL-3.0-or-later
// Files of several jobs that were opened together stay apart.
#include "profiler/trace/jobs.h"

#include "profiler/analyze/memory/recorded_memory.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/selection/part_report.h"
#include "profiler/trace/collectives.h"
#include "profiler/trace/mesh_from_groups.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <sstream>

using namespace shardscope;
using namespace shardscope::profiler;

namespace {

struct FileOf {
    std::string name;
    int rank = -1;
    int world = -1;
    std::int64_t begin = 0;     ///< us
    std::int64_t computes = 30; ///< us, of each of four steps of 100
    bool device = true;
};

/// Four steps: a kernel, then a collective to which whoever computes longest comes last.
std::string textOf(const FileOf& file)
{
    std::ostringstream text;
    text << "{";
    if (file.rank >= 0)
        text << R"("distributedInfo": {"rank": )" << file.rank << R"(, "world_size": )" << file.world
             << "}, ";
    text << R"("host_name": "one", "traceEvents": [)";
    for (int step = 0; step < 4; ++step) {
        const std::int64_t at = file.begin + 100 * step;
        text << (step == 0 ? "" : ",\n") << R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, )"
             << R"("tid": 1, "ts": )" << at << R"(, "dur": 5})";
        if (!file.device)
            continue;
        text
            << R"(, {"ph": "X", "cat": "kernel", "name": "sgemm", "pid": 0, "tid": 7, "ts": )" << at + 10
            << R"(, "dur": )" << file.computes << R"(, "args": {"stream": 7}})"
            << R"(, {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "pid": 0, )"
            << R"("tid": 7, "ts": )" << at + 10 + file.computes << R"(, "dur": )" << 80 - file.computes
            << R"(, "args": {"stream": 7}})";
    }
    text << "]}";
    return text.str();
}

core::RunPtr runOf(tests::ScratchFolder& scratch, const std::vector<FileOf>& files)
{
    std::vector<std::filesystem::path> paths;
    for (const FileOf& file : files)
        paths.push_back(scratch.write(file.name, textOf(file)));
    return tests::imported(paths).run;
}

std::vector<std::uint32_t> jobsOfFiles(const core::Run& run)
{
    const Jobs jobs = jobsOf(run);
    std::vector<std::uint32_t> all;
    for (std::uint32_t source = 0; source < run.sources.size(); ++source)
        all.push_back(jobs.of(source));
    return all;
}

/// Two jobs of two ranks each. In the first, rank 1 computes longer; in the second, recorded later, rank 0.
std::vector<FileOf> twoJobs()
{
    return {{"a0.json", 0, 2, 0, 30},
            {"a1.json", 1, 2, 0, 60},
            {"b0.json", 0, 2, 1'000'000, 50},
            {"b1.json", 1, 2, 1'000'000, 20}};
}

} // namespace

class TstJobs : public QObject {
    Q_OBJECT
private slots:
    void whichFilesBelongTogether_data()
    {
        QTest::addColumn<std::vector<FileOf>>("files");
        QTest::addColumn<std::vector<std::uint32_t>>("jobs");
        using Files = std::vector<FileOf>;
        using Expected = std::vector<std::uint32_t>;
        QTest::newRow("one rank each") << Files{{"a", 0, 2}, {"b", 1, 2}} << Expected{0, 0};
        QTest::newRow("two jobs of two ranks") << twoJobs() << Expected{0, 0, 1, 1};
        QTest::newRow("other ranks of each, by time")
            << Files{{"a", 0, 4}, {"b", 2, 4}, {"c", 0, 4, 1'000'000}, {"d", 1, 4, 1'000'000}}
            << Expected{0, 0, 1, 1};
        QTest::newRow("worlds of two sizes")
            << Files{{"a", 0, 2}, {"b", 1, 2}, {"c", 1, 4}} << Expected{0, 0, 1};
        QTest::newRow("a host's part of a rank")
            << Files{{"a", 0, 2}, {"b", 0, 2, 0, 30, false}, {"c", 1, 2}} << Expected{0, 0, 0};
        QTest::newRow("nameless, at one time") << Files{{"a"}, {"b", -1, -1, 50}} << Expected{0, 0};
        QTest::newRow("nameless, one after another")
            << Files{{"a"}, {"b", -1, -1, 10'000}, {"c", -1, -1, 20'000}} << Expected{0, 1, 2};
        QTest::newRow("ranks of one world, whenever")
            << Files{{"a", 0, 2}, {"b", 1, 2, 1'000'000}} << Expected{0, 0};
    }
    void whichFilesBelongTogether()
    {
        QFETCH(const std::vector<FileOf>, files);
        QFETCH(const std::vector<std::uint32_t>, jobs);
        tests::ScratchFolder scratch;
        std::vector<FileOf> named = files;
        for (FileOf& file : named) {
            if (!file.name.ends_with(".json"))
                file.name += ".json";
        }
        QCOMPARE(jobsOfFiles(*runOf(scratch, named)), jobs);
    }

    /// Collectives of two jobs are not one, though their ranks, groups and sizes are alike.
    void collectivesAreOfOneJob()
    {
        tests::ScratchFolder scratch;
        const core::RunPtr run = runOf(scratch, twoJobs());
        const Jobs jobs = jobsOf(*run);
        const Collectives found = findCollectives(*run).value();
        QCOMPARE(found.calls.size(), std::size_t{16});
        QCOMPARE(found.matched.size(), std::size_t{8});
        for (const Collective& one : found.matched) {
            QCOMPARE(one.calls.size(), std::size_t{2});
            QCOMPARE(jobs.of(found.calls[one.calls[0]].source), jobs.of(found.calls[one.calls[1]].source));
        }
    }

    /// An analysis of two jobs is what it is of each alone, names the files, and points at the whole.
    void analysesAreOfOneJob()
    {
        tests::ScratchFolder scratch;
        const core::RunPtr both = runOf(scratch, twoJobs());
        const Analysis* const stragglers = findAnalysis("stragglers").value();
        for (std::uint32_t job = 0; job < 2; ++job) {
            const std::vector<FileOf> all = twoJobs();
            const core::RunPtr alone = runOf(scratch, {all[2 * job], all[2 * job + 1]});
            Selection selection;
            selection.job = job;
            const core::RunPtr part = selectedRun(both, selection).value();
            const core::Report report =
                analyzePart(*stragglers, AnalysisInput(part), *both, selection).value();
            const core::Report own = analyze(*stragglers, AnalysisInput(alone)).value();
            QCOMPARE(tests::rowsOf(report, "stragglers"), tests::rowsOf(own, "stragglers"));
            const auto told = std::ranges::find(report.findings, "jobs.one_of_several", &core::Finding::key);
            QVERIFY(told != report.findings.end());
            QCOMPARE(told->args,
                     (std::vector<std::string>{"2", std::to_string(job),
                                               job == 0 ? "a0.json, a1.json" : "b0.json, b1.json"}));
            for (const core::Finding& finding : report.findings) {
                for (const core::Mark& mark : finding.evidence) {
                    if (mark.track < both->timeline->tracks().size())
                        QCOMPARE(jobsOf(*both).of(both->timeline->tracks()[mark.track].source), job);
                }
            }
        }
    }

    /// The overview of each, too; slices of its evidence are the whole's.
    void overviewsAreOfOneJob()
    {
        tests::ScratchFolder scratch;
        const core::RunPtr both = runOf(scratch, twoJobs());
        for (std::uint32_t job = 0; job < 2; ++job) {
            Selection selection;
            selection.job = job;
            const Overview overview = overviewOfPart(both, selection).value();
            QCOMPARE(overview.ranks, (std::vector<std::int32_t>{0, 1}));
            QVERIFY(overview.absentRanks.empty());
            QCOMPARE(overview.otherFiles, (job == 0 ? std::vector<std::string>{"b0.json", "b1.json"}
                                                    : std::vector<std::string>{"a0.json", "a1.json"}));
            QVERIFY(!overview.findings.empty());
            for (const CostFinding& finding : overview.findings) {
                for (const Evidence& one : finding.evidence) {
                    if (one.row == core::SliceId::kNone)
                        continue;
                    const core::Timeline& timeline = *both->timeline;
                    const core::TrackId track =
                        timeline.lanes()[timeline.laneOf(core::SliceId(one.row)).index()].track;
                    QCOMPARE(track.value, one.track);
                    QCOMPARE(jobsOf(*both).of(timeline.tracks()[track.index()].source), job);
                }
            }
        }
    }

    /// Groups of one job's ranks say nothing of the other's: each has one group of its whole world, replicas.
    void meshesAreOfOneJob()
    {
        tests::ScratchFolder scratch;
        std::vector<FileOf> files = {{"a0.json", 0, 2}, {"a1.json", 1, 2}};
        for (int rank = 0; rank < 4; ++rank)
            files.push_back({"b" + std::to_string(rank) + ".json", rank, 4, 1'000'000});
        const core::RunPtr run = runOf(scratch, files);
        QCOMPARE(jobsOf(*run).count, 2U);
        Collectives collectives;
        collectives.groups = {{"a", "", {0, 1}}, {"b", "", {0, 1, 2, 3}}};
        for (std::uint32_t source = 0; source < 6; ++source) {
            CollectiveCall& call = collectives.calls.emplace_back();
            call.source = source;
            call.rank = run->sources[source].rank;
            call.group = source < 2 ? 0 : 1;
            call.kind = CollectiveKind::AllReduce;
        }
        const MeshFromGroups mesh = meshFromGroups(*run, collectives);
        for (std::uint32_t source = 0; source < 6; ++source) {
            QVERIFY(mesh.meshes[source].has_value());
            QCOMPARE(mesh.meshes[source]->replica, std::int64_t{run->sources[source].rank});
        }
        for (const GroupRole& role : mesh.roles)
            QCOMPARE(role.axis, GroupAxis::Replica);
    }

    /// Records of memory of rank 0 in each job are two histories, not one.
    void memoryIsOfOneJob()
    {
        const auto text = [](std::int64_t begin, std::int64_t bytes) {
            std::string records;
            for (int at = 0; at < 4; ++at)
                records += std::string(at == 0 ? "" : ",") + R"({"ph": "i", "s": "t", "name": "[memory]", )" +
                           R"("pid": 1, "tid": 1, "ts": )" + std::to_string(begin + 10 * at + 1) +
                           R"(, "args": {"Device Type": 1, "Device Id": 0, "Addr": )" +
                           std::to_string(4096 * (at / 2 + 1)) + R"(, "Bytes": )" +
                           std::to_string(at % 2 == 0 ? bytes : -bytes) + "}}";
            return R"({"distributedInfo": {"rank": 0, "world_size": 1}, "traceEvents": [{"ph": "X", "cat": )"
                   R"("cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": )" +
                   std::to_string(begin) +
                   R"(, "dur": 50}, {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, )" +
                   R"("tid": 7, "ts": )" + std::to_string(begin) + R"(, "dur": 9, "args": {"stream": 7}},)" +
                   records + "]}";
        };
        tests::ScratchFolder scratch;
        const core::RunPtr run = tests::imported({scratch.write("a.json", text(0, 1000)),
                                                  scratch.write("b.json", text(1'000'000, 3000))})
                                     .run;
        QCOMPARE(jobsOf(*run).count, 2U);
        const std::vector<RecordedMemory> all = recordedMemory(run).value();
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].job.value(), 1U);
        QCOMPARE(all[0].peak, std::int64_t{3000});
        QCOMPARE(all[1].job.value(), 0U);
        QCOMPARE(all[1].peak, std::int64_t{1000});
        QCOMPARE(all[1].snapshot->events.size(), std::size_t{6}); // asked for, let go, free: twice
    }

    void thereIsNoThirdJob()
    {
        tests::ScratchFolder scratch;
        Selection selection;
        selection.job = 2;
        const auto part = selectedRun(runOf(scratch, twoJobs()), selection);
        QVERIFY(!part.ok());
        QCOMPARE(part.error().code, core::ErrorCode::OutOfRange);
        QCOMPARE(part.error().args, (std::vector<std::string>{"2", "0", "1"}));
    }
};

SHARDSCOPE_TEST(TstJobs)
#include "tst_jobs.moc"
