// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/overview.h"

#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/ranks/lateness.h"
#include "profiler/analyze/selection/whole_places.h"
#include "profiler/analyze/time/rank_time.h"
#include "profiler/analyze/time/replay.h"
#include "profiler/trace/jobs.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
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
    // What drives the devices; a runtime below it (XLA below PyTorch) has words of its own.
    for (const core::RecordedProgram framework :
         {core::RecordedProgram::PyTorch, core::RecordedProgram::Jax}) {
        if (input.kinds().any([&](const core::RowVerdict& row) { return row.framework == framework; }))
            return std::string(core::nameOf(framework));
    }
    return {};
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
    std::map<std::uint32_t, std::size_t> devices; // by the host's source
    for (std::size_t part = 0; part < input.ranks().size(); ++part)
        devices[input.ranks()[part].hostSource] += input.deviceWork(part).rows.empty() ? 0 : 1;
    std::size_t most = 0;
    for (const auto& [host, count] : devices)
        most = std::max(most, count);
    return most;
}

/// Whether a driver or runtime was called: then devices worked, whether that was recorded or not.
bool callsDevices(const AnalysisInput& input)
{
    return input.kinds().any([](const core::RowVerdict& row) { return row.role == core::Role::Launch; });
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
    overview.beginNs = input.timeline().begin();
    overview.recordedNs = input.timeline().end() - input.timeline().begin();
    StepSource source = StepSource::None;
    for (const RankTime& time : times) {
        overview.steps = std::max(overview.steps, time.steps.steps.size());
        overview.warmUpSteps = std::max(overview.warmUpSteps, time.steps.warmUp);
        source = source == StepSource::None ? time.steps.source : source;
    }
    overview.stepsFrom = core::nameOf(source);
}

/// How a step of \p time divides; \p measure: of a rank, or of all that it stands for.
std::vector<StepPart> partsOf(const RankTime& time, double (RankTime::*measure)(std::int64_t) const)
{
    return {{"computing", (time.*measure)(core::measure(time.computing))},
            {"exposed_communication", (time.*measure)(core::measure(time.communicating))},
            {"exposed_copies", (time.*measure)(core::measure(time.copying))},
            {"idle", (time.*measure)(core::measure(time.idle))}};
}

/// \p known: of \p times.
void divide(const AnalysisInput& input, std::span<const RankTime> times, std::span<const RankTime> known,
            Overview& overview)
{
    for (const RankTime& time : times)
        overview.stepSeconds += time.ofAll(time.steps.window.end - time.steps.window.begin);
    overview.stepSeconds /= ranksOf(times);
    std::vector<StepPart> sum;
    for (const RankTime& time : known) {
        const std::vector<StepPart> parts = partsOf(time, &RankTime::ofAll);
        sum.resize(parts.size());
        for (std::size_t at = 0; at < parts.size(); ++at)
            sum[at] = {parts[at].part, sum[at].seconds + parts[at].seconds};
    }
    const bool busy = std::ranges::any_of(
        sum, [](const StepPart& part) { return part.part != "idle" && part.seconds > 0; });
    if (!busy)
        return; // of a file that tells of memory, or of spans of any kind, "idle" would be no finding
    for (StepPart& part : sum)
        part.seconds /= ranksOf(known);
    overview.parts = std::move(sum);
    for (const RankTime& time : known) {
        const RankPart& part = input.ranks()[time.part];
        overview.byRank.push_back({part.rank, time.stands,
                                   time.perStep(time.steps.window.end - time.steps.window.begin),
                                   partsOf(time, &RankTime::perStep), part.number, part.device >= 0,
                                   time.perStep(time.allCommunication)});
    }
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

/// What each analysis lacks, in the order of the list; none is worked out.
Result<core::Done> findNotApplicable(const AnalysisInput& input, const AnalysisOptions& options,
                                     const core::Task& task, Overview& overview)
{
    for (const Analysis& analysis : builtinAnalyses()) {
        SHARDSCOPE_TRY(const std::string_view lack, analysis.lacking(input, options, task));
        if (!lack.empty())
            overview.notApplicable.push_back(
                {std::string(analysis.key), finding("empty." + std::string(lack), core::Severity::Notice)});
    }
    return core::Done{};
}

/// How sure a finding about devices may be at most where something is not known of them.
Confidence limitOf(const std::vector<NotKnown>& notKnown)
{
    Confidence limit = Confidence::High;
    for (const NotKnown& one : notKnown) {
        const bool partly = one.because == "unknown_kernels" || one.because == "device_without_work";
        if (one.because != "no_device")
            limit = std::min(limit, partly ? Confidence::Medium : Confidence::Low);
    }
    return limit;
}

/// What could be looked for in this run.
void tellChecked(std::span<const RankTime> known, const AnalysisOptions& options, Overview& overview)
{
    const bool device = std::ranges::any_of(known, &RankTime::device);
    const auto applies = [&](std::string_view analysis) {
        return std::ranges::none_of(overview.notApplicable,
                                    [&](const NotApplicable& one) { return one.analysis == analysis; });
    };
    const std::pair<const char*, bool> all[] = {{"idle", device},
                                                {"exposed", !overview.parts.empty()},
                                                {"unfused", device},
                                                {"slow_kernels", options.hardware && applies("utilization")},
                                                {"slow_steps", overview.steps > 2},
                                                {"stragglers", known.size() > 1 && applies("stragglers")},
                                                {"pipeline_bubble", applies("pipeline_bubble")},
                                                {"hang", applies("hang")}};
    for (const auto& [key, could] : all) {
        if (could)
            overview.checked.emplace_back(key);
    }
}

/// What costs a hundredth of a step or more, most costly first.
Result<core::Done> findCosts(const CostInput& cost, const CostInput& ofAll, const core::Task& task,
                             Overview& overview)
{
    using Costs = Result<CostFindings> (*)(const CostInput&, const core::Task&);
    for (const Costs costs : {Costs{idleCosts}, Costs{exposedCosts}, Costs{unfusedCosts},
                              Costs{slowKernelCosts}, Costs{rankCosts}}) {
        SHARDSCOPE_TRY(CostFindings found, costs(cost, task));
        std::ranges::move(found, std::back_inserter(overview.findings));
    }
    for (CostFinding& one : overview.findings)
        one.confidence = std::min(one.confidence, limitOf(overview.notKnown));
    SHARDSCOPE_TRY(CostFindings slow,
                   slowStepCosts(ofAll, task)); // of the steps' marks, whatever ran in them
    std::ranges::move(slow, std::back_inserter(overview.findings));
    std::erase_if(overview.findings, [&](const CostFinding& one) {
        return one.secondsPerStep < kWorthSaying * overview.stepSeconds;
    });
    rank(overview.stepSeconds, overview.findings);
    for (CostFinding& one : overview.findings)
        one.ofSteps = overview.steps > 0;
    SHARDSCOPE_TRY(const CostFindings hangs, hangCosts(ofAll, task)); // first, whatever they cost so far
    if (!hangs.empty())                                               // who is not there is told once
        std::erase_if(overview.findings,
                      [](const CostFinding& one) { return one.kind == "straggler_absent"; });
    overview.findings.insert(overview.findings.begin(), hangs.begin(), hangs.end());
    SHARDSCOPE_TRY(const CostFindings out, memoryCosts(ofAll, task)); // a job may hang because a rank died so
    overview.findings.insert(overview.findings.begin(), out.begin(), out.end());
    for (CostFinding& one : overview.findings)
        one.ofTorch = overview.framework == "PyTorch";
    return core::Done{};
}

/// As far as it can be told of every device.
Result<core::Done> tellUnrecorded(const AnalysisInput& input, std::span<const RankTime> known,
                                  const core::Task& task, Overview& overview)
{
    UnrecordedSeconds sum;
    for (const RankTime& time : known) {
        if (!time.device)
            continue;
        SHARDSCOPE_TRY(const UnrecordedStep one, unrecordedStep(input, time.part, task));
        if (one.why != NoReplay::None) {
            overview.unrecorded = {0, 0, 0, std::string(core::nameOf(one.why))};
            return core::Done{};
        }
        const double share = static_cast<double>(time.stands) * 1e-9 / ranksOf(known);
        sum.low += one.low * share;
        sum.seconds += one.seconds * share;
        sum.high += one.high * share;
    }
    overview.unrecorded = sum;
    return core::Done{};
}

} // namespace

Result<Overview> overviewOf(const AnalysisInput& input, const AnalysisOptions& options,
                            const core::Task& task, const AnalysisInput* whole)
{
    SHARDSCOPE_TRY(const std::vector<RankTime> times, rankTimes(input, options, task));
    std::vector<RankTime> known;
    std::ranges::copy_if(times, std::back_inserter(known), &RankTime::known);
    Overview overview;
    describe(input, times, overview);
    divide(input, times, known, overview);
    SHARDSCOPE_TRY(overview.coverage, coverageOf(whole != nullptr ? *whole : input, task));
    if (input.run().origin == core::RunOrigin::Recorded)
        SHARDSCOPE_TRY_DONE(tellUnrecorded(input, known, task, overview));
    if (input.run().origin == core::RunOrigin::Recorded)
        overview.notKnown =
            notKnownOf(overview.coverage, overview.idleDevice.empty() ? overview.device : overview.idleDevice,
                       overview.framework);
    SHARDSCOPE_TRY(const auto bubbles, bubblesOf(input, known, options, task));
    SHARDSCOPE_TRY_DONE(findCosts({input, options, known, overview.stepSeconds, bubbles},
                                  {input, options, times, overview.stepSeconds, bubbles}, task, overview));
    SHARDSCOPE_TRY_DONE(findNotApplicable(input, options, task, overview));
    tellChecked(known, options, overview);
    return overview;
}

Result<Overview> overviewOfPart(const core::RunPtr& run, const Selection& selection,
                                const AnalysisOptions& options, const core::Task& task)
{
    SHARDSCOPE_TRY(const core::RunPtr part, selectedRun(run, selection, task));
    std::optional<AnalysisInput> whole;
    if (selection.step || selection.fromNs || selection.toNs) { // cuts launches off from their work
        Selection uncut = selection;
        uncut.step.reset();
        uncut.fromNs.reset();
        uncut.toNs.reset();
        SHARDSCOPE_TRY(const core::RunPtr all, selectedRun(run, uncut, task));
        whole.emplace(all);
    }
    SHARDSCOPE_TRY(Overview overview,
                   overviewOf(AnalysisInput(part), options, task, whole ? &*whole : nullptr));
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
