// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/formula/stages.h"

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

} // namespace shardscope::planner
