// SPDX-License-Identifier: GPL-3.0-or-later
// torchtitan's own model of the Llama kind on one rank of a tensor group.
#pragma once

#include "core/plan/plan.h"
#include "planner/tape/models/model.h"

namespace shardscope::planner::tape {

/// The whole model, its parts wrapped one by one for fully_shard: layers by their numbers, norm and head as
/// number layers(), the embedding as the one after that (tied: with the head).
[[nodiscard]] ModelPtr makeTorchtitanModel(Tape& tape, const core::Transformer& shape,
                                           const RunSettings& settings, const core::Plan& plan);

} // namespace shardscope::planner::tape
