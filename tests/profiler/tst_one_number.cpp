// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked in two places is answered once: overview, analyses, SQL and comparison over every run there
// is.
#include "profiler/analyze/overview/overview.h"
#include "profiler/compare/figures.h"
#include "profiler/trace/jobs.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/sql_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>
#include <ctime>
#include <set>

using namespace shardscope;
using namespace shardscope::profiler;

namespace {

using Files = std::vector<std::filesystem::path>;

/// Files and folders of runs in the project and, where they are, of the shared traces below 300 kB.
std::vector<Files> allRuns()
{
    std::vector<Files> runs;
    const std::filesystem::path root = SHARDSCOPE_SOURCE_DIR;
    std::vector<std::filesystem::path> folders{root / "tests/data/formats", root / "tests/data/traces",
                                               root / "resources/samples"};
    for (const char* const shared : {"traces", "field/traces", "field/real"})
        folders.push_back(tests::sharedPath(shared));
    constexpr std::uintmax_t kMost = 300'000;
    std::set<std::filesystem::path> together;
    for (const std::filesystem::path& folder : folders) {
        if (folder.empty() || !std::filesystem::exists(folder))
            continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (!entry.is_regular_file() || entry.file_size() > kMost)
                continue;
            runs.push_back({entry.path()});
            if (entry.path().filename().string().find("rank") != std::string::npos)
                together.insert(entry.path().parent_path());
        }
    }
    for (const std::filesystem::path& folder : together)
        runs.push_back({folder});
    std::ranges::sort(runs);
    return runs;
}

/// Opens what can be opened; what cannot is other tests' matter.
core::RunPtr openedRun(const Files& files)
{
    ImportOptions options;
    options.cache = false;
    auto imported = importTrace(files, {}, options);
    return imported.ok() && !jobsOf(*imported->run).several() ? imported->run : nullptr;
}

/// The one number of the only row and column of an answer; none where it is NULL.
std::optional<double> asked(SqlSession& session, const std::string& sql)
{
    const auto answer = session.query(sql);
    if (!answer.ok() || answer->table->rows.size() != 1)
        return std::nullopt;
    const core::Cell& cell = answer->table->rows[0][0];
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&cell);
    return real != nullptr ? std::optional(*real) : std::nullopt;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

double sumOf(const core::Report& report, const std::string& table, const std::string& column)
{
    double sum = 0;
    for (const tests::ReportRow& row : tests::rowsOf(report, table)) {
        if (const auto& cell = row.at(column); cell.is_number())
            sum += cell.get<double>();
    }
    return sum;
}

} // namespace

class TstOneNumber : public QObject {
    Q_OBJECT
private slots:
    void overviewAndAnalysesLackTheSame_data() { addRuns(); }
    void overviewAndAnalysesLackTheSame();
    void findingsAreNeverMoreThanTheStep_data() { addRuns(); }
    void findingsAreNeverMoreThanTheStep();
    void timesAreTheSame_data() { addRuns(); }
    void timesAreTheSame();
    void theOverviewCostsNoMoreThanTheImport();
    void aLargeTreeKeepsItsSums();

private:
    static void addRuns()
    {
        QTest::addColumn<std::size_t>("index");
        const std::vector<Files> runs = allRuns();
        for (std::size_t at = 0; at < runs.size(); ++at)
            QTest::addRow("%s", runs[at].front().c_str()) << at;
    }
    static core::RunPtr runAt(std::size_t index)
    {
        static const std::vector<Files> runs = allRuns();
        return openedRun(runs[index]);
    }
};

/// Each nanosecond of a step goes to one finding. A rank that is waited for costs what the others wait, which
/// is nothing of its own time: one rank's share may come on top.
void TstOneNumber::findingsAreNeverMoreThanTheStep()
{
    QFETCH(std::size_t, index);
    const core::RunPtr run = runAt(index);
    if (!run)
        return; // cannot be opened, or is of several jobs
    const Overview overview = overviewOfPart(run, {}).value();
    double sum = 0;
    for (const CostFinding& one : overview.findings) {
        QVERIFY(one.secondsPerStep >= 0);
        if (!one.kind.starts_with("hang_"))
            sum += one.secondsPerStep;
    }
    const double ranks = std::max(1.0, static_cast<double>(overview.byRank.size()));
    QVERIFY2(sum <= (1 + 1 / ranks) * overview.costsOf * (1 + 1e-9),
             qPrintable(QStringLiteral("%1 of %2 s").arg(sum).arg(overview.costsOf)));
    const bool late = std::ranges::any_of(
        overview.findings, [](const CostFinding& one) { return one.kind.starts_with("straggler_"); });
    if (!late)
        QVERIFY2(sum <= 1.02 * overview.costsOf, // which the replay may miss its own gaps by
                 qPrintable(QStringLiteral("%1 of %2 s").arg(sum).arg(overview.costsOf)));
}

/// What the overview says does not apply is what the analysis itself says, and what applies has an answer.
void TstOneNumber::overviewAndAnalysesLackTheSame()
{
    QFETCH(std::size_t, index);
    const core::RunPtr run = runAt(index);
    if (!run)
        return; // cannot be opened, or is of several jobs
    const AnalysisInput input(run);
    const Overview overview = overviewOf(input).value();
    std::map<std::string, std::string> reasons;
    for (const NotApplicable& one : overview.notApplicable)
        reasons[one.analysis] = one.reason.key;
    const AnalysisInput fresh(run); // that knows nothing of what the overview asked
    for (const Analysis& analysis : builtinAnalyses()) {
        const std::string key(analysis.key);
        const core::Report report = tests::analyzed(fresh, key);
        std::string said;
        for (const core::Finding& finding : report.findings) {
            if (finding.key.starts_with("empty."))
                said = finding.key;
        }
        QCOMPARE(said, reasons[key]);
        const bool rows =
            std::ranges::any_of(report.tables, [](const core::Table& table) { return !table.rows.empty(); });
        QVERIFY2(rows == said.empty(), key.c_str());
    }
}

void TstOneNumber::timesAreTheSame()
{
    QFETCH(std::size_t, index);
    const core::RunPtr run = runAt(index);
    if (!run)
        return; // cannot be opened, or is of several jobs
    const AnalysisInput input(run);
    const Overview overview = overviewOf(input).value();
    const RunFigures figures = runFigures(input).value();
    const auto session = tests::sessionOf(run);
    std::map<std::string, double> parts;
    for (const StepPart& part : overview.parts)
        parts[part.part] = part.seconds;
    // The comparison and SQL tell the overview's step.
    if (figures.divided) {
        QVERIFY(near(figures.divided->stepNs * 1e-9, overview.stepSeconds));
        QCOMPARE(figures.divided->known || overview.parts.empty(), true);
    }
    if (!overview.parts.empty()) {
        QVERIFY(near(figures.divided->computingNs * 1e-9, parts["computing"]));
        QVERIFY(near(figures.divided->exposedNs * 1e-9, parts["exposed_communication"]));
        for (const auto& [part, column] :
             {std::pair{"computing", "computing"}, std::pair{"exposed_communication", "communicating"},
              std::pair{"exposed_copies", "copying"}, std::pair{"idle", "idle"}}) {
            const auto told = asked(*session, std::string("SELECT avg(1e-9 * ") + column +
                                                  " / max(steps, 1)) FROM rank_time");
            QVERIFY2(told && near(*told, parts[part]), part);
        }
    } else {
        QVERIFY(
            asked(*session, "SELECT total(computing + communicating + copying) FROM rank_time").value_or(0) ==
            0);
    }
    // Whether anything communicates is said once.
    const bool communicates = asked(*session, "SELECT total(communication) FROM rank_time").value_or(0) > 0;
    const core::Report communication = tests::analyzed(input, "communication");
    const core::Report overlap = tests::analyzed(input, "overlap");
    if (communicates)
        QVERIFY(!tests::hasFinding(communication, "empty.no_communication"));
    if (input.hasDeviceWork() && tests::hasFinding(communication, "empty.no_communication"))
        QVERIFY(tests::hasFinding(overlap, "empty.no_communication"));
    // Busy times of one kind of call at a time add up to no less than the time in which any runs.
    const double together = sumOf(overlap, "overlap", "communication_ns");
    QVERIFY(together <= sumOf(communication, "communication", "busy_ns") * (1 + 1e-12));
    // A step computes as long by the analysis as by SQL.
    const core::Report steps = tests::analyzed(input, "steps");
    if (input.hasDeviceWork() && !tests::hasFinding(steps, "empty.no_steps"))
        QCOMPARE(sumOf(steps, "steps", "compute_ns"),
                 asked(*session, "SELECT total(computing) FROM step_time").value_or(0));
    // What an allocator gave out at most.
    const core::Report snapshot = tests::analyzed(input, "memory_snapshot");
    double peak = 0;
    for (const tests::ReportRow& row : tests::rowsOf(snapshot, "memory_snapshot")) {
        const auto& held = row.at("peak_bytes");
        peak =
            std::max(peak, held.is_number() ? held.get<double>() : row.at("allocated_bytes").get<double>());
    }
    if (peak > 0)
        QCOMPARE(figures.memoryPeakBytes.value_or(0), peak);
}

namespace {

/// Steps of operations that launch a kernel each; every \p odd one goes by a name of its own.
std::string manyEvents(int operations, int odd)
{
    std::string events;
    for (int at = 0; at < operations; ++at) {
        const double ts = 20.0 * at;
        const std::string id = R"("External id": 1, )" + tests::correlation(at + 1);
        const std::string name = at % odd == 0 ? "op" + std::to_string(at) : "aten::mm";
        events += tests::slice("cpu_op", name, "1", ts, 15) + ",\n" +
                  tests::slice("cuda_runtime", "cudaLaunchKernel", "1", ts + 2, 6, id) + ",\n" +
                  tests::slice("kernel", "gemm", "7", ts + 9, 18, R"("stream": 7, )" + id) + ",\n";
    }
    return events + tests::slice("user_annotation", "ProfilerStep#0", "2", 0, 20.0 * operations);
}

/// Processor time that \p work takes at least.
template <class Work>
double costOf(Work work)
{
    double least = 1e9;
    for (int repeat = 0; repeat < 3; ++repeat) {
        const std::clock_t begin = std::clock();
        work();
        least = std::min(least, static_cast<double>(std::clock() - begin));
    }
    return least;
}

} // namespace

/// Counts time of the processor, since what else the machine does is no matter. (All analyses took five times
/// as much.)
void TstOneNumber::theOverviewCostsNoMoreThanTheImport()
{
    tests::ScratchFolder scratch;
    const auto file = scratch.write("large.json", "{\"traceEvents\": [" + manyEvents(30'000, 1000) + "]}");
    core::RunPtr run;
    const double import = costOf([&] { run = openedRun({file}); });
    QVERIFY(run != nullptr);
    const double overview = costOf([&] { QVERIFY(overviewOf(AnalysisInput(run)).ok()); });
    QVERIFY2(overview <= 1.5 * import, qPrintable(QString::number(overview / import)));
}

/// What costs little is one row below what it belongs to; no time is lost, and all can be had.
void TstOneNumber::aLargeTreeKeepsItsSums()
{
    const AnalysisInput input(tests::runOfEvents(manyEvents(6000, 1)));
    AnalysisOptions all;
    all.top = all.treeRows = 0;
    AnalysisOptions few;
    few.top = 0;
    few.treeRows = 100;
    const core::Report whole = tests::analyzed(input, "operator_tree", all);
    const core::Report cut = tests::analyzed(input, "operator_tree", few);
    QVERIFY(tests::rowsOf(whole, "operator_tree").size() > 6000 * 3);
    const auto rows = tests::rowsOf(cut, "operator_tree");
    QVERIFY2(rows.size() < 200, qPrintable(QString::number(rows.size())));
    QVERIFY(std::ranges::any_of(rows, [](const tests::ReportRow& row) {
        return row.at("name") == "the rest" && row.at("operators").get<int>() > 1000;
    }));
    for (const char* const column : {"count", "host_self_ns", "device_self_ns"})
        QCOMPARE(sumOf(cut, "operator_tree", column), sumOf(whole, "operator_tree", column));
    // An analysis of usual size is told in full by default.
    const AnalysisInput small(tests::runOfEvents(manyEvents(100, 1)));
    AnalysisOptions usual;
    usual.top = 0;
    QCOMPARE(tests::rowsOf(tests::analyzed(small, "operator_tree", usual), "operator_tree").size(),
             tests::rowsOf(tests::analyzed(small, "operator_tree", all), "operator_tree").size());
}

SHARDSCOPE_TEST(TstOneNumber)
#include "tst_one_number.moc"
