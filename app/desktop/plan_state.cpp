// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps an edited plan consistent.
#include "app/desktop/plan_state.h"

#include <algorithm>

namespace shardscope::app {
namespace {

std::int64_t largestDivisorUpTo(std::int64_t number, std::int64_t limit)
{
    std::int64_t found = 1;
    for (const std::int64_t divisor : divisorsOf(number)) {
        if (divisor <= limit)
            found = divisor;
    }
    return found;
}

} // namespace

ShardingPreset presetOf(const core::Sharding& sharding, std::int64_t replicas)
{
    for (const auto preset :
         {ShardingPreset::Zero0, ShardingPreset::Zero1, ShardingPreset::Zero2, ShardingPreset::Zero3}) {
        if (degreesOf(preset, {}, replicas) == sharding)
            return preset;
    }
    return ShardingPreset::ByHand;
}

core::Sharding degreesOf(ShardingPreset preset, const core::Sharding& byHand, std::int64_t replicas)
{
    switch (preset) {
    case ShardingPreset::Zero0: return {1, 1, 1};
    case ShardingPreset::Zero1: return {1, 1, replicas};
    case ShardingPreset::Zero2: return {1, replicas, replicas};
    case ShardingPreset::Zero3: return {replicas, replicas, replicas};
    case ShardingPreset::ByHand: break;
    }
    return {largestDivisorUpTo(replicas, byHand.weights), largestDivisorUpTo(replicas, byHand.gradients),
            largestDivisorUpTo(replicas, byHand.optimizer)};
}

PlanState settled(PlanState state)
{
    core::Plan& plan = state.plan;
    plan.batch.globalBatch = plan.batch.microBatch * plan.batch.microBatches * plan.axes.replica;
    plan.sharding = degreesOf(state.sharding, plan.sharding, plan.axes.replicas());
    if (plan.schedule != core::Schedule::Interleaved)
        plan.axes.virtualStages = 1;
    else if (plan.axes.virtualStages < 2)
        plan.axes.virtualStages = 2;
    if (plan.schedule == core::Schedule::Phased && plan.phases == 0)
        plan.phases = state.model && state.model->transformer() ? state.model->transformer()->layers : 1;
    return state;
}

PlanState withPlan(PlanState state, const core::Plan& plan)
{
    // Over one replica every preset has the same degrees: what was meant before stays meant.
    if (degreesOf(state.sharding, plan.sharding, plan.axes.replicas()) != plan.sharding)
        state.sharding = presetOf(plan.sharding, plan.axes.replicas());
    state.plan = plan;
    return state;
}

std::vector<std::int64_t> divisorsOf(std::int64_t number)
{
    std::vector<std::int64_t> small;
    std::vector<std::int64_t> large;
    for (std::int64_t divisor = 1; divisor * divisor <= number; ++divisor) {
        if (number % divisor != 0)
            continue;
        small.push_back(divisor);
        if (divisor != number / divisor)
            large.push_back(number / divisor);
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

QString titleOf(const std::shared_ptr<const core::ModelSpec>& model)
{
    return model ? QString::fromStdString(model->title.empty() ? model->name : model->title) : QString();
}

QString titleOf(const std::shared_ptr<const core::HardwareSpec>& hardware)
{
    return hardware ? QString::fromStdString(hardware->title.empty() ? hardware->name : hardware->title)
                    : QString();
}

} // namespace shardscope::app
