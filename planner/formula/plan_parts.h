// SPDX-License-Identifier: GPL-3.0-or-later
// What the memory and the step of one plan are computed from, once.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/formula/coefficients.h"
#include "planner/formula/inventory.h"
#include "planner/formula/stages.h"
#include "planner/formula/state.h"

#include <vector>

namespace shardscope::planner {

struct Memo;
struct WhatIf;

/// What the memory and the step of one plan are computed from, once.
template <class N>
struct PlanParts {
    const core::ModelSpec& model;
    const core::HardwareSpec& hardware;
    const core::Plan& plan;
    const Inventory& inventory;
    const ModelState<N>* modelState = nullptr; ///< of this plan
    std::vector<Stage> stages;
    std::vector<StateElements<N>> elements;     ///< by stage
    std::vector<StateBytes<N>> state;           ///< by stage
    const Coefficients* coefficients = nullptr; ///< of the time model, for this plan
    Memo* memo = nullptr;                       ///< of an evaluator of many plans
    bool ranked = false;                        ///< no more is wanted than Ranking tells
    const WhatIf* whatIf = nullptr;             ///< null: as everything is
};

/// Activations of one stage at its fullest moment.
template <class N>
struct StageActivations {
    ByteCount<N> stored;                    ///< kept for backward, all micro-batches in flight
    std::optional<ByteCount<N>> away = {};  ///< of it, where not all that may leave the device does
    ByteCount<N> working;                   ///< beside it: a layer being recomputed, or the loss's gradient
    std::optional<ByteCount<N>> again = {}; ///< of these two, the former
    std::optional<ByteCount<N>> loss = {};  ///< and the latter
    std::optional<ByteCount<N>> head = {};  ///< of what is stored, the head's
    ByteCount<N> layer;                     ///< what one layer of one micro-batch keeps
    ByteCount<N> boundary;                  ///< the tensor between two stages or phases, one micro-batch
    Count<N> microBatches;
};

} // namespace shardscope::planner
