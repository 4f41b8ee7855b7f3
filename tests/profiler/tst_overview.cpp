// SPDX-License-Identifier: GPL-3.0-or-later
// What the overview says costs time, on runs where it was put there, and on real ones that are known.
#include "core/timeline/annotation_tracks.h"
#include "profiler/analyze/overview/overview.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest/QtTest>

#include <cmath>
#include <sstream>

using namespace shardscope;
using namespace shardscope::profiler;

namespace {

/// Events of a trace, times in microseconds.
class Events {
public:
    void slice(const char* category, const std::string& name, int pid, int tid, std::int64_t ts,
               std::int64_t dur, const std::string& args = {})
    {
        m_text << (m_text.tellp() > 0 ? ",\n" : "") << R"({"ph":"X","cat":")" << category << R"(","name":")"
               << name << R"(","pid":)" << pid << R"(,"tid":)" << tid << R"(,"ts":)" << ts << R"(,"dur":)"
               << dur << R"(,"args":{)" << args << "}}";
    }
    void host(const char* category, const std::string& name, std::int64_t begin, std::int64_t end)
    {
        slice(category, name, 100, 1, begin, end - begin);
    }
    void kernel(const std::string& name, std::int64_t launch, std::int64_t begin, std::int64_t end)
    {
        const std::string id = std::to_string(++m_correlation);
        slice("cuda_runtime", "cudaLaunchKernel", 100, 1, launch, 5, R"("correlation":)" + id);
        slice("kernel", name, 0, 7, begin, end - begin, R"("stream":7,"correlation":)" + id);
    }
    [[nodiscard]] std::string text() const { return m_text.str(); }

private:
    std::ostringstream m_text;
    int m_correlation = 0;
};

/// Three steps of a millisecond whose idle times have one cause each.
std::string plantedSteps()
{
    Events events;
    for (std::int64_t step = 0; step < 3; ++step) {
        const std::int64_t at = 1000 * step;
        events.host("user_annotation", "ProfilerStep#" + std::to_string(step), at, at + 1000);
        events.slice("gpu_user_annotation", "ProfilerStep#" + std::to_string(step), 0, 7, at + 320, 680);
        events.host("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", at,
                    at + 300);
        events.host("cpu_op", "aten::mm", at + 310, at + 330);
        events.kernel("sgemm", at + 315, at + 320, at + 520);
        events.host("cpu_op", "aten::item", at + 340, at + 530);
        events.host("cuda_runtime", "cudaStreamSynchronize", at + 350, at + 525);
        events.host("cpu_op", "aten::mul", at + 560, at + 580);
        events.kernel("elementwise_kernel", at + 570, at + 580, at + 680);
        events.host("cpu_op", "aten::embedding_bag", at + 590, at + 900);
        events.host("cpu_op", "aten::mm", at + 910, at + 930);
        events.kernel("sgemm", at + 915, at + 920, at + 1000);
    }
    return events.text();
}

Overview overviewOfRun(const core::RunPtr& run)
{
    auto overview = overviewOfPart(run, {});
    if (!overview.ok())
        QTest::qFail("no overview", __FILE__, __LINE__);
    return overview.ok() ? std::move(overview).value() : Overview{};
}

const CostFinding* costOf(const Overview& overview, const std::string& kind)
{
    for (const CostFinding& one : overview.findings) {
        if (one.kind == kind)
            return &one;
    }
    return nullptr;
}

bool isMicroseconds(double seconds, double microseconds)
{
    return std::abs(seconds * 1e6 - microseconds) < 1e-6;
}

/// Files of ranks that meet once a step. Rank 0 is late once, in the first step; rank 1 always works thrice
/// as long as the others.
std::vector<std::filesystem::path> stragglingRanks(tests::ScratchFolder& scratch, int ranks, int world,
                                                   bool lateEnds)
{
    std::vector<std::filesystem::path> files;
    for (int rank = 0; rank < ranks; ++rank) {
        Events events;
        std::int64_t at = 0;
        for (int step = 0; step < 4; ++step) {
            const std::int64_t length = step == 0 && !lateEnds ? 60'000 : 10'000;
            const std::int64_t work = rank == 1 && !lateEnds ? 6000 : 2000;
            events.host("user_annotation", "ProfilerStep#" + std::to_string(step), at, at + length);
            events.kernel("sgemm", at + 50, at + 100, at + 100 + work);
            const std::int64_t come = step == 0 && rank == 0 && !lateEnds ? at + 52'000 : at + 100 + work;
            const std::int64_t leave = !lateEnds   ? (step == 0 ? at + 53'000 : at + 7000)
                                       : step == 1 ? at + 2200
                                                   : at + 9000;
            events.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", at + 60, come, leave);
            at += length;
        }
        files.push_back(scratch.write("rank" + std::to_string(rank) + ".json",
                                      R"({"host_name":"one","distributedInfo":{"rank":)" +
                                          std::to_string(rank) + R"(,"world_size":)" + std::to_string(world) +
                                          R"(},"traceEvents":[)" + events.text() + "]}"));
    }
    return files;
}

std::filesystem::path realFile(const std::string& name)
{
    const auto file = tests::sharedTraces() / name;
    return std::filesystem::exists(file) ? file : std::filesystem::path();
}

} // namespace

class TstOverview : public QObject {
    Q_OBJECT
private slots:
    void annotationsAreNeverWork();
    void idleTimeByCause();
    void howStepsDivideIsToldFirst();
    void whatItWorkedOutIsShared();
    void nothingIsKnownToWork();
    void slowToLaunch();
    void longLaunch();
    void whatDoesNotApply();
    void rankThatWorksLonger();
    void rankThatIsMissing();
    void realMissingRank();
    void realConvolutions();
    void devicesThatWorked();
    void filesOfOtherJobs();
    void everySharedTraceIsKnown();
    void realRuns_data();
    void realRuns();
};

void TstOverview::annotationsAreNeverWork()
{
    const core::RunPtr run = tests::runOfEvents(plantedSteps());
    const core::Timeline& timeline = *run->timeline;
    int annotationTracks = 0;
    for (const core::Track& track : timeline.tracks()) {
        if (!track.device)
            continue;
        const auto busy = timeline.busy(core::LaneId(track.firstLane), timeline.begin(), timeline.end());
        if (core::isAnnotationTrack(timeline, track)) {
            ++annotationTracks;
            QCOMPARE(timeline.names().text(track.thread), std::string_view("stream 7 annotations"));
            QCOMPARE(busy, std::int64_t{3 * 680'000});
        } else {
            QCOMPARE(busy, std::int64_t{3 * 380'000}); // the kernels, not what is named around them
            QCOMPARE(track.laneCount, 1U);
        }
    }
    QCOMPARE(annotationTracks, 1);
    QCOMPARE(timeline.displacedCount(), std::size_t{0});
}

/// Spans that may be anything: that the whole time is idle would be said of nothing.
void TstOverview::nothingIsKnownToWork()
{
    Events events;
    for (std::int64_t at = 0; at < 5; ++at)
        events.host("request", "GET /", 100 * at, 100 * at + 70 + at);
    const Overview overview = overviewOfRun(tests::runOfEvents(events.text()));
    QVERIFY(isMicroseconds(overview.stepSeconds, 474));
    QVERIFY(overview.parts.empty());
    QVERIFY(overview.findings.empty());
}

void TstOverview::idleTimeByCause()
{
    const Overview overview = overviewOfRun(tests::runOfEvents(plantedSteps()));
    QCOMPARE(overview.steps, std::size_t{2}); // the device's first step is no measure of the others
    QCOMPARE(overview.stepsFrom, std::string("marks"));
    QVERIFY(isMicroseconds(overview.stepSeconds, 1000));
    QVERIFY(isMicroseconds(overview.parts.at(0).seconds, 380)); // computing
    QVERIFY(isMicroseconds(overview.parts.at(3).seconds, 620)); // idle
    // Each gap by hand: what the launching thread did from the gap's begin to the launch, which takes its own
    // time to reach the device.
    const std::vector<std::pair<std::string, double>> expected{
        {"data_loading", 300}, {"host_work", 220}, {"synchronization", 60}, {"launch_bound", 40}};
    QCOMPARE(overview.findings.size(), expected.size());
    for (std::size_t at = 0; at < expected.size(); ++at) {
        QCOMPARE(overview.findings[at].kind, expected[at].first);
        QVERIFY2(isMicroseconds(overview.findings[at].recordedSeconds, expected[at].second),
                 expected[at].first.c_str());
        QVERIFY(!overview.findings[at].evidence.empty());
    }
    QCOMPARE(overview.findings[1].args.at(2), std::string("aten::embedding_bag"));
    QCOMPARE(overview.findings[2].args.at(2), std::string("aten::item"));
    QCOMPARE(overview.findings[0].evidence.front().dur, std::int64_t{300'000});
}

/// A large run's step is shown while what costs time is still worked out.
void TstOverview::howStepsDivideIsToldFirst()
{
    const core::RunPtr run = tests::runOfEvents(plantedSteps());
    std::vector<Overview> begun;
    const Overview whole =
        overviewOfPart(run, {}, {}, {}, [&](Overview one) { begun.push_back(std::move(one)); }).value();
    QCOMPARE(begun.size(), std::size_t{1});
    QCOMPARE(begun[0].stepSeconds, whole.stepSeconds);
    QCOMPARE(begun[0].parts.size(), whole.parts.size());
    QCOMPARE(begun[0].parts[0].seconds, whole.parts[0].seconds);
    QCOMPARE(begun[0].coverage.launches, whole.coverage.launches);
    QVERIFY(begun[0].findings.empty() && !whole.findings.empty());
}

/// Who holds the run's input finds what the overview worked out there; when nobody does, nothing is kept.
void TstOverview::whatItWorkedOutIsShared()
{
    const core::RunPtr run = tests::runOfEvents(plantedSteps());
    std::weak_ptr<const AnalysisInput> gone;
    {
        const std::shared_ptr<const AnalysisInput> held = sharedInput(run);
        QCOMPARE(sharedInput(run).get(), held.get());
        QVERIFY(held->keptUnrecorded(0) == nullptr);
        QVERIFY(overviewOfPart(run, {}, {}).ok());
        QVERIFY(held->keptUnrecorded(0) != nullptr);
        QVERIFY(sharedInput(tests::runOfEvents(plantedSteps())).get() != held.get());
        gone = held;
    }
    QVERIFY(gone.expired());
    QVERIFY(sharedInput(run)->keptUnrecorded(0) == nullptr);
}

/// A long operation whose own launch is waited for computes nothing on the host.
void TstOverview::slowToLaunch()
{
    Events events;
    for (std::int64_t step = 0; step < 3; ++step) {
        const std::int64_t at = 1000 * step;
        events.host("user_annotation", "ProfilerStep#" + std::to_string(step), at, at + 1000);
        events.host("cpu_op", "aten::mm", at, at + 20);
        events.kernel("sgemm", at + 5, at + 10, at + 110);
        events.host("cpu_op", "aten::conv2d", at + 110, at + 590); // allocates on its way
        events.host("cuda_runtime", "cudaMalloc", at + 330, at + 340);
        events.kernel("conv_kernel", at + 570, at + 580, at + 1010);
    }
    const Overview overview = overviewOfRun(tests::runOfEvents(events.text()));
    QVERIFY(costOf(overview, "host_work") == nullptr);
    const CostFinding* const slow = costOf(overview, "slow_launch");
    QVERIFY(slow != nullptr);
    QVERIFY(isMicroseconds(slow->recordedSeconds, 450)); // 220 before the allocation, 230 behind it
    QCOMPARE(slow->args.at(2), std::string("aten::conv2d"));
}

/// A launching call that takes long is what the device waits for, until it returns; one of a copy may wait
/// for the copy.
void TstOverview::longLaunch()
{
    Events events;
    for (std::int64_t step = 0; step < 3; ++step) {
        const std::int64_t at = 1000 * step;
        const std::string id = std::to_string(500 + step);
        events.host("user_annotation", "ProfilerStep#" + std::to_string(step), at, at + 1000);
        events.host("cpu_op", "aten::mm", at, at + 20);
        events.kernel("sgemm", at + 5, at + 10, at + 110);
        events.host("cpu_op", "aten::conv2d", at + 110, at + 600);
        events.slice("cuda_runtime", "cudaLaunchKernel", 100, 1, at + 120, 400, R"("correlation":)" + id);
        events.slice("kernel", "conv_kernel", 0, 7, at + 570, 430, R"("stream":7,"correlation":)" + id);
    }
    const Overview overview = overviewOfRun(tests::runOfEvents(events.text()));
    const CostFinding* const slow = costOf(overview, "slow_launch");
    QVERIFY(slow != nullptr);
    QVERIFY(isMicroseconds(slow->recordedSeconds, 400));
    QCOMPARE(slow->args.at(2), std::string("aten::conv2d"));
    const CostFinding* const wait = costOf(overview, "dependency_wait");
    QVERIFY(wait != nullptr);
    QVERIFY(isMicroseconds(wait->recordedSeconds, 50)); // from the call's end to the kernel's begin
}

void TstOverview::whatDoesNotApply()
{
    const Overview overview = overviewOfRun(tests::runOfEvents(plantedSteps()));
    std::map<std::string, std::string> reasons;
    for (const NotApplicable& one : overview.notApplicable)
        reasons[one.analysis] = one.reason.key;
    QCOMPARE(reasons["stragglers"], std::string("empty.one_rank"));
    QCOMPARE(reasons["memory"], std::string("empty.no_memory_records"));
    QVERIFY(reasons.count("idle_time") == 0);
}

void TstOverview::rankThatWorksLonger()
{
    tests::ScratchFolder scratch;
    const core::RunPtr run = tests::imported(stragglingRanks(scratch, 3, 3, false)).run;
    const Overview overview = overviewOfRun(run);
    QCOMPARE(overview.warmUpSteps, std::size_t{1});
    QCOMPARE(overview.steps, std::size_t{3});
    const CostFinding* const work = costOf(overview, "straggler_work");
    QVERIFY(work != nullptr);
    QCOMPARE(work->args.at(2), std::string("1"));
    QCOMPARE(work->args.at(3), std::string("3.0"));
    QCOMPARE(work->args.at(4), std::string("3"));
    QVERIFY(work->confidence == Confidence::High);
    QVERIFY(isMicroseconds(work->secondsPerStep, 6000 - 2000)); // as long as the others wait
    QVERIFY(costOf(overview, "straggler_late") == nullptr);     // the same rank, told once
    const core::Report report = tests::analyzed(AnalysisInput(run), "stragglers");
    for (const core::Finding& finding : report.findings) {
        if (finding.key == "stragglers.rank") { // 52 ms of the first step do not make rank 0 the culprit
            QCOMPARE(finding.args.at(0), std::string("1"));
            QCOMPARE(finding.args.at(3), std::to_string(3 * 2 * 4'000'000) + " ns");
        }
    }
    QVERIFY(tests::hasFinding(report, "stragglers.rank"));
    QVERIFY(tests::hasFinding(report, "stragglers.work"));
    QVERIFY(tests::hasFinding(report, "stragglers.warm_up"));
}

void TstOverview::rankThatIsMissing()
{
    tests::ScratchFolder scratch;
    const core::RunPtr run = tests::imported(stragglingRanks(scratch, 2, 3, true)).run;
    const Overview overview = overviewOfRun(run);
    QCOMPARE(overview.absentRanks, (std::vector<std::int32_t>{2}));
    const CostFinding* const absent = costOf(overview, "straggler_absent");
    QVERIFY(absent != nullptr);
    QCOMPARE(absent->args.at(2), std::string("1"));
    QCOMPARE(absent->args.at(3), std::string("2"));
    // All but one wait until 9000 where that one shows that 100 is enough; the first step does not count.
    QVERIFY(isMicroseconds(absent->secondsPerStep, 2 * 6800 / 3.0));
    QVERIFY(costOf(overview, "straggler_late") == nullptr);
}

/// Seven of a known eight files: rank 7, which all wait for, must not leave the blame to rank 6.
void TstOverview::realMissingRank()
{
    std::vector<std::filesystem::path> files;
    if (const auto folder = realFile("param/dlrm_kineto"); !folder.empty()) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (!entry.path().filename().string().starts_with("worker7"))
                files.push_back(entry.path());
        }
    }
    if (files.empty())
        QSKIP("shared traces are not here");
    const Overview overview = overviewOfRun(tests::imported(files).run);
    QCOMPARE(overview.absentRanks, (std::vector<std::int32_t>{7}));
    QVERIFY(costOf(overview, "straggler_absent") != nullptr);
    QVERIFY(costOf(overview, "straggler_late") == nullptr);
}

/// ResNet-50, 32 images a step, recorded without strides: 261.58 GFLOP of convolutions forward, 515.60
/// backward (the first layer's input has no gradient), 0.39 of the classifier; counted by a script over the
/// file's JSON.
void TstOverview::realConvolutions()
{
    const auto file = realFile("kineto_tb/resnet50_nw0_a.pt.trace.json.gz");
    if (file.empty())
        QSKIP("shared traces are not here");
    const profiler::AnalysisInput input(tests::imported(file).run);
    const auto steps = tests::rowsOf(tests::analyzed(input, "utilization"), "step_utilization");
    QCOMPARE(steps.size(), std::size_t{6});
    for (const tests::ReportRow& step : steps) {
        QCOMPARE(step.at("flops").get<double>(), 261'576'720'384.0 + 515'600'547'840.0 + 393'216'000.0);
        QVERIFY(step.at("coverage").get<double>() > 0.6);
    }
}

/// tests/data/known_runs.json: what each shared trace is known to contain, beside the findings it must lead
/// to.
QJsonArray knownRuns()
{
    QFile file(QString::fromUtf8(SHARDSCOPE_SOURCE_DIR) + "/tests/data/known_runs.json");
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll())["runs"].toArray()
                                          : QJsonArray();
}

void TstOverview::realRuns_data()
{
    QTest::addColumn<QJsonObject>("known");
    for (const QJsonValue run : knownRuns())
        QTest::newRow(qPrintable(run["files"][0].toString())) << run.toObject();
}

void TstOverview::realRuns()
{
    QFETCH(QJsonObject, known);
    std::vector<std::filesystem::path> paths;
    for (const QJsonValue file : known["files"].toArray()) {
        paths.push_back(realFile(file.toString().toStdString()));
        if (paths.back().empty())
            QSKIP("shared traces are not here");
    }
    const Overview overview = overviewOfRun(tests::imported(paths).run);
    QCOMPARE(QString::fromStdString(overview.device), known["device"].toString());
    QCOMPARE(static_cast<int>(overview.steps), known["steps"].toInt());
    QJsonArray absent;
    for (const std::int32_t rank : overview.absentRanks)
        absent.append(rank);
    QCOMPARE(absent, known["absent_ranks"].toArray());
    QStringList wanted;
    for (const QJsonValue kind : known["first"].toArray())
        wanted << kind.toString();
    QStringList first;
    for (std::size_t at = 0; at < std::min<std::size_t>(3, overview.findings.size()); ++at)
        first << QString::fromStdString(overview.findings[at].kind);
    QCOMPARE(first, wanted);
    QJsonArray near;
    for (std::size_t at = 0; at < std::min<std::size_t>(3, overview.findings.size()); ++at) {
        if (overview.findings[at].nearPrevious)
            near.append(static_cast<int>(at) + 1);
    }
    QCOMPARE(near, known["near_previous"].toArray());
    // A pipeline's first rank ends last by its schedule, which is nobody's fault.
    if (first.contains(QStringLiteral("pipeline_bubble")))
        QVERIFY(costOf(overview, "straggler_late") == nullptr);
    double parts = 0;
    for (const StepPart& part : overview.parts)
        parts += part.seconds;
    const QJsonArray counted = known["parts_ms"].toArray();
    if (overview.parts.empty())
        QVERIFY(wanted.isEmpty() && counted.isEmpty());
    else
        QVERIFY(std::abs(parts - overview.stepSeconds) < 1e-9 * std::max(1.0, overview.stepSeconds));
    // Counted by a separate script to a hundredth of a millisecond.
    for (qsizetype at = 0; at < counted.size(); ++at)
        QVERIFY2(std::abs(overview.parts[static_cast<std::size_t>(at)].seconds * 1e3 -
                          counted[at].toDouble()) < 0.0151,
                 overview.parts[static_cast<std::size_t>(at)].part.c_str());
}

/// A trace that nobody knows is no test: it is named among what was skipped.
void TstOverview::everySharedTraceIsKnown()
{
    const auto folder = tests::sharedTraces();
    if (!std::filesystem::exists(folder))
        QSKIP("shared traces are not here");
    QStringList known;
    for (const QJsonValue run : knownRuns()) {
        QVERIFY2(run["contains"].toString().size() > 10, qPrintable(run["files"][0].toString()));
        for (const QJsonValue file : run["files"].toArray())
            known << file.toString();
    }
    QStringList unknown;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const QString name = QString::fromStdString(std::filesystem::relative(entry.path(), folder).string());
        if (entry.is_regular_file() && !name.endsWith(QStringLiteral(".md")) &&
            !name.endsWith(QStringLiteral("traces_meta.json")) && !known.contains(name))
            unknown << name;
    }
    if (!unknown.isEmpty())
        QSKIP(qPrintable(QStringLiteral("no list knows ") + unknown.join(QStringLiteral(", "))));
}

/// A file names the devices of its node; what is shown is what worked.
void TstOverview::devicesThatWorked()
{
    const tests::ScratchFolder scratch;
    const auto overviewOf = [&](const std::string& events, const std::string& names) {
        return overviewOfRun(
            tests::imported(scratch.write("a.json", "{\"deviceProperties\": [" + names +
                                                        "], \"traceEvents\": [" + events + "]}"))
                .run);
    };
    const std::string two = "{\"id\": 0, \"name\": \"A100\"}, {\"id\": 1, \"name\": \"A100\"}";
    Events host;
    host.host("cpu_op", "aten::mm", 0, 100);
    const Overview idle = overviewOf(host.text(), two);
    QCOMPARE(idle.device, std::string("CPU"));
    QCOMPARE(idle.idleDevice, std::string("2 x A100"));
    Events one;
    one.kernel("sgemm", 0, 10, 90);
    QCOMPARE(overviewOf(one.text(), two).device, std::string("A100"));
    one.slice("kernel", "sgemm", 1, 7, 20, 50);
    const Overview both = overviewOf(one.text(), two);
    QCOMPARE(both.device, std::string("2 x A100"));
    QCOMPARE(both.idleDevice, std::string());
    // Kernels were launched and not recorded: the device did work.
    Events launched;
    launched.slice("cuda_runtime", "cudaLaunchKernel", 100, 1, 0, 5);
    QCOMPARE(overviewOf(launched.text(), two).device, std::string("A100"));
    QCOMPARE(overviewOf(host.text(), "").device, std::string());
    // ROCm in a container names nothing; figures of AMD's data sheets do, where they are one device's only.
    const auto nameless = [&](const std::string& units, const std::string& bytes) {
        return overviewOf(
                   one.text(),
                   R"({"id": 0, "name": "", "computeMajor": 9, "computeMinor": 4, "warpSize": 64, "numSms": )" +
                       units + R"(, "totalGlobalMem": )" + bytes + "}")
            .device;
    };
    QCOMPARE(nameless("304", "206141652992"), std::string("2 x AMD Instinct MI300X"));
    QCOMPARE(nameless("304", "274861129728"), std::string("2 x AMD Instinct MI325X"));
    QCOMPARE(nameless("80", "68702699520"), std::string("2 x AMD gfx94x, 80 compute units"));
}

/// What was opened together is not averaged where it is of different jobs.
void TstOverview::filesOfOtherJobs()
{
    const tests::ScratchFolder scratch;
    const auto file = [&](const std::string& name, const std::string& head, const std::string& events) {
        return scratch.write(name, "{" + head + "\"traceEvents\": [" + events + "]}");
    };
    const auto overviewOf = [&](const std::filesystem::path& other) {
        return overviewOfRun(tests::imported({file("a.json", "", plantedSteps()), other}).run);
    };
    Events later;
    later.kernel("sgemm", 20'000'000, 20'000'010, 20'500'000);
    const Overview apart = overviewOf(file("b.json", "", later.text()));
    QCOMPARE(apart.otherFiles, std::vector<std::string>{"b.json"});
    QCOMPARE(apart.ranks, std::vector<std::int32_t>{0});
    QVERIFY(isMicroseconds(apart.stepSeconds, 1000));
    QVERIFY(isMicroseconds(apart.parts.at(0).seconds, 380)); // a.json's alone
    // At the same time, of one rank: two recordings of device work are two jobs, a host's is the rank's.
    const std::string rank = R"("distributedInfo": {"rank": 0}, )";
    const auto ofRank = [&](const std::string& events) {
        return overviewOfRun(
                   tests::imported({file("a.json", rank, plantedSteps()), file("b.json", rank, events)}).run)
            .otherFiles;
    };
    QCOMPARE(ofRank(plantedSteps()), std::vector<std::string>{"b.json"});
    Events host;
    host.host("cpu_op", "aten::mm", 0, 100);
    QCOMPARE(ofRank(host.text()), std::vector<std::string>{});
    // Ranks of one world are one job, whenever they were recorded.
    QVERIFY(
        overviewOfRun(tests::imported({file("a.json", rank, plantedSteps()),
                                       file("b.json", R"("distributedInfo": {"rank": 1}, )", later.text())})
                          .run)
            .otherFiles.empty());
}

SHARDSCOPE_TEST(TstOverview)
#include "tst_overview.moc"
