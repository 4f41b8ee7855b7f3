// SPDX-License-Identifier: GPL-3.0-or-later
// Which plans can stand side by side, and what each comes to.
#pragma once

#include "app/desktop/charts/plan/plans_scene.h"
#include "app/desktop/workbench/plan_shelf.h"
#include "app/desktop/workbench/plan_state.h"
#include "app/session/plan/commands.h"
#include "app/session/plan/plan_strategies.h"

#include <optional>
#include <string>
#include <vector>

namespace shardscope::app {

inline constexpr const char* kCurrentPlan = "current";

/// One of them: a strategy (app/session/plan/plan_strategies), the plan being edited, or one kept from
/// earlier.
struct PlanChoice {
    std::string key;                   ///< of a strategy; kCurrentPlan; "" for a kept plan
    std::optional<ShelvedPlan> kept{}; ///< that plan
};

/// What it is told apart by in every language: a strategy's key, "/" and the name of a kept plan.
[[nodiscard]] QString keyOf(const PlanChoice& choice);
/// One that is still being worked out.
[[nodiscard]] ShownPlan pendingPlan(const PlanChoice& choice);
/// The plan being edited and every strategy that applies to the model and the machine of \p state.
[[nodiscard]] std::vector<PlanChoice> planChoices(const PlanState& state);
/// Whether it is among the first six: the plan being edited against the layouts of the field's own history.
[[nodiscard]] bool isFirstChoice(const PlanChoice& choice);
[[nodiscard]] QString nameOf(const PlanChoice& choice);

/// \p choice on the devices and samples of \p state, evaluated, beside the published runs of \p catalog; or
/// why that cannot be. A strategy's batch is the plan's or the one that suits it.
[[nodiscard]] ShownPlan shownPlan(const core::Catalog& catalog, const PlanChoice& choice,
                                  const planner::Evaluator& evaluator, const PlanState& state,
                                  StrategyBatch batch = StrategyBatch::Given, const core::Task& task = {});

/// One row for each setting that the \p plans differ in, by the name of its control: one column for each
/// plan, and what the setting means.
[[nodiscard]] core::Table namedDifferences(const std::vector<ShownPlan>& plans, const PlanState& state);

} // namespace shardscope::app
