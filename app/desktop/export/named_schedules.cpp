// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/export/named_schedules.h"

#include "app/desktop/plan/plan_schedules.h"
#include "app/session/recommender/recommender_study.h"
#include "app/session/simulate/mode_chart.h"

namespace shardscope::app {

PlanState takeState(PlanResult& result)
{
    PlanState state;
    state.model = std::make_shared<const core::ModelSpec>(std::move(result.model));
    state.hardware = std::make_shared<const core::HardwareSpec>(std::move(result.hardware));
    state.plan = result.evaluation.plan;
    return state;
}

core::Result<std::vector<ShownSchedule>> ownSchedule(const PlanState& state, const core::Task& task)
{
    const std::vector<WantedSchedule> usual =
        usualSchedules(&state.plan, state.plan.axes.pipeline, state.model->recommender() != nullptr);
    if (usual.empty())
        return std::vector<ShownSchedule>();
    const core::Plan plan = planWithSchedule(state.plan, usual.front(), state.plan.axes.virtualStages);
    SHARDSCOPE_TRY(ScheduleChart chart,
                   simulateChart(*state.model, *state.hardware, plan, usual.front(), false, task));
    const QString title = scheduleTitle(state.plan, usual.front(), &chart);
    return std::vector<ShownSchedule>{
        {title, std::make_shared<const ScheduleChart>(std::move(chart)), QString(), false}};
}

core::Result<NamedSchedules> namedSchedules(const core::Catalog& catalog, const PlanRequest& request,
                                            std::size_t most, const core::Task& task)
{
    SHARDSCOPE_TRY(PlanResult result, evaluatePlan(catalog, request, planner::Detail::Explained));
    SHARDSCOPE_TRY(const std::optional<std::string> roles, clusterNamed(catalog, request));
    NamedSchedules named{takeState(result), {}};
    PlanState& state = named.state;
    RecommenderChoices choices;
    if (roles) { // PERSIA's: its modes, as in the window
        SHARDSCOPE_TRY(choices, choicesOfPlan(choices, *roles, state.plan));
        state.hardware.reset();
    }
    const bool recommender = state.model->recommender() != nullptr;
    for (const WantedSchedule& wanted :
         usualSchedules(roles ? nullptr : &state.plan, state.plan.axes.pipeline, recommender)) {
        if (named.shown.size() >= most)
            break;
        auto simulated =
            wanted.mode ? modeChart(catalog, *state.model, choices, *wanted.mode, task)
                        : simulateChart(*state.model, *state.hardware,
                                        planWithSchedule(state.plan, wanted, state.plan.axes.virtualStages),
                                        wanted, false, task);
        SHARDSCOPE_TRY(ScheduleChart chart, std::move(simulated));
        named.shown.push_back({scheduleTitle(state.plan, wanted, &chart),
                               std::make_shared<const ScheduleChart>(std::move(chart)), QString(), false});
    }
    return named;
}

} // namespace shardscope::app
