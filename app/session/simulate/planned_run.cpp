// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/simulate/planned_run.h"

namespace shardscope::app {

core::Result<profiler::ImportedRun> openPlanRun(const core::Catalog& catalog, const PlanRequest& request,
                                                const std::vector<std::string>& slow, const core::Task& task)
{
    SimulationCall call;
    call.plan = request;
    call.slow = slow;
    call.options.steps = 3;
    SHARDSCOPE_TRY(planner::Simulation simulation, simulatePlan(catalog, std::move(call), task));
    return openedSimulation(std::move(simulation));
}

} // namespace shardscope::app
