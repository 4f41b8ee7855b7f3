// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/tasks/cycles.h"

#include "planner/schedule/builders.h"

namespace shardscope::planner {

PipelineOrder cycleOrder(std::int64_t pipeline, std::int64_t microBatches)
{
    PipelineOrder order;
    order.name = "popart";
    order.meets = true;
    order.stages = order.chain = static_cast<std::int32_t>(pipeline);
    order.microBatches = static_cast<std::int32_t>(microBatches);
    order.stageRank = loopedStages(pipeline, 1);
    for (std::int64_t rank = 0; rank < pipeline; ++rank) {
        std::vector<Step> steps;
        steps.reserve(static_cast<std::size_t>(microBatches));
        for (std::int64_t micro = 0; micro < microBatches; ++micro)
            steps.push_back({static_cast<std::int32_t>(rank), static_cast<std::int32_t>(micro)});
        order.ranks.push_back(alternating(steps, steps, {2 * (pipeline - rank - 1), false, 0, false}));
    }
    return order;
}

std::int32_t cycleOf(const Action& action, std::int32_t ranks)
{
    const bool forward = action.kind == ActionKind::Forward;
    return action.microBatch + (forward ? action.stage : 2 * (ranks - 1) - action.stage);
}

} // namespace shardscope::planner
