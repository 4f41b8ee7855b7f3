// SPDX-License-Identifier: GPL-3.0-or-later
// Failures are planted, and what they cost is counted by hand from the run in which nothing fails.
#include "app/session/simulate/plan_simulation.h"
#include "planner/engine/task_graph.h"
#include "profiler/profiler.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <cmath>

using namespace shardscope;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

const Options kPipeline{{"pipeline", "4"}, {"replica", "2"}, {"micro-batch", "1"}, {"global-batch", "16"}};
/// Lookups, computing and gradients of a batch one after the other: what is late stays late.
const Options kFullSync{{"replica", "2"}, {"dense", "synchronous"}, {"embedding", "synchronous"}};

core::Result<planner::Simulation> tried(const char* model, const char* hardware, const Options& options,
                                        const std::string& fail, std::int64_t steps,
                                        std::int64_t checkpointEvery = 0, double jitter = 0)
{
    const core::Catalog catalog(SHARDSCOPE_SOURCE_DIR "/resources");
    app::SimulationCall call;
    call.plan = {model, hardware, {}, options};
    call.fail = fail;
    call.checkpointEvery = checkpointEvery;
    call.options.steps = steps;
    call.options.jitter = jitter;
    return app::simulatePlan(catalog, std::move(call), {});
}
planner::Simulation pipeline(const std::string& fail, std::int64_t checkpointEvery = 0)
{
    return tried("gpt2-xl", "dgx-a100-80g", kPipeline, fail, 6, checkpointEvery).value();
}
planner::Simulation roles(const std::string& fail)
{
    return tried("persia-criteo", "persia-v100", kFullSync, fail, 8).value();
}

bool near(double a, double b, double by = 1e-6) { return std::abs(a - b) <= by * std::max(1.0, std::abs(b)); }

struct Span {
    double begin = 0;
    double end = 0;
};
/// Slices of \p name in \p process and on \p thread, by time.
std::vector<Span> spansOf(const core::RunPtr& run, const std::string& process, const std::string& thread,
                          const std::string& name)
{
    std::vector<Span> out;
    const core::Timeline& timeline = *run->timeline;
    for (const core::Track& track : timeline.tracks()) {
        if (timeline.names().text(track.process) != process || timeline.names().text(track.thread) != thread)
            continue;
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                if (timeline.names().text(timeline.name()[row]) == name)
                    out.push_back({1e-9 * double(timeline.ts()[row]),
                                   1e-9 * double(timeline.ts()[row] + timeline.dur()[row])});
            }
        }
    }
    std::sort(out.begin(), out.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    return out;
}

std::string text(double seconds) { return QByteArray::number(seconds, 'g', 17).toStdString(); }

} // namespace

class TstFailures : public QObject {
    Q_OBJECT
private slots:
    void aLinkThatIsAwayBeginsAnew()
    {
        // Two transfers of 4 s share a link from 0 and 2 on: at 3 the first has done 2.5, the second 0.5.
        // Both are lost, and from 10 on they share it for 8 s; a third that comes at 5 makes that 12.
        planner::TaskGraph graph;
        const std::uint32_t link = graph.addLink();
        graph.add(4, planner::kNone, link);
        const planner::TaskIndex soon = graph.add(2);
        const planner::TaskIndex second = graph.add(4, planner::kNone, link);
        graph.after(second, soon);
        graph.outage(link, 3, 10);
        const auto two = planner::runTasks(graph);
        QVERIFY(two.ok());
        QCOMPARE(two->end[0], 18.0);
        QCOMPARE(two->end[second], 18.0);
        const planner::TaskIndex later = graph.add(5);
        graph.after(graph.add(4, planner::kNone, link), later);
        const auto three = planner::runTasks(graph);
        QCOMPARE(three->makespan, 22.0);
        // What ends as the link goes has ended.
        planner::TaskGraph just;
        const std::uint32_t one = just.addLink();
        just.add(3, planner::kNone, one);
        just.outage(one, 3, 10);
        QCOMPARE(planner::runTasks(just)->makespan, 3.0);
    }

    void aPipelineGoesOnFromItsCheckpoint_data()
    {
        QTest::addColumn<int>("every");
        QTest::addColumn<double>("steps"); ///< into the run at which a stage fails
        QTest::addColumn<int>("again");    ///< whole steps that are done once more
        QTest::newRow("from the begin") << 0 << 3.25 << 3;
        QTest::newRow("every second step") << 2 << 3.25 << 1;
        QTest::newRow("just after one") << 3 << 3.25 << 0;
        QTest::newRow("every step, in the first") << 1 << 0.5 << 0;
    }
    void aPipelineGoesOnFromItsCheckpoint()
    {
        QFETCH(int, every);
        QFETCH(double, steps);
        QFETCH(int, again);
        const planner::Simulation plain = pipeline("");
        const double step = plain.stepSeconds;
        constexpr double kDown = 7;
        const planner::Simulation out = pipeline("stage 2=" + text(steps * step) + "+" + text(kDown), every);
        QVERIFY(out.failure.has_value());
        const double lost = (again + steps - std::floor(steps)) * step;
        QVERIFY(near(out.failure->lostSeconds, lost));
        QVERIFY(near(out.failure->lostBatches, again + steps - std::floor(steps)));
        QVERIFY(near(out.failure->delaySeconds, kDown + lost));
        QVERIFY(near(out.stepSeconds, step + (kDown + lost) / 6));
        double differences = 0;
        for (const planner::StepDifference& one : out.differences)
            differences += one.seconds;
        QVERIFY(near(differences, out.stepSeconds - out.closedFormSeconds));
        for (const planner::SimulatedClass& one : out.classes)
            QVERIFY(near(one.busySeconds + one.idleSeconds + one.exposedSeconds, out.stepSeconds));
        // All stages stop, and come back together; the same passes are done, and some in vain.
        for (int stage = 0; stage < 4; ++stage) {
            const std::string process = "stage " + std::to_string(stage);
            const auto restart = spansOf(out.run, process, "schedule", "restart from the checkpoint");
            QCOMPARE(restart.size(), std::size_t{1});
            QVERIFY(near(restart[0].begin, steps * step) && near(restart[0].end - restart[0].begin, kDown));
            for (const Span& pass : spansOf(out.run, process, "computing", "forward (gemm)"))
                QVERIFY(pass.end <= restart[0].begin + 1e-8 || pass.begin >= restart[0].end - 1e-8);
        }
        const auto first = spansOf(out.run, "stage 0", "schedule", "PP:0F0");
        QCOMPARE(first.size(), std::size_t(6 + again + 1));
        QCOMPARE(out.run->timeline->displacedCount(), std::size_t{0});
    }

    void theAnalysisOfStepsFindsIt()
    {
        const double step = pipeline("").stepSeconds;
        const planner::Simulation out = pipeline("stage 1=" + text(2.5 * step) + "+9", 1);
        const core::Report report =
            profiler::analyze(**profiler::findAnalysis("steps"), profiler::AnalysisInput(out.run)).value();
        const auto table = std::find_if(report.tables.begin(), report.tables.end(),
                                        [](const core::Table& one) { return one.key == "steps"; });
        QVERIFY(table != report.tables.end());
        const std::size_t column = table->columnIndex("time_ns").value();
        std::vector<double> seconds; // of the first rank
        for (std::size_t row = 0; row < 7; ++row)
            seconds.push_back(1e-9 * double(std::get<std::int64_t>(table->rows[row][column])));
        for (const std::size_t usual : {0, 1, 4, 5, 6})
            QVERIFY(near(seconds[usual], step));
        QVERIFY(near(seconds[2], 0.5 * step));
        QVERIFY(near(seconds[3], 9 + step));
    }

    void whatIsAskedOfAServerThatIsAwayWaits()
    {
        const planner::Simulation plain = roles("");
        const auto lookups = spansOf(plain.run, "NN worker 0", "embedding get 5", "## embedding get 5 ##");
        QCOMPARE(lookups.size(), std::size_t{1});
        const double begin = countedFrom();
        // Away from the moment on at which batch 5 is looked up: the lookup is served when the server is
        // back.
        const double at = lookups[0].begin - begin;
        constexpr double kDown = 3;
        const planner::Simulation out = roles("parameter_server=" + text(at) + "+" + text(kDown));
        QVERIFY(out.failure.has_value());
        QVERIFY(near(out.failure->at, lookups[0].begin));
        // What else a lookup takes went on meanwhile; the server is asked for all of it after its return.
        const auto late = spansOf(out.run, "NN worker 0", "embedding get 5", "## embedding get 5 ##");
        QVERIFY(near(late[0].begin, lookups[0].begin));
        const auto inTime = spansOf(plain.run, "parameter servers", "reads and updates", "serving");
        const auto asked = std::find_if(inTime.begin(), inTime.end(),
                                        [&](const Span& one) { return near(one.begin, lookups[0].begin); });
        QVERIFY(asked != inTime.end());
        const double serving = asked->end - asked->begin;
        QVERIFY(serving > 0);
        QVERIFY(near(late[0].end, lookups[0].begin + kDown + serving));
        QVERIFY(near(out.failure->delaySeconds, late[0].end - lookups[0].end));
        QVERIFY(near(out.failure->lostShare, 1.0 / 50));
        QCOMPARE(spansOf(out.run, "parameter servers", "reads and updates", "restart").size(),
                 std::size_t{1});
    }

private:
    /// Where the steps that are counted begin in the runs of roles().
    static double countedFrom() { return roles("parameter_server=0+0").failure->at; }

private slots:
    void aWorkersBatchIsDoneAgain()
    {
        const planner::Simulation plain = roles("");
        const double begin = countedFrom();
        const auto backward = spansOf(plain.run, "NN worker 1", "computing", "backward (gemm)");
        const auto host = spansOf(plain.run, "NN worker 1", "host", "## host 6 ##");
        const auto get = spansOf(plain.run, "NN worker 1", "embedding get 6", "## embedding get 6 ##");
        QCOMPARE(host.size(), std::size_t{1});
        QCOMPARE(get.size(), std::size_t{1});
        const auto within = std::find_if(backward.begin(), backward.end(),
                                         [&](const Span& one) { return one.begin >= host[0].end - 1e-9; });
        QVERIFY(within != backward.end());
        const double at = 0.5 * (within->begin + within->end);
        constexpr double kDown = 2;
        const planner::Simulation out = roles("nn worker 1=" + text(at - begin) + "+" + text(kDown));
        QVERIFY(out.failure.has_value());
        // Back after kDown, it looks the batch up again and does again what it had done since it had it.
        // Alone it is served faster than beside the other worker.
        const auto again = spansOf(out.run, "NN worker 1", "embedding get 6 again", "## embedding get 6 ##");
        QCOMPARE(again.size(), std::size_t{1});
        QVERIFY(near(again[0].begin, at + kDown));
        QVERIFY(again[0].end - again[0].begin <= get[0].end - get[0].begin + 1e-9);
        const double lookup = again[0].end - again[0].begin;
        QVERIFY(near(out.failure->lostSeconds, at - host[0].begin));
        QVERIFY(near(out.failure->delaySeconds, kDown + lookup + (at - host[0].begin)));
        const auto vain = spansOf(out.run, "NN worker 1", "computing", "backward (gemm), in vain");
        QCOMPARE(vain.size(), std::size_t{1});
        QVERIFY(near(vain[0].end, at));
        // The other one waits for it in the all-reduce, and nowhere else.
        const double longer = out.stepSeconds - plain.stepSeconds;
        QVERIFY(longer > 0);
        QVERIFY(near(out.classes[0].exposedSeconds - plain.classes[0].exposedSeconds, longer, 1e-5));
        QVERIFY(near(out.classes[0].busySeconds, plain.classes[0].busySeconds, 1e-5));
    }

    void aQueueHidesAShortAbsence()
    {
        // PERSIA with ten batches ahead: a server that is away for less than they last is not felt.
        const auto with = [](const std::string& fail) {
            return tried("persia-criteo", "persia-v100", {}, fail, 30).value();
        };
        const double step = with("").stepSeconds;
        const planner::Simulation felt = with("parameter_server=0.01+" + text(20 * step));
        const planner::Simulation hidden = with("parameter_server=0.01+" + text(5 * step));
        QVERIFY(near(hidden.failure->delaySeconds, 0));
        QVERIFY(felt.failure->delaySeconds > 9 * step && felt.failure->delaySeconds < 13 * step);
    }

    void wrongFailuresAreTold()
    {
        const auto code = [](const std::string& fail, double jitter = 0, std::int64_t every = 0) {
            const auto out = tried("gpt2-xl", "dgx-a100-80g", kPipeline, fail, 2, every, jitter);
            return out.ok() ? core::ErrorCode::Cancelled : out.error().code;
        };
        QCOMPARE(code("stage 4=0.1"), core::ErrorCode::UnknownName);
        QCOMPARE(code("stage 1=1000"), core::ErrorCode::OutOfRange);
        QCOMPARE(code("stage 1=-1"), core::ErrorCode::OutOfRange);
        QCOMPARE(code("stage 1=0.1+-1"), core::ErrorCode::OutOfRange);
        QCOMPARE(code("stage 1"), core::ErrorCode::NumberMalformed);
        QCOMPARE(code("stage 1=0.1+"), core::ErrorCode::NumberMalformed);
        QCOMPARE(code("stage 1=0.1", 0.1), core::ErrorCode::Inconsistent);
        QCOMPARE(code("stage 1=0.1", 0, -1), core::ErrorCode::OutOfRange);
        const auto zionex = tried("dlrm-v2-mlperf", "zionex", {{"replica", "128"}, {"micro-batch", "512"}},
                                  "rank 0=0.001", 1);
        QVERIFY(!zionex.ok() && zionex.error().code == core::ErrorCode::NotSupported);
    }
};

SHARDSCOPE_TEST(TstFailures)
#include "tst_failures.moc"
