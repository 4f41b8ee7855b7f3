// SPDX-License-Identifier: GPL-3.0-or-later
// Figures are of devices: one file may hold several of one process, of several processes, of several ranks,
// and nothing is united or summed over them.
#include "profiler/analyze/overview/overview.h"
#include "profiler/pack/build/pack_build.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <array>
#include <cmath>
#include <random>
#include <set>
#include <sstream>

using namespace shardscope;
using namespace shardscope::profiler;

namespace {

std::filesystem::path fieldData(const std::string& name)
{
    return std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / "tests/data/field" / name;
}

Overview overviewOf(const std::vector<std::filesystem::path>& files, const Selection& selection = {})
{
    return overviewOfPart(tests::imported(files).run, selection).value();
}

/// Computing, exposed communication, exposed copies, idle; microseconds, rounded.
using Parts = std::array<long, 4>;
Parts partsOf(const RankParts& device)
{
    Parts parts{};
    for (std::size_t at = 0; at < parts.size(); ++at)
        parts[at] = std::lround(device.parts.at(at).seconds * 1e6);
    return parts;
}

/// What a device does in each step of a millisecond, in microseconds.
struct Planted {
    int process = 0;
    int device = 0;
    long begin = 0; ///< of computing, in the step
    long computing = 0;
    long communicating = 0; ///< begins when computing is half over
    long copying = 0;       ///< behind both

    [[nodiscard]] Parts parts() const
    {
        const long exposed = communicating - (computing - computing / 2);
        return {computing, exposed, copying, 1000 - computing - exposed - copying};
    }
};

constexpr int kSteps = 5;

/// The trace of some devices, as Kineto would write it of the processes that drive them.
std::string traceOf(const std::vector<Planted>& devices)
{
    std::ostringstream text;
    std::string comma;
    const auto event = [&](const std::string& rest) {
        text << comma << "{" << rest << "}";
        comma = ",\n";
    };
    const auto slice = [&](const char* category, const std::string& name, int pid, int tid, long ts, long dur,
                           const std::string& args) {
        event(R"("ph":"X","cat":")" + std::string(category) + R"(","name":")" + name + R"(","pid":)" +
              std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) +
              R"(,"dur":)" + std::to_string(dur) + R"(,"args":{)" + args + "}");
    };
    text << R"({"traceEvents":[)";
    int id = 0;
    std::set<int> marked;
    for (const Planted& own : devices) {
        const int host = 1000 + own.process;
        for (int step = 0; step < kSteps; ++step) {
            const long at = 1000L * step;
            if (marked.insert(own.process * kSteps + step).second)
                slice("user_annotation", "ProfilerStep#" + std::to_string(step), host, host, at, 1000, "");
            const auto work = [&](const char* category, const std::string& name, int stream, long begin,
                                  long dur) {
                const std::string number = std::to_string(++id);
                const long launch = at + own.device;
                slice("cuda_runtime", "cudaLaunchKernel", host, host + 1 + own.device, launch, 1,
                      R"("correlation":)" + number);
                slice(category, name, own.device, stream, at + begin, dur, R"("correlation":)" + number);
                for (const auto& [phase, pid, tid, ts] :
                     {std::tuple("s", host, host + 1 + own.device, launch),
                      std::tuple("f", own.device, stream, at + begin)})
                    event(R"("ph":")" + std::string(phase) +
                          R"(","cat":"ac2g","name":"ac2g","bp":"e","id":)" + number + R"(,"pid":)" +
                          std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":)" +
                          std::to_string(ts));
            };
            const Parts parts = own.parts();
            const long middle = own.begin + own.computing / 2;
            work("kernel", "gemm", 7, own.begin, own.computing);
            work("kernel", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 17, middle, own.communicating);
            if (own.copying > 0)
                work("gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", 27, own.begin + own.computing + parts[1],
                     own.copying);
        }
    }
    text << "]}";
    return text.str();
}

/// Calls of a host's communication library, for the beginning of a trace's events.
std::string hostCalls()
{
    return R"({"ph":"X","cat":"user_annotation","name":"gloo:all_reduce","pid":1000,"tid":1000,"ts":10,)"
           R"("dur":20,"args":{}},{"ph":"X","cat":"user_annotation","name":"gloo:all_to_all","pid":1000,)"
           R"("tid":1000,"ts":40,"dur":20,"args":{}},)";
}

std::string distributedInfo(int rank)
{
    return R"("distributedInfo":{"rank":)" + std::to_string(rank) + R"(,"world_size":2},)";
}

/// Three processes with a stream each on one device; the longer ones compute twice and three times as long.
std::vector<std::string> sharedDevice()
{
    std::vector<std::string> events;
    for (int process = 0; process < 3; ++process) {
        for (int step = 0; step < 4; ++step) {
            const int at = 1000 * step + 300 * process;
            const int id = 10 * process + step + 1;
            const std::string pid = std::to_string(100 + process);
            const std::string stream = std::to_string(7 + process);
            const auto event = [&](const std::string& rest) { events.push_back("{" + rest + "}"); };
            const auto at3 = [&](int ts) { return R"(,"ts":)" + std::to_string(ts); };
            event(R"("ph":"X","cat":"user_annotation","name":"ProfilerStep#)" + std::to_string(step) +
                  R"(","pid":)" + pid + R"(,"tid":1,"dur":1000,"args":{})" + at3(1000 * step));
            event(R"("ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":)" + pid +
                  R"(,"tid":1,"dur":5,"args":{"correlation":)" + std::to_string(id) + "}" + at3(at));
            event(R"("ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":)" + stream + R"(,"dur":)" +
                  std::to_string(100 * (process + 1)) + R"(,"args":{"correlation":)" + std::to_string(id) +
                  "}" + at3(at + 10));
            event(R"("ph":"s","cat":"ac2g","name":"ac2g","bp":"e","id":)" + std::to_string(id) +
                  R"(,"pid":)" + pid + R"(,"tid":1)" + at3(at));
            event(R"("ph":"f","cat":"ac2g","name":"ac2g","bp":"e","id":)" + std::to_string(id) +
                  R"(,"pid":0,"tid":)" + stream + at3(at + 10));
        }
    }
    return events;
}

} // namespace

class TstDevices : public QObject {
    Q_OBJECT
private slots:
    /// One process drives two devices that take turns: united, they would always compute.
    void oneProcess()
    {
        const Overview overview = overviewOf({fieldData("two_devices_one_process.json.gz")});
        QCOMPARE(overview.device, std::string("2 x NVIDIA H100 80GB HBM3"));
        QCOMPARE(overview.byRank.size(), std::size_t{2});
        for (std::int32_t device = 0; device < 2; ++device) {
            const RankParts& own = overview.byRank[static_cast<std::size_t>(device)];
            QCOMPARE(own.device, device);
            QCOMPARE(std::lround(own.stepSeconds * 1e6), 1000L);
            QCOMPARE(partsOf(own), (Parts{400, 400, 0, 200}));
        }
    }

    /// A profiler around two processes, each with a device that it numbers as it likes.
    void twoProcesses_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("iterations") << "nsys_two_processes.sqlite";
        QTest::newRow("operators as ranges") << "nsys_operator_ranges.sqlite"; // which are no steps
    }
    void twoProcesses()
    {
        QFETCH(QString, file);
        const core::RunPtr run = tests::imported(fieldData(file.toStdString())).run;
        const Overview overview = overviewOfPart(run, {}).value();
        QCOMPARE(overview.ranks, (std::vector<std::int32_t>{0, 1}));
        QCOMPARE(overview.byRank.size(), std::size_t{2});
        QVERIFY(overview.stepsFrom == "annotations" || overview.stepsFrom == "period");
        for (const RankParts& own : overview.byRank) {
            QCOMPARE(partsOf(own)[0], 400L);
            QCOMPARE(partsOf(own)[1], 400L);
            QCOMPARE(std::lround(own.communicatingSeconds * 1e6), 400L);
        }
        // The one that is late is late across the processes of one file as across files.
        const core::Report report = tests::analyzed(AnalysisInput(run), "stragglers");
        QCOMPARE(tests::rowsOf(report, "stragglers").size(), std::size_t{2});
        QVERIFY(tests::hasFinding(report, "stragglers.rank"));
    }

    /// Whatever files devices are written to: of each the same is told, and the run's figures are their mean.
    void filesDoNotMatter_data()
    {
        QTest::addColumn<int>("processes");
        QTest::addColumn<int>("devices");
        QTest::newRow("1 x 1") << 1 << 1;
        QTest::newRow("1 x 4") << 1 << 4;
        QTest::newRow("2 x 1") << 2 << 1;
        QTest::newRow("2 x 3") << 2 << 3;
        QTest::newRow("3 x 2") << 3 << 2;
    }
    void filesDoNotMatter()
    {
        QFETCH(int, processes);
        QFETCH(int, devices);
        std::mt19937 random(static_cast<unsigned>(processes * 100 + devices));
        const auto between = [&](long least, long most) {
            return std::uniform_int_distribution<long>(least, most)(random);
        };
        std::vector<Planted> all;
        for (int at = 0; at < processes * devices; ++at) {
            const long computing = 2 * between(50, 150);
            all.push_back({at / devices, at, between(20, 100), computing, computing / 2 + between(10, 200),
                           between(0, 1) * between(5, 90)});
        }
        const tests::ScratchFolder scratch;
        const Overview together = overviewOf({scratch.write("all.json", traceOf(all))});
        QCOMPARE(together.byRank.size(), all.size());
        Parts sum{};
        for (std::size_t at = 0; at < all.size(); ++at) {
            const Overview alone =
                overviewOf({scratch.write("device" + std::to_string(at) + ".json", traceOf({all[at]}))});
            QCOMPARE(partsOf(alone.byRank.at(0)), all[at].parts());
            QCOMPARE(partsOf(together.byRank[at]), all[at].parts());
            QCOMPARE(together.byRank[at].device, all[at].device);
            QCOMPARE(together.byRank[at].rank, processes > 1 ? all[at].process : -1);
            QCOMPARE(std::lround(together.byRank[at].stepSeconds * 1e6), 1000L);
            for (std::size_t part = 0; part < sum.size(); ++part)
                sum[part] += all[at].parts()[part];
        }
        for (std::size_t part = 0; part < sum.size(); ++part)
            QVERIFY(std::abs(together.parts.at(part).seconds * 1e6 -
                             static_cast<double>(sum[part]) / static_cast<double>(all.size())) < 1e-3);
    }

    /// A part of a run may be one device of it: the others and their host's other work are left out.
    void oneOfThem()
    {
        std::vector<Planted> all;
        for (int device = 0; device < 3; ++device)
            all.push_back({0, device, 30, 100L * (device + 1), 300, 10});
        const tests::ScratchFolder scratch;
        const auto file = scratch.write("all.json", traceOf(all));
        for (int device = 0; device < 3; ++device) {
            Selection selection;
            selection.device = device;
            const Overview overview = overviewOf({file}, selection);
            QCOMPARE(overview.byRank.size(), std::size_t{1});
            QCOMPARE(partsOf(overview.byRank.front()), all[static_cast<std::size_t>(device)].parts());
        }
        Selection missing;
        missing.device = 7;
        const auto none = overviewOfPart(tests::imported(file).run, missing);
        QVERIFY(!none.ok() && none.error().code == core::ErrorCode::UnknownValue);
    }

    /// Whatever is left out of a run, every analysis has an answer: a host may be there without its own
    /// device.
    void everyAnalysisOfOneOfThem()
    {
        const tests::ScratchFolder scratch;
        std::vector<std::filesystem::path> files;
        for (int rank = 0; rank < 2; ++rank) {
            std::vector<Planted> devices;
            for (int device = 0; device < 3; ++device)
                devices.push_back({0, device, 30, 100L * (device + 1) + 10L * rank, 300, 10});
            std::string text = traceOf(devices);
            text.insert(text.find('[') + 1, hostCalls());
            text.insert(1, distributedInfo(rank));
            files.push_back(scratch.write("rank" + std::to_string(rank) + ".json", text));
        }
        const core::RunPtr run = tests::imported(files).run;
        for (const std::int32_t device : {-1, 0, 1, 2}) {
            for (const std::int32_t rank : {-1, 0, 1}) {
                Selection selection;
                selection.device = device < 0 ? std::nullopt : std::optional(device);
                selection.rank = rank < 0 ? std::nullopt : std::optional(rank);
                const core::RunPtr part = selectedRun(run, selection).value();
                const AnalysisInput input(part);
                for (const Analysis& analysis : builtinAnalyses())
                    QVERIFY2(analysis.run(input, {}, {}).ok(), std::string(analysis.key).c_str());
                const Overview overview = overviewOfPart(run, selection).value();
                QCOMPARE(overview.byRank.size(), std::size_t(device < 0 ? 3 : 1) * (rank < 0 ? 2 : 1));
                QVERIFY(overview.absentRanks.empty()); // what is left out is there
            }
        }
    }

    /// Processes may share a device: each has what it launched.
    void oneDeviceOfSeveralProcesses()
    {
        const Overview overview =
            overviewOfPart(tests::runOfEvents(tests::joined(sharedDevice())), {}).value();
        QCOMPARE(overview.byRank.size(), std::size_t{3});
        for (std::size_t process = 0; process < 3; ++process) {
            QCOMPARE(partsOf(overview.byRank[process])[0], 100L * static_cast<long>(process + 1));
            QCOMPARE(std::lround(overview.byRank[process].stepSeconds * 1e6), 1000L);
        }
    }

    /// A step cut out of a run is the step that it is in the run, however far the host is ahead.
    void aStepByItself()
    {
        std::vector<std::string> events;
        for (int step = 0; step < 6; ++step) {
            events.push_back(tests::slice("user_annotation", "ProfilerStep#" + std::to_string(step), "1",
                                          100.0 * step, 100));
            events.push_back(tests::slice("cuda_runtime", "cudaLaunchKernel", "1", 100.0 * step + 10, 5,
                                          tests::correlation(step + 1)));
            events.push_back(tests::slice("kernel", "gemm", "7", 1000.0 * step + 50, 700 + 10 * step,
                                          tests::correlation(step + 1)));
        }
        const core::RunPtr run = tests::runOfEvents(tests::joined(events));
        const auto steps = tests::rowsOf(tests::analyzed(AnalysisInput(run), "steps"), "steps");
        for (std::int64_t step = 1; step < 6; ++step) {
            Selection selection;
            selection.step = step;
            const Overview alone = overviewOfPart(run, selection).value();
            const auto& whole = steps.at(static_cast<std::size_t>(step));
            QCOMPARE(std::llround(alone.stepSeconds * 1e9), whole.at("time_ns").get<long long>());
            QCOMPARE(partsOf(alone.byRank.at(0))[0], 700L + 10 * step);
        }
    }

    /// A pack of several files has the devices of each with their own host.
    void packed()
    {
        const tests::ScratchFolder scratch;
        std::vector<std::filesystem::path> files;
        for (int rank = 0; rank < 2; ++rank) {
            std::string text = traceOf({{0, 0, 30, 100, 90, 0}, {0, 1, 30, 200 + 20L * rank, 200, 0}});
            text.insert(1, distributedInfo(rank));
            files.push_back(scratch.write("rank" + std::to_string(rank) + ".json", text));
        }
        std::vector<ImportedRun> parts;
        for (const std::filesystem::path& file : files)
            parts.push_back(tests::imported(file));
        const ImportedRun joined = joinRuns(std::move(parts)).value();
        const Overview before = overviewOfPart(tests::imported(files).run, {}).value();
        const Overview after = overviewOfPart(joined.run, {}).value();
        QCOMPARE(after.byRank.size(), std::size_t{4});
        for (std::size_t device = 0; device < 4; ++device)
            QCOMPARE(partsOf(after.byRank[device]), partsOf(before.byRank[device]));
        QCOMPARE(after.coverage.launchesWithoutWork, std::int64_t{0});
    }

    /// Tables have a column for devices where a rank has several, and only there.
    void tablesNameDevices()
    {
        const core::RunPtr several = tests::imported(fieldData("two_devices_one_process.json.gz")).run;
        const core::RunPtr one = tests::imported(fieldData("nsys_two_processes.sqlite")).run;
        for (const char* const key : {"temporal_breakdown", "overlap", "kernel_breakdown", "stragglers"}) {
            const core::Report report = tests::analyzed(AnalysisInput(several), key);
            QVERIFY2(report.tables.front().columnIndex("device"), key);
            QVERIFY2(!tests::analyzed(AnalysisInput(one), key).tables.front().columnIndex("device"), key);
        }
    }

    /// How far the host is ahead of its devices, and how long its own windows are, says nothing of their
    /// steps.
    void stepsAreTheDevices()
    {
        for (const long ahead : {0L, 300L, 900L, 2500L}) {
            std::vector<std::string> events;
            for (int step = 0; step < 6; ++step) {
                const double host = 500.0 * step;
                const double device = 700.0 * step + static_cast<double>(ahead);
                events.push_back(
                    tests::slice("user_annotation", "ProfilerStep#" + std::to_string(step), "1", host, 500));
                events.push_back(tests::slice("cuda_runtime", "cudaLaunchKernel", "1", host + 10, 5,
                                              tests::correlation(step + 1)));
                events.push_back(
                    tests::slice("kernel", "gemm", "7", device + 20, 600, tests::correlation(step + 1)));
            }
            const Overview overview = overviewOfPart(tests::runOfEvents(tests::joined(events)), {}).value();
            QCOMPARE(overview.steps, std::size_t{5});
            QCOMPARE(std::lround(overview.stepSeconds * 1e6), 700L);
            QCOMPARE(partsOf(overview.byRank.at(0)), (Parts{600, 0, 0, 100}));
        }
    }

    /// Durations that no device can have run count for nothing; what they hid is told.
    void impossibleDurations()
    {
        const core::RunPtr run = tests::imported(fieldData("impossible_durations.json.gz")).run;
        const Overview overview = overviewOfPart(run, {}).value();
        QCOMPARE(overview.coverage.impossibleRows, std::int64_t{2});
        QVERIFY(std::abs(overview.byRank.at(0).parts.at(0).seconds - 8.75e-3) < 0.01e-3);
        const core::Report report = tests::analyzed(AnalysisInput(run), "kernel_breakdown");
        const tests::ReportRow first = tests::rowsOf(report, "kernels").at(0);
        QVERIFY(first.at("name").get<std::string>().find("gemm") != std::string::npos);
    }
};

SHARDSCOPE_TEST(TstDevices)
#include "tst_devices.moc"
