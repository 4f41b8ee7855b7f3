// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/node_search.h"

#include "planner/search/finer_plans.h"
#include "planner/search/runnable.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace shardscope::planner {
namespace {

using core::Tier;

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

void setSchedule(const ScheduleChoice& choice, core::Plan& plan)
{
    plan.schedule = choice.schedule;
    plan.axes.virtualStages = choice.virtualStages;
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
    return m_front && std::none_of(m_onFront.begin(), m_onFront.end(),
                                   [&](const PlanHit& hit) { return dominates(hit.at, point); });
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
    std::vector<PlanHit> hits;
    hits.reserve(m_best.size());
    for (const auto& hit : m_best)
        hits.push_back(*hit);
    return hits;
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

NodeSearch::NodeSearch(const PlanSearch& search, const std::vector<Judge>& judges)
    : m_search(search)
    , m_judges(judges)
    , m_objectives(search)
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

core::Plan NodeSearch::planOf(const PlanNode& node) const
{
    core::Plan plan = m_search.space.variants[node.variant];
    plan.axes = node.axes;
    plan.layersPerStage = node.layersPerStage;
    return plan;
}

double NodeSearch::capacityOf(const PlanNode& node) const
{
    const core::MemoryTier* tier = m_search.machines[node.machine].hardware.tier(Tier::Device);
    if (tier == nullptr)
        return 0;
    return tier->usable().value.value() / static_cast<double>(std::min(tier->sharedBy, node.axes.devices()));
}

PlanCosts NodeSearch::least(const PlanNode& node, double seconds, const LeastMemory& memory) const
{
    PlanCosts costs = leastCosts(m_search.machines[node.machine].hardware,
                                 seconds * kRounding * std::max(0.0, m_search.pessimism.least),
                                 static_cast<double>(node.axes.devices()));
    costs.peakBytes = memory.peak.value() * kRounding;
    const double capacity = capacityOf(node);
    costs.excess = capacity > 0 ? costs.peakBytes / capacity : 0;
    return costs;
}

const char* NodeSearch::forbidden(const PlanCosts& least, const core::Plan& plan, double capacity) const
{
    if (m_search.limits.memory && least.peakBytes + m_search.limits.headroom > capacity)
        return "memory";
    return m_objectives.beyond(least, plan);
}

void NodeSearch::leaveOut(const BoundedNode& node, PlanTally& tally) { tally.pruned["bound"] += node.plans; }

core::Result<PlanHit> hitOf(const PlanSearch& search, const Evaluator& evaluator, std::size_t machine,
                            std::size_t variant, const core::Plan& plan, const char** forbidden)
{
    *forbidden = nullptr;
    const Objectives objectives(search);
    const core::HardwareSpec& hardware = search.machines[machine].hardware;
    SHARDSCOPE_TRY(const core::Evaluation evaluation, evaluator.evaluate(plan, Detail::Bound));
    PlanHit hit;
    hit.machine = machine;
    hit.variant = variant;
    hit.devices = evaluation.devices;
    double fullest = 0;
    for (const core::TierUse& use : evaluation.memory.tiers) {
        const bool device = use.tier == Tier::Device;
        const double need = use.peak.value() + (device ? search.limits.headroom : 0);
        const double filled = need / use.capacity.value();
        hit.excess = std::max(hit.excess, filled);
        if (need > use.capacity.value() && (*forbidden == nullptr || filled > fullest)) {
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
    const double factor = search.pessimism.factor ? search.pessimism.factor(hardware, evaluation) : 1;
    hit.highSeconds = hit.stepSeconds * factor;
    hit.samplesPerSecond = evaluation.throughput.samplesPerSecond;
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

/// Expands one node.
class NodeSearch::Expansion {
public:
    Expansion(const NodeSearch& of, const BoundedNode& bounded, const Found& known, Found& found,
              PlanTally& tally, std::optional<core::Error>& refusal)
        : m_of(of)
        , m_space(of.m_search.space)
        , m_bounded(bounded)
        , m_judge(of.m_judges[bounded.node.machine])
        , m_known(known)
        , m_found(found)
        , m_tally(tally)
        , m_refusal(refusal)
        , m_finer(of.m_search, m_judge.evaluator, tally)
        , m_capacity(of.capacityOf(bounded.node))
    {
    }

    void entry(const NodeEntry& entry)
    {
        const PlanNode& node = m_bounded.node;
        const core::Plan cut = m_of.planOf(node);
        const auto schedules = schedulesOf(m_space, cut, m_of.m_search.model.transformer()->layers,
                                           node.axes.pipeline, entry.batch.microBatches);
        if (!mayEnter(entry.least, entry.point)) {
            m_tally.pruned["bound"] +=
                static_cast<std::int64_t>(schedules.size() * m_bounded.shardings.size());
            return;
        }
        core::Plan plan = cut;
        m_of.setEntry(entry, m_space.variants[node.variant], plan);
        for (const ScheduleChoice& schedule : schedules) {
            setSchedule(schedule, plan);
            const double seconds = m_judge.bounds.seconds(plan, entry.pace) + entry.beside;
            for (const core::Sharding& sharding : m_bounded.shardings) {
                plan.sharding = sharding;
                if (entry.offload > 0 && m_space.runnableOnly && !runsOffload(plan)) {
                    ++m_tally.pruned["framework"];
                    continue;
                }
                const PlanCosts costs = m_of.least(node, seconds, m_judge.bounds.memory(plan));
                if (const char* rule = m_of.forbidden(costs, plan, m_capacity))
                    ++m_tally.pruned[rule];
                else if (!mayEnter(m_of.m_objectives.rank(costs, plan), m_of.m_objectives.point(costs, plan)))
                    ++m_tally.pruned["bound"];
                else if (const auto settled = settledPlan(entry, plan))
                    evaluate(*settled);
                else
                    --m_tally.considered; // there is no such plan: its whole twin is the same, or fits
            }
        }
    }

private:
    /// What tells a plan from others of the node, but for what FinerPlans settles.
    using Key = std::tuple<std::int64_t, std::int64_t, core::Recompute, core::Schedule, std::int64_t,
                           std::int64_t, std::int64_t, std::int64_t>;
    [[nodiscard]] static Key keyOf(const core::Plan& plan, core::Recompute recompute)
    {
        return {plan.batch.microBatch,   plan.batch.globalBatch,  recompute,
                plan.schedule,           plan.axes.virtualStages, plan.sharding.weights,
                plan.sharding.gradients, plan.sharding.optimizer};
    }

    [[nodiscard]] bool mayEnter(const Rank& rank, const std::array<double, 3>& point) const
    {
        return m_known.mayEnter(rank, point) && m_found.mayEnter(rank, point);
    }

    /// \p plan with the numbers that \p entry leaves open; none where a plan without them does as well.
    [[nodiscard]] std::optional<core::Plan> settledPlan(const NodeEntry& entry, const core::Plan& plan) const
    {
        if (entry.some) {
            if (m_fits.count(keyOf(plan, core::Recompute::None)) > 0)
                return std::nullopt;
            return m_finer.fewestRecomputed(
                plan, m_judge.bounds.recomputed(plan, m_capacity - m_of.m_search.limits.headroom,
                                                m_space.runnableOnly && !runsRecomputeByStage(plan)));
        }
        if (entry.offload == 0 || !offloadsShares(plan))
            return plan;
        if (m_fits.count(keyOf(plan, plan.recompute)) > 0)
            return std::nullopt;
        return m_finer.smallestOffload(plan, entry.offloadLeast, entry.offloadSaves);
    }

    /// Counted; \p limit: that it goes beyond.
    std::optional<PlanHit> judged(const core::Plan& plan, const char** limit)
    {
        auto hit = hitOf(m_of.m_search, m_judge.evaluator, m_bounded.node.machine, m_bounded.node.variant,
                         plan, limit);
        if (!hit.ok()) {
            ++m_tally.pruned["refused"];
            m_refusal = m_refusal ? m_refusal : hit.error();
            return std::nullopt;
        }
        ++m_tally.evaluated;
        if (*limit != nullptr)
            ++m_tally.infeasible[*limit];
        else
            ++m_tally.feasible;
        return std::move(*hit);
    }

    void evaluate(const core::Plan& plan)
    {
        const char* limit = nullptr;
        auto hit = judged(plan, &limit);
        if (!hit || limit != nullptr)
            return;
        if (plan.residency == core::Residency{} && plan.recomputeLayers.empty())
            m_fits.insert(keyOf(plan, plan.recompute));
        if (!m_of.m_search.front.empty()) // with less memory
            m_found.add(*hit);
        PlanHit more = keepsMore(*hit);
        if (m_of.m_search.front.empty() || more.plan != hit->plan)
            m_found.add(std::move(more));
    }

    /// With as many gathered weights kept as fit, where they may be kept by layers.
    PlanHit keepsMore(PlanHit hit)
    {
        const core::Plan& plan = hit.plan;
        if (!m_space.someRecompute || plan.sharding.weights == 1 || plan.keepWeightsAfterForward ||
            plan.keptLayers > 0 || plan.phases > 0 || plan.residency.weights != Tier::Device ||
            !m_of.m_search.limits.memory || (m_space.runnableOnly && !runsKeptLayers(plan)))
            return hit;
        core::Plan kept = plan;
        kept.keepWeightsAfterForward = true;
        const char* limit = nullptr;
        ++m_tally.considered;
        auto more = judged(kept, &limit);
        if (!more || !mayEnter({more->primary, more->secondary}, more->at))
            return hit; // nor does any that keeps less
        if (limit != nullptr) {
            kept = m_finer.mostKept(plan);
            if (kept == plan)
                return hit;
            ++m_tally.considered;
            more = judged(kept, &limit);
        }
        return more && limit == nullptr && !ranksBefore(hit, *more) ? std::move(*more) : hit;
    }

    const NodeSearch& m_of;
    const PlanSpace& m_space;
    const BoundedNode& m_bounded;
    const Judge& m_judge;
    const Found& m_known;
    Found& m_found;
    PlanTally& m_tally;
    std::optional<core::Error>& m_refusal;
    FinerPlans m_finer;
    double m_capacity;
    std::set<Key> m_fits; ///< plans that do without numbers to be settled
};

void NodeSearch::expand(const BoundedNode& bounded, const Found& known, Found& found, PlanTally& tally,
                        std::optional<core::Error>& refusal) const
{
    Expansion expansion(*this, bounded, known, found, tally, refusal);
    for (const NodeEntry& entry : bounded.entries)
        expansion.entry(entry);
}

} // namespace shardscope::planner
