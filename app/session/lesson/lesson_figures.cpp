// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lesson/lesson_figures.h"

#include <algorithm>

namespace shardscope::app {

const std::vector<std::string>& lessonFigures()
{
    static const std::vector<std::string> all{
        "model.layers",
        "hardware.machine",
        "hardware.reached",
        "plan.memory",
        "plan.devices",
        "plan.stage_devices",
        "plan.zero",
        "plan.step",
        "plan.step_in_time",
        "plan.communication",
        "plan.memory_over_step",
        "plan.heap",
        "plan.stages",
        "plan.activations",
        "plan.phases",
        "plan.streaming",
        "plan.node_devices",
        "plan.cut",
        "plan.cut_by_memory",
        "plan.cut_by_node",
        "plan.slices",
        "plan.zero_messages",
        "plan.bubbles",
        "plan.doubling",
        "plan.dispatch",
        "collective.ring",
        "collective.tree",
        "collective.scatter_gather",
        "collective.all_to_all",
        "collective.hierarchical",
        "schedule.bands",
        "overview.step",
        "overview.findings",
        "timeline.lanes",
        "analyses.findings",
        "search.plans",
        "search.best",
        "search.axes",
        "recommender.systems",
        "recommender.shards",
        "recommender.tiers",
        "recommender.step",
        "recommender.front_end",
        "recommender.scaling",
        "recommender.zion",
        "recommender.zion_to_zionex",
        "recommender.sizes",
        "recommender.structure",
        "recommender.node",
        "recommender.wire",
        "recommender.quality",
        "recommender.staleness_bound",
        "recommender.peers",
        "recommender.growth",
        "recommender.homogeneous",
        "recommender.waiting",
        "recommender.modes",
        "recommender.roles",
        "recommender.ratio",
        "recommender.upkeep",
        "recommender.batch_ids",
        "recommender.cache",
        "recommender.distinct_ids",
        "recommender.array_list",
        "recommender.serving",
    };
    return all;
}

bool isLessonFigure(std::string_view name)
{
    return std::ranges::find(lessonFigures(), name) != lessonFigures().end();
}

} // namespace shardscope::app
