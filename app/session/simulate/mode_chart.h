// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's modes in time: one NN worker and the roles behind it, as a chart beside those of other schedules.
#pragma once

#include "app/session/plan/commands.h"
#include "app/session/recommender/recommender_choices.h"
#include "app/session/simulate/schedule_chart.h"
#include "core/catalog/catalog.h"

#include <optional>
#include <string>

namespace shardscope::app {

/// The cluster of PERSIA's roles that \p request names as its hardware; none: it names hardware. Errors:
/// those of the plan file.
[[nodiscard]] core::Result<std::optional<std::string>> clusterNamed(const core::Catalog& catalog,
                                                                    const PlanRequest& request);
/// \p choices with the cluster, the mode, the batch and the staleness of \p plan. Errors: those of
/// planner::persiaMode.
[[nodiscard]] core::Result<RecommenderChoices> choicesOfPlan(RecommenderChoices choices, std::string cluster,
                                                             const core::Plan& plan);

/// \p model on the roles that \p choices name, in \p mode. Errors: those of clusterOf, persiaSettingsOf and
/// planner::simulatePersia; NotSupported where \p model is no recommender.
[[nodiscard]] core::Result<planner::Simulation>
simulateMode(const core::Catalog& catalog, const core::ModelSpec& model, const RecommenderChoices& choices,
             planner::PersiaMode mode, planner::SimulationOptions options, const core::Task& task);

/// The same as a chart: of each mode as long a piece of the steady state, three batches of the slowest one,
/// disturbed as simulateChart has it.
[[nodiscard]] core::Result<ScheduleChart>
modeChart(const core::Catalog& catalog, const core::ModelSpec& model, const RecommenderChoices& choices,
          planner::PersiaMode mode, const core::Task& task = {}, const WhatIf& whatIf = {});

} // namespace shardscope::app
