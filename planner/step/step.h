// SPDX-License-Identifier: GPL-3.0-or-later
// The time of one training step by its parts, the traffic, and what follows from them.
#pragma once

#include "core/plan/evaluation.h"
#include "planner/formula/plan_parts.h"

namespace shardscope::planner {

/// Fills \p evaluation's step, communication, throughput, energy and price. \p parts must have a transformer.
template <class N>
void addStep(const PlanParts<N>& parts, core::Evaluation& evaluation);

/// What a rank of one stage does in a step: the parts that addStep sums of the slowest stage, of any stage.
/// Times of passes are those of one micro-batch.
struct StageStep {
    Stage stage;
    core::StepTime forward;  ///< device, ends and copies included
    core::StepTime backward; ///< device, without recompute
    core::StepTime recompute;
    core::StepTime waitForward; ///< for the host
    core::StepTime waitBackward;
    core::StepTime collectivesForward; ///< of the tensor and expert groups, exposed
    core::StepTime collectivesBackward;
    core::Seconds endsForward; ///< of the passes: what embedding and head take
    core::Seconds endsBackward;
    core::StepTime optimizer;
    core::StepTime updateWait; ///< for the host, once a step
    core::StepTime send;       ///< to the next stage, one message, as far as anything waits for it
    std::vector<core::CommunicationEntry> communication; ///< of a step
    core::Bytes activationBytes;                         ///< that one micro-batch holds
    double microBatchesHeld = 0;                         ///< at the fullest moment, as the memory has it
};
/// One a stage. \p parts must have a transformer.
template <class N>
[[nodiscard]] std::vector<StageStep> stageSteps(const PlanParts<N>& parts);

} // namespace shardscope::planner
