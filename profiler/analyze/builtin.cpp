// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/builtin.h"

#include "core/base/mapped.h"
#include "core/base/parallel.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/trace/jobs.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace shardscope::profiler {

namespace {

constexpr bool kOfDevices = true;

constexpr Analysis kAnalyses[] = {
    {"temporal_breakdown", N_("Temporal breakdown"), N_("device rows"),
     N_("Time of each rank's devices: computing, communicating or copying exposed, idle."), temporalBreakdown,
     nullptr, kOfDevices},
    {"overlap", N_("Communication hidden behind computation"), N_("device rows"),
     N_("How much of the communication runs while the device computes, and how much is exposed."), overlap,
     overlapLacks, kOfDevices},
    {"idle_time", N_("Idle time by cause"), N_("device rows, launches"),
     N_("Why each stream waits: for the host, between kernels, or for something else."), idleTime, nullptr,
     kOfDevices},
    {"kernel_breakdown", N_("Kernels by kind and name"), N_("device rows"),
     N_("Device time by kind of work with overlaps apart, and by kernel."), kernelBreakdown, nullptr,
     kOfDevices},
    {"queue_length", N_("Queue length"), N_("device rows, launches"),
     N_("How much launched work waits for each stream, over time."), queueLength, queueLengthLacks,
     kOfDevices},
    {"copy_bandwidth", N_("Copies and their bandwidth"), N_("device copies"),
     N_("What copies and fills move, and how fast."), copyBandwidth, copyBandwidthLacks, kOfDevices},
    {"launch_stats", N_("Launches"), N_("device rows, launches"),
     N_("What launching costs: time of the calls, of the work, and the wait between."), launchStats,
     launchStatsLacks, kOfDevices},
    {"critical_path", N_("Critical path"), N_("host rows, launches"),
     N_("What held a step up: the longest chain of host work, launches, device work and waits."),
     criticalPath, criticalPathLacks},
    {"steps", N_("Steps"), N_("step marks, repeating annotations or a period of kernels"),
     N_("How long each step took, what the devices did meanwhile, which steps stand out."), steps,
     stepsLacks},
    {"utilization", N_("FLOP/s and utilisation"), N_("recorded shapes"),
     N_("Floating-point operations achieved by product and step, of the peak and the roofline."), utilization,
     utilizationLacks},
    {"operator_tree", N_("Modules and operations"), N_("host rows"),
     N_("Host time and the device time it launched, as a tree of names."), operatorTree, operatorTreeLacks},
    {"annotations", N_("Annotations"), N_("annotations"),
     N_("Time of the ranges that the program named, on the host and on the device."), annotations,
     annotationsLacks},
    {"memory", N_("Memory"), N_("memory records"),
     N_("What the allocator held over time, by phase, and who held it at the peak."), memory, memoryLacks},
    {"memory_snapshot", N_("Allocator snapshot"), N_("a memory snapshot"),
     N_("How much reserved memory is free and in which pieces, who holds the rest, when it peaked."),
     memorySnapshot, memorySnapshotLacks},
    {"counters", N_("Counters"), N_("counters"), N_("Least, most and mean over time of every counter."),
     counters, countersLacks},
    {"kernel_counters", N_("Hardware counters by operator"), N_("CUPTI's counters of kernels"),
     N_("What the hardware counted in each kernel, by the operator that launched it."), kernelCounters,
     kernelCountersLacks},
    {"communication", N_("Communication by collective, group and axis"), N_("collectives"),
     N_("What each kind of collective and each process group moves, and how much of it is exposed."),
     communication, communicationLacks},
    {"stragglers", N_("Stragglers: who waits for whom"), N_("collectives of two ranks or more"),
     N_("Which rank comes late to collectives, and how long the others wait for it."), stragglers,
     stragglersLacks},
    {"hang", N_("Hang: who did not come"), N_("dumps of PyTorch's flight recorder"),
     N_("Which collective of which group did not end, who did not come to it, and who of those waits "
        "nowhere."),
     hang, hangLacks},
    {"rank_critical_path", N_("Critical path across ranks"), N_("collectives of two ranks or more"),
     N_("Which rank's work, and which collectives, made the run as long as it is."), rankCriticalPath,
     rankCriticalPathLacks},
    {"pipeline_bubble", N_("Pipeline bubble by rank"), N_("annotations of micro-batches"),
     N_("How long each rank of a pipeline neither runs forward nor backward."), pipelineBubble,
     pipelineBubbleLacks},
    {"rank_skew", N_("Skew of embeddings and all-to-alls"), N_("two ranks or more"),
     N_("How unevenly embedding work and exchanged data lie on the ranks."), rankSkew, rankSkewLacks},
    {"parameter_server", N_("Parameter server: stages and staleness"),
     N_("annotations of embedding get and put"),
     N_("Time of each stage of a batch, and how stale its embeddings were."), parameterServer,
     parameterServerLacks},
};

} // namespace

bool AnalysisOptions::areDefaults() const
{
    const AnalysisOptions usual;
    // Taken apart by structure, so that the build stops where a new option is forgotten here.
    const auto& [ownWindow, gap, full, rows, branches, range, number, machine] = *this;
    return ownWindow == usual.window && gap == usual.kernelGapNs && full == usual.fullQueue &&
           rows == usual.top && branches == usual.treeRows && range == usual.annotation &&
           number == usual.instance && !machine;
}

core::Result<std::string_view> Analysis::lacking(const AnalysisInput& input, const AnalysisOptions& options,
                                                 const core::Task& task) const
{
    if (ofDevices && !input.hasDeviceWork())
        return std::string_view("no_device_rows");
    return lacks != nullptr ? lacks(input, options, task)
                            : core::Result<std::string_view>(std::string_view());
}

core::Result<core::Report> Analysis::run(const AnalysisInput& input, const AnalysisOptions& options,
                                         const core::Task& task) const
{
    SHARDSCOPE_TRY(const std::string_view lack, lacking(input, options, task));
    core::Report report = emptyReport(std::string(lack));
    if (lack.empty()) {
        SHARDSCOPE_TRY(report, work(input, options, task));
        dropUnusedDevices(report);
    }
    report.key = key;
    report.title = title;
    for (core::Table& table : report.tables) {
        if (!table.key.empty())
            continue;
        table.key = key;
        table.title = title;
    }
    return report;
}

std::span<const Analysis> builtinAnalyses() { return kAnalyses; }

core::Result<const Analysis*> findAnalysis(std::string_view key)
{
    const auto all = builtinAnalyses();
    const auto found = std::ranges::find(all, key, &Analysis::key);
    if (found != all.end())
        return &*found;
    return core::unknownName(std::string(key), core::mapped<std::string>(all, &Analysis::key),
                             W_("analysis"));
}

core::Result<core::Report> analyze(const Analysis& analysis, const AnalysisInput& input,
                                   const AnalysisOptions& options, const core::Task& task)
{
    const auto& kept = input.run().reports;
    const auto own =
        std::ranges::find_if(kept, [&](const auto& report) { return report->key == analysis.key; });
    return own != kept.end() && options.areDefaults() ? core::Result<core::Report>(**own)
                                                      : analysis.run(input, options, task);
}

core::Result<core::KeptReports> analyzeAll(const core::RunPtr& run, const core::Task& task)
{
    if (jobsOf(*run).several())
        return core::KeptReports{}; // each is asked of one job
    const AnalysisInput input(run);
    std::array<std::shared_ptr<const core::Report>, std::size(kAnalyses)> made;
    core::parallelFor(std::size(kAnalyses), [&](std::size_t at) {
        if (task.cancelled())
            return;
        // The sink is left out: how far each of several is, told in turns, says nothing.
        if (auto report = kAnalyses[at].run(input, {}, {task.stop, {}}); report.ok())
            made[at] = std::make_shared<const core::Report>(std::move(report).value());
    });
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    core::KeptReports reports; // in the order of the list, whoever was done first
    for (auto& report : made) {
        if (report)
            reports.push_back(std::move(report));
    }
    return reports;
}

} // namespace shardscope::profiler
