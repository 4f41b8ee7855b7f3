// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of a node once whatever cannot fit or keep a limit is counted out: for each batch every
// recompute, then some layers recomputed, then what may lie outside the device.
#include "core/base/kept.h"
#include "core/base/mapped.h"
#include "core/plan/recompute_parts.h"
#include "planner/framework/framework.h"
#include "planner/parallelism/phase_counts.h"
#include "planner/rules/rules.h"
#include "planner/search/finer_plans.h"
#include "planner/search/node_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardscope::planner {
namespace {

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

} // namespace

class NodeSearch::Bounding {
public:
    Bounding(const NodeSearch& of, const PlanNode& node)
        : m_of(of)
        , m_space(of.m_search.space)
        , m_bounds(of.m_judges[node.machine].bounds)
        , m_variant(m_space.variants[node.variant])
        , m_cut(of.planOf(node))
        , m_plan(m_cut)
        , m_capacity(of.capacityOf(node))
        , m_stateFits(2 * (1 + m_space.offloads.size()))
        , m_paces(of.m_judges[node.machine].paces->take())
    {
        m_out.node = node;
    }
    ~Bounding() { m_of.m_judges[m_out.node.machine].paces->bringBack(std::move(m_paces)); }
    Bounding(const Bounding&) = delete;
    Bounding& operator=(const Bounding&) = delete;

    BoundedNode run()
    {
        const PlanNode& node = m_out.node;
        const std::int64_t near = std::max<std::int64_t>(
            1, m_of.m_search.machines[node.machine].hardware.devicesPerNode / node.axes.tensor);
        m_out.shardings = shardingsOf(m_space, m_variant, node.axes.pipeline, node.axes.replicas(), near);
        if (m_out.shardings.empty())
            return refused("framework");
        const std::vector<BatchChoice> batches = batchesOf(m_space, node.axes.replica);
        if (batches.empty())
            return refused("batch");
        for (const BatchChoice& batch : batches)
            addBatch(batch);
        std::ranges::stable_sort(
            m_out.entries, [](const NodeEntry& a, const NodeEntry& b) { return b.least.beyond(a.least); });
        if (!m_out.entries.empty())
            m_out.least = m_out.entries.front().least;
        return std::move(m_out);
    }

private:
    BoundedNode refused(const char* rule)
    {
        ++m_out.tally.considered;
        ++m_out.tally.pruned[rule];
        return std::move(m_out);
    }

    void addBatch(const BatchChoice& batch)
    {
        NodeEntry entry;
        entry.batch = batch;
        bool any = addSchedules(entry);
        for (const core::Schedule schedule : schedulesAsked(m_space, m_cut)) {
            entry.ordered = schedule;
            any = (core::timedByOrder(schedule) && addSchedules(entry)) || any;
        }
        if (!any) {
            ++m_out.tally.considered;
            ++m_out.tally.pruned["framework"];
        }
    }

    /// Every recompute and place of the state, with the schedules of \p of; false: there are none.
    bool addSchedules(const NodeEntry& of)
    {
        m_schedules = m_of.schedulesIn(of, m_cut);
        m_plans = static_cast<std::int64_t>(m_schedules.size() * m_out.shardings.size());
        if (m_plans == 0)
            return false;
        const bool phased = m_variant.schedule == core::Schedule::Phased;
        const bool devices =
            m_variant.residency == core::Residency{} && !phased; // what holds the phases has all
        std::optional<LeastMemory> full;
        for (const core::Recompute recompute : m_space.recomputes) {
            if (core::namesParts(recompute) && !fusedByMegatronCore(m_variant))
                continue;
            if (phased && recompute != m_space.recomputes.front())
                break; // phases keep their ends alone, whatever is asked
            NodeEntry entry = of;
            entry.recompute = recompute;
            set(entry);
            if (m_space.runnableOnly && !keepsRules(m_plan, Key::Recompute)) {
                m_out.tally.considered += m_plans;
                pruned("framework");
                continue;
            }
            entry.slow = m_of.slowness(m_out.node, m_plan) * fewerSteps();
            const Asked asked = add(entry);
            if (recompute == core::Recompute::Full)
                full = asked.memory;
            for (std::size_t i = 1; devices && i <= m_space.offloads.size(); ++i)
                addOffload(entry, i, asked);
        }
        if (openToSome() && stateFits(of).value_or(true))
            addSome(of, full);
        return true;
    }

    /// The base from which nothing keeps less: the entry's own order or 1F1B, and the sharding that holds
    /// least.
    void set(const NodeEntry& entry)
    {
        m_of.setEntry(entry, m_variant, m_plan);
        m_plan.axes.virtualStages = 1; // no schedule with a closed form keeps fewer micro-batches than 1F1B
        m_plan.schedule = m_variant.schedule == core::Schedule::Phased
                              ? core::Schedule::Phased
                              : entry.ordered.value_or(core::Schedule::OneForwardOneBackward);
        m_plan.sharding = widest(m_out.shardings);
        if (opensPhases(m_variant)) // no number of them idles less
            m_plan.phases = mostPhases(m_of.layersOfStage(m_plan));
    }

    /// How much less a training's whole steps may be rounded up with fewer micro-batches than m_plan's. A
    /// variant that is open to them has this in its bound.
    [[nodiscard]] double fewerSteps() const
    {
        const double steps = opensPhases(m_variant) ? Objectives::steps(m_plan) : 0;
        if (steps <= 0)
            return 1;
        return steps > 1 ? 1 - 1 / steps : 0;
    }

    bool pruned(const char* rule)
    {
        if (rule != nullptr)
            m_out.tally.pruned[rule] += m_plans;
        return rule != nullptr;
    }

    /// The rule by which m_plan, which is \p entry, is left out by its micro-batches, whatever its schedule;
    /// null: none. Their pace is known from other numbers of devices. It is asked before what the plan holds
    /// is known; where there is a front, which seldom leaves anything out for its time alone, after that, and
    /// only of some layers recomputed, whose own pace is dear.
    const char* tooSlow(const NodeEntry& entry, const LeastMemory* memory = nullptr)
    {
        if (!m_of.m_limit || m_of.m_limit->fronted != (memory != nullptr))
            return nullptr;
        if (entry.some)
            m_plan.recomputeLayers.assign(1, 0); // in full's calibration, none of them yet
        const LeastPace pace = paceOf(entry);
        if (entry.some)
            m_plan.recomputeLayers.clear();
        const double seconds = static_cast<double>(entry.batch.microBatches) * pace.microBatch.value() +
                               pace.constant.value() + entry.beside;
        const PlanCosts costs =
            m_of.least(m_out.node, entry.slow * seconds, memory != nullptr ? *memory : LeastMemory{});
        if (const char* limit = m_of.m_objectives.beyond(costs, m_plan))
            return limit;
        return cannotEnter(costs) ? "bound" : nullptr;
    }

    [[nodiscard]] bool cannotEnter(const PlanCosts& costs) const
    {
        const Objectives& objectives = m_of.m_objectives;
        return m_of.m_limit &&
               m_of.m_limit->leavesOut(objectives.rank(costs, m_plan), objectives.point(costs, m_plan));
    }

    /// Whether the least state of plans like \p entry fits, as far as it is known.
    std::optional<bool>& stateFits(const NodeEntry& entry)
    {
        const bool folds = entry.ordered && core::foldsPipeline(*entry.ordered);
        return m_stateFits[2 * entry.offload + (folds ? 1 : 0)];
    }

    /// The pace of m_plan, which has been set to \p entry.
    LeastPace paceOf(const NodeEntry& entry)
    {
        const auto variant = static_cast<std::int64_t>(m_out.node.variant);
        const bool folds = core::foldsPipeline(m_plan.schedule); // into other stages
        return m_bounds.pace(m_plan, 4 * variant + (folds ? 2 : 0) + (entry.some ? 1 : 0), *m_paces);
    }

    /// The findings about an entry: the least that it holds, if that was asked for, and the rule by which it
    /// is too slow.
    struct Asked {
        std::optional<LeastMemory> memory;
        const char* tooSlow = nullptr;
    };
    Asked add(const NodeEntry& entry)
    {
        m_out.tally.considered += m_plans;
        set(entry);
        if (const char* rule = tooSlow(entry)) {
            pruned(rule);
            return {{}, rule};
        }
        std::optional<bool>& fits = stateFits(entry);
        if (fits && !*fits) {
            pruned("memory");
            return {};
        }
        const LeastMemory memory = m_bounds.memory(m_plan);
        if (!fits)
            fits = !m_of.m_search.limits.memory ||
                   memory.state.value() * kRounding + m_of.m_search.limits.freeOf(m_capacity) <= m_capacity;
        if (!pruned(m_of.forbidden(m_of.least(m_out.node, 0, memory), m_plan, m_capacity)))
            take(entry, memory);
        return {memory, nullptr};
    }

    /// \p entry, whose least memory fits, with what its fastest schedule takes.
    void take(NodeEntry entry, const LeastMemory& memory)
    {
        entry.pace = entry.some ? m_bounds.pace(m_plan) : paceOf(entry);
        double seconds = std::numeric_limits<double>::infinity();
        for (const ScheduleChoice& schedule : m_schedules) {
            m_plan.schedule = schedule.schedule;
            m_plan.axes.virtualStages = schedule.virtualStages;
            seconds = std::min(seconds, m_bounds.seconds(m_plan, entry.pace));
        }
        const PlanCosts costs = m_of.least(m_out.node, entry.slow * (seconds + entry.beside), memory);
        if (pruned(m_of.forbidden(costs, m_plan, m_capacity)) ||
            pruned(cannotEnter(costs) ? "bound" : nullptr))
            return;
        entry.plans = m_plans;
        entry.least = m_of.m_objectives.rank(costs, m_plan);
        entry.point = m_of.m_objectives.point(costs, m_plan);
        m_out.entries.push_back(entry);
        m_out.plans += m_plans;
    }

    /// \p onDevice: what was found out of the same where nothing is offloaded.
    void addOffload(NodeEntry entry, std::size_t offload, const Asked& onDevice)
    {
        entry.offload = offload;
        set(entry);
        const auto runs = [&](const core::Sharding& sharding) {
            m_plan.sharding = sharding;
            return keepsRules(m_plan, Key::Residency);
        };
        if (m_space.runnableOnly && std::ranges::none_of(m_out.shardings, runs))
            return;                        // no framework has such plans: they are not in the space
        if (onDevice.tooSlow != nullptr) { // no place of the state makes its micro-batches faster
            m_out.tally.considered += m_plans;
            pruned(onDevice.tooSlow);
            return;
        }
        set(entry);
        double share = 1;
        if (offloadsShares(m_plan)) {
            core::Plan whole = m_plan;
            whole.residency = {};
            const LeastMemory memory = onDevice.memory ? *onDevice.memory : m_bounds.memory(whole);
            const double over =
                memory.peak.value() * kRounding + m_of.m_search.limits.freeOf(m_capacity) - m_capacity;
            share = memory.updated.value() > 0 ? std::clamp(over / memory.updated.value(), 0.0, 1.0) : 1;
            entry.offloadLeast = static_cast<std::int64_t>(std::ceil(100 * share * kRounding));
            entry.offloadSaves = memory.updated.value() / 100;
            share = static_cast<double>(entry.offloadLeast) / 100;
        }
        entry.beside = m_bounds.hostUpdate(m_plan, share);
        add(entry);
    }

    [[nodiscard]] bool openToSome() const
    {
        const auto& recomputes = m_space.recomputes;
        const auto open = [&](core::Recompute one) {
            return std::ranges::find(recomputes, one) != recomputes.end();
        };
        return m_space.someRecompute && m_of.m_search.model.transformer() != nullptr &&
               m_of.m_search.limits.memory && m_of.m_search.objective != PlanObjective::Memory &&
               m_variant.recomputeLayers.empty() && m_variant.phases == 0 &&
               m_variant.schedule != core::Schedule::Phased && open(core::Recompute::None) &&
               open(core::Recompute::Full) && m_variant.residency == core::Residency{} &&
               (!m_space.runnableOnly || canCut(m_variant, Cut::SomeRecompute));
    }

    /// Adds what lies between recomputing all layers (\p known: what that holds at least) and none.
    void addSome(const NodeEntry& of, const std::optional<LeastMemory>& known)
    {
        NodeEntry entry = of;
        entry.recompute = core::Recompute::Full;
        entry.some = true;
        m_out.tally.considered += m_plans;
        set(entry);
        entry.slow = m_of.slowness(m_out.node, m_plan);
        if (pruned(tooSlow(entry)))
            return;
        const LeastMemory full = known ? *known : m_bounds.memory(m_plan);
        if (pruned(m_of.forbidden(m_of.least(m_out.node, 0, full), m_plan, m_capacity)) ||
            pruned(tooSlow(entry, &full)))
            return;
        const bool one = m_space.runnableOnly && !canCut(m_plan, Cut::RecomputeByStage);
        const std::vector<StageNeed> needs =
            m_bounds.recomputed(m_plan, m_capacity - m_of.m_search.limits.freeOf(m_capacity), one);
        auto layers = core::mapped<std::int64_t>(needs, &StageNeed::fewest);
        if (one)
            layers.assign(1, *std::ranges::max_element(layers));
        m_plan.recomputeLayers =
            std::move(layers); // perhaps none of them: in full's calibration all the same
        take(entry, full);
    }

    const NodeSearch& m_of;
    const PlanSpace& m_space;
    const Bounds& m_bounds;
    const core::Plan& m_variant;
    core::Plan m_cut;
    core::Plan m_plan;
    double m_capacity;
    std::vector<std::optional<bool>> m_stateFits; ///< by offload, and whether the pipeline is folded
    std::vector<ScheduleChoice> m_schedules;
    std::int64_t m_plans = 0; ///< schedules times shardings
    std::unique_ptr<KnownPaces> m_paces;
    BoundedNode m_out;
};

BoundedNode NodeSearch::bounded(const PlanNode& node) const
{
    auto bounded = core::kept([&]() -> core::Result<BoundedNode> { return Bounding(*this, node).run(); },
                              [&] { return lookedAt(node); });
    if (bounded.ok())
        return std::move(*bounded);
    BoundedNode none;
    none.node = node;
    ++none.tally.considered;
    none.tally.leaveOut(bounded.error());
    return none;
}

} // namespace shardscope::planner
