// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/block_stages.h"
#include "planner/framework/framework.h"

namespace shardscope::planner {

std::vector<std::int64_t> layersByBlocks(const core::Transformer& model, std::int64_t stages)
{
    const auto real = [](std::int64_t value) { return static_cast<double>(value); };
    const double width =
        real(model.experts > 0 ? model.expertsPerToken * model.expertFeedForward : model.feedForward);
    const double layer = real(model.hidden) * (4 * real(model.heads) * real(model.headDim) + 3 * width);
    const double head = real(model.hidden) * real(model.vocabulary);
    const double all = real(model.layers) * layer + head;
    std::vector<std::int64_t> cut(static_cast<std::size_t>(stages), 0);
    std::size_t stage = 0;
    double passed = all / real(stages); // what the stages so far may hold
    for (std::int64_t number = 1; number <= model.layers; ++number) {
        ++cut[stage];
        if (real(number) * layer > passed) {
            ++stage;
            passed = all * real(static_cast<std::int64_t>(stage) + 1) / real(stages);
        }
    }
    return cut;
}

bool cutsByBlocks(const core::Plan& plan)
{
    return factsOf(plan).habits.cutsByCost && plan.axes.pipeline > 1 && plan.axes.virtualStages == 1 &&
           plan.phases == 0 && plan.layersPerStage.empty();
}

core::Plan asCut(const core::Transformer& model, core::Plan plan)
{
    if (cutsByBlocks(plan))
        plan.layersPerStage = layersByBlocks(model, plan.axes.pipeline);
    return plan;
}

} // namespace shardscope::planner
