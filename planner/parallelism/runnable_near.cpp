// SPDX-License-Identifier: GPL-3.0-or-later
// What a framework has in the place of what it lacks (runnable.cpp has the rules and their sources).
#include "core/plan/plan_file.h"
#include "planner/parallelism/runnable.h"

#include <numeric>
#include <utility>

namespace shardscope::planner {
namespace {

using core::Implementation;
using core::Tier;

/// All devices as replicas, with the global batch where they divide it, else with as many samples each.
void useReplicasAlone(core::Plan& plan)
{
    const std::int64_t devices = plan.axes.devices();
    plan.axes = {};
    plan.axes.replica = devices;
    core::Batch& batch = plan.batch;
    if (batch.globalBatch % (batch.microBatch * devices) == 0)
        batch.microBatches = batch.globalBatch / (batch.microBatch * devices);
    else if (batch.globalBatch % devices == 0) {
        batch.microBatch = batch.globalBatch / devices;
        batch.microBatches = 1;
    }
    batch.globalBatch = batch.microBatch * batch.microBatches * devices;
}

/// The nearest stage that shards no less than \p plan does, else the one that shards most.
core::Sharding shardingNear(core::Plan plan)
{
    const core::Sharding asked = plan.sharding;
    const std::int64_t replicas = plan.axes.replicas();
    core::Sharding most;
    for (int stage = 0; stage <= 3; ++stage) {
        plan.sharding = core::zeroSharding(stage, replicas);
        if (!runsSharding(plan))
            continue;
        most = plan.sharding;
        if (most.weights >= asked.weights && most.gradients >= asked.gradients &&
            most.optimizer >= asked.optimizer)
            break;
    }
    return most;
}

void useUsualSchedule(core::Plan& plan)
{
    plan.phases = 0;
    plan.axes.virtualStages = 1;
    plan.schedule = usualSchedules(plan.implementation).front();
}

} // namespace

core::Residency movedTogether(const core::Plan& plan)
{
    core::Residency at = plan.residency;
    const auto elsewhere = [](Tier tier) { return tier != Tier::Device; };
    const Tier to = elsewhere(at.optimizer)   ? at.optimizer
                    : elsewhere(at.gradients) ? at.gradients
                                              : at.weights;
    const bool whole =
        plan.implementation == Implementation::Fsdp2 || plan.implementation == Implementation::Torchtitan;
    if (!elsewhere(to) || (!whole && plan.implementation != Implementation::DeepSpeed))
        return at;
    at.gradients = to;
    at.optimizer = to;
    if (whole)
        at.weights = to;
    return at;
}

core::Plan runnableNear(core::Plan plan, const core::HardwareSpec& hardware)
{
    const Implementation said = std::exchange(plan.implementation, frameworkOf(plan, hardware));
    if (!runsAxes(plan)) {
        if (plan.implementation == Implementation::Nanotron) {
            plan.axes.virtualStages = 1;
            plan.axes.expertTensor = 0;
            plan.axes.expert = std::gcd(plan.axes.expert, plan.axes.expertRanks());
            plan.axes.tensorSecond = 1;
        } else if (plan.axes.tensorSecond > 1 && plan.implementation != Implementation::HuggingFace) {
            plan.axes.tensorSecond = 1;
        } else {
            useReplicasAlone(plan);
        }
    }
    if (!runsSchedule(plan))
        useUsualSchedule(plan);
    if (!runsSharding(plan))
        plan.sharding = shardingNear(plan);
    if (!runsOffload(plan))
        plan.residency = movedTogether(plan);
    if (!runsOffload(plan))
        plan.residency = {};
    if (!runsUnevenStages(plan))
        plan.layersPerStage.clear();
    if (!runsSomeRecompute(plan) || (plan.recomputeLayers.size() > 1 && !runsRecomputeByStage(plan)))
        plan.recomputeLayers.clear();
    if (!runsKeptLayers(plan))
        plan.keptLayers = 0;
    plan.implementation = said;
    return plan;
}

} // namespace shardscope::planner
