// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/figures.h"

#include "core/base/median.h"
#include "core/run/run_rules.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/memory/memory_changes.h"
#include "profiler/analyze/memory/snapshot_peak.h"
#include "profiler/analyze/time/rank_time.h"
#include "profiler/analyze/time/told_steps.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace shardscope::profiler {

namespace {

/// What the fullest device's allocator gave out, which is more than what was asked for.
std::optional<double> memoryPeak(const core::Run& run)
{
    std::optional<double> peak;
    for (const auto& snapshot : run.memory) {
        for (const auto& [device, totals] : snapshotTotals(*snapshot)) {
            const auto held = static_cast<double>(snapshotPeak(*snapshot, device, totals).allocated);
            peak = std::max(peak.value_or(held), held);
        }
    }
    if (peak)
        return peak;
    const core::Timeline& timeline = *run.timeline;
    const auto text = [&](core::NameId id) {
        return id.valid() ? timeline.names().text(id) : std::string_view();
    };
    const core::WorkRules& rules = core::rulesOf(run);
    for (const core::CounterTrack& counter : timeline.counterTracks()) {
        if (!rules.countsAllocations(text(counter.name)) && !rules.countsAllocations(text(counter.series)))
            continue;
        for (const core::CounterSample& sample :
             timeline.counterSamples().subspan(counter.begin, counter.count))
            peak = std::max(peak.value_or(sample.value), sample.value);
    }
    return peak;
}

/// The peak of the fullest device, as torch.profiler recorded its allocator (profile_memory=True).
core::Result<std::optional<double>> recordedPeak(const AnalysisInput& input, const core::Task& task)
{
    constexpr std::int64_t kHost = 0; // c10::DeviceType
    std::optional<double> peak;
    for (const RankPart& part : input.ranks()) {
        SHARDSCOPE_TRY(const MemoryChanges changes, memoryChanges(input, part, task));
        for (const auto& [device, changesOf] : changes) {
            if (device.first == kHost)
                continue;
            for (const MemoryChange& change : changesOf) {
                const auto held = static_cast<double>(change.allocated);
                peak = std::max(peak.value_or(held), held);
            }
        }
    }
    return peak;
}

core::Result<std::optional<RunFigures::Divided>> divided(const AnalysisInput& input, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<RankTime> ranks, rankTimes(input, {}, task));
    if (ranks.empty())
        return std::optional<RunFigures::Divided>();
    std::vector<RankTime> known;
    std::ranges::copy_if(ranks, std::back_inserter(known), &RankTime::known);
    RunFigures::Divided sum;
    for (const RankTime& rank : ranks)
        sum.stepNs += 1e9 * rank.ofAll(rank.steps.window.end - rank.steps.window.begin) / ranksOf(ranks);
    sum.known = !known.empty();
    for (const RankTime& rank : known) {
        const auto add = [&](double& to, std::int64_t time) {
            to += 1e9 * rank.ofAll(time) / ranksOf(known);
        };
        add(sum.computingNs, core::measure(rank.computing));
        add(sum.communicatingNs, rank.allCommunication);
        add(sum.exposedNs, core::measure(rank.communicating));
    }
    SHARDSCOPE_TRY(sum.unrecorded, unrecordedSeconds(input, known, task));
    return std::optional(sum);
}

} // namespace

core::Result<RunFigures> runFigures(const AnalysisInput& input, const core::Task& task)
{
    RunFigures figures;
    for (const RankPart& part : input.ranks())
        figures.ranks += part.ownsHost ? part.stands : 0;
    std::vector<std::int64_t> durations;
    std::vector<std::int64_t> counts;
    const std::vector<bool> counted = ranksThatCount(input);
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        if (!counted[part])
            continue;
        for (const RankStep& step : input.steps(part).steps)
            durations.push_back(step.end - step.begin);
        counts.push_back(static_cast<std::int64_t>(input.steps(part).steps.size()));
    }
    if (!durations.empty())
        figures.steps = core::medianOf(counts);
    figures.stepNs = durations.empty() ? input.timeline().end() - input.timeline().begin()
                                       : core::medianOf(std::move(durations));
    figures.memoryPeakBytes = memoryPeak(input.run());
    if (!figures.memoryPeakBytes) {
        SHARDSCOPE_TRY(figures.memoryPeakBytes, recordedPeak(input, task));
    }
    SHARDSCOPE_TRY(figures.divided, divided(input, task));
    double computing = 0;
    double communicating = 0;
    double exposed = 0;
    double copying = 0;
    double idle = 0;
    double ranks = 0;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, {}, task));
        const BusyTimes busy = busyTimes(input, part, rows);
        if (busy.all.empty())
            continue;
        const core::IntervalSet& compute = busy.of(KernelKind::Compute);
        const core::IntervalSet& communication = busy.of(KernelKind::Communication);
        const auto steps = static_cast<double>(std::max<std::size_t>(1, input.steps(part).steps.size()));
        const auto span = static_cast<double>(busy.all.back().end - busy.all.front().begin);
        computing += static_cast<double>(core::measure(compute)) / steps;
        communicating += static_cast<double>(core::measure(communication)) / steps;
        exposed += static_cast<double>(core::measure(core::subtract(communication, compute))) / steps;
        copying += static_cast<double>(core::measure(
                       core::subtract(busy.of(KernelKind::Copy), core::unite(compute, communication)))) /
                   steps;
        idle += (span - static_cast<double>(core::measure(busy.all))) / steps;
        ++ranks;
    }
    if (ranks > 0) {
        figures.computingNs = computing / ranks;
        figures.communicatingNs = communicating / ranks;
        figures.exposedNs = exposed / ranks;
        figures.copyingNs = copying / ranks;
        figures.idleNs = idle / ranks;
    }
    return figures;
}

} // namespace shardscope::profiler
