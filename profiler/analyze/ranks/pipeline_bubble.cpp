// SPDX-License-Identifier: GPL-3.0-or-later
// The bubble of a pipeline: how long each rank neither computes forward nor backward between a step's first
// forward and last backward anywhere. Micro-batches are told by annotations (pipeline_actions), else by the
// transfers between stages.
#include "core/base/text_mark.h"
#include "core/timeline/intervals.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/ranks/pipeline_actions.h"
#include "profiler/analyze/ranks/pipeline_steps.h"
#include "profiler/analyze/ranks/slow_rank.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace shardscope::profiler {

namespace {

using Action = PipelineAction;
bool isBackward(const Action& action) { return action.work != PipelineWork::Forward; }

struct Span {
    std::int64_t begin;
    std::int64_t end;
    Action action;
};

/// One rank's schedule.
struct Schedule {
    std::vector<Span> actions;                                ///< forward and backward, by begin
    std::vector<Span> receives;                               ///< "PP:1RECV_F0"
    std::vector<std::pair<std::int64_t, std::int64_t>> waits; ///< transfers to this rank, by begin
};

bool isReceive(std::string_view name)
{
    return name == "gloo:recv" || name == "nccl:recv" || name == "mpi:recv" || name == "ucc:recv";
}

Schedule scheduleOf(const AnalysisInput& input, const RankPart& part,
                    const std::vector<std::optional<Action>>& actions, const std::vector<bool>& receives)
{
    Schedule schedule;
    const core::Timeline& timeline = input.timeline();
    forEachHostLane(timeline, part, [&](const core::Lane& lane) {
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            const core::NameId name = timeline.name()[row];
            if (!name.valid())
                continue;
            const std::int64_t begin = timeline.ts()[row];
            const std::int64_t end = begin + timeline.dur()[row];
            if (receives[name.index()])
                schedule.waits.emplace_back(begin, end);
            else if (const auto& action = actions[name.index()])
                (action->receives ? schedule.receives : schedule.actions).push_back({begin, end, *action});
        }
    });
    const auto earlier = [](const Span& a, const Span& b) { return a.begin < b.begin; };
    std::ranges::stable_sort(schedule.actions, earlier);
    std::ranges::stable_sort(schedule.receives, earlier);
    std::ranges::sort(schedule.waits);
    return schedule;
}

/// When the action's input has arrived: the end of the transfers that begin in it, or in the receive that was
/// issued for it ahead.
std::int64_t inputArrived(const Schedule& schedule, const Span& action)
{
    std::int64_t arrived = action.begin;
    const auto look = [&](std::int64_t from, std::int64_t to) {
        for (auto at = std::ranges::lower_bound(schedule.waits, std::pair(from, from));
             at != schedule.waits.end() && at->first < to; ++at)
            arrived = std::max(arrived, at->second);
    };
    if (action.action.stage < 0)
        look(action.begin, action.end);
    const auto issued =
        std::find_if(schedule.receives.rbegin(), schedule.receives.rend(), [&](const Span& receive) {
            return receive.begin <= action.begin && receive.action.stage == action.action.stage &&
                   receive.action.microBatch == action.action.microBatch &&
                   isBackward(receive.action) == isBackward(action.action);
        });
    if (issued != schedule.receives.rend())
        look(issued->begin, issued->end);
    return std::min(arrived, action.end);
}

/// The name that pipelineStepName tells, else the numbered range around an action; ranges around
/// micro-batches are none of them.
std::string stepNameOf(const RankSteps& steps, std::int64_t time)
{
    std::string name = pipelineStepName(steps, time);
    for (const RankStep& step : steps.steps) {
        const bool numbered = !step.name.empty() && step.name.back() >= '0' && step.name.back() <= '9';
        if (name.empty() && steps.source == StepSource::Annotations && numbered &&
            !pipelineAction(step.name) && step.host.begin <= time && time < step.host.end)
            name = step.name;
    }
    return name;
}

PipelineSteps stepsOf(const AnalysisInput& input, const std::vector<Schedule>& schedules)
{
    PipelineSteps steps;
    std::map<std::pair<std::string, std::size_t>, std::set<std::int64_t>> stages;
    std::map<std::pair<std::string, std::size_t>, std::set<std::int64_t>> microBatches;
    for (std::size_t part = 0; part < schedules.size(); ++part) {
        for (const Span& action : schedules[part].actions) {
            const std::string name = stepNameOf(input.steps(part), action.begin);
            PipelineStep& step = steps[name];
            StageTally& tally = step.parts[part];
            const std::int64_t arrived = inputArrived(schedules[part], action);
            tally.waiting += arrived - action.begin;
            (isBackward(action.action) ? tally.backward : tally.forward) += action.end - arrived;
            tally.work.push_back({arrived, action.end});
            stages[{name, part}].insert(action.action.stage);
            microBatches[{name, part}].insert(action.action.microBatch);
            step.begin = std::min(step.begin, arrived);
            step.end = std::max(step.end, action.end);
        }
    }
    for (auto& [name, step] : steps) {
        step.ranks = step.parts.size();
        for (auto& [part, tally] : step.parts) {
            tally.stages = stages[{name, part}].size();
            tally.microBatches = microBatches[{name, part}].size();
        }
    }
    return steps;
}

core::Table emptyTable()
{
    return mainTable(
        {textColumn("step", N_("Step")), rankColumn(), deviceColumn(), integerColumn("stages", N_("Stages")),
         integerColumn("micro_batches", N_("Micro-batches")), nanosColumn("forward", N_("Forward")),
         nanosColumn("backward", N_("Backward")),
         nanosColumn("waiting", N_("Waiting inside"),
                     N_("For the neighbour's data, within forward and backward")),
         nanosColumn("bubble", N_("Bubble"),
                     N_("Neither forward nor backward, from the first to the last anywhere")),
         fractionColumn("bubble_share", N_("Bubble")),
         fractionColumn(
             "ideal_share", N_("Ideal"),
             N_("(p − 1) / (v·m + p − 1): equal stages, no transfers (arXiv:2104.04473, section 2.2)"))});
}

void addStep(core::Report& report, core::Table& table, const AnalysisInput& input, const std::string& name,
             const PipelineStep& step)
{
    const auto countCell = [](std::size_t count) {
        return count == 0 ? core::Cell() : core::Cell(static_cast<std::int64_t>(count));
    };
    const auto ranks = static_cast<double>(step.ranks);
    std::int64_t lost = 0;
    for (const auto& [part, tally] : step.parts) {
        const std::int64_t bubble = core::measure(bubbleOf(step, tally));
        lost += bubble;
        const auto chunks = static_cast<double>(tally.stages * tally.microBatches);
        table.rows.push_back({name.empty() ? core::Cell() : core::Cell(name), rankCell(input.ranks()[part]),
                              deviceCell(input.ranks()[part]), countCell(tally.stages),
                              countCell(tally.microBatches),
                              tally.split ? core::Cell(tally.forward) : core::Cell(),
                              tally.split ? core::Cell(tally.backward) : core::Cell(), tally.waiting, bubble,
                              shareCell(bubble, step.end - step.begin),
                              chunks > 0 ? core::Cell((ranks - 1) / (chunks + ranks - 1)) : core::Cell()});
    }
    const double share = static_cast<double>(lost) / (static_cast<double>(step.end - step.begin) *
                                                      static_cast<double>(step.parts.size()));
    report.findings.push_back(
        finding("pipeline.bubble", core::Severity::Info,
                {name.empty() ? "–" : name, percentText(share), nanosText(step.end - step.begin)},
                {{step.begin, step.end, core::TrackId::kNone, name}}));
}

} // namespace

core::IntervalSet bubbleOf(const PipelineStep& step, const StageTally& tally)
{
    return core::subtract({{step.begin, step.end}}, core::unite(tally.work));
}

core::Result<PipelineSteps> pipelineSteps(const AnalysisInput& input, const AnalysisOptions& options,
                                          const core::Task& task, bool* named)
{
    const core::StringPool& names = input.timeline().names();
    std::vector<std::optional<Action>> actions(names.size());
    std::vector<bool> receives(names.size());
    for (std::size_t id = 0; id < names.size(); ++id) {
        actions[id] = pipelineAction(names.text(core::NameId{id}));
        receives[id] = isReceive(names.text(core::NameId{id}));
    }
    std::vector<Schedule> schedules;
    for (const RankPart& part : input.ranks()) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        schedules.push_back(part.ownsHost ? scheduleOf(input, part, actions, receives) : Schedule{});
    }
    PipelineSteps steps = stepsOf(input, schedules);
    if (named != nullptr)
        *named = !steps.empty();
    return steps.empty() ? pipelineByTransfers(input, options, task)
                         : core::Result<PipelineSteps>(std::move(steps));
}

core::Result<std::string_view> pipelineBubbleLacks(const AnalysisInput& input, const AnalysisOptions& options,
                                                   const core::Task& task)
{
    SHARDSCOPE_TRY(const PipelineSteps steps, pipelineSteps(input, options, task));
    return std::string_view(steps.empty() ? "no_micro_batches" : "");
}

core::Result<core::Report> pipelineBubble(const AnalysisInput& input, const AnalysisOptions& options,
                                          const core::Task& task)
{
    bool named = false;
    SHARDSCOPE_TRY(const PipelineSteps steps, pipelineSteps(input, options, task, &named));
    core::Report report;
    SHARDSCOPE_TRY(const auto slow, slowRankOf(input, options, task));
    if (slow)
        addSlowRank(input, *slow, report);
    core::Table table = emptyTable();
    for (const auto& [name, step] : steps)
        addStep(report, table, input, name, step);
    if (!named)
        report.findings.push_back(finding("pipeline.by_transfers", core::Severity::Notice));
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
