// SPDX-License-Identifier: GPL-3.0-or-later
// What analyses conclude, held against runs into which the truth was planted.
#include "profiler/analyze/host/annotation_sweep.h"
#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/time/host_segments.h"
#include "tests/profiler/analysis_case.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <map>
#include <set>
#include <span>

using namespace shardscope;
using tests::analyzed;
using tests::correlation;
using tests::joined;
using tests::ReportRow;
using tests::rowsOf;
using tests::slice;

class TstAnalyzeTruth : public QObject {
    Q_OBJECT
private slots:
    void optimizersTellSteps();
    void waitsOfMtiaAreNoWork();
    void blockingCopiesAreWaits();
    void operationsWithinAsynchronousTransfers();
    void overlapsOnOneStreamAreCounted();
    void pathsSayWhatTheyCover();
    void annotationsBySweep();
    void gradientsBelongToTheirModule();
};

/// Three micro-batches a step, each named: the optimizer's steps are the steps. Where the range holds one
/// optimizer's step each, the range is the step.
void TstAnalyzeTruth::optimizersTellSteps()
{
    std::vector<std::string> events;
    std::vector<std::string> whole;
    for (int step = 0; step < 4; ++step) {
        const double begin = 100.0 * step;
        for (int batch = 0; batch < 3; ++batch) {
            events.push_back(slice("user_annotation",
                                   "enumerate(DataLoader)#_MultiProcessingDataLoaderIter"
                                   ".__next__",
                                   "5", begin + 30 * batch, 2));
            events.push_back(slice("user_annotation", "forward_backward", "5", begin + 30 * batch + 2, 27));
        }
        events.push_back(slice("user_annotation", "Optimizer.step#AdamW.step", "5", begin + 91, 8));
        whole.push_back(slice("user_annotation", "train", "5", begin, 99));
    }
    const auto stepsOf = [&](const std::vector<std::string>& all) {
        std::vector<std::pair<std::string, std::int64_t>> steps;
        for (const ReportRow& row :
             rowsOf(analyzed(profiler::AnalysisInput(tests::runOfEvents(joined(all))), "steps"), "steps"))
            steps.emplace_back(row.at("name").get<std::string>(), row.at("time_ns").get<std::int64_t>());
        return steps;
    };
    using Steps = std::vector<std::pair<std::string, std::int64_t>>;
    QCOMPARE(
        stepsOf(events),
        (Steps{{"optimizer step 1", 100'000}, {"optimizer step 2", 100'000}, {"optimizer step 3", 100'000}}));
    whole.insert(whole.end(), events.begin(), events.end());
    QCOMPARE(stepsOf(whole),
             (Steps{{"train", 99'000}, {"train", 99'000}, {"train", 99'000}, {"train", 99'000}}));
}

/// On MTIA the control processor's waits stand among the work: 30 of 100 us compute, 60 wait, 10 are nothing.
void TstAnalyzeTruth::waitsOfMtiaAreNoWork()
{
    const auto mtia = [](const char* name, double ts, double dur) {
        return R"({"ph": "X", "cat": "mtia_ccp_events", "name": ")" + std::string(name) +
               R"(", "pid": 0, "tid": 7, "ts": )" + std::to_string(ts) + R"(, "dur": )" +
               std::to_string(dur) + R"(, "args": {"stream": 7}})";
    };
    const profiler::AnalysisInput input(tests::runOfEvents(
        joined({mtia("fba_mul", 0, 10), mtia("wait_for_event", 10, 60), mtia("fba_add", 80, 20)})));
    const ReportRow row = rowsOf(analyzed(input, "temporal_breakdown"), "temporal_breakdown").at(0);
    QCOMPARE(row.at("compute_ns"), 30'000);
    QCOMPARE(row.at("idle_ns"), 70'000);
}

/// A copy from pageable memory: its call returns behind the copy's end, so that the device has nothing to do
/// because the host is held, and no graph of kernels would help; as far as it was held, and no further.
void TstAnalyzeTruth::blockingCopiesAreWaits()
{
    using Causes = std::map<std::string, std::int64_t>;
    const auto causes = [&](double callLasts, double copyLasts, double launch, bool workBefore) {
        std::vector<std::string> events{
            slice("cpu_op", "aten::copy_", "5", 20, callLasts + 2),
            slice("cuda_runtime", "cudaMemcpyAsync", "5", 21, callLasts, correlation(1)),
            slice("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", "7", 25, copyLasts, correlation(1)),
            slice("cpu_op", "aten::mm", "5", launch - 5, 20),
            slice("cuda_runtime", "cudaLaunchKernel", "5", launch, 5, correlation(2)),
            slice("kernel", "gemm", "7", launch + 5, 50, correlation(2)),
        };
        if (workBefore)
            events.push_back(slice("kernel", "gemm", "7", 10, 14));
        const profiler::AnalysisInput input(tests::runOfEvents(joined(events)));
        const auto end = static_cast<std::int64_t>(25 + copyLasts);
        const core::IntervalSet idle{{end * 1000, static_cast<std::int64_t>(launch + 5) * 1000}};
        const auto shares = profiler::idleByCause(input, 0, idle, {}, {}).value();
        Causes times;
        for (const auto& [cause, share] : shares)
            times[std::string(core::nameOf(cause.first))] += share.time;
        Causes pieces;
        const auto stretches = profiler::idlePieces(input, 0, idle, {}, {}).value();
        for (const profiler::IdlePiece& piece : stretches)
            pieces[std::string(core::nameOf(piece.cause))] += piece.time.end - piece.time.begin;
        return times == pieces ? times : Causes{};
    };
    // Held in [21, 131): the copy ends at 125, the next work is launched at 175; not held, it would have been
    // launched before the copy's end.
    QCOMPARE(causes(110, 100, 175, false), (Causes{{"blocking_copy", 55'000}}));
    // Earlier work was to end first: the host waits for the device.
    QCOMPARE(causes(110, 100, 175, true), (Causes{{"synchronization", 55'000}}));
    // Held for 3 of the 170 us until the next kernel: the rest is the host's own, and no operators fill it.
    QCOMPARE(causes(12, 5, 195, false), (Causes{{"blocking_copy", 3'000}, {"host_between", 167'000}}));
    // Returned at once.
    QCOMPARE(causes(10, 100, 175, false), (Causes{{"launch_bound", 55'000}}));
}

/// gloo's range of a send lasts until the send is over; the operations that run in it meanwhile are the
/// thread's own work.
void TstAnalyzeTruth::operationsWithinAsynchronousTransfers()
{
    const auto run = tests::runOfEvents(joined({
        slice("user_annotation", "gloo:send", "5", 0, 100),
        slice("cpu_op", "c10d::send", "5", 1, 3),
        slice("cpu_op", "aten::mm", "5", 10, 30),
        slice("cpu_op", "aten::relu", "5", 50, 20),
    }));
    const core::RowKinds kinds(*run->timeline, core::WorkRules::shipped());
    std::int64_t computing = 0;
    std::int64_t communicating = 0;
    for (std::size_t track = 0; track < run->timeline->tracks().size(); ++track) {
        for (const profiler::HostSegment& segment :
             profiler::hostSegments(*run->timeline, kinds, core::TrackId{track})) {
            (segment.work == profiler::IdleCause::Launching ? computing : communicating) +=
                segment.time.end - segment.time.begin;
        }
    }
    QCOMPARE(computing, std::int64_t{50'000});
    QCOMPARE(communicating, std::int64_t{50'000});
}

/// Four kernels of one stream, of which two begin early (one inside another): all are kept, times of the
/// device are unions, and the count is told.
void TstAnalyzeTruth::overlapsOnOneStreamAreCounted()
{
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        slice("kernel", "a", "7", 0, 10),
        slice("kernel", "b", "7", 8, 10),
        slice("kernel", "c", "7", 20, 20),
        slice("kernel", "d", "7", 25, 5),
        slice("kernel", "e", "9", 50, 10),
    })));
    const core::Report report = analyzed(input, "kernel_breakdown");
    const auto rows = rowsOf(report, "overlapping_work");
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows.at(0).at("stream"), 7);
    QCOMPARE(rows.at(0).at("rows"), 4);
    QCOMPARE(rows.at(0).at("overlapping"), 2);
    QCOMPARE(rows.at(0).at("sum_ns"), 45'000);
    QCOMPARE(rows.at(0).at("busy_ns"), 38'000);
    QVERIFY(tests::hasFinding(report, "kernels.overlap"));
    QCOMPARE(rowsOf(report, "kernels").size(), std::size_t{5});
    QCOMPARE(rowsOf(analyzed(input, "temporal_breakdown"), "temporal_breakdown").at(0).at("compute_ns"),
             48'000);
}

/// A step whose forward pass runs on one thread and whose backward pass on another, which the file does not
/// link: its path covers half. What it takes to cover all is inferred, and said. Work that goes on behind the
/// range makes the path longer than the range: said, too.
void TstAnalyzeTruth::pathsSayWhatTheyCover()
{
    const auto pathOf = [](const std::vector<std::string>& events) {
        profiler::AnalysisOptions options;
        options.annotation = "ProfilerStep";
        options.instance = 0;
        return analyzed(profiler::AnalysisInput(tests::runOfEvents(joined(events))), "critical_path",
                        options);
    };
    const core::Report threads = pathOf({
        slice("user_annotation", "ProfilerStep#0", "5", 0, 100),
        slice("cpu_op", "aten::mm", "5", 0, 45),
        slice("cpu_op", "MmBackward0", "6", 46, 44),
        slice("cpu_op", "aten::add_", "5", 91, 9),
    });
    const ReportRow totals = rowsOf(threads, "critical_path_totals").at(0);
    QCOMPARE(totals.at("path_time_ns"), 98'000);
    QCOMPARE(totals.at("covers").get<double>(), 0.98);
    QVERIFY(tests::hasFinding(threads, "critical_path.inferred"));
    QVERIFY(!tests::hasFinding(threads, "critical_path.covers"));

    // A call that waits, of which no record says for what: the kernel that ended last.
    const core::Report waits = pathOf({
        slice("user_annotation", "ProfilerStep#0", "5", 0, 100),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 1, 4, correlation(1)),
        slice("cuda_runtime", "cudaStreamSynchronize", "5", 6, 50, correlation(2)),
        slice("kernel", "gemm", "7", 10, 42, correlation(1)),
        slice("cpu_op", "aten::add_", "5", 58, 42),
    });
    // The launch from 1 on, its delay and the kernel until 52, then from the wait's end at 56 on the thread
    // itself, which nobody else woke: 51 + 2 + 42.
    QCOMPARE(rowsOf(waits, "critical_path_totals").at(0).at("path_time_ns"), 95'000);
    QVERIFY(tests::hasFinding(waits, "critical_path.inferred"));

    const core::Report beyond = pathOf({
        slice("user_annotation", "ProfilerStep#0", "5", 0, 100),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 1, 99, correlation(1)),
        slice("kernel", "gemm", "7", 20, 180, correlation(1)),
    });
    QVERIFY(tests::hasFinding(beyond, "critical_path.beyond"));
    QVERIFY(!tests::hasFinding(beyond, "critical_path.inferred"));

    // A thread that nobody woke: half of the range stays unexplained.
    const core::Report half = pathOf({
        slice("user_annotation", "ProfilerStep#0", "5", 0, 100),
        slice("cpu_op", "aten::mm", "5", 50, 50),
    });
    QVERIFY(tests::hasFinding(half, "critical_path.covers"));
}

/// The sweep finds for each call what comparing it with every range finds: the range that began last of those
/// around it, straddling ones too; device times add up through all ranges around.
void TstAnalyzeTruth::annotationsBySweep()
{
    tests::Dice dice(16);
    std::vector<std::string> events;
    int call = 0;
    for (int thread = 5; thread < 8; ++thread) {
        for (int at = 0; at < 60; ++at)
            events.push_back(slice("user_annotation", "range " + std::to_string(at % 7),
                                   std::to_string(thread), static_cast<double>(dice.below(900)),
                                   static_cast<double>(1 + dice.below(200))));
        for (int at = 0; at < 80; ++at) {
            const auto ts = static_cast<double>(dice.below(1100)) + 0.5;
            events.push_back(slice("cuda_runtime", "cudaLaunchKernel", std::to_string(thread), ts, 0.2,
                                   correlation(++call)));
            events.push_back(slice("kernel", "k", "7", 2000 + 3 * call, 1 + call % 2, correlation(call)));
        }
    }
    const auto run = tests::runOfEvents(joined(events));
    const core::Timeline& timeline = *run->timeline;
    const profiler::AnalysisInput input(run);
    const auto launches = input.launches(0, {});
    QVERIFY(launches.ok());
    const auto found = profiler::innermostAnnotations(input, 0, std::span((*launches)->launch), {});
    QVERIFY(found.ok());
    std::vector<std::uint32_t> ranges;
    for (std::uint32_t row = 0; row < timeline.sliceCount(); ++row) {
        if (timeline.names().text(timeline.category()[row]) == "user_annotation")
            ranges.push_back(row);
    }
    const auto threadOf = [&](std::uint32_t row) {
        const core::TrackId track = timeline.lanes()[timeline.laneOf(core::SliceId{row}).index()].track;
        return timeline.tracks()[track.index()].threadKey;
    };
    std::size_t around = 0;
    for (std::size_t at = 0; at < (*launches)->launch.size(); ++at) {
        const std::uint32_t row = (*launches)->launch[at];
        const std::int64_t ts = timeline.ts()[row];
        std::int64_t begin = -1;
        for (const std::uint32_t range : ranges) {
            if (threadOf(range) == threadOf(row) && timeline.ts()[range] <= ts &&
                ts < timeline.ts()[range] + timeline.dur()[range])
                begin = std::max(begin, timeline.ts()[range]);
        }
        const std::uint32_t own = (*found)[at];
        QCOMPARE(own == profiler::kNoRow ? -1 : timeline.ts()[own], begin);
        around += own == profiler::kNoRow ? 0 : 1;
    }
    QVERIFY(around > 100);

    // Ranges in each other: the outer one has what was launched in both, and counts no name twice.
    const profiler::AnalysisInput nested(tests::runOfEvents(joined(
        {slice("user_annotation", "step", "5", 0, 100), slice("user_annotation", "layer", "5", 10, 50),
         slice("user_annotation", "layer", "5", 20, 20),
         slice("cuda_runtime", "cudaLaunchKernel", "5", 5, 1, correlation(1)),
         slice("cuda_runtime", "cudaLaunchKernel", "5", 25, 1, correlation(2)),
         slice("cuda_runtime", "cudaLaunchKernel", "5", 45, 1, correlation(3)),
         slice("kernel", "a", "7", 10, 10, correlation(1)), slice("kernel", "b", "7", 30, 20, correlation(2)),
         slice("kernel", "c", "7", 60, 30, correlation(3))})));
    const auto rows = rowsOf(analyzed(nested, "annotations"), "annotation_work");
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows.at(0).at("name"), "step");
    QCOMPARE(rows.at(0).at("launches"), 3);
    QCOMPARE(rows.at(0).at("device_ns"), 60'000);
    QCOMPARE(rows.at(0).at("projected_ns"), 80'000);
    QCOMPARE(rows.at(1).at("name"), "layer");
    QCOMPARE(rows.at(1).at("ranges"), 1);
    QCOMPARE(rows.at(1).at("launches"), 2);
    QCOMPARE(rows.at(1).at("device_ns"), 50'000);
    QCOMPARE(rows.at(1).at("projected_ns"), 60'000);
}

/// A product in a module, whose gradient another thread computes: the module's device time has both.
void TstAnalyzeTruth::gradientsBelongToTheirModule()
{
    const profiler::AnalysisInput input(tests::runOfEvents(joined({
        slice("python_function", "nn.Module: Linear_0", "5", 0, 100),
        slice("cpu_op", "aten::mm", "5", 10, 40),
        slice("cuda_runtime", "cudaLaunchKernel", "5", 20, 5, correlation(1)),
        slice("cpu_op", "autograd::engine::evaluate_function: MmBackward0", "6", 200, 60),
        slice("cpu_op", "MmBackward0", "6", 210, 40),
        slice("cuda_runtime", "cudaLaunchKernel", "6", 220, 5, correlation(2)),
        slice("kernel", "gemm", "7", 300, 50, correlation(1)),
        slice("kernel", "gemm", "7", 360, 70, correlation(2)),
        R"({"ph":"s","id":1,"pid":1,"tid":5,"ts":10,"cat":"fwdbwd","name":"fwdbwd"})",
        R"({"ph":"f","id":1,"pid":1,"tid":6,"ts":210,"cat":"fwdbwd","name":"fwdbwd","bp":"e"})",
    })));
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> times; // device, the host's own
    std::map<std::string, std::int64_t> depths;
    for (const ReportRow& row : rowsOf(analyzed(input, "operator_tree"), "operator_tree")) {
        const std::string name = row.at("name").get<std::string>();
        if (row.at("host_self_ns").is_null()) // a kernel, below the call that launched it
            continue;
        times[name] = {row.at("device_ns").get<std::int64_t>(), row.at("host_self_ns").get<std::int64_t>()};
        depths[name] = row.at("depth").get<std::int64_t>();
    }
    QCOMPARE(times["nn.Module: Linear_0"], (std::pair<std::int64_t, std::int64_t>(120'000, 60'000)));
    QCOMPARE(times["aten::mm"], (std::pair<std::int64_t, std::int64_t>(120'000, 35'000)));
    QCOMPARE(times["MmBackward0"], (std::pair<std::int64_t, std::int64_t>(70'000, 35'000)));
    QCOMPARE(depths["MmBackward0"], std::int64_t{2});
    // The engine's call has no device time of its own left, and the time on the host that is its own.
    QCOMPARE(times["autograd::engine::evaluate_function: MmBackward0"],
             (std::pair<std::int64_t, std::int64_t>(0, 20'000)));
}

SHARDSCOPE_TEST(TstAnalyzeTruth)
#include "tst_analyze_truth.moc"
