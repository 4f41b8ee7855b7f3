// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/plan/plan_schedules.h"

#include "app/session/simulate/simulation_words.h"
#include "app/session/text/recommender_words.h"

#include <QCoreApplication>

namespace shardscope::app {

using planner::ScheduleKind;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(SchedulePage)
};

} // namespace

std::vector<WantedSchedule> usualSchedules(bool plan, std::int64_t pipeline, bool recommender)
{
    if (recommender && !plan)
        return {planner::kPersiaModes.begin(), planner::kPersiaModes.end()};
    if (plan && (recommender || pipeline < 2))
        return {WantedSchedule()};
    std::vector<WantedSchedule> out{ScheduleKind::Gpipe, ScheduleKind::OneForwardOneBackward,
                                    ScheduleKind::ZbH1};
    if (plan)
        out.insert(out.begin(), WantedSchedule());
    return out;
}

std::optional<ScheduleKind> scheduleOf(const core::Plan& plan)
{
    switch (plan.schedule) {
    case core::Schedule::Gpipe: return ScheduleKind::Gpipe;
    case core::Schedule::OneForwardOneBackward: return ScheduleKind::OneForwardOneBackward;
    case core::Schedule::Interleaved: return ScheduleKind::Interleaved;
    case core::Schedule::ZeroBubble: return ScheduleKind::ZbH1;
    case core::Schedule::Phased: break;
    }
    return std::nullopt;
}

QString scheduleTitle(const core::Plan& plan, const WantedSchedule& wanted, const ScheduleChart* chart)
{
    if (wanted.kind)
        return scheduleKindName(*wanted.kind);
    if (wanted.mode)
        return modeName(*wanted.mode);
    if (wanted.file)
        return QString::fromStdString(wanted.file->name);
    std::optional<ScheduleKind> kind = scheduleOf(plan);
    if (chart != nullptr && !chart->rows.empty())
        kind.reset(); // no pipeline
    else if (chart != nullptr) {
        if (const auto named = planner::scheduleNamed(chart->schedule.order.name); named.ok())
            kind = *named;
    }
    return kind ? Words::tr("The plan's own: %1").arg(scheduleKindName(*kind)) : Words::tr("The plan's own");
}

} // namespace shardscope::app
