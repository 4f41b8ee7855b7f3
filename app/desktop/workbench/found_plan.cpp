// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/found_plan.h"

namespace shardscope::app {

PlanState foundPlan(PlanState now, const planner::PlanSearch& search, const SearchNames& names,
                    const planner::PlanHit& hit)
{
    const core::HardwareSpec& hardware = search.machines[hit.machine].hardware;
    now.model = std::make_shared<const core::ModelSpec>(search.model);
    now.hardware = std::make_shared<const core::HardwareSpec>(hardware);
    now.modelReference = QString::fromStdString(names.model.empty() ? search.model.name : names.model);
    now.modelDocument = nullptr;
    now.hardwareReference = QString::fromStdString(
        hit.machine < names.machines.size() ? names.machines[hit.machine] : hardware.name);
    return withPlan(std::move(now), hit.plan);
}

} // namespace shardscope::app
