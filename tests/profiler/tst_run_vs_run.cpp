// SPDX-License-Identifier: GPL-3.0-or-later
// Differences of two runs on known truth; one rank of a run, wherever the run comes from, is that rank's
// file.
#include "profiler/analyze/input/report_parts.h"
#include "profiler/compare/difference.h"
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
    void batchesAreOneThing();
    void differencesOfTwoRuns();
    void whatIsTheSameIsCalledTheSame();
    void aChainIsSaidOnce();
    void figuresAddUp();
    void namesThatARowCounts();
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

void TstRunVsRun::differencesOfTwoRuns()
{
    const auto a = tests::rankRun({{0, 0, 100, "ProfilerStep#1"},
                                   {0, 10, 50, "aten::linear"},
                                   {0, 20, 40, "aten::mm"},
                                   {0, 60, 70, "aten::mm"}},
                                  {{}});
    const auto b = tests::rankRun({{0, 0, 120, "ProfilerStep#4"},
                                   {0, 10, 80, "aten::linear"},
                                   {0, 20, 75, "aten::mm"},
                                   {0, 90, 95, "aten::add"}},
                                  {{}});
    const auto names = differencesByName(AnalysisInput(a), AnalysisInput(b)).value();
    std::map<std::string, std::int64_t> byName;
    for (const Difference& one : names)
        byName[one.name] = one.difference();
    QCOMPARE(names.front().name, std::string("aten::linear"));
    QCOMPARE(byName["aten::linear"], std::int64_t{30});
    QCOMPARE(byName["aten::mm"], std::int64_t{55 - 30});
    QCOMPARE(byName["aten::add"], std::int64_t{5});
    QCOMPARE(byName["ProfilerStep#*"], std::int64_t{20});
    const auto tree = differencesByTree(AnalysisInput(a), AnalysisInput(b), 8).value();
    std::map<std::string, std::int64_t> byPath;
    for (const Difference& one : tree)
        byPath[one.name] = one.difference();
    QCOMPARE(byPath["ProfilerStep#* > aten::linear > aten::mm"], std::int64_t{35});
    QCOMPARE(byPath["ProfilerStep#* > aten::mm"], std::int64_t{-10});
}

/// Annotations that count batches are one thing; those that number layers are not.
void TstRunVsRun::batchesAreOneThing()
{
    const auto runOf = [](std::int64_t first, std::int64_t each) {
        std::vector<tests::TrueCall> slices;
        for (std::int64_t batch = 0; batch < 4; ++batch) {
            const std::int64_t begin = 1000 * batch;
            slices.push_back({0, begin, begin + each, "## forward " + std::to_string(first + batch) + " ##"});
            for (int layer = 0; layer < 3; ++layer)
                slices.push_back(
                    {0, begin + 10 * layer, begin + 10 * layer + 5, "layer " + std::to_string(layer)});
        }
        return tests::rankRun(slices, {{}});
    };
    const core::RunPtr a = runOf(0, 100);
    const core::RunPtr b = runOf(7, 120);
    const auto names = differencesByName(AnalysisInput(a), AnalysisInput(b)).value();
    std::map<std::string, const Difference*> byName;
    for (const Difference& one : names)
        byName[one.name] = &one;
    QCOMPARE(names.size(), std::size_t{4});
    QCOMPARE(byName.at("## forward * ##")->countA, std::int64_t{4});
    QCOMPARE(byName.at("## forward * ##")->difference(), std::int64_t{80});
    QCOMPARE(byName.at("layer 1")->countB, std::int64_t{4});
    const auto tree = differencesByTree(AnalysisInput(a), AnalysisInput(b), 8).value();
    QCOMPARE(tree.front().name, std::string("## forward * ##"));
    const auto counted = namesCounted(*b->timeline, "## forward * ##", false);
    QCOMPARE(std::count(counted.begin(), counted.end(), true), std::ptrdiff_t{4});
}

/// Objects lie elsewhere in each run, and versions of a library have their functions on other lines.
void TstRunVsRun::whatIsTheSameIsCalledTheSame()
{
    const tests::ScratchFolder scratch;
    const auto runOf = [&](const char* file, int line, const char* address, int us) {
        const auto row = [&](const std::string& name, const char* category, int begin, int dur) {
            return R"({"ph":"X","cat":")" + std::string(category) + R"(","name":")" + name +
                   R"(","pid":1,"tid":1,"ts":)" + std::to_string(begin) + R"(,"dur":)" + std::to_string(dur) +
                   "}";
        };
        return tests::imported(
                   scratch.write(
                       file, "[" +
                                 row("torch/nn/module.py(" + std::to_string(line) + "): _call_impl",
                                     "python_function", 0, 10 * us) +
                                 "," + row("train.py(7): step", "python_function", 200, us) + "," +
                                 row(std::string("<built-in method to of Tensor object at ") + address + ">",
                                     "python_function", 400, 2 * us) +
                                 "," + row("aten::mm", "cpu_op", 600, us) + "]"))
            .run;
    };
    const core::RunPtr a = runOf("a.json", 1743, "0x7ce279c59e00", 10);
    const core::RunPtr b = runOf("b.json", 1755, "0x7f8869bd3340", 12);
    const auto names = differencesByName(AnalysisInput(a), AnalysisInput(b)).value();
    std::map<std::string, const Difference*> byName;
    for (const Difference& one : names)
        byName[one.name] = &one;
    QCOMPARE(names.size(), std::size_t{4});
    QCOMPARE(byName.at("torch/nn/module.py(*): _call_impl")->difference(), std::int64_t{20'000});
    QCOMPARE(byName.at("<built-in method to of Tensor object at 0x*>")->difference(), std::int64_t{4'000});
    QCOMPARE(byName.at("train.py(7): step")->difference(), std::int64_t{2'000}); // the same line: kept
    QVERIFY(byName.at("train.py(7): step")->function);
    QVERIFY(!byName.at("aten::mm")->function);
    const auto counted = namesCounted(*a->timeline, "torch/nn/module.py(*): _call_impl", false);
    QCOMPARE(std::count(counted.begin(), counted.end(), true), std::ptrdiff_t{1});
    QCOMPARE(differenceTable(names, DifferenceKind::Functions, 0).key, std::string("by_function"));
}

/// Calls that differ because of one call inside them would fill the table with one difference.
void TstRunVsRun::aChainIsSaidOnce()
{
    const auto runOf = [](std::int64_t longer) {
        return tests::rankRun({{0, 0, 1000 + longer, "outer"},
                               {0, 5, 900 + longer, "middle"},
                               {0, 10, 800 + longer, "inner"},
                               {0, 2000, 2100, "alone"},
                               {0, 2010, 2050 + longer / 4, "half"}},
                              {{}});
    };
    const auto a = runOf(0);
    const auto b = runOf(100);
    const auto tree = differencesByTree(AnalysisInput(a), AnalysisInput(b), 8).value();
    std::vector<std::string> said;
    said.reserve(tree.size());
    for (const Difference& one : tree)
        said.push_back(one.name + " " + std::to_string(one.difference()));
    QCOMPARE(said, (std::vector<std::string>{"outer > middle > inner 100", "alone > half 25", "alone 0"}));
    const core::Table table = differenceTable(tree, DifferenceKind::Tree, 1);
    QCOMPARE(std::get<std::string>(table.rows.at(0).at(0)), std::string("inner"));
    QCOMPARE(std::get<std::string>(table.rows.at(0).back()), std::string("outer > middle > inner"));
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

void TstRunVsRun::namesThatARowCounts()
{
    const auto run = tests::rankRun({{0, 0, 10, "ProfilerStep#1"},
                                     {0, 20, 30, "ProfilerStep#2"},
                                     {0, 22, 24, "aten::mm"},
                                     {0, 40, 50, "a > aten::mm"}},
                                    {{}});
    const core::Timeline& timeline = *run->timeline;
    const auto marked = [&](const char* row, bool tree) {
        const std::vector<bool> counted = namesCounted(timeline, row, tree);
        std::vector<std::string> names;
        for (std::size_t name = 0; name < counted.size(); ++name) {
            if (counted[name])
                names.emplace_back(timeline.names().text(core::NameId{name}));
        }
        return names;
    };
    using Names = std::vector<std::string>;
    QCOMPARE(marked("ProfilerStep#*", false), (Names{"ProfilerStep#1", "ProfilerStep#2"}));
    QCOMPARE(marked("ProfilerStep#* > aten::mm", true), (Names{"aten::mm"}));
    QCOMPARE(marked("a > aten::mm", false), (Names{"a > aten::mm"}));
    QCOMPARE(marked("aten::add", false), Names{});
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
    const auto difference =
        differencesByName(AnalysisInput(*runOfRank(run, 0)), AnalysisInput(*runOfRank(run, 2))).value();
    QCOMPARE(difference.front().name, std::string("gemm2"));
    QCOMPARE(difference.front().difference(), std::int64_t{126'000});
    QCOMPARE(difference.front().countA, std::int64_t{0});
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
