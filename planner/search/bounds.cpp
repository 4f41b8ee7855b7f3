// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/bounds.h"

#include "planner/evaluate/prepared.h"
#include "planner/formula/block_stages.h"
#include "planner/formula/host_update.h"
#include "planner/formula/plan_parts.h"
#include "planner/formula/program_code.h"
#include "planner/memory/stage_activations.h"
#include "planner/schedule/pipeline_order.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope::planner {
namespace {

using Plain = core::PlainNumbers;
using core::Tier;

/// Sums in another order than the evaluator's must not come out above it.
constexpr double kBelow = 1 - 1e-9;

core::Bytes onDevice(const core::Plan& plan, const StateBytes<Plain>& state)
{
    core::Bytes sum{0};
    if (plan.residency.weights == Tier::Device)
        sum = sum + state.weights;
    if (plan.residency.gradients == Tier::Device)
        sum = sum + state.gradients;
    if (plan.residency.optimizer == Tier::Device)
        sum = sum + state.optimizer + state.master;
    else if (plan.offloadedPercent < 100)
        sum = sum + (1 - static_cast<double>(plan.offloadedPercent) / 100) * (state.optimizer + state.master);
    return sum;
}

/// One of stagesOf(plan, layers).
Stage stageOf(const core::Plan& plan, std::int64_t layers, std::int64_t index)
{
    const std::int64_t p = plan.axes.pipeline;
    if (core::foldsPipeline(plan.schedule))
        return stagesOf(plan, layers)[static_cast<std::size_t>(index)];
    Stage stage;
    stage.index = index;
    stage.first = index == 0;
    stage.last = index == p - 1;
    if (!plan.layersPerStage.empty()) {
        for (std::int64_t i = 0; i < index; ++i)
            stage.firstLayer += plan.layersPerStage[static_cast<std::size_t>(i)];
        stage.layers = plan.layersPerStage[static_cast<std::size_t>(index)];
    } else {
        stage.firstLayer = index * layers / p;
        stage.layers = (index + 1) * layers / p - stage.firstLayer;
    }
    return stage;
}

/// The parts of a plan without those that differ by stage.
PlanParts<Plain> partsOf(const Ranking& ranking, const core::Plan& plan, const ModelState<Plain>* state,
                         const BorrowedMemo& memo)
{
    const Inventory& inventory = ranking.prepared().inventory;
    return {ranking.model(), ranking.hardware(), plan, inventory, state, {}, {}, {}, nullptr, memo.get()};
}

const ModelState<Plain>& stateOf(const Ranking& ranking, const core::Plan& plan, const BorrowedMemo& memo)
{
    return memo.get()->states.of(stateKey(plan),
                                 [&] { return modelState<Plain>(ranking.prepared().inventory, plan); });
}

/// \p parts: with the model's state; stages and what is by stage are not read. \p plan: whose stages they
/// are; \p oneInFlight: whatever the parts' schedule.
LeastMemory leastMemory(const PlanParts<Plain>& parts, const core::Plan& plan, bool oneInFlight)
{
    const core::Transformer* model = parts.model.transformer();
    if (plan.phases > 0 || model == nullptr)
        return {};
    LeastMemory least;
    const Activations<Plain> kept(parts);
    const std::int64_t p = plan.axes.pipeline;
    // The first stage holds most micro-batches, the last one the head; those between them hold less.
    for (const std::int64_t index : {std::int64_t{0}, p - 1}) {
        const Stage stage = stageOf(plan, model->layers, index);
        const StateBytes<Plain> all =
            stateBytes<Plain>(stageState<Plain>(*parts.modelState, parts.inventory, stage), plan);
        const core::Bytes state = onDevice(plan, all);
        core::Bytes peak = state;
        Stage holding = stage; // the last of 1F1B has one micro-batch in flight
        if (oneInFlight)
            holding.index = p - 1;
        const bool byStage = oneInFlight && plan.recomputeLayers.size() > 1;
        if (const auto activations = byStage ? std::nullopt : kept.of(holding)) {
            // Memory that waits for backward alone: what a layer works with beside it the trace may free
            // sooner.
            if (plan.residency.activations == Tier::Device)
                peak = peak + activations->stored;
            if (gradientsGrowInBackward(plan) && plan.residency.gradients == Tier::Device)
                peak = std::max(state, peak - all.gradients);
        }
        least.state = std::max(least.state, state);
        least.updated = std::max(least.updated, all.optimizer + all.master);
        least.peak = std::max(least.peak, peak);
        if (p == 1)
            break;
    }
    return least;
}

} // namespace

Bounds::Bounds(const Ranking& ranking)
    : m_ranking(ranking)
    , m_known(ranking.model().transformer() != nullptr && ranking.model().transformer()->relativeBuckets == 0)
{
}

LeastMemory Bounds::memory(const core::Plan& given) const
{
    if (!m_known)
        return {};
    core::Plan plan = given; // no schedule with a closed form keeps fewer micro-batches than 1F1B
    if (plan.schedule != core::Schedule::Phased && plan.phases == 0 && !core::timedByOrder(plan.schedule)) {
        plan.schedule = core::Schedule::OneForwardOneBackward;
        plan.axes.virtualStages = 1;
    }
    return counted(asCut(*m_ranking.model().transformer(), std::move(plan)), false);
}

LeastMemory Bounds::memoryInOrder(const core::Plan& given) const
{
    return m_known ? counted(asCut(*m_ranking.model().transformer(), given), true) : LeastMemory{};
}

LeastMemory Bounds::counted(const core::Plan& plan, bool inOrder) const
{
    const bool oneInFlight = core::timedByOrder(plan.schedule) && !inOrder;
    core::Plan held = plan;
    if (oneInFlight)
        held.schedule = core::Schedule::OneForwardOneBackward;
    const BorrowedMemo memo(m_ranking.prepared().memos);
    const ModelState<Plain>& state = stateOf(m_ranking, plan, memo);
    const PlanParts<Plain> parts = partsOf(m_ranking, held, &state, memo);
    return leastMemory(parts, plan, oneInFlight);
}

std::vector<StageNeed> Bounds::recomputed(const core::Plan& given, double capacity, bool ends) const
{
    const auto p = static_cast<std::size_t>(given.axes.pipeline);
    std::vector<StageNeed> needs(p);
    if (!m_known || given.phases > 0 || core::timedByOrder(given.schedule))
        return needs;
    core::Plan again = given; // no schedule keeps fewer micro-batches than 1F1B
    again.schedule = core::Schedule::OneForwardOneBackward;
    again.axes.virtualStages = 1;
    again.recompute = core::Recompute::Full;
    core::Plan none = again;
    none.recompute = core::Recompute::None;
    none.partitionedActivations = false;
    const core::Transformer& model = *m_ranking.model().transformer();
    const BorrowedMemo memo(m_ranking.prepared().memos);
    const ModelState<Plain>& state = stateOf(m_ranking, none, memo);
    const PlanParts<Plain> parts = partsOf(m_ranking, none, &state, memo);
    const Activations<Plain> kept(parts);
    const ActivationParts<Plain> kinds(model, again, m_ranking.prepared().inventory);
    double most = 0; // that a layer saves of one micro-batch
    for (const LayerKind& kind : m_ranking.prepared().inventory.layers) {
        const LayerActivations<Plain>& layer = kinds.forms[kind.form.index()];
        if (!kind.extra)
            most = std::max(most, (layer.whole - layer.kept).value());
    }
    const Symbols<Plain> s = symbolsOf<Plain>(model, none);
    for (std::size_t i = 0; i < p; ++i) {
        if (ends && i > 0 && i + 1 < p)
            continue;
        const Stage stage = stageOf(none, model.layers, static_cast<std::int64_t>(i));
        const core::Bytes resident = onDevice(
            none, stateBytes<Plain>(stageState<Plain>(state, m_ranking.prepared().inventory, stage), none));
        const auto activations = kept.of(stage);
        if (!activations)
            continue;
        needs[i].saved = inFlight<Plain>(s, none, stage).value() * most;
        const double over = (resident + activations->stored).value() * kBelow - capacity;
        if (over > 0 && needs[i].saved > 0)
            needs[i].fewest =
                std::min(stage.layers, static_cast<std::int64_t>(std::ceil(over / needs[i].saved * kBelow)));
    }
    return needs;
}

double Bounds::hostUpdate(const core::Plan& plan, double share) const
{
    if (!m_known || share <= 0 || plan.phases > 0 || !updatesOnHost(plan))
        return 0;
    const BorrowedMemo memo(m_ranking.prepared().memos);
    const ModelState<Plain>& state = stateOf(m_ranking, plan, memo);
    double elements = 0; // of a stage that is not heavier than the heaviest
    for (const std::int64_t index : {std::int64_t{0}, plan.axes.pipeline - 1}) {
        const Stage stage = stageOf(plan, m_ranking.model().transformer()->layers, index);
        elements = std::max(
            elements, stageState<Plain>(state, m_ranking.prepared().inventory, stage).optimizer.value());
    }
    // Stages of as many weights may differ in padding, and where experts are sharded less, by more.
    const double padding = m_ranking.model().transformer()->experts > 0 ? 0.5 : 0.99;
    const auto sharing =
        static_cast<double>(std::min(m_ranking.hardware().devicesPerNode, plan.axes.devices()));
    return padding * share * elements * sharing *
           m_ranking.prepared().coefficientsFor(m_ranking.hardware(), plan, m_ranking.model(),
                                                memo.get())[Coefficient::HostUpdate];
}

LeastPace Bounds::pace(const core::Plan& given) const
{
    if (!m_known)
        return {};
    const bool cuts = cutsByBlocks(given);
    const core::Plan cut = cuts ? asCut(*m_ranking.model().transformer(), given) : core::Plan{};
    const core::Plan& plan = cuts ? cut : given;
    const BorrowedMemo memo(m_ranking.prepared().memos);
    PlanParts<Plain> parts = partsOf(m_ranking, plan, nullptr, memo);
    parts.stages = stagesOf(plan, m_ranking.model().transformer()->layers);
    parts.coefficients =
        &m_ranking.prepared().coefficientsFor(m_ranking.hardware(), plan, m_ranking.model(), memo.get());
    return leastPace(parts);
}

LeastPace Bounds::pace(const core::Plan& plan, std::int64_t kind, KnownPaces& known) const
{
    if (!m_known)
        return {};
    const core::HardwareSpec& hardware = m_ranking.hardware();
    const Coefficients* coefficients = nullptr;
    {
        const BorrowedMemo memo(m_ranking.prepared().memos);
        coefficients = &m_ranking.prepared().coefficientsFor(hardware, plan, m_ranking.model(), memo.get());
    }
    const core::Axes& axes = plan.axes;
    const std::vector<std::int64_t>& cut = plan.layersPerStage;
    // Whether stages' messages leave the node is all that the number of devices says to a pass.
    const bool beyond = axes.devices() > hardware.devicesPerNode;
    constexpr std::int64_t kRecomputes = 1 << 9;
    return known.of({kind, axes.tensor, axes.tensorSecond, axes.pipeline, axes.context, axes.expert,
                     axes.expertTensor, axes.sequenceParallel ? 1 : 0, cut.empty() ? 0 : cut.front(),
                     cut.empty() ? 0 : cut.back(), beyond ? 1 : 0},
                    {plan.batch.microBatch * kRecomputes + plan.recompute.parts, coefficients},
                    [&] { return pace(plan); });
}

void KnownPaces::clear()
{
    m_known.clear();
    m_count = 0;
    m_last = nullptr;
}

std::size_t KnownPaces::Hash::operator()(const Layout& layout) const
{
    // Multiply and fold, number by number (as in Fowler, Noll and Vo's hash, a word at a time).
    constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15;
    std::uint64_t mixed = kPrime;
    for (const std::int64_t number : layout) {
        mixed = (mixed ^ static_cast<std::uint64_t>(number)) * kPrime;
        mixed ^= mixed >> 32;
    }
    return static_cast<std::size_t>(mixed);
}

std::unique_ptr<KnownPaces> PacePool::take()
{
    const std::scoped_lock lock(m_guard);
    if (m_idle.empty())
        return std::make_unique<KnownPaces>();
    std::unique_ptr<KnownPaces> known = std::move(m_idle.back());
    m_idle.pop_back();
    return known;
}

void PacePool::bringBack(std::unique_ptr<KnownPaces> known)
{
    const std::scoped_lock lock(m_guard);
    m_idle.push_back(std::move(known));
}

double Bounds::seconds(const core::Plan& plan, const LeastPace& pace) const
{
    if (!m_known)
        return 0;
    const Symbols<Plain> s = symbolsOf<Plain>(*m_ranking.model().transformer(), plan);
    const core::Seconds working = s.microBatches * pace.microBatch + pace.constant;
    if (core::timedByOrder(plan.schedule))
        return working.value();
    return (working + bubbleTime<Plain>(s, plan, pace.others)).value();
}

} // namespace shardscope::planner
