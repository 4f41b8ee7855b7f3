// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/plan/plan_schedules.h"

#include "app/session/text/choice_words.h"
#include "app/session/text/recommender_words.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"

namespace shardscope::app {

using planner::ScheduleKind;

std::vector<WantedSchedule> usualSchedules(const core::Plan* plan, std::int64_t pipeline, bool recommender)
{
    if (recommender && plan == nullptr)
        return {planner::kPersiaModes.begin(), planner::kPersiaModes.end()};
    // Phases are seen by themselves: beside what holds a whole stage, nothing of their memory would be.
    if (plan != nullptr && (recommender || pipeline < 2 || plan->phases > 0))
        return {WantedSchedule()};
    const std::optional<ScheduleKind> own = plan != nullptr ? scheduleOf(*plan) : std::nullopt;
    std::vector<WantedSchedule> out;
    if (plan != nullptr)
        out.emplace_back();
    for (const ScheduleKind kind :
         {ScheduleKind::Gpipe, ScheduleKind::OneForwardOneBackward, ScheduleKind::ZbH1}) {
        if (kind != own)
            out.emplace_back(kind);
    }
    return out;
}

std::vector<WantedSchedule> taughtSchedules(const core::Plan& plan)
{
    if (plan.axes.pipeline < 2)
        return {};
    return {ScheduleKind::Gpipe, ScheduleKind::OneForwardOneBackward, ScheduleKind::Interleaved,
            ScheduleKind::ZbH1, ScheduleKind::DualPipe};
}

std::optional<ScheduleKind> scheduleOf(const core::Plan& plan)
{
    if (plan.schedule == core::Schedule::Phased)
        return std::nullopt;
    return planner::kindOf(plan);
}

QString scheduleTitle(const core::Plan& plan, const WantedSchedule& wanted, const ScheduleChart* chart)
{
    if (wanted.kind == ScheduleKind::DualPipe && chart != nullptr &&
        chart->schedule.order.name == planner::nameOf(ScheduleKind::DualPipeV))
        return Words::tr("DualPipe, as DualPipeV of p / 2");
    if (wanted.kind)
        return choiceText(*wanted.kind);
    if (wanted.mode)
        return modeName(*wanted.mode);
    if (wanted.zion)
        return systemName("zion");
    if (wanted.file)
        return shownText(wanted.file->name);
    std::optional<ScheduleKind> kind = scheduleOf(plan);
    if (plan.axes.pipeline < 2 || (chart != nullptr && !chart->rows.empty()))
        kind.reset(); // no pipeline
    else if (chart != nullptr) {
        if (const auto named = planner::scheduleNamed(chart->schedule.order.name); named.ok())
            kind = *named;
    }
    return kind ? Words::tr("The plan's own: %1").arg(choiceText(*kind)) : Words::tr("The plan's own");
}

} // namespace shardscope::app
