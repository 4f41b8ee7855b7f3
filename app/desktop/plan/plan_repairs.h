// SPDX-License-Identifier: GPL-3.0-or-later
// What mends a plan that cannot be evaluated: each a change of the control that the error names, or of what
// else is to blame, that was tried.
#pragma once

#include "app/desktop/workbench/plan_state.h"

#include <QString>

#include <vector>

namespace shardscope::app {

struct PlanRepair {
    QString words; ///< "Tensor t: 3 → 2; Replicas r: 4 → 6"
    PlanState state;
};

/// The nearest first, few; none where \p state can be evaluated, or no key of its plan is to blame.
[[nodiscard]] std::vector<PlanRepair> repairsOf(const PlanState& state);

} // namespace shardscope::app
