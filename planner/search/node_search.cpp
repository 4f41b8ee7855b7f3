// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/node_search.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace shardscope::planner {
namespace {

using core::Tier;

/// Bounds are sums in another order than the evaluation's: a rounding must not make one too high.
constexpr double kRounding = 1 - 1e-9;

auto numbersOf(const PlanHit& hit)
{
    const core::Plan& plan = hit.plan;
    const core::Axes& axes = plan.axes;
    return std::make_tuple(hit.machine, hit.variant, axes.tensor, axes.tensorSecond, axes.pipeline,
                           axes.context, axes.expert, axes.expertTensor, axes.sequenceParallel, plan.schedule,
                           axes.virtualStages, plan.batch.microBatch, plan.batch.globalBatch, plan.recompute,
                           plan.sharding.weights, plan.sharding.gradients, plan.sharding.optimizer,
                           plan.layersPerStage);
}

/// Elementwise the widest: no sharding of the list holds less.
core::Sharding widest(const std::vector<core::Sharding>& shardings)
{
    core::Sharding most;
    for (const core::Sharding& one : shardings) {
        most.weights = std::max(most.weights, one.weights);
        most.gradients = std::max(most.gradients, one.gradients);
        most.optimizer = std::max(most.optimizer, one.optimizer);
    }
    return most;
}

void setSchedule(const ScheduleChoice& choice, core::Plan& plan)
{
    plan.schedule = choice.schedule;
    plan.axes.virtualStages = choice.virtualStages;
}

void setBatch(const BatchChoice& choice, core::Plan& plan)
{
    plan.batch.microBatch = choice.microBatch;
    plan.batch.microBatches = choice.microBatches;
    plan.batch.globalBatch = choice.globalBatch;
}

void setRecompute(core::Recompute recompute, core::Plan& plan, bool partitioned)
{
    plan.recompute = recompute;
    plan.partitionedActivations = partitioned && recompute == core::Recompute::Full;
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

BoundedNode NodeSearch::bounded(const PlanNode& node) const
{
    const PlanSpace& space = m_search.space;
    const Bounds& bounds = m_judges[node.machine].bounds;
    const core::Plan& variant = space.variants[node.variant];
    const std::int64_t layers = m_search.model.transformer()->layers;
    BoundedNode out;
    out.node = node;
    PlanTally& tally = out.tally;
    const auto refuse = [&](const char* rule) {
        ++tally.considered;
        ++tally.pruned[rule];
        return out;
    };
    const std::int64_t near =
        std::max<std::int64_t>(1, m_search.machines[node.machine].hardware.devicesPerNode / node.axes.tensor);
    out.shardings = shardingsOf(space, variant, node.axes.pipeline, node.axes.replicas(), near);
    if (out.shardings.empty())
        return refuse("framework");
    const std::vector<BatchChoice> batches = batchesOf(space, node.axes.replica);
    if (batches.empty())
        return refuse("batch");

    const core::Plan cut = planOf(node);
    core::Plan plan = cut;
    const bool partitioned = variant.partitionedActivations;
    plan.sharding = widest(out.shardings);
    const double capacity = capacityOf(node);
    const auto width = static_cast<std::int64_t>(out.shardings.size());
    std::optional<bool> stateFits;
    for (const BatchChoice& batch : batches) {
        setBatch(batch, plan);
        const auto schedules = schedulesOf(space, cut, layers, node.axes.pipeline, batch.microBatches);
        const std::int64_t plans = static_cast<std::int64_t>(schedules.size()) * width;
        if (plans == 0) {
            ++tally.considered;
            ++tally.pruned["framework"];
            continue;
        }
        for (const core::Recompute recompute : space.recomputes) {
            tally.considered += plans;
            setRecompute(recompute, plan, partitioned);
            plan.axes.virtualStages = 1; // no schedule keeps fewer micro-batches than 1F1B
            plan.schedule = variant.schedule == core::Schedule::Phased
                                ? core::Schedule::Phased
                                : core::Schedule::OneForwardOneBackward;
            if (stateFits && !*stateFits) {
                tally.pruned["memory"] += plans;
                continue;
            }
            const LeastMemory memory = bounds.memory(plan);
            if (!stateFits)
                stateFits = !m_search.limits.memory ||
                            memory.state.value() * kRounding + m_search.limits.headroom <= capacity;
            PlanCosts costs = least(node, 0, memory);
            if (const char* rule = forbidden(costs, plan, capacity)) {
                tally.pruned[rule] += plans;
                continue;
            }
            NodeEntry entry{recompute, batch, bounds.pace(plan), {}, {}};
            double seconds = std::numeric_limits<double>::infinity();
            for (const ScheduleChoice& schedule : schedules) {
                setSchedule(schedule, plan);
                seconds = std::min(seconds, bounds.seconds(plan, entry.pace));
            }
            costs = least(node, seconds, memory);
            if (const char* rule = forbidden(costs, plan, capacity)) {
                tally.pruned[rule] += plans;
                continue;
            }
            entry.least = m_objectives.rank(costs, plan);
            entry.point = m_objectives.point(costs, plan);
            out.entries.push_back(entry);
            out.plans += plans;
        }
    }
    std::stable_sort(out.entries.begin(), out.entries.end(),
                     [](const NodeEntry& a, const NodeEntry& b) { return b.least.beyond(a.least); });
    if (!out.entries.empty())
        out.least = out.entries.front().least;
    return out;
}

void NodeSearch::leaveOut(const BoundedNode& node, PlanTally& tally) { tally.pruned["bound"] += node.plans; }

core::Result<PlanHit> NodeSearch::evaluated(const PlanNode& node, const core::Plan& plan,
                                            const char** forbidden) const
{
    *forbidden = nullptr;
    const core::HardwareSpec& hardware = m_search.machines[node.machine].hardware;
    SHARDSCOPE_TRY(const core::Evaluation evaluation,
                   m_judges[node.machine].evaluator.evaluate(plan, Detail::Bound));
    PlanHit hit;
    hit.machine = node.machine;
    hit.variant = node.variant;
    hit.devices = evaluation.devices;
    double fullest = 0;
    for (const core::TierUse& use : evaluation.memory.tiers) {
        const bool device = use.tier == Tier::Device;
        const double need = use.peak.value() + (device ? m_search.limits.headroom : 0);
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
    if (!m_search.limits.memory)
        *forbidden = nullptr;
    if (evaluation.available && evaluation.devices > *evaluation.available)
        *forbidden = "devices";
    hit.stepSeconds = evaluation.step.at(core::StepPart::Total).seconds.value();
    const double factor = m_search.pessimism.factor ? m_search.pessimism.factor(hardware, evaluation) : 1;
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
        *forbidden = m_objectives.beyond(costs, plan);
    const Rank rank = m_objectives.rank(costs, plan);
    hit.primary = rank.primary;
    hit.secondary = rank.secondary;
    hit.at = m_objectives.point(costs, plan);
    hit.plan = plan;
    return hit;
}

void NodeSearch::expand(const BoundedNode& bounded, const Found& known, Found& found, PlanTally& tally,
                        std::optional<core::Error>& refusal) const
{
    const PlanNode& node = bounded.node;
    const Bounds& bounds = m_judges[node.machine].bounds;
    const core::Transformer& model = *m_search.model.transformer();
    const core::Plan& variant = m_search.space.variants[node.variant];
    const double capacity = capacityOf(node);
    const core::Plan cut = planOf(node);
    core::Plan plan = cut;
    const auto width = static_cast<std::int64_t>(bounded.shardings.size());
    const auto mayEnter = [&](const Rank& rank, const std::array<double, 3>& point) {
        return known.mayEnter(rank, point) && found.mayEnter(rank, point);
    };
    for (const NodeEntry& entry : bounded.entries) {
        setBatch(entry.batch, plan);
        setRecompute(entry.recompute, plan, variant.partitionedActivations);
        const auto schedules =
            schedulesOf(m_search.space, cut, model.layers, node.axes.pipeline, entry.batch.microBatches);
        if (!mayEnter(entry.least, entry.point)) {
            tally.pruned["bound"] += static_cast<std::int64_t>(schedules.size()) * width;
            continue;
        }
        for (const ScheduleChoice& schedule : schedules) {
            setSchedule(schedule, plan);
            const double seconds = bounds.seconds(plan, entry.pace);
            for (const core::Sharding& sharding : bounded.shardings) {
                plan.sharding = sharding;
                const PlanCosts costs = least(node, seconds, bounds.memory(plan));
                if (const char* rule = forbidden(costs, plan, capacity)) {
                    ++tally.pruned[rule];
                    continue;
                }
                if (!mayEnter(m_objectives.rank(costs, plan), m_objectives.point(costs, plan))) {
                    ++tally.pruned["bound"];
                    continue;
                }
                const char* limit = nullptr;
                auto hit = evaluated(node, plan, &limit);
                if (!hit.ok()) {
                    ++tally.pruned["refused"];
                    refusal = refusal ? refusal : hit.error();
                    continue;
                }
                ++tally.evaluated;
                if (limit != nullptr) {
                    ++tally.infeasible[limit];
                    continue;
                }
                ++tally.feasible;
                found.add(std::move(*hit));
            }
        }
    }
}

} // namespace shardscope::planner
