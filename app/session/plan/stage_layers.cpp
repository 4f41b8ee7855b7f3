// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/stage_layers.h"

#include "core/base/mapped.h"

namespace shardscope::app {

std::vector<std::int64_t> evenLayers(std::int64_t layers, std::int64_t stages)
{
    std::vector<std::int64_t> each;
    for (std::int64_t stage = 0; stage < stages; ++stage)
        each.push_back((stage + 1) * layers / stages - stage * layers / stages);
    return each;
}

std::vector<std::int64_t> layersOfStages(const core::Plan& plan, std::int64_t layers)
{
    if (plan.axes.virtualStages > 1) // the sums of their chunks
        return core::mapped<std::int64_t>(planner::stagesOf(plan, layers), &planner::Stage::layers);
    return plan.layersPerStage.empty() ? evenLayers(layers, plan.axes.pipeline) : plan.layersPerStage;
}

std::optional<FixedCut> fixedCut(const core::Plan& plan, std::int64_t layers)
{
    if (layers == 0)
        return FixedCut::NoLayers;
    if (plan.axes.pipeline == 1)
        return FixedCut::OneStage;
    if (plan.axes.virtualStages > 1 || core::foldsPipeline(plan.schedule))
        return FixedCut::Interleaved;
    return std::nullopt;
}

std::optional<core::Plan> withLayersMoved(core::Plan plan, std::int64_t layers, std::size_t from,
                                          std::size_t to, std::int64_t count)
{
    std::vector<std::int64_t> each = layersOfStages(plan, layers);
    if (fixedCut(plan, layers) || from >= each.size() || to >= each.size() || from == to || count < 1 ||
        each[from] <= count)
        return std::nullopt;
    each[from] -= count;
    each[to] += count;
    plan.layersPerStage = each == evenLayers(layers, plan.axes.pipeline) ? std::vector<std::int64_t>() : each;
    return plan;
}

} // namespace shardscope::app
