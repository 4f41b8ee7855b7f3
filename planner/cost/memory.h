// SPDX-License-Identifier: GPL-3.0-or-later
// What each class of rank holds in each memory tier at its fullest moment.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/evaluation.h"
#include "planner/cost/activations.h"
#include "planner/cost/inventory.h"
#include "planner/cost/state.h"

#include <vector>

namespace shardscope::planner {

/// What the memory and the step of one plan are computed from, once.
template <class N>
struct PlanParts {
    const core::ModelSpec& model;
    const core::HardwareSpec& hardware;
    const core::Plan& plan;
    const Inventory& inventory;
    std::vector<Stage> stages;
    std::vector<StateElements<N>> elements; ///< by stage
    std::vector<StateBytes<N>> state;       ///< by stage
};

/// Fills \p evaluation's memory, and the figures that case files compare on the fullest class.
template <class N>
void addMemory(const PlanParts<N>& parts, core::Evaluation& evaluation);

} // namespace shardscope::planner
