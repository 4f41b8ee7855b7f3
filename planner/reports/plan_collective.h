// SPDX-License-Identifier: GPL-3.0-or-later
// The gradients of a plan on their way over its replicas, chunk by chunk.
#pragma once

#include "core/base/result.h"
#include "core/plan/evaluation.h"
#include "planner/machine/collective_steps.h"

namespace shardscope::planner {

/// What the replicas of \p evaluation's plan exchange of their gradients in a step, as one message and as
/// \p pattern has it; of a plan without gradients, that of the replicas' largest message. Errors:
/// Inconsistent for one replica alone; those of collectiveSteps.
[[nodiscard]] core::Result<CollectiveSteps> planCollective(const core::ModelSpec& model,
                                                           const core::HardwareSpec& hardware,
                                                           const core::Evaluation& evaluation,
                                                           Pattern pattern);

} // namespace shardscope::planner
