// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a run that runs are compared by; one rank of a run, wherever the run comes from, is that rank's
// file.
#include "profiler/analyze/input/report_parts.h"
#include "profiler/compare/figures.h"
#include "profiler/compare/rank_run.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/rank_runs.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <map>

using namespace shardscope;
using namespace shardscope::profiler;

class TstRunVsRun : public QObject {
    Q_OBJECT
private slots:
    void comparableNames();
    void figuresAddUp();
    void aRankOfARunIsItsFile();
    void aRankOfAPackIsItsFile();
    void aRanksSnapshotStays();
    void ranksThatAreNotThere();
};

namespace {

/// A rank's host work and device work, \p late us behind the others, with arrows and arguments.
std::string rankText(int rank, int late)
{
    const auto at = [&](int time) { return std::to_string(1'700'000'000'000'000 + time + late); };
    std::string text = R"({"distributedInfo": {"rank": )" + std::to_string(rank) + R"(, "world_size": 3}, )" +
                       R"("traceEvents": [)";
    for (int step = 0; step < 3; ++step) {
        const int begin = step * 100;
        text += R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" + std::to_string(step) +
                R"(","pid":9,"tid":1,"ts":)" + at(begin) + R"(,"dur":90},)" +
                R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":)" +
                at(begin + 5) + R"(,"dur":2.5,"args":{"correlation":)" + std::to_string(step + 1) + "}}," +
                R"({"ph":"X","cat":"kernel","name":"gemm)" + std::to_string(rank) +
                R"(","pid":0,"tid":7,"ts":)" + at(begin + 20) + R"(,"dur":)" + std::to_string(40 + rank) +
                R"(,"args":{"stream":7,"correlation":)" + std::to_string(step + 1) + "}}," +
                R"({"ph":"s","cat":"ac2g","name":"ac2g","id":)" + std::to_string(step + 1) +
                R"(,"pid":9,"tid":1,"ts":)" + at(begin + 5) + "}," +
                R"({"ph":"f","bp":"e","cat":"ac2g","name":"ac2g","id":)" + std::to_string(step + 1) +
                R"(,"pid":0,"tid":7,"ts":)" + at(begin + 20) + "},";
    }
    return text + R"({"ph":"C","name":"memory","pid":9,"ts":)" + at(50) + R"(,"args":{"bytes":)" +
           std::to_string(1000 * (rank + 1)) + "}}]}";
}

/// Three ranks, each \p late us behind the one before.
std::vector<std::filesystem::path> rankFiles(const tests::ScratchFolder& folder, int late)
{
    return {folder.write("rank0.json", rankText(0, 0)), folder.write("rank1.json", rankText(1, late)),
            folder.write("rank2.json", rankText(2, 2 * late))};
}

/// \p run and what stands in it, so that two can be compared.
ImportedRun with(const core::RunPtr& run) { return {run, {}}; }

void compareWithFile(const core::RunPtr& rank, const std::filesystem::path& file, const std::string& kernel)
{
    const ImportedRun alone = tests::imported(file);
    QCOMPARE(tests::slicesOf(with(rank)), tests::slicesOf(alone));
    QCOMPARE(tests::instantsOf(with(rank)), tests::instantsOf(alone));
    QCOMPARE(tests::countersOf(with(rank)), tests::countersOf(alone));
    QCOMPARE(rank->timeline->flows().size(), alone.run->timeline->flows().size());
    QCOMPARE(rank->timeline->steps().size(), alone.run->timeline->steps().size());
    QCOMPARE(rank->timeline->begin(), alone.run->timeline->begin());
    QCOMPARE(rank->timeline->end(), alone.run->timeline->end());
    QVERIFY(!tests::argumentsOf(alone, kernel).empty());
    QCOMPARE(tests::argumentsOf(with(rank), kernel), tests::argumentsOf(alone, kernel));
}

} // namespace

void TstRunVsRun::comparableNames()
{
    QCOMPARE(comparableName("ProfilerStep#12"), std::string("ProfilerStep#*"));
    QCOMPARE(comparableName("Optimizer.step#Adam.step"), std::string("Optimizer.step#Adam.step"));
    QCOMPARE(comparableName("#"), std::string("#"));
    QCOMPARE(comparableName("aten::mm"), std::string("aten::mm"));
}

/// Device work that runs on behind the last step belongs to it: what is neither computing nor communicating
/// is never less than nothing.
void TstRunVsRun::figuresAddUp()
{
    const tests::ScratchFolder scratch;
    const auto file = scratch.write(
        "a.json",
        R"([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#0","pid":1,"tid":1,"ts":0,"dur":100},)"
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":100,"dur":100},)"
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,)"
        R"("args":{"correlation":1}},)"
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":110,"dur":5,)"
        R"("args":{"correlation":2}},)"
        R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":430,)"
        R"("args":{"stream":7,"correlation":1}},)"
        R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":460,"dur":440,)"
        R"("args":{"stream":7,"correlation":2}}])");
    const auto figures = runFigures(AnalysisInput(tests::imported(file).run)).value();
    QVERIFY(figures.divided.has_value());
    QCOMPARE(figures.divided->stepNs, 450'000.0); // the second, from 450 to 900
    QCOMPARE(figures.divided->computingNs, 440'000.0);
    QCOMPARE(figures.divided->exposedNs, 0.0);
}

void TstRunVsRun::aRankOfARunIsItsFile()
{
    const tests::ScratchFolder folder;
    const std::vector<std::filesystem::path> files = rankFiles(folder, 7);
    const core::RunPtr run = tests::imported(files).run;
    for (int rank = 0; rank < 3; ++rank) {
        const auto alone = runOfRank(run, rank);
        QVERIFY(alone.ok());
        compareWithFile(*alone, files[static_cast<std::size_t>(rank)], "gemm" + std::to_string(rank));
    }
    const std::uint32_t two[] = {0, 2};
    const auto both = runOfSources(run, two);
    QVERIFY(both.ok());
    QCOMPARE((*both)->timeline->sliceCount(), std::size_t{18});
}

void TstRunVsRun::aRankOfAPackIsItsFile()
{
    const tests::ScratchFolder folder;
    const std::vector<std::filesystem::path> files = rankFiles(folder, 0);
    SoloWorker alone;
    const std::filesystem::path pack = folder.write("run.shardpack", "");
    QVERIFY(buildPack(files, pack, alone, {}).ok());
    const core::RunPtr run = tests::imported(pack).run;
    QVERIFY(!run->reports.empty());
    const auto one = runOfRank(run, 1);
    QVERIFY(one.ok());
    QVERIFY2((*one)->reports.empty(), "a report of the whole run would be taken for the rank's");
    compareWithFile(*one, files[1], "gemm1");
}

void TstRunVsRun::aRanksSnapshotStays()
{
    const core::RunPtr run = tests::imported({tests::formatData("memory_snapshot/good.pickle"),
                                              tests::formatData("horovod/good.json")})
                                 .run;
    QCOMPARE(run->memory.size(), std::size_t{1});
    const std::uint32_t first[] = {0};
    const std::uint32_t second[] = {1};
    QCOMPARE((*runOfSources(run, first))->memory.size(), std::size_t{1});
    QVERIFY((*runOfSources(run, second))->memory.empty());
}

void TstRunVsRun::ranksThatAreNotThere()
{
    const auto run = tests::rankRun({{0, 0, 10, "a"}, {1, 0, 10, "a"}}, {{}, {}});
    const auto none = runOfRank(run, 5);
    QVERIFY(!none.ok());
    QCOMPARE(none.error().code, core::ErrorCode::UnknownValue);
    QCOMPARE(none.error().args, (std::vector<std::string>{"5", "", "0, 1"}));
    const std::uint32_t beyond[] = {2};
    QCOMPARE(runOfSources(run, beyond).error().args, (std::vector<std::string>{"2", "0", "1"}));
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(runOfRank(run, 0, {stop.get_token(), {}}).error().code, core::ErrorCode::Cancelled);
}

SHARDSCOPE_TEST(TstRunVsRun)
#include "tst_run_vs_run.moc"
