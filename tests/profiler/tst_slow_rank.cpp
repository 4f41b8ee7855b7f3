// SPDX-License-Identifier: GPL-3.0-or-later
// A rank that is late for a known reason is named with that reason by every analysis of ranks, and by the
// overview, on random recordings.
#include "profiler/analyze/overview/overview.h"
#include "profiler/analyze/ranks/slow_rank.h"
#include "profiler/compare/step_difference.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace shardscope;
using namespace shardscope::profiler;

namespace {

/// Microseconds that each part of a rank's step takes.
struct Parts {
    std::int64_t input = 100; ///< the host fetches a batch
    std::int64_t host = 100;  ///< it is in a function of the program
    std::int64_t copy = 200;
    std::int64_t compute = 3000;
};

/// Steps that end with a collective: nobody leaves it before all have come. \p byHost: the host's library
/// runs it, and its call begins on all ranks alike, whether the device is ready or not.
std::vector<std::string> traces(const std::vector<Parts>& ranks, int steps, std::int64_t firstLate,
                                bool byHost = false)
{
    std::vector<std::vector<std::string>> events(ranks.size());
    std::int64_t begin = 0;
    int id = 0;
    for (int step = 0; step < steps; ++step) {
        std::vector<std::int64_t> came;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            const Parts& own = ranks[rank];
            auto& out = events[rank];
            const std::int64_t late = step == 0 && rank == 0 ? firstLate : 0; // a warm-up
            const auto at = [&](std::int64_t offset) { return static_cast<double>(begin + offset); };
            const auto work = [&](const char* category, const char* call, const char* name,
                                  std::int64_t launch, std::int64_t from, std::int64_t takes) {
                ++id;
                out.push_back(tests::slice("cuda_runtime", call, "1", at(launch), 4, tests::correlation(id)));
                out.push_back(tests::slice(category, name, "7", at(from), static_cast<double>(takes),
                                           tests::correlation(id)));
                return from + takes;
            };
            out.push_back(tests::slice("user_annotation", "enumerate(DataLoader)#_Single.__next__", "1",
                                       at(0), static_cast<double>(own.input)));
            const std::int64_t ready = own.input + own.host + late;
            out.push_back(tests::slice("python_function", "train.py(7): prepare", "1", at(own.input + 1),
                                       static_cast<double>(own.host + late - 2)));
            std::int64_t device = work("gpu_memcpy", "cudaMemcpyAsync", "Memcpy HtoD (Pinned -> Device)",
                                       ready, ready + 10, own.copy);
            device = work("kernel", "cudaLaunchKernel", "sgemm", ready + 6, device, own.compute);
            came.push_back(device);
            out.push_back(tests::slice("cuda_runtime", "cudaLaunchKernel", "1", at(ready + 12), 4,
                                       tests::correlation(++id)));
        }
        const std::int64_t end = *std::ranges::max_element(came) + 300;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            // Its launch is the rank's last one of the step.
            const int call = id - static_cast<int>(3 * (ranks.size() - 1 - rank));
            if (byHost)
                events[rank].push_back(tests::slice("user_annotation", "gloo:all_reduce", "3",
                                                    static_cast<double>(begin + 300),
                                                    static_cast<double>(end - 300)));
            else
                events[rank].push_back(tests::slice("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "7",
                                                    static_cast<double>(begin + came[rank]),
                                                    static_cast<double>(end - came[rank]),
                                                    tests::correlation(call)));
            events[rank].push_back(tests::slice("user_annotation", "ProfilerStep#" + std::to_string(step),
                                                "1", static_cast<double>(begin), static_cast<double>(end)));
        }
        begin += end + 5;
    }
    std::vector<std::string> files;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        files.push_back(R"({"host_name":"one","distributedInfo":{"rank":)" + std::to_string(rank) +
                        R"(,"world_size":)" + std::to_string(ranks.size()) + R"(},"traceEvents":[)" +
                        tests::joined(events[rank]) + "]}");
    return files;
}

} // namespace

class TstSlowRank : public QObject {
    Q_OBJECT
private slots:
    void oneRankOneReason()
    {
        tests::Dice dice(38);
        const std::array reasons{SlowReason::Computes, SlowReason::Input, SlowReason::Link,
                                 SlowReason::Begins};
        for (int run = 0; run < 16; ++run) {
            const SlowReason reason = reasons[static_cast<std::size_t>(run) % reasons.size()];
            std::vector<Parts> ranks(3 + static_cast<std::size_t>(dice.below(3)));
            for (Parts& parts : ranks) // what differs a little blames nobody
                parts.compute += dice.below(40);
            const auto slow = static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(ranks.size())));
            const std::int64_t more = 1200 + dice.below(2000);
            Parts& own = ranks[slow];
            (reason == SlowReason::Computes ? own.compute
             : reason == SlowReason::Input  ? own.input
             : reason == SlowReason::Link   ? own.copy
                                            : own.host) += more;
            const tests::ScratchFolder scratch;
            std::vector<std::filesystem::path> files;
            for (const std::string& text : traces(ranks, 5, 30'000))
                files.push_back(scratch.write("rank" + std::to_string(files.size()) + ".json", text));
            const AnalysisInput input(tests::imported(files).run);
            const std::string name = std::to_string(slow);
            const std::string key = "slow_rank." + std::string(core::nameOf(reason));
            for (const char* const analysis : {"stragglers", "rank_critical_path"}) {
                const core::Report report = tests::analyzed(input, analysis);
                const auto found = std::ranges::find_if(report.findings, [](const core::Finding& one) {
                    return one.key.starts_with("slow_rank.");
                });
                QVERIFY2(found != report.findings.end(), analysis);
                QCOMPARE(found->key, key);
                QCOMPARE(found->args.front(), name);
            }
            const Overview overview = overviewOfPart(input.columns().run(), {}).value();
            std::vector<const CostFinding*> blamed;
            for (const CostFinding& one : overview.findings) {
                if (one.kind.starts_with("straggler_"))
                    blamed.push_back(&one);
            }
            QCOMPARE(blamed.size(), std::size_t{1});
            QCOMPARE(blamed.front()->args.at(2), name);
            QCOMPARE(blamed.front()->advice,
                     std::string(reason == SlowReason::Computes ? "straggler_work"
                                 : reason == SlowReason::Begins
                                     ? "straggler_late"
                                     : "straggler_late." + std::string(core::nameOf(reason))));
        }
    }

    /// A call of the host's library begins when the device has nothing ready: that the others wait in it for
    /// the one that computes longer is told nevertheless, with the overview's seconds, and is no
    /// communication.
    void waitsWithinCallsOfTheHost()
    {
        tests::Dice dice(39);
        for (int run = 0; run < 12; ++run) {
            std::vector<Parts> ranks(3 + static_cast<std::size_t>(dice.below(4)));
            const auto slow = static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(ranks.size())));
            const std::int64_t more = 1500 + dice.below(2000);
            const auto accountsOf = [&] {
                const tests::ScratchFolder scratch;
                std::vector<std::filesystem::path> files;
                for (const std::string& text : traces(ranks, 5, 0, true))
                    files.push_back(scratch.write("rank" + std::to_string(files.size()) + ".json", text));
                const AnalysisInput input(tests::imported(files).run);
                return ComparedSteps{stepAccounts(input, {}).value(), {}};
            };
            const ComparedSteps before = accountsOf();
            ranks[slow].compute += more;
            const ComparedSteps after = accountsOf();
            QCOMPARE(after.devices.size(), ranks.size());
            const double truth = static_cast<double>(more) * 1e-6;
            for (const DeviceAccount& device : after.devices) {
                std::int64_t all = 0;
                for (const Counted& term : device.terms)
                    all += term.time;
                QCOMPARE(all, device.time);
                const double waits = device.perStep(device.of(core::StepTerm::Waiting).time);
                const bool own = device.rank == static_cast<std::int32_t>(slow);
                QVERIFY2(std::abs(waits - (own ? 0 : truth)) < 0.05 * truth,
                         std::to_string(waits / truth).c_str());
            }
            const StepDifference difference = stepDifference(before, after);
            const auto told = std::ranges::find_if(difference.parts, &DifferencePart::straggler);
            QVERIFY(told != difference.parts.end());
            QCOMPARE(told->rank, static_cast<std::int32_t>(slow));
            QVERIFY2(std::abs(told->seconds - truth) < 0.05 * truth,
                     std::to_string(told->seconds / truth).c_str());
            QVERIFY(!told->more.empty());
            QVERIFY2(std::abs(told->more.front().second - truth) < 0.05 * truth,
                     std::to_string(told->more.front().second / truth).c_str());
        }
    }

    void nobodyWhereAllAreAlike()
    {
        const tests::ScratchFolder scratch;
        std::vector<std::filesystem::path> files;
        for (const std::string& text : traces(std::vector<Parts>(4), 5, 0))
            files.push_back(scratch.write("rank" + std::to_string(files.size()) + ".json", text));
        const AnalysisInput input(tests::imported(files).run);
        QVERIFY(!slowRankOf(input, {}, {}).value());
    }
};

SHARDSCOPE_TEST(TstSlowRank)
#include "tst_slow_rank.moc"
