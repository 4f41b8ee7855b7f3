// SPDX-License-Identifier: GPL-3.0-or-later
// The plans of one node in the order of their bounds: what its entries leave open is settled, and what may be
// among the best is evaluated.
#include "core/base/kept.h"
#include "planner/parallelism/phase_counts.h"
#include "planner/rules/rules.h"
#include "planner/search/finer_plans.h"
#include "planner/search/node_search.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace shardscope::planner {
namespace {

void setSchedule(const ScheduleChoice& choice, core::Plan& plan)
{
    plan.schedule = choice.schedule;
    plan.axes.virtualStages = choice.virtualStages;
}

} // namespace

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
        , m_finer(of.m_search, m_judge.ranking, tally)
        , m_capacity(of.capacityOf(bounded.node))
    {
    }

    void entry(const NodeEntry& entry)
    {
        if (!mayEnter(entry.least, entry.point)) {
            m_tally.pruned["bound"] += entry.plans;
            return;
        }
        const PlanNode& node = m_bounded.node;
        const core::Plan cut = m_of.planOf(node);
        const auto schedules = m_of.schedulesIn(entry, cut);
        core::Plan plan = cut;
        m_of.setEntry(entry, m_space.variants[node.variant], plan);
        if (opensPhases(m_space.variants[node.variant])) // no number of them idles less
            plan.phases = mostPhases(m_of.layersOfStage(plan));
        m_least.assign(m_bounded.shardings.size(), std::nullopt);
        for (const ScheduleChoice& schedule : schedules) {
            setSchedule(schedule, plan);
            const double seconds = m_judge.bounds.seconds(plan, entry.pace) + entry.beside;
            for (std::size_t i = 0; i < m_bounded.shardings.size(); ++i) {
                plan.sharding = m_bounded.shardings[i];
                if (entry.offload > 0 && m_space.runnableOnly && !keepsRules(plan, planner::Key::Residency)) {
                    ++m_tally.pruned["framework"];
                    continue;
                }
                if (!m_least[i]) // that of every schedule of the entry
                    m_least[i] =
                        entry.ordered ? m_judge.bounds.memoryInOrder(plan) : m_judge.bounds.memory(plan);
                const PlanCosts costs = m_of.least(node, entry.slow * seconds, *m_least[i]);
                if (const char* rule = m_of.forbidden(costs, plan, m_capacity))
                    ++m_tally.pruned[rule];
                else if (!mayEnter(m_of.m_objectives.rank(costs, plan), m_of.m_objectives.point(costs, plan)))
                    ++m_tally.pruned["bound"];
                else
                    settle(entry, plan);
            }
        }
    }

private:
    /// Tells a plan from others of the node, but for what FinerPlans settles.
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

    /// Evaluates \p plan with the numbers that \p entry leaves open, where no plan without them does as well.
    void settle(const NodeEntry& entry, const core::Plan& plan)
    {
        if (opensPhases(m_space.variants[m_bounded.node.variant]))
            return settlePhases(plan);
        const bool share = entry.offload > 0 && offloadsShares(plan);
        if (!entry.some && !share)
            return evaluate(plan);
        if (m_fits.count(keyOf(plan, entry.some ? core::Recompute::None : plan.recompute)) > 0) {
            --m_tally.considered; // there is no such plan: its whole twin fits
            return;
        }
        std::optional<core::Plan> settled;
        if (share) {
            settled = m_finer.smallestOffload(plan, entry.offloadLeast, entry.offloadSaves);
        } else {
            const std::vector<StageNeed> needs = m_judge.bounds.recomputed(
                plan, m_capacity - m_of.m_search.limits.freeOf(m_capacity), oneNumber(plan));
            if (!mayEnterWith(plan, entry.slow, needs)) {
                ++m_tally.pruned["bound"];
                return;
            }
            settled = m_finer.fewestRecomputed(plan, needs);
        }
        if (settled)
            evaluate(*settled);
        else
            --m_tally.considered; // nor here: its twin is the same, or fits
    }

    /// \p plan in every number of phases that is worth trying, with as many micro-batches as fit.
    void settlePhases(const core::Plan& plan)
    {
        --m_tally.considered; // each number of them is a plan of its own
        if (m_of.m_search.limits.memory && !finestFits(plan))
            return;
        for (const std::int64_t phases : phaseCounts(m_of.layersOfStage(plan))) {
            core::Plan one = plan;
            one.phases = phases;
            const std::int64_t unit = m_space.globalBatch.single() ? 0 : m_space.batchMultiple.lowest;
            const auto most =
                m_finer.mostMicroBatches(one, unit, m_space.microBatches.lowest, m_space.globalBatch.lowest);
            if (!most && m_of.m_search.limits.memory)
                continue;
            if (most)
                one = *most;
            ++m_tally.considered;
            evaluate(one);
        }
    }

    /// Whether the device holds \p plan in its finest phases: no coarser cut holds less, and no larger
    /// micro-batch.
    bool finestFits(const core::Plan& plan)
    {
        const core::Sharding& by = plan.sharding;
        std::int64_t& over = m_finestOver
                                 .try_emplace({by.weights, by.gradients, by.optimizer},
                                              std::numeric_limits<std::int64_t>::max())
                                 .first->second;
        if (plan.batch.microBatch >= over)
            return false;
        if (m_finer.deviceHolds(plan))
            return true;
        over = plan.batch.microBatch;
        return false;
    }

    [[nodiscard]] bool oneNumber(const core::Plan& plan) const
    {
        return m_space.runnableOnly && !canCut(plan, Cut::RecomputeByStage);
    }

    /// Judges by the bound of \p plan with as many layers recomputed as \p needs asks for at least.
    [[nodiscard]] bool mayEnterWith(core::Plan plan, double slow, const std::vector<StageNeed>& needs) const
    {
        plan.recomputeLayers.clear();
        std::int64_t most = 0;
        for (const StageNeed& need : needs) {
            const std::int64_t each = (need.fewest + plan.axes.virtualStages - 1) / plan.axes.virtualStages;
            plan.recomputeLayers.push_back(each);
            most = std::max(most, each);
        }
        if (oneNumber(plan))
            plan.recomputeLayers.assign(1, most);
        const double seconds = slow * m_judge.bounds.seconds(plan, m_judge.bounds.pace(plan));
        const PlanCosts costs = m_of.least(m_bounded.node, seconds, m_judge.bounds.memory(plan));
        return mayEnter(m_of.m_objectives.rank(costs, plan), m_of.m_objectives.point(costs, plan));
    }

    /// Counted; \p limit: that it goes beyond.
    std::optional<PlanHit> judged(const core::Plan& plan, const char** limit)
    {
        const auto evaluation = m_judge.ranking.evaluate(plan);
        if (!evaluation.ok()) {
            m_tally.leaveOut(evaluation.error());
            m_refusal = m_refusal ? m_refusal : evaluation.error();
            return std::nullopt;
        }
        PlanHit hit =
            hitFrom(m_of.m_search, m_bounded.node.machine, m_bounded.node.variant, plan, *evaluation, limit);
        ++m_tally.evaluated;
        if (*limit != nullptr)
            ++m_tally.infeasible[*limit];
        else
            ++m_tally.feasible;
        return hit;
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

    /// The hit with as many gathered weights kept as fit, where they may be kept by layers.
    PlanHit keepsMore(PlanHit hit)
    {
        const core::Plan& plan = hit.plan;
        if (!m_space.someRecompute || m_of.m_search.model.transformer() == nullptr ||
            plan.sharding.weights == 1 || plan.keepWeightsAfterForward || plan.keptLayers > 0 ||
            plan.phases > 0 || plan.residency.weights != core::Tier::Device || !m_of.m_search.limits.memory ||
            (m_space.runnableOnly && !canCut(plan, Cut::KeptLayers)))
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
    std::vector<std::optional<LeastMemory>> m_least; ///< of the entry, by sharding, as far as asked for
    /// For each sharding the smallest micro-batch of which the device cannot hold even the finest phases, as
    /// far as it is known.
    std::map<std::array<std::int64_t, 3>, std::int64_t> m_finestOver;
    std::set<Key> m_fits; ///< plans that do without numbers to be settled
};

void NodeSearch::expand(const BoundedNode& bounded, const Found& known, Found& found, PlanTally& tally,
                        std::optional<core::Error>& refusal) const
{
    const std::int64_t counted = tally.considered - tally.prunedInAll() - tally.evaluated;
    const auto expanded = core::kept(
        [&]() -> core::Result<core::Done> {
            Expansion expansion(*this, bounded, known, found, tally, refusal);
            for (const NodeEntry& entry : bounded.entries)
                expansion.entry(entry);
            return core::Done{};
        },
        [&] { return lookedAt(bounded.node); });
    if (!expanded.ok()) // and whatever was still to be looked at
        tally.leaveOut(expanded.error(),
                       bounded.plans + tally.considered - tally.prunedInAll() - tally.evaluated - counted);
}

} // namespace shardscope::planner
