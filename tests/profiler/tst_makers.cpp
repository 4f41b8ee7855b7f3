// SPDX-License-Identifier: GPL-3.0-or-later
// Devices of other makers, kernels of other libraries, graphs of kernels: what of a recording is work,
// against values counted by hand and against what their own profiler says.
#include "profiler/analyze/device/operation_arguments.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/overview/unknown_kernels.h"
#include "profiler/import/text/padded_text.h"
#include "profiler/profiler.h"
#include "profiler/trace/collective_names.h"
#include "tests/profiler/analysis_case.h"
#include "tests/support/test_registry.h"

#include <sqlite3.h>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <numeric>
#include <set>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::analyzed;
using tests::ReportRow;
using tests::rowsOf;

namespace {

core::RunPtr opened(const std::filesystem::path& file)
{
    ImportOptions options;
    options.cache = false;
    return importTrace({file}, {}, options).value().run;
}
core::RunPtr fieldRun(const char* file)
{
    return opened(std::filesystem::path(SHARDSCOPE_SOURCE_DIR "/tests/data/field") / file);
}

/// Microseconds of a step by part of the overview.
std::map<std::string, double> partsOf(const core::RunPtr& run)
{
    const Overview overview = overviewOfPart(run, {}).value();
    std::map<std::string, double> parts{{"step", std::round(overview.stepSeconds * 1e9) / 1e3}};
    for (const StepPart& part : overview.parts)
        parts[part.part] = std::round(part.seconds * 1e9) / 1e3;
    return parts;
}

using Parts = std::map<std::string, double>;

/// Nanoseconds of a run's one device as torch_npu counts them: free time is all from the first row that
/// computes or communicates to the last in which none does, copies with it.
std::map<std::string, double> npuTimes(const AnalysisInput& input)
{
    std::vector<std::uint32_t> all(input.deviceWork(0).rows.size());
    std::iota(all.begin(), all.end(), 0U);
    const BusyTimes busy = busyTimes(input, 0, all);
    const core::IntervalSet& computing = busy.of(KernelKind::Compute);
    const core::IntervalSet& communication = busy.of(KernelKind::Communication);
    const core::IntervalSet both = core::unite(computing, communication);
    const std::int64_t span = both.empty() ? 0 : both.back().end - both.front().begin;
    return {{"Computing", core::measure(computing)},
            {"Communication(Not Overlapped)", core::measure(core::subtract(communication, computing))},
            {"Overlapped", core::measureCommon(communication, computing)},
            {"Free", span - core::measure(both)}};
}

/// What torch_npu says of the rank beside a trace, in microseconds.
std::map<std::string, double> stepTraceTime(const std::filesystem::path& file)
{
    std::ifstream in(file);
    std::string keys;
    std::string values;
    std::getline(in, keys);
    std::getline(in, values);
    std::map<std::string, double> said;
    const QStringList names = QString::fromStdString(keys).trimmed().split(',');
    const QStringList numbers = QString::fromStdString(values).trimmed().split(',');
    for (qsizetype at = 0; at < std::min(names.size(), numbers.size()); ++at)
        said[names[at].toStdString()] = numbers[at].toDouble();
    return said;
}

} // namespace

class TstMakers : public QObject {
    Q_OBJECT
private slots:
    void communicationOf2025();
    void ascendByTaskType();
    void ascendAgreesWithTorchNpu_data();
    void ascendAgreesWithTorchNpu();
    void driverOfAscend_data();
    void driverOfAscend();
    void operandsOfTorchNpu();
    void ascendDatabaseAgreesWithItself();
    void ascendDatabase();
    void graphLaunchesAreOneLaunch();
    void capturingIsNamed();
    void unknownKernelsAreTold();
    void resultsOfXlaAreNoWork();
};

/// Every second kernel communicates, in as many libraries.
void TstMakers::communicationOf2025()
{
    const core::RunPtr run = fieldRun("communication_names_dev.json.gz");
    QCOMPARE(partsOf(run), (Parts{{"step", 1800},
                                  {"computing", 810},
                                  {"exposed_communication", 810},
                                  {"exposed_copies", 0},
                                  {"idle", 180}}));
}

/// A product of 300 us from 100 on, a collective of 350 us from 350 on; its planes, what waits for events,
/// and what torch_npu drew of them ("Overlap Analysis") are no work of their own.
void TstMakers::ascendByTaskType()
{
    const core::RunPtr run = fieldRun("ascend_small.json.gz");
    QCOMPARE(partsOf(run), (Parts{{"step", 1000},
                                  {"computing", 300},
                                  {"exposed_communication", 300},
                                  {"exposed_copies", 0},
                                  {"idle", 400}}));
    const AnalysisInput input(run);
    for (const ReportRow& row : rowsOf(analyzed(input, "kernel_breakdown"), "kernels"))
        QVERIFY2(row.at("name") != "Computing" && row.at("name") != "EVENT_WAIT" &&
                     row.at("name") != "Notify_Wait",
                 row.at("name").dump().c_str());
}

void TstMakers::ascendAgreesWithTorchNpu_data()
{
    QTest::addColumn<QString>("folder");
    for (const char* const level : {"level0", "level1"}) {
        for (const char* const rank : {"rank0_ascend_pt", "rank1_ascend_pt"})
            QTest::addRow("%s %s", level, rank)
                << QStringLiteral("field/real/ascend/%1/%2/ASCEND_PROFILER_OUTPUT")
                       .arg(QLatin1String(level), QLatin1String(rank));
    }
}

/// Computing, communication that nothing hides, that computing hides, and free time from the first of both to
/// the last: a copy is free time to torch_npu.
void TstMakers::ascendAgreesWithTorchNpu()
{
    QFETCH(QString, folder);
    const std::filesystem::path path = tests::sharedPath(folder.toStdString());
    if (path.empty() || !std::filesystem::exists(path))
        QSKIP("the recordings of others are not beside this checkout");
    const auto said = stepTraceTime(path / "step_trace_time.csv");
    const AnalysisInput input(opened(path / "trace_view.json"));
    const auto devices = std::ranges::count_if(
        input.ranks(), [](const RankPart& part) { return part.number >= 0 || part.ownsHost; });
    QCOMPARE(devices, 1);
    for (const auto& [name, ns] : npuTimes(input))
        QVERIFY2(std::abs(ns / 1e3 - said.at(name)) < 1e-3 * said.at(name), name.c_str());
}

void TstMakers::driverOfAscend_data()
{
    QTest::addColumn<QString>("processes");
    QTest::addColumn<int>("onProgram");
    const QString program =
        QStringLiteral(R"({"ph":"M","name":"process_name","pid":%1,"args":{"name":"Python"}},)");
    const QString driver =
        QStringLiteral(R"({"ph":"M","name":"process_name","pid":%1,"args":{"name":"CANN"}},)");
    const QString nameless =
        QStringLiteral(R"({"ph":"M","name":"process_labels","pid":%1,"args":{"labels":"CPU"}},)");
    const QString device =
        QStringLiteral(R"({"ph":"M","name":"process_name","pid":%1,"args":{"name":"Ascend Hardware"}},)");
    const auto numberOf = [](std::int64_t process, int layer) { return process << 10 | layer << 5; };
    const QString hardware = device.arg(numberOf(70, 13));
    QTest::newRow("by number") << program.arg(70) + driver.arg(numberOf(70, 7)) + hardware << 1;
    QTest::newRow("without its name") << program.arg(70) + nameless.arg(numberOf(70, 7)) + hardware << 1;
    QTest::newRow("by number, of two")
        << program.arg(70) + program.arg(71) + driver.arg(numberOf(70, 7)) + hardware << 1;
    QTest::newRow("by name") << program.arg(70) + driver.arg(numberOf(99, 7)) + hardware << 1;
    QTest::newRow("of nobody") << program.arg(70) + program.arg(71) + driver.arg(numberOf(99, 7)) + hardware
                               << 0;
    QTest::newRow("a layer of a device") << program.arg(70) + nameless.arg(numberOf(70, 16)) + hardware << 0;
    QTest::newRow("nothing of Ascend") << program.arg(70) + driver.arg(numberOf(70, 7)) << 0;
}

/// A call of CANN goes to the thread of the program that made it.
void TstMakers::driverOfAscend()
{
    QFETCH(QString, processes);
    QFETCH(int, onProgram);
    static const QRegularExpression driver(
        QStringLiteral(R"re("pid":(\d+),"args":\{"(?:name":"CANN|labels":"CPU)")re"));
    const QString pid = driver.match(processes).captured(1);
    const QTemporaryDir folder;
    const std::string file = folder.filePath("trace_view.json").toStdString();
    const QString events =
        QStringLiteral(R"({"ph":"X","name":"aten::mm","cat":"cpu_op","pid":70,"tid":5,"ts":10,"dur":30},)"
                       R"({"ph":"X","name":"AscendCL@aclrtLaunchKernel","pid":%1,"tid":5,"ts":20,"dur":5,)"
                       R"("args":{"level":"acl"}})")
            .arg(pid);
    std::ofstream(file) << ("[" + processes + events + "]").toStdString();
    const core::RunPtr run = opened(file);
    const core::Timeline& timeline = *run->timeline;
    const AnalysisInput input(run);
    std::set<std::uint32_t> tracks;
    for (std::uint32_t row = 0; row < timeline.sliceCount(); ++row) {
        const core::LaneId lane = timeline.laneOf(core::SliceId{row});
        tracks.insert(timeline.lanes()[lane.index()].track.value);
        if (timeline.names().text(timeline.name()[row]) == "AscendCL@aclrtLaunchKernel")
            QVERIFY(input.kinds().of(row).role == core::Role::Launch);
    }
    QCOMPARE(tracks.size(), std::size_t{2} - static_cast<std::size_t>(onProgram));
}

/// Texts where PyTorch's own profiler writes lists.
void TstMakers::operandsOfTorchNpu()
{
    const json::PaddedText text(
        R"({"Input Dims": "32,4096;\r\n4096,9216;\r\n;\r\n", "Input type": "float;\r\nc10::BFloat16;\r\nScalar;\r\nNone"})");
    const OperationArguments read = readArguments(text.view());
    QCOMPARE(read.shapes, (std::vector<Shape>{{32, 4096}, {4096, 9216}, {}, {}}));
    QCOMPARE(read.types, (std::vector<std::string>{"float", "c10::BFloat16", "Scalar", "None"}));
    QCOMPARE(readCollectiveArguments(R"({"data_type": "BFP16", "count": 1000})").bytes, std::int64_t{2000});
}

/// The profiler's database, against the sums of its own OVERLAP_ANALYSIS (types 0 to 3: computing,
/// communication, not overlapped, free).
void TstMakers::ascendDatabaseAgreesWithItself()
{
    const std::filesystem::path file =
        tests::sharedPath("field/real/ascend/db_level1/ascend_pytorch_profiler_0.db");
    if (file.empty() || !std::filesystem::exists(file))
        QSKIP("the recordings of others are not beside this checkout");
    const core::RunPtr run = opened(file);
    QCOMPARE(run->sources.front().rank, 0);
    const AnalysisInput input(run);
    const auto times = npuTimes(input);
    const std::map<std::string, double> said{{"Computing", 8'903'431},
                                             {"Communication(Not Overlapped)", 98'071'947},
                                             {"Overlapped", 102'108'100 - 98'071'947},
                                             {"Free", 25'258'144}};
    for (const auto& [name, ns] : said)
        QVERIFY2(std::abs(times.at(name) - ns) < 1e-3 * ns,
                 (name + " " + std::to_string(times.at(name))).c_str());
    const DeviceLaunches& launches = *input.launches(0, {}).value();
    const auto unknown = std::ranges::count(launches.launch, kNoRow);
    QCOMPARE(std::ssize(launches.launch) - unknown, 191); // async_npu of its connectionCats
    QCOMPARE(run->timeline->steps().size(), std::size_t{1});
}

/// The same tables in small: an operator, a kernel of a call of HCCL, a wait, a copy, a collective; a
/// communication without operator is no computing.
void TstMakers::ascendDatabase()
{
    QTemporaryDir folder;
    const std::string file = folder.filePath("ascend_pytorch_profiler_3.db").toStdString();
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    const char* const sql = R"(
        CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT);
        INSERT INTO STRING_IDS VALUES (1, 'KERNEL_AICORE'), (2, 'AI_CORE'), (3, 'MatMulV2'), (4, 'EVENT_WAIT'),
            (5, 'MEMCPY_ASYNC'), (6, 'hcom_allReduce__1_0_1'), (7, 'group'), (8, 'aten::mm');
        CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER,
            globalTaskId INTEGER, globalPid INTEGER, taskType INTEGER, streamId INTEGER);
        INSERT INTO TASK VALUES (1000, 1300, 0, 40, 1, 9, 1, 2), (1300, 1900, 0, 41, 2, 9, 1, 3),
            (1000, 1900, 0, 42, 3, 9, 4, 4), (1320, 1360, 0, 43, 4, 9, 5, 2);
        CREATE TABLE COMPUTE_TASK_INFO (name INTEGER, globalTaskId INTEGER PRIMARY KEY, taskType INTEGER);
        INSERT INTO COMPUTE_TASK_INFO VALUES (3, 1, 2);
        CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER,
            groupName INTEGER);
        INSERT INTO COMMUNICATION_OP VALUES (6, 1250, 1900, 41, 7);
        CREATE TABLE ENUM_API_TYPE (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO ENUM_API_TYPE VALUES (50001, 'op');
        CREATE TABLE PYTORCH_API (startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER,
            name INTEGER, type INTEGER);
        INSERT INTO PYTORCH_API VALUES ('900', '950', 38654705673, 5, 8, 50001);
        CREATE TABLE CONNECTION_IDS (id INTEGER, connectionId INTEGER);
        INSERT INTO CONNECTION_IDS VALUES (5, 40);
        CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER);
        INSERT INTO RANK_DEVICE_MAP VALUES (3, 0);
        CREATE TABLE HBM (deviceId INTEGER, timestampNs INTEGER, bandwidth NUMERIC);
        INSERT INTO HBM VALUES (0, 1000, 7);)";
    QCOMPARE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    const core::RunPtr run = opened(file);
    QCOMPARE(run->sources.front().rank, 3);
    const AnalysisInput input(run);
    QCOMPARE(
        npuTimes(input),
        (Parts{{"Computing", 300}, {"Communication(Not Overlapped)", 600}, {"Overlapped", 50}, {"Free", 0}}));
    const DeviceWork& work = input.deviceWork(0);
    QCOMPARE(std::ranges::count(work.kinds, KernelKind::Copy), 1);
    QCOMPARE(work.rows.size(), std::size_t{3});
    const DeviceLaunches& launches = *input.launches(0, {}).value();
    for (std::size_t at = 0; at < work.rows.size(); ++at) {
        const bool product = input.text(run->timeline->name()[work.rows[at]]) == "MatMulV2";
        QCOMPARE(launches.launch[at] != kNoRow, product);
        if (product)
            QCOMPARE(input.text(run->timeline->name()[launches.launch[at]]), std::string_view("aten::mm"));
    }
}

/// 50 kernels of one call a step: it launches once, and graphs, which run here, are not advised.
void TstMakers::graphLaunchesAreOneLaunch()
{
    const core::RunPtr run = fieldRun("graph_50_kernels.json.gz");
    const AnalysisInput input(run);
    const Overview overview = overviewOfPart(run, {}).value();
    QCOMPARE(overview.coverage.launches, 4); // one in each of the file's steps
    QCOMPARE(overview.coverage.launchesWithoutWork, 0);
    for (const CostFinding& finding : overview.findings)
        QVERIFY2(finding.advice.find("graphs") == std::string::npos, finding.advice.c_str());
    QVERIFY(usesGraphs(input));
    QVERIFY(!couldUseGraphs(input));
    const core::Report launches = analyzed(input, "launch_stats");
    QVERIFY(!tests::hasFinding(launches, "launch.short_kernels"));
    for (const ReportRow& row : rowsOf(launches, "launches"))
        QCOMPARE(row.at("work").get<std::int64_t>(), 50 * row.at("calls").get<std::int64_t>());
}

/// Each step captures for 620 us, and the device waits for it: nobody is told to launch less.
void TstMakers::capturingIsNamed()
{
    using tests::slice;
    std::vector<std::string> events;
    for (int step = 0; step < 5; ++step) {
        const double at = 1000.0 * step;
        const std::string launched = tests::correlation(step + 1);
        events.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(step), "1", at, 1000));
        events.push_back(slice("cuda_runtime", "cudaStreamBeginCapture_v10000", "1", at + 100, 5));
        for (int call = 0; call < 20; ++call) {
            events.push_back(slice("cpu_op", "aten::mm", "1", at + 110 + 30 * call, 28));
            events.push_back(slice("cuda_runtime", "cudaLaunchKernel", "1", at + 115 + 30 * call, 5));
        }
        events.push_back(slice("cuda_runtime", "cudaStreamEndCapture_v10000", "1", at + 720, 5));
        events.push_back(slice("cuda_runtime", "cudaGraphLaunch_v10000", "1", at + 740, 10, launched));
        events.push_back(slice("kernel", "gemm", "7", at + 760, 200, launched));
    }
    const Overview overview = overviewOfPart(tests::runOfEvents(tests::joined(events)), {}).value();
    QCOMPARE(overview.coverage.capturedLaunches, 100);
    QCOMPARE(overview.coverage.launchesWithoutWork, 0);
    QVERIFY(!overview.findings.empty());
    QCOMPARE(overview.findings.front().kind, std::string("graph_capture"));
    QVERIFY(std::abs(overview.findings.front().secondsPerStep - 620e-6) < 62e-6);
}

/// Kernels that no rule knows, and whose operation tells nothing, are a share of the device's time; an
/// operation that tells makes one known.
void TstMakers::unknownKernelsAreTold()
{
    using tests::slice;
    std::vector<std::string> events{
        slice("kernel", "gemm", "7", 0, 50),
        slice("kernel", "secret_a", "7", 50, 30),
        slice("kernel", "secret_b", "7", 80, 15),
        slice("cpu_op", "aten::mm", "1", 90, 9),
        slice("cuda_runtime", "cudaLaunchKernel", "1", 91, 5, tests::correlation(1)),
        slice("kernel", "secret_c", "7", 100, 5, tests::correlation(1))};
    const AnalysisInput input(tests::runOfEvents(tests::joined(events)));
    const UnknownKernels unknown = unknownKernels(input).value();
    QCOMPARE(unknown.share, 0.45);
    QCOMPARE(unknown.names, std::size_t{2});
    QCOMPARE(unknown.largest, (std::vector<std::string>{"secret_a", "secret_b"}));
}

/// TensorFlow's and JAX's traces draw steps and modules beside the operations that they are made of.
void TstMakers::resultsOfXlaAreNoWork()
{
    const auto meta = [](const char* what, const char* thread, const char* name) {
        return R"({"ph": "M", "name": ")" + std::string(what) + R"(", "pid": 3, "tid": )" + thread +
               R"(, "args": {"name": ")" + name + R"("}})";
    };
    const auto row = [](const char* name, const char* thread, int ts, int dur) {
        return R"({"ph": "X", "name": ")" + std::string(name) + R"(", "pid": 3, "tid": )" + thread +
               R"(, "ts": )" + std::to_string(ts) + R"(, "dur": )" + std::to_string(dur) + "}";
    };
    const AnalysisInput input(tests::runOfEvents(tests::joined(
        {meta("process_name", "0", "/device:TPU:0"), meta("thread_name", "1", "Steps"),
         meta("thread_name", "2", "XLA Modules"), meta("thread_name", "3", "XLA Ops"), row("0", "1", 0, 100),
         row("jit_step(1)", "2", 0, 90), row("fusion.1", "3", 10, 20), row("all-reduce.2", "3", 40, 25)})));
    const ReportRow told = rowsOf(analyzed(input, "temporal_breakdown"), "temporal_breakdown").at(0);
    QCOMPARE(told.at("compute_ns"), 20'000);
    const DeviceWork& work = input.deviceWork(0);
    QCOMPARE(work.rows.size(), std::size_t{2});
    QCOMPARE(std::ranges::count(work.kinds, KernelKind::Communication), 1);
}

SHARDSCOPE_TEST(TstMakers)
#include "tst_makers.moc"
