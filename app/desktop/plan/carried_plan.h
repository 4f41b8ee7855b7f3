// SPDX-License-Identifier: GPL-3.0-or-later
// A plan that is carried over to another model or machine: what still applies stays, the rest is let go, and
// each change is told.
#pragma once

#include "app/desktop/workbench/plan_state.h"
#include "core/base/error.h"

#include <QStringList>

#include <optional>

namespace shardscope::app {

struct CarriedPlan {
    PlanState state;
    QStringList changes; ///< "Experts e: 8 → 1", one a key
};

/// "Experts e: 8 → 1" of each key that differs, as its control shows it.
[[nodiscard]] QStringList changesBetween(const PlanState& before, const PlanState& after);

/// Why \p state, which is complete, cannot be evaluated; none: it can.
[[nodiscard]] std::optional<core::Error> problemOf(const PlanState& state);

/// \p state without what keeps it from being evaluated, as far as a key is to blame.
[[nodiscard]] PlanState withoutProblems(PlanState state);

/// \p next has another model or machine than \p before and its plan. Keys that mean nothing any more, and
/// those that keep the plan from being evaluated, get the value that they have where nothing is said; degrees
/// are lowered to the next that fits, more replicas keep the number of devices.
[[nodiscard]] CarriedPlan carriedPlan(const PlanState& before, PlanState next);

} // namespace shardscope::app
