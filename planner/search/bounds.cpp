// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/bounds.h"

#include "planner/formula/block_stages.h"
#include "planner/formula/calibration_choice.h"
#include "planner/formula/plan_parts.h"
#include "planner/memory/stage_activations.h"
#include "planner/schedule/pipeline_order.h"
#include "planner/step/memo.h"

#include <algorithm>
#include <utility>

namespace shardscope::planner {
namespace {

using Plain = core::PlainNumbers;
using core::Tier;

core::Bytes onDevice(const core::Plan& plan, const StateBytes<Plain>& state)
{
    core::Bytes sum{0};
    if (plan.residency.weights == Tier::Device)
        sum = sum + state.weights;
    if (plan.residency.gradients == Tier::Device)
        sum = sum + state.gradients;
    if (plan.residency.optimizer == Tier::Device)
        sum = sum + state.optimizer + state.master;
    return sum;
}

/// \p parts: with the model's state; stages and what is by stage are not read.
LeastMemory leastMemory(const PlanParts<Plain>& parts)
{
    const core::Plan& plan = parts.plan;
    const core::Transformer* model = parts.model.transformer();
    if (plan.phases > 0 || model == nullptr)
        return {};
    LeastMemory least;
    const Activations<Plain> kept(parts);
    const std::int64_t p = plan.axes.pipeline;
    const bool even = plan.layersPerStage.empty();
    // The first stage holds most micro-batches, the last one the head; those between them hold less.
    for (const std::int64_t index : {std::int64_t{0}, p - 1}) {
        Stage stage;
        stage.index = index;
        stage.first = index == 0;
        stage.last = index == p - 1;
        if (!even) {
            for (std::int64_t i = 0; i < index; ++i)
                stage.firstLayer += plan.layersPerStage[static_cast<std::size_t>(i)];
            stage.layers = plan.layersPerStage[static_cast<std::size_t>(index)];
        } else {
            stage.firstLayer = index * model->layers / p;
            stage.layers = (index + 1) * model->layers / p - stage.firstLayer;
        }
        const core::Bytes state = onDevice(
            plan, stateBytes<Plain>(stageState<Plain>(*parts.modelState, parts.inventory, stage), plan));
        core::Bytes peak = state;
        if (const auto activations = kept.of(stage)) {
            // What waits for backward alone: of what a layer works with beside it, the walk frees some
            // sooner.
            if (plan.residency.activations == Tier::Device)
                peak = peak + activations->stored;
        }
        least.state = std::max(least.state, state);
        least.peak = std::max(least.peak, peak);
        if (p == 1)
            break;
    }
    return least;
}

} // namespace

Bounds::Bounds(const core::ModelSpec& model, const core::HardwareSpec& hardware)
    : m_model(model)
    , m_hardware(hardware)
    , m_known(model.transformer() != nullptr && model.transformer()->relativeBuckets == 0)
    , m_inventory(inventoryOf(model))
    , m_coefficients(hardware)
    , m_memos(std::make_unique<MemoPool>())
{
}

const Coefficients& Bounds::coefficientsFor(const core::Plan& plan) const
{
    return m_coefficients.of(m_hardware, calibrationFor(m_hardware, plan, m_model), computeDtype(plan));
}

LeastMemory Bounds::memory(const core::Plan& given) const
{
    if (!m_known)
        return {};
    core::Plan plan = given; // no schedule keeps fewer micro-batches than 1F1B
    if (plan.schedule != core::Schedule::Phased && plan.phases == 0) {
        plan.schedule = core::Schedule::OneForwardOneBackward;
        plan.axes.virtualStages = 1;
    }
    plan = asCut(*m_model.transformer(), std::move(plan));
    const BorrowedMemo memo(*m_memos);
    const ModelState<Plain>& state =
        memo.get()->states.of(stateKey(plan), [&] { return modelState<Plain>(m_inventory, plan); });
    const PlanParts<Plain> parts{m_model, m_hardware, plan, m_inventory, &state,
                                 {},      {},         {},   nullptr,     memo.get()};
    return leastMemory(parts);
}

LeastPace Bounds::pace(const core::Plan& given) const
{
    if (!m_known)
        return {};
    const bool cuts = cutsByBlocks(given);
    const core::Plan cut = cuts ? asCut(*m_model.transformer(), given) : core::Plan{};
    const core::Plan& plan = cuts ? cut : given;
    const BorrowedMemo memo(*m_memos);
    const PlanParts<Plain> parts{m_model,     m_hardware, plan,
                                 m_inventory, nullptr,    stagesOf(plan, m_model.transformer()->layers),
                                 {},          {},         &coefficientsFor(plan),
                                 memo.get()};
    return leastPace(parts);
}

double Bounds::seconds(const core::Plan& plan, const LeastPace& pace) const
{
    if (!m_known)
        return 0;
    const Symbols<Plain> s = symbolsOf<Plain>(*m_model.transformer(), plan);
    const core::Seconds step = s.microBatches * pace.microBatch +
                               bubbleTime<Plain>(s, plan, pace.fillForward, pace.fillBackward) +
                               pace.constant;
    return step.value();
}

} // namespace shardscope::planner
