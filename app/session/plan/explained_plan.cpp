// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/explained_plan.h"

#include "planner/explain.h"

namespace shardscope::app {

core::Result<core::Evaluation> explainedPlan(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                             const core::Plan& plan, const core::Task& task)
{
    return planner::explain(model, hardware, plan, task);
}

core::Result<std::vector<core::MemoryTrace>> tracedStages(const core::ModelSpec& model,
                                                          const core::HardwareSpec& hardware,
                                                          const core::Plan& plan, const core::Task& task)
{
    return planner::tracedStages(model, hardware, plan, task);
}

} // namespace shardscope::app
