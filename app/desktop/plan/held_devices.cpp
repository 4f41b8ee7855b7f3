// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/plan/held_devices.h"

#include "app/desktop/plan/plan_control_table.h"
#include "app/session/plan/stage_layers.h"
#include "app/session/search/search_numbers.h"

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

constexpr const char* kPipeline = "/parallel/pipeline";
constexpr const char* kReplica = "/parallel/replica";

/// Devices that are taken whatever the replicas and stages are, of those that are free with \p key.
std::int64_t taken(const core::Axes& axes, const std::string& key)
{
    return axes.tensor * axes.context * (key == kPipeline ? axes.pipeline : 1) *
           (key == kReplica ? axes.replica : 1);
}

std::int64_t mostStages(const PlanState& state)
{
    return state.model ? std::max<std::int64_t>(1, planner::layersOf(*state.model)) : 1;
}

/// So many replicas of \p next; what \p before saw in a step stays, in as many micro-batches as that takes.
PlanState withReplicas(const PlanState& before, PlanState next, std::int64_t count)
{
    const std::int64_t rows = next.plan.batch.microBatches * before.plan.axes.replica;
    const bool recommender = next.model && next.model->recommender() != nullptr;
    chooseReplicas(next, count);
    if (!recommender && rows % count == 0)
        next.plan.batch.microBatches = rows / count;
    return next;
}

} // namespace

bool isDeviceDegree(const std::string& key)
{
    return key == "/parallel/tensor" || key == "/parallel/context" || key == kPipeline || key == kReplica;
}

std::optional<PlanState> onDevices(const PlanState& before, PlanState next, const std::string& key,
                                   std::int64_t devices)
{
    core::Axes& axes = next.plan.axes;
    const std::int64_t fixed = taken(axes, key);
    if (devices < 1 || devices % fixed != 0)
        return std::nullopt;
    const std::int64_t free = devices / fixed; // for the replicas and the stages, of which \p key is not one
    if (key == kPipeline)
        return withReplicas(before, std::move(next), free);
    if (key == kReplica) {
        if (free > mostStages(next))
            return std::nullopt;
        axes.pipeline = free;
        return next;
    }
    if (free % axes.pipeline != 0) {
        std::int64_t stages = 1;
        for (const std::int64_t divisor : planner::divisorsOf(free)) {
            if (divisor <= axes.pipeline)
                stages = divisor;
        }
        axes.pipeline = stages;
    }
    return withReplicas(before, std::move(next), free / axes.pipeline);
}

std::vector<std::int64_t> nearestCounts(const PlanState& next, const std::string& key, std::int64_t devices)
{
    const std::int64_t fixed = taken(next.plan.axes, key);
    const std::int64_t most = key == kReplica ? fixed * mostStages(next) : 0; // 0: any
    std::vector<std::int64_t> counts;
    if (const std::int64_t below = devices / fixed * fixed; below > 0)
        counts.push_back(most > 0 ? std::min(below, most) : below);
    if (const std::int64_t above = devices / fixed * fixed + fixed; most == 0 || above <= most)
        counts.push_back(above);
    return counts;
}

} // namespace shardscope::app
