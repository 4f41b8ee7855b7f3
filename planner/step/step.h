// SPDX-License-Identifier: GPL-3.0-or-later
// The time of one training step by its parts, the traffic, and what follows from them.
#pragma once

#include "core/plan/evaluation.h"
#include "planner/formula/plan_parts.h"
#include "planner/machine/exchange.h"
#include "planner/traffic/traffic.h"

#include <optional>
#include <string>
#include <vector>

namespace shardscope::planner {

/// Fills \p evaluation's step, communication, throughput, energy and price. \p parts must have a transformer.
/// \p laidOut: how long the step takes with all its passes and messages in the schedule's order; none: as the
/// closed form says.
template <class N>
void addStep(const PlanParts<N>& parts, core::Evaluation& evaluation,
             std::optional<core::Seconds> laidOut = std::nullopt);

/// Traffic of a rank of one stage in a step (Traffic), for who lays it out in time.
struct StageTraffic {
    core::Transfer operation{};
    core::TrafficGroup group{};
    Place place = Place::After;
    bool inForward = false;
    core::Bytes bytes;
    core::Seconds seconds;
    core::Seconds exposed;
    core::Seconds waitedForward;
    core::Seconds waitedBackward;
    double units = 1;
    double uses = 1;
    core::Seconds laid;
    core::Seconds lost;
};

/// What a rank of one stage does in a step: the parts that addStep sums of the slowest stage, of any stage.
/// Times of passes are those of one micro-batch.
struct StageStep {
    Stage stage;
    core::StepTime forward;  ///< device, ends and copies included
    core::StepTime backward; ///< device, without recompute
    core::StepTime recompute;
    Superstep forwardSupersteps;  ///< of forward: what its tiles exchange and where they meet
    Superstep backwardSupersteps; ///< of backward and recompute
    core::StepTime waitForward;   ///< for the host
    core::StepTime waitBackward;
    core::Seconds endsForward; ///< of the passes: what embedding and head take
    core::Seconds endsBackward;
    core::StepTime optimizer;
    core::StepTime updateWait;         ///< for the host, once a step
    core::StepTime send;               ///< to the next stage, one message, as far as anything waits for it
    std::vector<StageTraffic> traffic; ///< of a step
    std::vector<core::CommunicationEntry> communication; ///< the same, by operation and group
    core::Bytes activationBytes;                         ///< that one micro-batch holds
    double microBatchesHeld = 0;                         ///< at the fullest moment, as the memory has it
};
/// One for each stage. \p parts must have a transformer.
template <class N>
[[nodiscard]] std::vector<StageStep> stageSteps(const PlanParts<N>& parts);

} // namespace shardscope::planner
