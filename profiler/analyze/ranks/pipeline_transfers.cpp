// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's 1F1B (torch/distributed/pipelining/schedules.py, Schedule1F1B) names no micro-batch: what a stage
// waits for is told by its receives.
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/ranks/pipeline_steps.h"
#include "profiler/analyze/time/rank_time.h"

#include <algorithm>
#include <string_view>

namespace shardscope::profiler {

using core::Interval;
using core::IntervalSet;

namespace {

/// One rank's transfers with its neighbours.
struct Transfers {
    std::vector<Interval> receives; ///< by begin; NCCL's kernel for both ways counts as one
    std::vector<Interval> sends;    ///< by end
};

std::vector<Transfers> transfersOf(const AnalysisInput& input, const RankInput& ranks)
{
    std::vector<Transfers> all(input.ranks().size());
    for (std::uint32_t at = 0; at < ranks.collectives.calls.size(); ++at) {
        const CollectiveCall& call = ranks.collectives.calls[at];
        const auto part = std::ranges::find(input.ranks(), call.source, &RankPart::source);
        if (part == input.ranks().end() || !isPointToPoint(call.kind))
            continue;
        Transfers& own = all[static_cast<std::size_t>(part - input.ranks().begin())];
        const Interval time{ranks.begin(input.timeline(), at), ranks.end(input.timeline(), at)};
        (call.kind == CollectiveKind::Send ? own.sends : own.receives).push_back(time);
    }
    for (Transfers& own : all) {
        std::ranges::sort(own.receives, {}, &Interval::begin);
        std::ranges::sort(own.sends, {}, &Interval::end);
    }
    return all;
}

/// A first stage sends before it receives, and nothing comes in meanwhile; ranks of a ring do both at once.
bool isFirstStage(const Transfers& own)
{
    return !own.receives.empty() && std::ranges::any_of(own.sends, [&](const Interval& send) {
        return send.begin < own.receives.front().begin;
    });
}

/// How many pipelines the ranks make up; 0: none.
std::size_t pipelinesOf(const std::vector<Transfers>& transfers)
{
    std::size_t first = 0;
    for (const Transfers& own : transfers) {
        if (own.receives.empty())
            return 0;
        first += isFirstStage(own) ? 1 : 0;
    }
    return first > 0 && transfers.size() % first == 0 && transfers.size() / first > 1 ? first : 0;
}

/// Times of the host's rows whose name begins so.
IntervalSet hostTimes(const AnalysisInput& input, const RankPart& part, std::string_view start)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<bool> wanted(timeline.names().size());
    for (std::size_t name = 0; name < wanted.size(); ++name)
        wanted[name] = input.text(core::NameId{name}).starts_with(start);
    std::vector<Interval> times;
    for (const core::TrackId id : part.tracks) {
        const core::Track& track = timeline.tracks()[id.index()];
        if (track.device)
            continue;
        for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
                const core::NameId name = timeline.name()[row];
                if (name.valid() && wanted[name.index()])
                    times.push_back({timeline.ts()[row], timeline.ts()[row] + timeline.dur()[row]});
            }
        }
    }
    return core::unite(std::move(times));
}

bool holds(const IntervalSet& set, std::int64_t time)
{
    const auto behind =
        std::ranges::partition_point(set, [&](const Interval& one) { return one.end <= time; });
    return behind != set.end() && behind->begin <= time;
}

/// A stretch of computing and when the host asked for it.
struct Work {
    Interval time;
    std::int64_t issued;
};

/// What a rank's devices compute, or its host where it has none.
core::Result<std::vector<Work>> workOf(const AnalysisInput& input, std::size_t part,
                                       const std::map<std::uint32_t, IntervalSet>& byHost,
                                       const IntervalSet& backward, const AnalysisOptions& options,
                                       const core::Task& task)
{
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& device = input.deviceWork(part);
    std::vector<Work> work;
    if (device.rows.empty()) {
        SHARDSCOPE_TRY(const RankActivity activity, activityOf(input, part, byHost, options, task));
        // Cut where backward begins and ends, so that each stretch is one or the other.
        for (const Interval& one : core::intersect(activity.computing, backward))
            work.push_back({one, one.begin});
        for (const Interval& one : core::subtract(activity.computing, backward))
            work.push_back({one, one.begin});
        return work;
    }
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    work.reserve(device.rows.size());
    for (std::size_t at = 0; at < device.rows.size(); ++at) {
        if (device.kinds[at] != KernelKind::Compute)
            continue;
        const std::int64_t ts = timeline.ts()[device.rows[at]];
        const std::uint32_t launch = launches->launch[at];
        work.push_back(
            {{ts, ts + timeline.dur()[device.rows[at]]}, launch == kNoRow ? ts : timeline.ts()[launch]});
    }
    return work;
}

/// In gaps of \p tally's work the rank waits while a receive is under way, and until a send is over that ends
/// there; the rest is the host's own: part of the work.
void fillGaps(StageTally& tally, const Transfers& transfers)
{
    const IntervalSet work = core::unite(tally.work);
    IntervalSet gaps;
    std::vector<Interval> waiting = transfers.receives;
    auto send = transfers.sends.begin();
    for (std::size_t at = 1; at < work.size(); ++at) {
        const Interval gap{work[at - 1].end, work[at].begin};
        gaps.push_back(gap);
        for (; send != transfers.sends.end() && send->end <= gap.end; ++send) {
            if (send->end > gap.begin)
                waiting.push_back({std::max(send->begin, gap.begin), send->end});
        }
    }
    const IntervalSet own = core::subtract(gaps, core::unite(std::move(waiting)));
    tally.work.assign(work.begin(), work.end());
    tally.work.insert(tally.work.end(), own.begin(), own.end());
}

/// Receives of a step: a rank in the middle has twice m·v, the ends one m fewer, of m micro-batches in v
/// stages a rank. With two ranks there is no middle: v is taken to be 1.
void tellMicroBatches(PipelineStep& step, const std::map<std::size_t, std::size_t>& received)
{
    std::size_t most = 0;
    std::size_t least = ~std::size_t{0};
    for (const auto& [part, count] : received) {
        most = std::max(most, count);
        least = std::min(least, count);
    }
    std::size_t microBatches = step.ranks > 2 ? most - std::min(least, most) : most;
    std::size_t stages = 1;
    if (step.ranks > 2 && microBatches > 0) {
        stages = most / (2 * microBatches);
        if (stages == 0 || most != 2 * microBatches * stages)
            microBatches = 0; // other transfers are among them
    }
    for (auto& [part, tally] : step.parts) {
        tally.microBatches = microBatches;
        tally.stages = microBatches > 0 ? stages : 0;
    }
}

} // namespace

std::string pipelineStepName(const RankSteps& steps, std::int64_t time)
{
    for (const RankStep& step : steps.steps) {
        const bool counts = steps.source == StepSource::Marks || step.name.starts_with("optimizer step ");
        if (counts && step.host.begin <= time && time < step.host.end)
            return step.name;
    }
    return {};
}

core::Result<PipelineSteps> pipelineByTransfers(const AnalysisInput& input, const AnalysisOptions& options,
                                                const core::Task& task)
{
    PipelineSteps steps;
    if (input.ranks().size() < 2)
        return steps;
    SHARDSCOPE_TRY(const RankInput* const shared, input.rankInput(task));
    const RankInput& ranks = *shared;
    const std::vector<Transfers> transfers = transfersOf(input, ranks);
    const std::size_t pipelines = pipelinesOf(transfers);
    if (pipelines == 0)
        return steps;
    SHARDSCOPE_TRY(const auto byHost, hostCommunication(input, task));
    std::map<std::string, std::map<std::size_t, std::size_t>> received;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const RankPart& rank = input.ranks()[part];
        const IntervalSet backward = hostTimes(input, rank, "autograd::engine::evaluate_function");
        const IntervalSet optimizer = hostTimes(input, rank, "Optimizer.");
        SHARDSCOPE_TRY(const std::vector<Work> work, workOf(input, part, byHost, backward, options, task));
        std::map<std::string, std::pair<std::vector<Interval>, std::vector<Interval>>> ways;
        for (const Work& one : work) {
            if (holds(optimizer, one.issued))
                continue;
            const std::string name = pipelineStepName(input.steps(part), one.issued);
            auto& [ahead, back] = ways[name];
            (holds(backward, one.issued) ? back : ahead).push_back(one.time);
            steps[name].parts[part].work.push_back(one.time);
        }
        for (auto& [name, way] : ways) {
            PipelineStep& step = steps[name];
            StageTally& tally = step.parts[part];
            tally.forward = core::measure(core::unite(std::move(way.first)));
            tally.backward = core::measure(core::unite(std::move(way.second)));
            tally.split = !backward.empty();
            fillGaps(tally, transfers[part]);
            for (const Interval& one : tally.work) {
                step.begin = std::min(step.begin, one.begin);
                step.end = std::max(step.end, one.end);
            }
        }
        for (const Interval& receive : transfers[part].receives)
            ++received[pipelineStepName(input.steps(part), receive.begin)][part];
    }
    for (auto& [name, step] : steps) {
        step.ranks = input.ranks().size() / pipelines;
        tellMicroBatches(step, received[name]);
    }
    // What lies before the first and behind the last step is no step of the pipeline.
    if (steps.size() > 1)
        steps.erase("");
    return steps;
}

} // namespace shardscope::profiler
