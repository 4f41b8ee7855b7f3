// SPDX-License-Identifier: GPL-3.0-or-later
// Names of actions and schedules.
#include "core/base/refusals.h"
#include "planner/schedule/schedules.h"

namespace shardscope::planner {

std::string textOf(const Action& action)
{
    if (action.kind == ActionKind::Overlapped)
        return "(" + std::to_string(action.stage) + "F" + std::to_string(action.microBatch) + ";" +
               std::to_string(action.backwardStage) + "B" + std::to_string(action.backwardMicroBatch) + ")";
    constexpr char kLetters[] = {'F', 'I', 'W', 'B'};
    return std::to_string(action.stage) + kLetters[static_cast<std::size_t>(action.kind)] +
           std::to_string(action.microBatch);
}

const std::vector<ScheduleName>& scheduleNames()
{
    using enum ScheduleKind;
    static const std::vector<ScheduleName> names{
        {Gpipe, "gpipe", "GPipe", false},
        {OneForwardOneBackward, "1f1b", "1F1B", false},
        {Interleaved, "interleaved", "interleaved 1F1B", true},
        {BreadthFirst, "breadth_first", "breadth-first", true},
        {InterleavedZeroBubble, "interleaved_zero_bubble", "interleaved zero bubble", true},
        {ZbH1, "zb_h1", "ZB-H1", false},
        {ZbH2, "zb_h2", "ZB-H2", false},
        {Zb1p, "zb1p", "ZB-1p", false},
        {Zb2p, "zb2p", "ZB-2p", false},
        {Zbv, "zbv", "ZB-V", false},
        {ZbvHeuristic, "zbv_heuristic", "ZB-V (heuristic)", false},
        {VHalf, "v_half", "V-Half", false},
        {VMin, "v_min", "V-Min", false},
        {DualPipe, "dualpipe", "DualPipe", false},
        {DualPipeV, "dualpipev", "DualPipeV", false},
        {OneForwardOneBackwardOverlapped, "1f1b_overlapped", "1F1B, overlapped pairs", false},
        {InterleavedOverlapped, "interleaved_overlapped", "interleaved, overlapped pairs", true}};
    return names;
}

std::string_view nameOf(ScheduleKind kind) { return scheduleNames()[static_cast<std::size_t>(kind)].name; }

core::Result<ScheduleKind> scheduleNamed(std::string_view name)
{
    std::vector<std::string> known;
    for (const ScheduleName& schedule : scheduleNames()) {
        if (schedule.name == name)
            return schedule.kind;
        known.emplace_back(schedule.name);
    }
    return core::unknownName(std::string(name), known, W_("schedule"));
}

std::size_t PipelineOrder::actions() const
{
    std::size_t count = 0;
    for (const std::vector<Action>& rank : ranks)
        count += rank.size();
    return count;
}

} // namespace shardscope::planner
