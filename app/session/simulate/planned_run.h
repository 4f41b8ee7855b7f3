// SPDX-License-Identifier: GPL-3.0-or-later
// A plan that is opened as a run, without a file of it.
#pragma once

#include "app/session/simulate/open_run.h"
#include "app/session/simulate/plan_simulation.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// Three steps of the plan that \p request names, as if they had been recorded; \p slow: "RESOURCE=FACTOR",
/// as of SimulationCall. Errors: those of the plan and the simulation.
[[nodiscard]] core::Result<profiler::ImportedRun> openPlanRun(const core::Catalog& catalog,
                                                              const PlanRequest& request,
                                                              const std::vector<std::string>& slow,
                                                              const core::Task& task = {});

} // namespace shardscope::app
