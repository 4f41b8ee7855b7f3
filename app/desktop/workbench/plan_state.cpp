// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps an edited plan consistent.
#include "app/desktop/workbench/plan_state.h"

#include "app/session/plan/stage_layers.h"
#include "app/session/recommender/recommender_choices.h"
#include "app/session/search/search_numbers.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/plan/recommender_batch.h"

#include <algorithm>
#include <numeric>

namespace shardscope::app {
namespace {

std::int64_t largestDivisorUpTo(std::int64_t number, std::int64_t limit)
{
    std::int64_t found = 1;
    for (const std::int64_t divisor : planner::divisorsOf(number)) {
        if (divisor <= limit)
            found = divisor;
    }
    return found;
}

/// What is fixed of tables that the model does not have (any more).
void dropLostTables(std::map<std::string, core::TableConstraint>& fixed, const core::Recommender* model)
{
    for (auto it = fixed.begin(); it != fixed.end();) {
        const bool known =
            model != nullptr && std::ranges::any_of(model->tables, [&](const core::EmbeddingTable& table) {
                return table.name == it->first;
            });
        it = known ? std::next(it) : fixed.erase(it);
    }
}

/// \p wanted where the machine has it; else the first that it has.
core::Tier phaseSourceOf(const core::HardwareSpec& hardware, core::Tier wanted)
{
    for (const core::Tier tier : {wanted, core::Tier::Streaming, core::Tier::Host, core::Tier::Nvme}) {
        if (hardware.tier(tier) != nullptr)
            return tier;
    }
    return wanted;
}

} // namespace

RecommenderChoices choicesOf(const PlanState& state)
{
    return state.choices ? *state.choices : RecommenderChoices{};
}

bool sameChoices(const PlanState& a, const PlanState& b)
{
    return a.choices == b.choices || choicesOf(a) == choicesOf(b);
}

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

std::int64_t usualBatch(const PlanState& state)
{
    const bool recommender = state.model && state.model->recommender() != nullptr;
    return recommender ? core::deviceBatch(state.plan.axes.replica) : 1;
}

bool hasUsualBatch(const PlanState& state)
{
    const core::Batch& batch = state.plan.batch;
    return batch.microBatches == 1 && batch.microBatch == usualBatch(state);
}

PlanState settled(PlanState state)
{
    // Beyond the header's list: phases come from a memory the machine has; a second cut divides the tensor
    // group and excludes divided sequences; only whole layers recomputed start from checkpoints that can be
    // cut.
    core::Plan& plan = state.plan;
    const std::int64_t layers = state.model ? planner::layersOf(*state.model) : 0;
    if (state.model && state.model->recommender() != nullptr)
        plan.axes.tensor = plan.axes.pipeline = plan.axes.context = 1; // its controls are out of reach
    plan.batch.globalBatch = plan.batch.microBatch * plan.batch.microBatches * plan.axes.replica;
    plan.sharding = degreesOf(state.sharding, plan.sharding, plan.axes.replicas());
    dropLostTables(plan.placement, state.model ? state.model->recommender() : nullptr);
    if (plan.schedule != core::Schedule::Interleaved)
        plan.axes.virtualStages = 1;
    else if (plan.axes.virtualStages < 2)
        plan.axes.virtualStages = 2;
    if (plan.schedule != core::Schedule::Phased)
        plan.phases = 0;
    else if (plan.phases == 0)
        plan.phases = std::max<std::int64_t>(1, (layers + plan.axes.pipeline - 1) / plan.axes.pipeline);
    if (plan.phases > 0 && state.hardware)
        plan.phaseSource = phaseSourceOf(*state.hardware, plan.phaseSource);
    const core::Transformer* shape = state.model ? state.model->transformer() : nullptr;
    const std::int64_t experts = shape ? std::max<std::int64_t>(1, shape->experts) : 1;
    if (plan.axes.expertTensor > 0)
        plan.axes.expertTensor =
            plan.axes.sequenceParallel ? largestDivisorUpTo(plan.axes.tensor, plan.axes.expertTensor) : 0;
    plan.axes.expert = largestDivisorUpTo(std::gcd(plan.axes.expertRanks(), experts), plan.axes.expert);
    plan.axes.tensorSecond =
        plan.axes.sequenceParallel ? 1 : largestDivisorUpTo(plan.axes.tensor, plan.axes.tensorSecond);
    plan.partitionedActivations = plan.partitionedActivations && plan.recompute == core::Recompute::Full;
    const std::vector<std::int64_t>& cut = plan.layersPerStage;
    const auto entries = static_cast<std::int64_t>(cut.size());
    const std::int64_t chunks = plan.axes.virtualStages;
    const bool divides = std::ranges::all_of(cut, [&](std::int64_t stage) { return stage % chunks == 0; });
    if (core::foldsPipeline(plan.schedule) ||
        !((entries == plan.axes.pipeline && divides) || entries == plan.axes.pipeline * chunks) ||
        std::accumulate(cut.begin(), cut.end(), std::int64_t{0}) != layers)
        plan.layersPerStage.clear();
    const bool byStage = plan.recomputeLayers.size() > 1;
    if (plan.recompute == core::Recompute::None || plan.phases > 0 ||
        (byStage && static_cast<std::int64_t>(plan.recomputeLayers.size()) != plan.axes.pipeline))
        plan.recomputeLayers.clear();
    if (plan.phases > 0 || !whyNoUse(plan, "/kept_layers").isEmpty())
        plan.keptLayers = 0;
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

PlanState withConstraint(PlanState state, const std::string& table, const core::TableConstraint& constraint)
{
    if (constraint == core::TableConstraint{})
        state.plan.placement.erase(table);
    else
        state.plan.placement[table] = constraint;
    return state;
}

QString titleOf(const std::shared_ptr<const core::ModelSpec>& model)
{
    return model ? shownText(translated(model->title.empty() ? model->name : model->title)) : QString();
}

QString titleOf(const std::shared_ptr<const core::HardwareSpec>& hardware)
{
    return hardware ? shownText(translated(hardware->title.empty() ? hardware->name : hardware->title))
                    : QString();
}

} // namespace shardscope::app
