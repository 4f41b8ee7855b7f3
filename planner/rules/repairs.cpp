// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/rules/repairs.h"

#include "core/plan/plan_file.h"
#include "planner/rules/rules.h"

#include <numeric>

namespace shardscope::planner {
namespace {

using core::Tier;

bool elsewhere(Tier tier) { return tier != Tier::Device; }

/// Keeps the samples of a step if all replicas of \p plan can share them, else takes the nearest number.
void shareBatch(core::Plan& plan)
{
    const std::int64_t replicas = plan.axes.replica;
    core::Batch& batch = plan.batch;
    if (batch.globalBatch % (batch.microBatch * replicas) == 0)
        batch.microBatches = batch.globalBatch / (batch.microBatch * replicas);
    else if (batch.globalBatch % replicas == 0) {
        batch.microBatch = batch.globalBatch / replicas;
        batch.microBatches = 1;
    }
    batch.globalBatch = batch.microBatch * batch.microBatches * replicas;
}

/// Every way in which the sharding can be read: over one replica all are the same.
Set<Shards> sharedAs(const core::Sharding& sharding, std::int64_t replicas)
{
    Set<Shards> as{Shards::Any};
    const auto add = [&](Shards shards, const core::Sharding& when) {
        if (sharding == when)
            as.add(shards);
    };
    add(Shards::Whole, core::zeroSharding(0, replicas));
    add(Shards::Optimizer, core::zeroSharding(1, replicas));
    add(Shards::Gradients, core::zeroSharding(2, replicas));
    add(Shards::Weights, core::zeroSharding(3, replicas));
    add(Shards::Alike, {sharding.weights, sharding.weights, sharding.weights});
    return as;
}

} // namespace

bool sharesAsItCan(const core::Plan& plan, const FrameworkFacts& facts)
{
    const Can<Shards>& beside = facts.can.besidePipeline;
    const bool several = plan.axes.pipeline > 1 && beside.sentence != nullptr;
    return (several ? beside : facts.can.shards).what.meets(sharedAs(plan.sharding, plan.axes.replicas()));
}

Set<Offload> movedAs(const core::Residency& at)
{
    Set<Offload> as{Offload::Any};
    const bool weights = elsewhere(at.weights);
    const bool gradients = elsewhere(at.gradients);
    const bool optimizer = elsewhere(at.optimizer);
    const bool activations = elsewhere(at.activations);
    if (activations) {
        if (!weights && !gradients && !optimizer)
            as.add(Offload::Activations);
        return as;
    }
    if (!weights && !gradients)
        as.add(optimizer ? Offload::Optimizer : Offload::Nothing);
    else if (gradients && optimizer)
        as.add(weights ? Offload::State : Offload::OptimizerAndGradients);
    return as;
}

void useItsAxes(core::Plan& plan, const FrameworkFacts& facts)
{
    const Set<Axis> has = facts.can.axes.what;
    core::Axes& axes = plan.axes;
    const std::int64_t devices = axes.devices();
    if (!has.has(Axis::Tensor))
        axes.tensor = 1;
    if (!has.has(Axis::TensorSecond) || axes.tensor == 1)
        axes.tensorSecond = 1;
    if (!has.has(Axis::SequenceParallel) || axes.tensor == 1)
        axes.sequenceParallel = false;
    if (!has.has(Axis::Pipeline) && axes.pipeline > 1) {
        axes.pipeline = 1;
        plan.layersPerStage.clear();
        plan.recomputeLayers.clear();
    }
    if (!has.has(Axis::VirtualStages) || axes.pipeline == 1)
        axes.virtualStages = 1;
    if (!has.has(Axis::Context))
        axes.context = 1;
    if (const std::int64_t freed = devices / axes.devices(); freed > 1) {
        axes.replica *= freed;
        shareBatch(plan);
    }
    if (!has.has(Axis::ExpertTensor))
        axes.expertTensor = 0;
    axes.expert = has.has(Axis::Expert) ? std::gcd(axes.expert, axes.expertRanks()) : 1;
}

void useItsSchedule(core::Plan& plan, const FrameworkFacts& facts)
{
    useOneAtATime(plan, facts);
    const Set<core::Schedule> has = facts.can.schedules.what;
    if (has.has(plan.schedule))
        return;
    for (const core::Schedule one : core::valuesOf<core::Schedule>()) {
        if (has.has(one))
            plan.schedule = one;
    }
}

void shardAsItCan(core::Plan& plan, const FrameworkFacts&)
{
    const core::Sharding asked = plan.sharding;
    const std::int64_t replicas = plan.axes.replicas();
    core::Sharding most;
    for (int stage = 0; stage <= 3; ++stage) {
        plan.sharding = core::zeroSharding(stage, replicas);
        if (!sharesAsItCan(plan, factsOf(frameworkOf(plan))))
            continue;
        most = plan.sharding;
        if (most.weights >= asked.weights && most.gradients >= asked.gradients &&
            most.optimizer >= asked.optimizer)
            break;
    }
    plan.sharding = most;
}

void moveAsItCan(core::Plan& plan, const FrameworkFacts& facts)
{
    plan.residency = movedTogether(plan);
    if (!facts.can.offloads.what.meets(movedAs(plan.residency)))
        plan.residency = {};
}

core::Residency movedTogether(const core::Plan& plan)
{
    core::Residency at = plan.residency;
    const Tier to = elsewhere(at.optimizer)   ? at.optimizer
                    : elsewhere(at.gradients) ? at.gradients
                                              : at.weights;
    const Set<Offload> ways = factsOf(frameworkOf(plan)).can.offloads.what;
    const bool together = ways.has(Offload::OptimizerAndGradients);
    const bool whole = ways.has(Offload::State) && !together;
    if (!elsewhere(to) || (!whole && !together))
        return at;
    at.gradients = to;
    at.optimizer = to;
    if (whole)
        at.weights = to;
    return at;
}

} // namespace shardscope::planner
