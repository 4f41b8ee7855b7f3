// SPDX-License-Identifier: GPL-3.0-or-later
// A named plan as the window holds it, and its schedules as pictures need them.
#pragma once

#include "app/desktop/charts/schedule/schedule_geometry.h"
#include "app/desktop/workbench/plan_state.h"
#include "app/session/plan/commands.h"
#include "core/base/result.h"

#include <limits>
#include <vector>

namespace shardscope::app {

/// What is planned of \p result, which keeps its evaluation only.
[[nodiscard]] PlanState takeState(PlanResult& result);

struct NamedSchedules {
    PlanState state;
    std::vector<ShownSchedule> shown;
};
/// The plan's own schedule, and where it is a pipeline those that it is first compared with; of PERSIA's
/// roles, its modes; \p most of them. Errors: of the plan, and of the simulation.
[[nodiscard]] core::Result<NamedSchedules>
namedSchedules(const core::Catalog& catalog, const PlanRequest& request,
               std::size_t most = std::numeric_limits<std::size_t>::max(), const core::Task& task = {});

/// The one of \p state's own plan; none where a plan of its kind has none. Errors: of the simulation.
[[nodiscard]] core::Result<std::vector<ShownSchedule>> ownSchedule(const PlanState& state,
                                                                   const core::Task& task = {});

} // namespace shardscope::app
