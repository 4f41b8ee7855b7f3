// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/overview.h"

#include "core/base/parallel.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/ranks/lateness.h"
#include "profiler/analyze/selection/whole_places.h"
#include "profiler/analyze/time/rank_time.h"
#include "profiler/trace/jobs.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace shardscope::profiler {

using core::Result;

namespace {

/// Below, a finding is within what recording itself costs.
constexpr double kWorthSaying = 0.01;
/// Of the larger one: findings that differ by less, and by less than what recording costs, cost the same.
constexpr double kNear = 0.05;

std::string frameworkOf(const AnalysisInput& input)
{
    const core::StringPool& names = input.timeline().names();
    bool torch = false;
    bool xla = false;
    for (std::size_t id = 0; id < names.size() && !torch; ++id) {
        const std::string_view name = names.text(core::NameId{id});
        torch = name.starts_with("aten::");
        xla = xla || name.starts_with("XLA ") || name == "XlaModule" || name.starts_with("jit_") ||
              name.starts_with("PjitFunction");
    }
    return torch ? "PyTorch" : xla ? "JAX" : std::string();
}

std::string metadataOf(const core::Run& run, std::string_view key)
{
    for (const auto& [own, value] : run.metadata) {
        if (own == key)
            return value;
    }
    return {};
}

/// How many devices a rank gave work to, at most.
std::size_t devicesOfARank(const AnalysisInput& input)
{
    std::size_t most = 0;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        std::set<std::string_view> processes;
        for (const DeviceStream& stream : input.deviceWork(part).streams) {
            const core::NameId key = input.timeline().tracks()[stream.track.index()].processKey;
            if (stream.begin < stream.end && key.valid())
                processes.insert(input.text(key));
        }
        most = std::max(most, processes.size());
    }
    return most;
}

/// Whether a driver or runtime was called: then devices worked, whether that was recorded or not.
bool callsDevices(const AnalysisInput& input)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<bool> launching(timeline.names().size(), false);
    for (std::size_t id = 0; id < launching.size(); ++id)
        launching[id] = isLaunchCategory(input.text(core::NameId{id}));
    const auto categories = timeline.category();
    return std::ranges::any_of(
        categories, [&](core::NameId category) { return category.valid() && launching[category.index()]; });
}

/// A file names the devices of its node, also where the run leaves them, or most of them, alone.
void describeDevice(const AnalysisInput& input, Overview& overview)
{
    std::string listed = metadataOf(input.run(), "device");
    if (listed.empty())
        return;
    const std::size_t digits = listed.find_first_not_of("0123456789");
    const bool counted = digits != std::string::npos && digits > 0 && listed.compare(digits, 3, " x ") == 0;
    const std::string name = counted ? listed.substr(digits + 3) : listed;
    const std::size_t worked = devicesOfARank(input);
    if (worked == 0 && !callsDevices(input) && input.timeline().sliceCount() > 0) {
        overview.device = "CPU";
        overview.idleDevice = std::move(listed);
    } else {
        overview.device = worked > 1 && !name.empty() ? std::to_string(worked) + " x " + name : name;
    }
}

void describe(const AnalysisInput& input, std::span<const RankTime> times, Overview& overview)
{
    const core::Run& run = input.run();
    overview.title = run.title;
    overview.origin = run.origin == core::RunOrigin::Recorded ? "recorded" : "simulated";
    overview.framework = frameworkOf(input);
    describeDevice(input, overview);
    std::set<std::int32_t> ranks;
    for (const RankPart& part : input.ranks()) {
        if (part.rank >= 0)
            ranks.insert(part.rank);
    }
    overview.ranks.assign(ranks.begin(), ranks.end());
    overview.absentRanks = absentRanks(input);
    for (const core::RunSource& source : run.sources)
        overview.worldSize = std::max(overview.worldSize, source.worldSize);
    overview.recordedNs = input.timeline().end() - input.timeline().begin();
    StepSource source = StepSource::None;
    for (const RankTime& time : times) {
        overview.steps = std::max(overview.steps, time.steps.steps.size());
        overview.warmUpSteps = std::max(overview.warmUpSteps, time.steps.warmUp);
        source = source == StepSource::None ? time.steps.source : source;
    }
    overview.stepsFrom = core::nameOf(source);
}

void divide(std::span<const RankTime> times, Overview& overview)
{
    double computing = 0;
    double communicating = 0;
    double copying = 0;
    double idle = 0;
    for (const RankTime& time : times) {
        overview.stepSeconds += time.perStep(time.steps.window.end - time.steps.window.begin);
        computing += time.perStep(core::measure(time.computing));
        communicating += time.perStep(core::measure(time.communicating));
        copying += time.perStep(core::measure(time.copying));
        idle += time.perStep(core::measure(time.idle));
    }
    const double ranks = times.empty() ? 1 : static_cast<double>(times.size());
    overview.stepSeconds /= ranks;
    if (computing + communicating + copying == 0)
        return; // of a file that tells of memory, or of spans of any kind, "idle" would be no finding
    overview.parts = {{"computing", computing / ranks},
                      {"exposed_communication", communicating / ranks},
                      {"exposed_copies", copying / ranks},
                      {"idle", idle / ranks}};
}

/// Most costly first; what recording alone could turn round is marked.
void rank(double stepSeconds, CostFindings& findings)
{
    std::ranges::stable_sort(findings, std::ranges::greater(), &CostFinding::secondsPerStep);
    for (std::size_t at = 1; at < findings.size(); ++at) {
        const double more = findings[at - 1].secondsPerStep - findings[at].secondsPerStep;
        findings[at].nearPrevious =
            more < kWorthSaying * stepSeconds && more < kNear * findings[at - 1].secondsPerStep;
    }
}

/// Analyses whose report says why it is empty, in the order of the list.
Result<core::Done> findNotApplicable(const AnalysisInput& input, const AnalysisOptions& options,
                                     const core::Task& task, Overview& overview)
{
    const auto all = builtinAnalyses();
    std::vector<std::optional<core::Finding>> reasons(all.size());
    core::parallelFor(all.size(), [&](std::size_t at) {
        if (task.cancelled())
            return;
        const auto report = analyze(all[at], input, options, {task.stop, {}});
        if (!report.ok())
            return;
        const bool rows =
            std::ranges::any_of(report->tables, [](const core::Table& table) { return !table.rows.empty(); });
        const auto why = std::ranges::find_if(
            report->findings, [](const core::Finding& one) { return one.key.starts_with("empty."); });
        if (!rows && why != report->findings.end())
            reasons[at] = *why;
    });
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (reasons[at])
            overview.notApplicable.push_back({std::string(all[at].key), *reasons[at]});
    }
    return core::Done{};
}

} // namespace

Result<Overview> overviewOf(const AnalysisInput& input, const AnalysisOptions& options,
                            const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<RankTime> times, rankTimes(input, options, task));
    Overview overview;
    describe(input, times, overview);
    divide(times, overview);
    const CostInput cost{input, options, times, overview.stepSeconds};
    using Costs = Result<CostFindings> (*)(const CostInput&, const core::Task&);
    for (const Costs costs : {Costs{idleCosts}, Costs{exposedCosts}, Costs{unfusedCosts},
                              Costs{slowStepCosts}, Costs{rankCosts}}) {
        SHARDSCOPE_TRY(CostFindings found, costs(cost, task));
        for (CostFinding& one : found) {
            if (one.secondsPerStep >= kWorthSaying * overview.stepSeconds)
                overview.findings.push_back(std::move(one));
        }
    }
    rank(overview.stepSeconds, overview.findings);
    for (CostFinding& one : overview.findings)
        one.ofSteps = overview.steps > 0;
    SHARDSCOPE_TRY(const CostFindings hangs, hangCosts(cost, task)); // first, whatever they cost so far
    overview.findings.insert(overview.findings.begin(), hangs.begin(), hangs.end());
    SHARDSCOPE_TRY_DONE(findNotApplicable(input, options, task, overview));
    return overview;
}

Result<Overview> overviewOfPart(const core::RunPtr& run, const Selection& selection,
                                const AnalysisOptions& options, const core::Task& task)
{
    SHARDSCOPE_TRY(const core::RunPtr part, selectedRun(run, selection, task));
    SHARDSCOPE_TRY(Overview overview, overviewOf(AnalysisInput(part), options, task));
    const Jobs jobs = jobsOf(*run);
    for (std::uint32_t job = 0; job < jobs.count; ++job) {
        if (job == selection.job.value_or(0))
            continue;
        std::ranges::move(filesOfJob(*run, jobs, job), std::back_inserter(overview.otherFiles));
    }
    const WholePlaces places(*part->timeline, *run->timeline);
    for (CostFinding& finding : overview.findings) {
        for (Evidence& one : finding.evidence) {
            one.row = places.rowOf(one.row);
            one.track = places.trackOf(one.track);
        }
    }
    return overview;
}

} // namespace shardscope::profiler
