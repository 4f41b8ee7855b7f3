// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/builtin.h"

#include "core/base/nearest.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace shardscope::profiler {

namespace {

constexpr Analysis kAnalyses[] = {
    {"temporal_breakdown", "Temporal breakdown", "device rows",
     "Time of each rank's devices: computing, communicating or copying exposed, idle.", temporalBreakdown},
    {"overlap", "Communication hidden behind computation", "device rows",
     "How much of the communication runs while the device computes, and how much is exposed.", overlap},
    {"idle_time", "Idle time by cause", "device rows, launches",
     "Why each stream waits: for the host, between kernels, or for something else.", idleTime},
    {"kernel_breakdown", "Kernels by kind and name", "device rows",
     "Device time by kind of work with overlaps apart, and by kernel.", kernelBreakdown},
    {"queue_length", "Queue length", "device rows, launches",
     "How much launched work waits for each stream, over time.", queueLength},
    {"copy_bandwidth", "Copies and their bandwidth", "device copies",
     "What copies and fills move, and how fast.", copyBandwidth},
    {"launch_stats", "Launches", "device rows, launches",
     "What launching costs: time of the calls, of the work, and the wait between.", launchStats},
    {"critical_path", "Critical path", "host rows, launches",
     "What held a step up: the longest chain of host work, launches, device work and waits.", criticalPath},
    {"steps", "Steps", "step marks, repeating annotations or a period of kernels",
     "How long each step took, what the devices did meanwhile, which steps stand out.", steps},
    {"utilization", "FLOP/s and utilisation", "recorded shapes",
     "Floating-point operations achieved by product and step, of the peak and the roofline.", utilization},
    {"operator_tree", "Modules and operations", "host rows",
     "Host time and the device time it launched, as a tree of names.", operatorTree},
    {"annotations", "Annotations", "annotations",
     "Time of the ranges that the program named, on the host and on the device.", annotations},
    {"memory", "Memory", "memory records",
     "What the allocator held over time, by phase, and who held it at the peak.", memory},
    {"memory_snapshot", "Allocator snapshot", "a memory snapshot",
     "How much reserved memory is free and in which pieces, who holds the rest, when it peaked.",
     memorySnapshot},
    {"counters", "Counters", "counters", "Least, most and mean over time of every counter.", counters},
    {"communication", "Communication by collective, group and axis", "collectives",
     "What each kind of collective and each process group moves, and how much of it is exposed.",
     communication},
    {"stragglers", "Stragglers: who waits for whom", "collectives of two ranks or more",
     "Which rank comes late to collectives, and how long the others wait for it.", stragglers},
    {"hang", "Hang: who did not come", "dumps of PyTorch's flight recorder",
     "Which collective of which group did not end, who did not come to it, and who of those waits nowhere.",
     hang},
    {"rank_critical_path", "Critical path across ranks", "collectives of two ranks or more",
     "Which rank's work, and which collectives, made the run as long as it is.", rankCriticalPath},
    {"pipeline_bubble", "Pipeline bubble by rank", "annotations of micro-batches",
     "How long each rank of a pipeline neither runs forward nor backward.", pipelineBubble},
    {"rank_skew", "Skew of embeddings and all-to-alls", "two ranks or more",
     "How unevenly embedding work and exchanged data lie on the ranks.", rankSkew},
    {"parameter_server", "Parameter server: stages and staleness", "annotations of embedding get and put",
     "Time of each stage of a batch, and how stale its embeddings were.", parameterServer},
};

} // namespace

bool AnalysisOptions::areDefaults() const
{
    const AnalysisOptions usual;
    // By structure, so that the build stops where a new option is forgotten here.
    const auto& [ownWindow, gap, full, rows, range, number, machine] = *this;
    return ownWindow == usual.window && gap == usual.kernelGapNs && full == usual.fullQueue &&
           rows == usual.top && range == usual.annotation && number == usual.instance && !machine;
}

std::span<const Analysis> builtinAnalyses() { return kAnalyses; }

core::Result<const Analysis*> findAnalysis(std::string_view key)
{
    const auto all = builtinAnalyses();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Analysis& analysis) { return analysis.key == key; });
    if (found != all.end())
        return &*found;
    std::vector<std::string> known;
    for (const Analysis& analysis : all)
        known.emplace_back(analysis.key);
    return core::Error{
        core::ErrorCode::UnknownName, {std::string(key), core::nearestName(key, known), "analysis"}, {}};
}

core::Result<core::Report> analyze(const Analysis& analysis, const AnalysisInput& input,
                                   const AnalysisOptions& options, const core::Task& task)
{
    const auto& kept = input.run().reports;
    const auto own = std::find_if(kept.begin(), kept.end(),
                                  [&](const auto& report) { return report->key == analysis.key; });
    return own != kept.end() && options.areDefaults() ? core::Result<core::Report>(**own)
                                                      : analysis.run(input, options, task);
}

core::Result<core::KeptReports> analyzeAll(const core::RunPtr& run, const core::Task& task)
{
    const AnalysisInput input(run);
    std::array<std::shared_ptr<const core::Report>, std::size(kAnalyses)> made;
    core::parallelFor(std::size(kAnalyses), [&](std::size_t at) {
        if (task.cancelled())
            return;
        // Without the sink: how far each of several is, told in turns, says nothing.
        if (auto report = kAnalyses[at].run(input, {}, {task.stop, {}}); report.ok())
            made[at] = std::make_shared<const core::Report>(std::move(report).value());
    });
    if (task.cancelled())
        return core::Error{core::ErrorCode::Cancelled, {}, {}};
    core::KeptReports reports; // in the order of the list, whoever was done first
    for (auto& report : made) {
        if (report)
            reports.push_back(std::move(report));
    }
    return reports;
}

} // namespace shardscope::profiler
