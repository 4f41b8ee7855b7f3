// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/overview.h"

#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/analyze/overview/ledger.h"
#include "profiler/analyze/overview/memory_conclusions.h"
#include "profiler/analyze/overview/phase_times.h"
#include "profiler/analyze/overview/worked_device.h"
#include "profiler/analyze/ranks/lateness.h"
#include "profiler/analyze/selection/whole_places.h"
#include "profiler/analyze/time/rank_time.h"
#include "profiler/trace/jobs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace shardscope::profiler {

using core::Result;

namespace {

/// A share of the larger: findings that differ by less, and by less than recording costs, cost the same.
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

void describe(const AnalysisInput& input, std::span<const RankTime> times, Overview& overview)
{
    const core::Run& run = input.run();
    overview.title = run.title;
    overview.origin = run.origin == core::RunOrigin::Recorded ? "recorded" : "simulated";
    overview.framework = frameworkOf(input);
    WorkedDevice device = workedDevice(input);
    overview.device = std::move(device.worked);
    overview.idleDevice = std::move(device.idle);
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

/// \p known: of \p times. \p phase: what of each is told of; null: all.
void divide(const AnalysisInput& input, std::span<const RankTime> times, std::span<const RankTime> known,
            const ClaimTimes* phase, Overview& overview)
{
    const auto lengthOf = [&](const RankTime& time) {
        return phase == nullptr ? time.steps.window.end - time.steps.window.begin
                                : core::measure(phase->at(time.part));
    };
    for (const RankTime& time : phase == nullptr ? times : known)
        overview.stepSeconds += time.ofAll(lengthOf(time));
    overview.stepSeconds /= ranksOf(phase == nullptr ? times : known);
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
        overview.byRank.push_back({part.rank, time.stands, time.perStep(lengthOf(time)),
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
    const std::pair<const char*, bool> all[] = {
        {"idle", device},
        {"exposed", !overview.parts.empty()},
        {"unfused", device},
        {"slow_kernels", options.hardware && applies("utilization")},
        {"slow_memory", options.hardware && applies("utilization")},
        {"slow_copies", options.hardware && applies("copy_bandwidth")},
        {"slow_steps", overview.steps > 2},
        {"stragglers", known.size() > 1 && applies("stragglers")},
        {"pipeline_bubble", applies("pipeline_bubble")},
        {"hang", applies("hang")}};
    for (const auto& [key, could] : all) {
        if (could)
            overview.checked.emplace_back(key);
    }
}

/// %1 and %2 of each sentence: the time a step, and its share of the step.
void fillArguments(double stepSeconds, CostFindings& findings)
{
    for (CostFinding& one : findings) {
        one.args.at(0) = nanosText(std::llround(one.secondsPerStep * 1e9));
        one.args.at(1) = percentText(stepSeconds > 0 ? one.secondsPerStep / stepSeconds : 0);
        one.time.clear();
    }
}

/// What costs a hundredth of a step or more, most costly first. What several explain goes to the first: those
/// that hold up more than what they claim, a pipeline or a rank that others wait for, come first.
/// \p phase: of a phase alone, its times; what has no time in a step (a hang, memory) is told of the whole.
Result<core::Done> findCosts(const CostInput& cost, const CostInput& ofAll, const ClaimTimes* phase,
                             const core::Task& task, Overview& overview)
{
    using Costs = Result<CostFindings> (*)(const CostInput&, const core::Task&);
    CostFindings& findings = overview.findings;
    SHARDSCOPE_TRY(CostFindings idle, idleCosts(cost, task));
    SHARDSCOPE_TRY(findings, rankCosts(cost, idle, task));
    std::ranges::move(idle, std::back_inserter(findings));
    for (const Costs costs : {Costs{slowCollectiveCosts}, Costs{slowCopyCosts}, Costs{exposedCosts},
                              Costs{slowKernelCosts}, Costs{memoryBoundCosts}}) {
        SHARDSCOPE_TRY(CostFindings found, costs(cost, task));
        std::ranges::move(found, std::back_inserter(findings));
    }
    const auto dropSmall = [&] {
        std::erase_if(findings, [&](const CostFinding& one) {
            return one.secondsPerStep < kWorthSaying * overview.costsOf;
        });
    };
    dropSmall(); // before they are set against each other: there may be thousands
    settle(cost, findings);
    for (CostFinding& one : findings)
        one.confidence = std::min(one.confidence, limitOf(overview.notKnown));
    if (phase != nullptr) {
        keepPhase(cost, *phase, findings);
        dropSmall();
        rank(overview.costsOf, findings);
        for (CostFinding& one : findings) {
            one.ofSteps = overview.steps > 0;
            one.ofTorch = overview.framework == "PyTorch";
        }
        fillArguments(overview.costsOf, findings);
        return core::Done{};
    }
    CostFindings slow = unexplainedSlowSteps(ofAll, findings); // of the steps' marks, whatever ran in them
    std::ranges::move(slow, std::back_inserter(findings));
    dropSmall();
    rank(overview.costsOf, findings);
    for (CostFinding& one : findings)
        one.ofSteps = overview.steps > 0;
    SHARDSCOPE_TRY(const CostFindings hangs, hangCosts(ofAll, task)); // first, whatever they cost so far
    if (!hangs.empty())                                               // who is not there is told once
        std::erase_if(findings, [](const CostFinding& one) { return one.kind == "straggler_absent"; });
    findings.insert(findings.begin(), hangs.begin(), hangs.end());
    SHARDSCOPE_TRY(const CostFindings out, memoryCosts(ofAll, task)); // a job may hang because a rank died so
    findings.insert(findings.begin(), out.begin(), out.end());
    fillArguments(overview.costsOf, findings);
    for (CostFinding& one : findings)
        one.ofTorch = overview.framework == "PyTorch";
    return core::Done{};
}

} // namespace

Result<Overview> overviewOf(const AnalysisInput& input, const AnalysisOptions& options,
                            const core::Task& task, const AnalysisInput* whole, const OverviewBegun& begun,
                            const std::optional<Phase>& phase)
{
    SHARDSCOPE_TRY(const std::vector<RankTime> times, rankTimes(input, options, task));
    std::vector<RankTime> known;
    std::ranges::copy_if(times, std::back_inserter(known), &RankTime::known);
    Overview overview;
    describe(input, times, overview);
    ClaimTimes ofPhase;
    if (phase) {
        SHARDSCOPE_TRY(ofPhase, phaseTimes(input, known, *phase, task));
        std::vector<RankTime> cut;
        for (const RankTime& time : known)
            cut.push_back(withinPhase(time, ofPhase));
        overview.phase = core::nameOf(*phase);
        divide(input, times, cut, &ofPhase, overview);
    } else {
        divide(input, times, known, nullptr, overview);
    }
    SHARDSCOPE_TRY(overview.coverage, coverageOf(whole != nullptr ? *whole : input, task));
    if (begun)
        begun(overview);
    IdleKept kept; // of the devices: nothing where it is not known of all, and costs are told as recorded
    if (!phase) {  // the replay tells a step's length, and not that of a part
        SHARDSCOPE_TRY(overview.unrecorded, unrecordedSeconds(input, known, task, &kept));
    }
    overview.costsOf = overview.unrecorded.known() ? overview.unrecorded.seconds : overview.stepSeconds;
    if (input.run().origin == core::RunOrigin::Recorded)
        overview.notKnown =
            notKnownOf(overview.coverage, overview.idleDevice.empty() ? overview.device : overview.idleDevice,
                       overview.framework);
    SHARDSCOPE_TRY(const auto bubbles, bubblesOf(input, known, options, task));
    SHARDSCOPE_TRY_DONE(findCosts({input, options, known, overview.costsOf, kept, bubbles},
                                  {input, options, times, overview.costsOf, kept, bubbles},
                                  phase ? &ofPhase : nullptr, task, overview));
    SHARDSCOPE_TRY_DONE(findNotApplicable(input, options, task, overview));
    tellChecked(known, options, overview);
    SHARDSCOPE_TRY(overview.memory, memoryConclusions(input, options, task));
    return overview;
}

Result<Overview> overviewOfPart(const core::RunPtr& run, const Selection& selection,
                                const AnalysisOptions& options, const core::Task& task,
                                const OverviewBegun& begun)
{
    Selection parts = selection; // a phase is a cut of what is told, not of what is looked at
    parts.phase.reset();
    SHARDSCOPE_TRY(const core::RunPtr part, selectedRun(run, parts, task));
    std::optional<AnalysisInput> whole;
    if (selection.step || selection.fromNs || selection.toNs) { // cuts launches off from their work
        Selection uncut = parts;
        uncut.step.reset();
        uncut.fromNs.reset();
        uncut.toNs.reset();
        SHARDSCOPE_TRY(const core::RunPtr all, selectedRun(run, uncut, task));
        whole.emplace(all);
    }
    const std::shared_ptr<const AnalysisInput> input = sharedInput(part);
    SHARDSCOPE_TRY(Overview overview,
                   overviewOf(*input, options, task, whole ? &*whole : nullptr, begun, selection.phase));
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
