// SPDX-License-Identifier: GPL-3.0-or-later
// One rank's share of a tensor-parallel stage or model, one kernel an operation.
#pragma once

#include "core/plan/memory_trace.h"
#include "core/plan/plan.h"
#include "planner/formula/phase_cut.h"
#include "planner/tape/models/model.h"

namespace shardscope::planner::tape {

/// \p shape.layers layers, or one \p half of one, as a rank of a tensor group holds them; loss() takes the
/// hidden tensor [s, b, h] and gives what they make of it.
[[nodiscard]] ModelPtr makeMegatronLayers(Tape& tape, const core::Transformer& shape,
                                          const RunSettings& settings, const core::Plan& plan,
                                          LayerHalf half = LayerHalf::Whole);

/// The whole model as a rank of a tensor group holds it, embedding and head cut by their vocabulary; loss()
/// takes token ids [b, s] and labels.
[[nodiscard]] ModelPtr makeMegatronModel(Tape& tape, const core::Transformer& shape,
                                         const RunSettings& settings, const core::Plan& plan);

/// Forward and backward of one rank's share of a stage of \p shape.layers layers, into gradients that exist.
[[nodiscard]] core::MemoryTrace traceMegatronStage(Tape& tape, const core::Transformer& shape,
                                                   const RunSettings& settings, const core::Plan& plan);

} // namespace shardscope::planner::tape
