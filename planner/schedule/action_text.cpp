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
