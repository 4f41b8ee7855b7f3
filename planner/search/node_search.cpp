// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/node_search.h"

#include "core/base/mapped.h"
#include "planner/evaluate/evaluate.h"
#include "planner/evaluate/kept_answer.h"
#include "planner/parallelism/plan_layout.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace shardscope::planner {
namespace {

auto numbersOf(const PlanHit& hit)
{
    const core::Plan& plan = hit.plan;
    const core::Axes& axes = plan.axes;
    return std::make_tuple(hit.machine, hit.variant, axes.tensor, axes.tensorSecond, axes.pipeline,
                           axes.context, axes.expert, axes.expertTensor, axes.sequenceParallel, plan.schedule,
                           axes.virtualStages, plan.batch.microBatch, plan.batch.globalBatch, plan.recompute,
                           plan.sharding.weights, plan.sharding.gradients, plan.sharding.optimizer,
                           plan.layersPerStage, plan.recomputeLayers, plan.keepWeightsAfterForward,
                           plan.keptLayers, plan.residency.optimizer, plan.residency.weights,
                           plan.residency.activations, plan.offloadedPercent);
}

} // namespace

bool ranksBefore(const PlanHit& a, const PlanHit& b)
{
    if (a.primary != b.primary)
        return a.primary < b.primary;
    if (a.secondary != b.secondary)
        return a.secondary < b.secondary;
    if (a.devices != b.devices)
        return a.devices < b.devices;
    if (a.peakBytes != b.peakBytes)
        return a.peakBytes < b.peakBytes;
    return numbersOf(a) < numbersOf(b);
}

bool Found::mayEnter(const Rank& rank, const std::array<double, 3>& point) const
{
    if (m_best.size() < m_most)
        return true;
    if (!rank.beyond({m_best.back()->primary, m_best.back()->secondary}))
        return true;
    return m_front &&
           std::ranges::none_of(m_onFront, [&](const PlanHit& hit) { return dominates(hit.at, point); });
}

bool FoundLimit::leavesOut(const Rank& rank, const std::array<double, 3>& point) const
{
    return rank.beyond(last) && (!fronted || std::ranges::any_of(front, [&](const auto& known) {
               return dominates(known, point);
           }));
}

std::optional<FoundLimit> Found::limit() const
{
    if (m_best.empty() || m_best.size() < m_most)
        return std::nullopt;
    FoundLimit limit{{m_best.back()->primary, m_best.back()->secondary}, m_front, {}};
    limit.front.reserve(m_onFront.size());
    for (const PlanHit& hit : m_onFront)
        limit.front.push_back(hit.at);
    return limit;
}

void Found::add(PlanHit hit)
{
    if (m_front)
        addToFront(hit);
    if (m_best.size() < m_most || ranksBefore(hit, *m_best.back()))
        addToBest(std::make_shared<const PlanHit>(std::move(hit)));
}

void Found::addToBest(std::shared_ptr<const PlanHit> hit)
{
    const auto place =
        std::upper_bound(m_best.begin(), m_best.end(), hit,
                         [](const std::shared_ptr<const PlanHit>& a,
                            const std::shared_ptr<const PlanHit>& b) { return ranksBefore(*a, *b); });
    m_best.insert(place, std::move(hit));
    if (m_best.size() > m_most)
        m_best.pop_back();
}

std::vector<PlanHit> Found::best() const
{
    return core::mapped<PlanHit>(m_best, [](const auto& hit) { return *hit; });
}

void Found::addToFront(const PlanHit& hit)
{
    for (PlanHit& other : m_onFront) {
        if (dominates(other.at, hit.at))
            return;
        if (other.at == hit.at) { // of twins the first in order
            if (ranksBefore(hit, other))
                other = hit;
            return;
        }
    }
    m_onFront.erase(std::remove_if(m_onFront.begin(), m_onFront.end(),
                                   [&](const PlanHit& other) { return dominates(hit.at, other.at); }),
                    m_onFront.end());
    m_onFront.push_back(hit);
}

void Found::merge(const Found& other)
{
    for (const PlanHit& hit : other.m_onFront)
        addToFront(hit);
    for (const auto& hit : other.m_best) { // in order: behind the first that is too late all are
        if (m_best.size() >= m_most && !ranksBefore(*hit, *m_best.back()))
            break;
        addToBest(hit);
    }
}

NodeSearch::NodeSearch(const PlanSearch& search, const std::vector<Judge>& judges,
                       std::optional<FoundLimit> limit)
    : m_search(search)
    , m_judges(judges)
    , m_objectives(search)
    , m_limit(std::move(limit))
{
}

void NodeSearch::setEntry(const NodeEntry& entry, const core::Plan& variant, core::Plan& plan) const
{
    plan.batch.microBatch = entry.batch.microBatch;
    plan.batch.microBatches = entry.batch.microBatches;
    plan.batch.globalBatch = entry.batch.globalBatch;
    plan.recompute = entry.recompute;
    plan.partitionedActivations = variant.partitionedActivations && entry.recompute == core::Recompute::Full;
    plan.recomputeLayers.clear();
    if (entry.recompute != core::Recompute::None)
        plan.recomputeLayers = variant.recomputeLayers;
    plan.residency = entry.offload > 0 ? m_search.space.offloads[entry.offload - 1] : variant.residency;
}

std::vector<ScheduleChoice> NodeSearch::schedulesIn(const NodeEntry& entry, const core::Plan& cut) const
{
    auto schedules = schedulesOf(m_search.space, cut, layersOf(m_search.model), cut.axes.pipeline,
                                 entry.batch.microBatches);
    std::erase_if(schedules, [&](const ScheduleChoice& one) {
        return core::timedByOrder(one.schedule) ? one.schedule != entry.ordered : entry.ordered.has_value();
    });
    return schedules;
}

core::Plan NodeSearch::planOf(const PlanNode& node) const
{
    core::Plan plan = m_search.space.variants[node.variant];
    plan.axes = node.axes;
    plan.layersPerStage = node.layersPerStage;
    return plan;
}

std::int64_t NodeSearch::layersOfStage(const core::Plan& plan) const
{
    return (layersOf(m_search.model) + plan.axes.pipeline - 1) / plan.axes.pipeline;
}

std::string NodeSearch::lookedAt(const PlanNode& node) const
{
    return planner::lookedAt(m_search.model, m_search.machines[node.machine].hardware, planOf(node));
}

double NodeSearch::capacityOf(const PlanNode& node) const
{
    const core::MemoryTier* tier = m_search.machines[node.machine].hardware.tier(core::Tier::Device);
    if (tier == nullptr)
        return 0;
    return tier->usable().value.value() / static_cast<double>(std::min(tier->sharedBy, node.axes.devices()));
}

double NodeSearch::slowness(const PlanNode& node, const core::Plan& plan) const
{
    const auto& factor = m_search.pessimism.factor;
    return factor ? factor(m_search.machines[node.machine].hardware, plan) : 1;
}

PlanCosts NodeSearch::least(const PlanNode& node, double seconds, const LeastMemory& memory) const
{
    PlanCosts costs = leastCosts(m_search.machines[node.machine].hardware, seconds * kRounding,
                                 static_cast<double>(node.axes.devices()));
    costs.peakBytes = memory.peak.value() * kRounding;
    const double capacity = capacityOf(node);
    costs.excess = capacity > 0 ? costs.peakBytes / capacity : 0;
    return costs;
}

const char* NodeSearch::forbidden(const PlanCosts& least, const core::Plan& plan, double capacity) const
{
    if (m_search.limits.memory && least.peakBytes + m_search.limits.freeOf(capacity) > capacity)
        return "memory";
    return m_objectives.beyond(least, plan);
}

void NodeSearch::leaveOut(const BoundedNode& node, PlanTally& tally) { tally.pruned["bound"] += node.plans; }

core::Result<PlanHit> hitOf(const PlanSearch& search, const Evaluator& evaluator, std::size_t machine,
                            std::size_t variant, const core::Plan& plan, const char** forbidden)
{
    *forbidden = nullptr;
    SHARDSCOPE_TRY(const core::Evaluation evaluation, evaluator.evaluate(plan, Detail::Bound));
    return hitFrom(search, machine, variant, plan, evaluation, forbidden);
}

PlanHit hitFrom(const PlanSearch& search, std::size_t machine, std::size_t variant, const core::Plan& plan,
                const core::Evaluation& evaluation, const char** forbidden)
{
    *forbidden = nullptr;
    const Objectives objectives(search);
    const core::HardwareSpec& hardware = search.machines[machine].hardware;
    PlanHit hit;
    hit.machine = machine;
    hit.variant = variant;
    hit.devices = evaluation.devices;
    double fullest = 0;
    for (const core::TierUse& use : evaluation.memory.tiers) {
        const bool device = use.tier == core::Tier::Device;
        const core::FitVerdict fit = core::fitVerdict(evaluation.memory, use, search.limits.headroom);
        const double filled = (fit.need + fit.headroom).value() / use.capacity.value();
        hit.excess = std::max(hit.excess, filled);
        if (fit.fit != core::Fit::Fits && (*forbidden == nullptr || filled > fullest)) {
            *forbidden = core::nameOf(use.tier).data();
            fullest = filled;
        }
        if (device && use.peak.value() > hit.peakBytes) {
            hit.peakBytes = use.peak.value();
            hit.capacityBytes = use.capacity.value();
        }
    }
    if (!search.limits.memory)
        *forbidden = nullptr;
    if (evaluation.available && evaluation.devices > *evaluation.available)
        *forbidden = "devices";
    hit.stepSeconds = evaluation.step.at(core::StepPart::Total).seconds.value();
    const double factor = search.pessimism.factor ? search.pessimism.factor(hardware, plan) : 1;
    hit.highSeconds = hit.stepSeconds * factor;
    hit.samplesPerSecond = static_cast<double>(evaluation.plan.batch.globalBatch) / hit.stepSeconds;
    PlanCosts costs;
    costs.stepSeconds = hit.highSeconds;
    costs.peakBytes = hit.peakBytes;
    costs.excess = hit.excess;
    costs.devices = static_cast<double>(hit.devices);
    hit.currencyPerStep = evaluation.currencyPerStep;
    if (evaluation.energyPerStep)
        hit.joulesPerStep = evaluation.energyPerStep->value();
    costs.currency = factor * hit.currencyPerStep.value_or(0);
    costs.joules = factor * hit.joulesPerStep.value_or(0);
    if (const double steps = Objectives::steps(plan); steps > 0) {
        hit.trainingSeconds = steps * hit.stepSeconds;
        if (hit.currencyPerStep)
            hit.trainingCurrency = steps * *hit.currencyPerStep;
        if (hit.joulesPerStep)
            hit.trainingJoules = steps * *hit.joulesPerStep;
        if (evaluation.training)
            hit.trainingLoss = evaluation.training->loss;
    }
    if (*forbidden == nullptr)
        *forbidden = objectives.beyond(costs, plan);
    const Rank rank = objectives.rank(costs, plan);
    hit.primary = rank.primary;
    hit.secondary = rank.secondary;
    hit.at = objectives.point(costs, plan);
    hit.plan = plan;
    return hit;
}

PlanHit laidOut(const PlanSearch& search, const PlanHit& hit, const core::Evaluation& evaluation)
{
    const char* forbidden = nullptr;
    PlanHit out = hitFrom(search, hit.machine, hit.variant, hit.plan, evaluation, &forbidden);
    // The bytes stay those that the plan was ranked by.
    out.peakBytes = hit.peakBytes;
    out.capacityBytes = hit.capacityBytes;
    out.excess = hit.excess;
    if (search.objective == PlanObjective::Memory)
        out.primary = hit.primary;
    for (std::size_t i = 0; i < search.front.size() && i < out.at.size(); ++i)
        out.at[i] = search.front[i] == PlanObjective::Memory ? hit.at[i] : out.at[i];
    return out;
}

} // namespace shardscope::planner
