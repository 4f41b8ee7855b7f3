// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/plan_reports.h"

#include "core/base/refusals.h"

namespace shardscope::app {

const std::vector<std::string>& planReportNames()
{
    static const std::vector<std::string> names{"phases", "memory", "activations"};
    return names;
}

core::Result<core::Report> planReport(const PlanResult& result, const std::string& name)
{
    const core::Plan& plan = result.evaluation.plan;
    if (name == "phases")
        return planner::phaseReport(result.model, result.hardware, plan);
    if (name == "memory")
        return planner::memoryReport(result.model, result.hardware, plan);
    if (name == "activations") {
        SHARDSCOPE_TRY(planner::ActivationChoices choices,
                       planner::activationChoices(result.model, result.hardware, plan));
        return std::move(choices.report);
    }
    return core::unknownName(name, planReportNames(), W_("report"));
}

core::Result<PlanResult> withCheapestActivations(PlanResult result)
{
    SHARDSCOPE_TRY(const core::Plan plan,
                   planner::cheapestActivations(result.model, result.hardware, result.evaluation.plan));
    SHARDSCOPE_TRY(result.evaluation,
                   planner::evaluate(result.model, result.hardware, plan, planner::Detail::Explained));
    return result;
}

} // namespace shardscope::app
