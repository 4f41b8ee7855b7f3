// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/stages.h"

#include <algorithm>

namespace shardscope::planner {

std::vector<Stage> stagesOf(const core::Plan& plan, std::int64_t layers)
{
    const std::int64_t p = plan.axes.pipeline;
    std::vector<Stage> stages(static_cast<std::size_t>(p));
    std::int64_t next = 0;
    for (std::int64_t i = 0; i < p; ++i) {
        Stage& stage = stages[static_cast<std::size_t>(i)];
        stage.index = i;
        stage.firstLayer = next;
        stage.layers = plan.layersPerStage.empty() ? (i + 1) * layers / p - i * layers / p
                                                   : plan.layersPerStage[static_cast<std::size_t>(i)];
        stage.first = i == 0;
        stage.last = i == p - 1;
        next += stage.layers;
    }
    return stages;
}

std::int64_t recomputedLayers(const core::Plan& plan, const Stage& stage)
{
    if (plan.recomputeLayers.empty())
        return stage.layers;
    const std::size_t at = plan.recomputeLayers.size() == 1 ? 0 : static_cast<std::size_t>(stage.index);
    if (at >= plan.recomputeLayers.size())
        return stage.layers;
    // No product that could be too large: a chunk has no more layers than its stage.
    const std::int64_t each = std::min(plan.recomputeLayers[at], stage.layers);
    return std::min(stage.layers, each * plan.axes.virtualStages);
}

double recomputedShare(const core::Plan& plan, const Stage& stage)
{
    if (plan.recompute == core::Recompute::None || stage.layers == 0)
        return 0;
    return static_cast<double>(recomputedLayers(plan, stage)) / static_cast<double>(stage.layers);
}

double keptShare(const core::Plan& plan, const Stage& stage)
{
    if (plan.keepWeightsAfterForward || stage.layers == 0)
        return plan.keepWeightsAfterForward ? 1 : 0;
    return static_cast<double>(std::min(plan.keptLayers, stage.layers)) / static_cast<double>(stage.layers);
}

} // namespace shardscope::planner
