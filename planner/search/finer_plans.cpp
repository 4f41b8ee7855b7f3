// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/finer_plans.h"

#include "planner/evaluate/evaluate.h"
#include "planner/formula/stages.h"
#include "planner/parallelism/plan_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace shardscope::planner {
namespace {

/// What is known of one stage's number: those up to \c over do not fit, \c fits does or is not tried.
struct Bracket {
    std::int64_t over = 0;
    std::int64_t fits = 0;
    double excess = 0; ///< of \c over; 0: not known
    double saved = 0;
    int tries = 0;

    [[nodiscard]] bool open() const { return fits - over > 1; }
    /// Guesses where the excess would be gone, and every third time takes the middle.
    [[nodiscard]] std::int64_t next() const
    {
        const std::int64_t middle = over + (fits - over) / 2;
        if (tries == 0)
            return over + 1;
        if (tries % 3 == 0 || saved <= 0 || excess <= 0)
            return middle;
        const double steps = std::ceil(excess / saved);
        if (!(steps < static_cast<double>(fits - over)))
            return fits - 1;
        return over + std::max<std::int64_t>(1, static_cast<std::int64_t>(steps));
    }
};

bool allOf(const std::vector<std::int64_t>& numbers, std::int64_t value)
{
    return std::ranges::all_of(numbers, [&](std::int64_t one) { return one == value; });
}

} // namespace

std::optional<std::vector<std::int64_t>>
smallestThatFit(const StageNumbers& numbers,
                const std::function<std::optional<StageExcess>(const std::vector<std::int64_t>&)>& excess)
{
    std::vector<Bracket> brackets;
    brackets.reserve(numbers.lowest.size());
    for (std::size_t i = 0; i < numbers.lowest.size(); ++i)
        brackets.push_back({numbers.lowest[i] - 1, numbers.highest[i], 0, numbers.saved[i], 0});
    std::vector<std::int64_t> at(brackets.size());
    while (std::ranges::any_of(brackets, [](const Bracket& one) { return one.open(); })) {
        for (std::size_t i = 0; i < at.size(); ++i)
            at[i] = brackets[i].open() ? brackets[i].next() : brackets[i].fits;
        const std::optional<StageExcess> over = excess(at);
        if (!over)
            return std::nullopt;
        for (std::size_t i = 0; i < at.size(); ++i) {
            Bracket& bracket = brackets[i];
            if (!bracket.open())
                continue;
            ++bracket.tries;
            if ((*over)[i] > 0) {
                bracket.over = at[i];
                bracket.excess = (*over)[i];
            } else {
                bracket.fits = at[i];
            }
        }
    }
    for (std::size_t i = 0; i < at.size(); ++i)
        at[i] = brackets[i].fits;
    return at;
}

std::optional<StageExcess> FinerPlans::excessOf(const core::Plan& plan) const
{
    ++m_tally.considered;
    const auto memory = m_ranking.memory(plan);
    if (!memory.ok()) {
        m_tally.leaveOut(memory.error());
        return std::nullopt;
    }
    ++m_tally.evaluated;
    StageExcess excess(memory->classes.size(), 0.0);
    bool fits = true;
    for (const core::TierUse& use : memory->tiers) {
        if (use.tier != core::Tier::Device)
            continue;
        const double over = core::fitVerdict(*memory, use, m_search.limits.headroom).lacking().value();
        excess[use.rankClass] = over;
        fits = fits && over <= 0;
    }
    if (fits)
        ++m_tally.feasible;
    else
        ++m_tally.infeasible["device"];
    return excess;
}

std::optional<core::Plan> FinerPlans::fewestRecomputed(const core::Plan& plan,
                                                       const std::vector<StageNeed>& needs) const
{
    const std::vector<Stage> stages = stagesOf(plan, layersOf(m_search.model));
    const std::int64_t chunks = plan.axes.virtualStages;
    const bool byStage =
        plan.axes.pipeline > 1 && (!m_search.space.runnableOnly || canCut(plan, Cut::RecomputeByStage));
    StageNumbers numbers;
    for (const Stage& stage : stages) {
        const StageNeed& need = needs[static_cast<std::size_t>(stage.index)];
        numbers.lowest.push_back((need.fewest + chunks - 1) / chunks);
        numbers.highest.push_back((stage.layers + chunks - 1) / chunks);
        numbers.saved.push_back(need.saved * static_cast<double>(chunks));
    }
    core::Plan some = plan;
    const auto allStages = [](const StageExcess& excess) {
        return StageExcess{*std::ranges::max_element(excess)};
    };
    if (!byStage) { // one number for all of them
        const auto most = [](std::vector<std::int64_t>& list) {
            list.assign(1, *std::ranges::max_element(list));
        };
        most(numbers.lowest);
        most(numbers.highest);
        numbers.saved.assign(1, numbers.saved.front());
    }
    const std::vector<std::int64_t> all = numbers.highest;
    const auto found =
        smallestThatFit(numbers, [&](const std::vector<std::int64_t>& at) -> std::optional<StageExcess> {
            core::Plan tried = plan;
            tried.recomputeLayers = at;
            auto excess = excessOf(tried);
            return excess && !byStage ? std::optional(allStages(*excess)) : excess;
        });
    if (!found || *found == all || allOf(*found, 0))
        return std::nullopt;
    some.recomputeLayers = *found;
    return some;
}

std::optional<core::Plan> FinerPlans::mostMicroBatches(const core::Plan& plan, std::int64_t unit,
                                                       std::int64_t lowest, std::int64_t least) const
{
    // How many bytes the device is over, and what the phases wait in.
    struct Over {
        double device = 0;
        double source = 0;
    };
    const auto overOf = [&](const core::Plan& one) -> std::optional<Over> {
        const auto memory = m_ranking.memory(one);
        if (!memory.ok())
            return std::nullopt;
        Over over{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};
        for (const core::TierUse& use : memory->tiers) {
            double& worst = use.tier == core::Tier::Device ? over.device : over.source;
            worst =
                std::max(worst, core::fitVerdict(*memory, use, m_search.limits.headroom).lacking().value());
        }
        return over;
    };
    const std::optional<Over> whole = overOf(plan);
    const bool held = m_search.limits.memory; // else by how much the device is over is what is asked
    if (!whole || (held && whole->device > 0))
        return std::nullopt;
    if (whole->source <= 0)
        return plan;
    const std::int64_t samples = plan.batch.globalBatch / plan.batch.microBatches; // of all replicas
    const std::int64_t step = unit == 0 ? 0 : std::lcm(samples, unit) / samples;   // of micro-batches
    const auto with = [&](std::int64_t micro) {
        core::Plan one = plan;
        one.batch.microBatches = micro;
        one.batch.globalBatch = micro * samples;
        return one;
    };
    if (step == 0 || plan.batch.microBatches <= step)
        return std::nullopt;
    const std::optional<Over> one = overOf(with(step));
    if (!one || one->source > 0)
        return std::nullopt;
    // What waits grows with each micro-batch by as much.
    const double each = (whole->source - one->source) / static_cast<double>(plan.batch.microBatches - step);
    std::int64_t micro = step + static_cast<std::int64_t>(-one->source / each);
    micro = std::min(micro / step * step, plan.batch.microBatches - step);
    for (; micro >= std::max(step, lowest) && micro * samples >= least; micro -= step) {
        const core::Plan most = with(micro);
        if (const auto over = overOf(most); over && over->source <= 0 && (!held || over->device <= 0))
            return most;
    }
    return std::nullopt;
}

bool FinerPlans::deviceHolds(const core::Plan& plan) const
{
    const auto memory = m_ranking.memory(plan);
    return memory.ok() && std::ranges::none_of(memory->tiers, [&](const core::TierUse& use) {
               return use.tier == core::Tier::Device &&
                      core::fitVerdict(*memory, use, m_search.limits.headroom).lacking().value() > 0;
           });
}

bool offloadsShares(const core::Plan& plan)
{
    return plan.residency.optimizer != core::Tier::Streaming && // there whole tensors have their places
           plan.residency.optimizer != core::Tier::Device && plan.residency.weights == core::Tier::Device &&
           plan.residency.gradients == core::Tier::Device;
}

std::optional<core::Plan> FinerPlans::smallestOffload(const core::Plan& plan, std::int64_t lowest,
                                                      double saved) const
{
    constexpr std::int64_t kWhole = 100;
    const StageNumbers numbers{{std::min(lowest, kWhole)}, {kWhole}, {saved}};
    const auto with = [&](std::int64_t percent) {
        core::Plan one = plan;
        one.offloadedPercent = std::max<std::int64_t>(1, percent);
        if (percent == 0)
            one.residency = {};
        one.offloadedPercent = percent == 0 ? kWhole : one.offloadedPercent;
        return one;
    };
    const auto found =
        smallestThatFit(numbers, [&](const std::vector<std::int64_t>& at) -> std::optional<StageExcess> {
            const auto excess = excessOf(with(at.front()));
            return excess ? std::optional(StageExcess{*std::ranges::max_element(*excess)}) : std::nullopt;
        });
    if (!found || found->front() == 0)
        return std::nullopt;
    return with(found->front());
}

core::Plan FinerPlans::mostKept(const core::Plan& plan) const
{
    std::int64_t layers = 0;
    for (const Stage& stage : stagesOf(plan, layersOf(m_search.model)))
        layers = std::max(layers, stage.layers);
    const auto with = [&](std::int64_t dropped) {
        core::Plan one = plan;
        one.keptLayers = layers - dropped;
        return one;
    };
    const auto found = smallestThatFit(
        {{1}, {layers}, {0}}, [&](const std::vector<std::int64_t>& at) -> std::optional<StageExcess> {
            const auto excess = excessOf(with(at.front()));
            return excess ? std::optional(StageExcess{*std::ranges::max_element(*excess)}) : std::nullopt;
        });
    return found ? with(found->front()) : plan;
}

std::optional<PlanHit> fittingWhenTraced(const PlanSearch& search, const Evaluator& evaluator,
                                         const PlanHit& hit)
{
    const core::Plan& plan = hit.plan;
    const bool recomputes = !plan.recomputeLayers.empty();
    if (!recomputes && plan.keptLayers == 0)
        return std::nullopt;
    std::int64_t most = 0;
    for (const Stage& stage : stagesOf(plan, layersOf(search.model)))
        most = std::max(most, stage.layers / plan.axes.virtualStages);
    const auto with = [&](const std::vector<std::int64_t>& at) {
        core::Plan other = plan;
        if (recomputes)
            other.recomputeLayers = at;
        else
            other.keptLayers = most - at.front();
        return other;
    };
    StageNumbers numbers;
    numbers.lowest = recomputes ? plan.recomputeLayers : std::vector<std::int64_t>{most - plan.keptLayers};
    numbers.highest.assign(numbers.lowest.size(), most);
    numbers.saved.assign(numbers.lowest.size(), 0);
    const auto found =
        smallestThatFit(numbers, [&](const std::vector<std::int64_t>& at) -> std::optional<StageExcess> {
            const auto traced = evaluator.evaluate(with(at), Detail::Plain);
            if (!traced.ok())
                return std::nullopt;
            StageExcess excess(traced->memory.classes.size(), 0.0);
            for (const core::TierUse& use : traced->memory.tiers) {
                if (use.tier == core::Tier::Device)
                    excess[use.rankClass] =
                        core::fitVerdict(traced->memory, use, search.limits.headroom).lacking().value();
            }
            if (at.size() == 1)
                excess.assign(1, *std::ranges::max_element(excess));
            return excess;
        });
    const bool whole =
        found && std::ranges::all_of(*found, [&](std::int64_t number) { return number == most; });
    if (!found || whole)
        return std::nullopt;
    const char* forbidden = nullptr;
    auto fitting = hitOf(search, evaluator, hit.machine, hit.variant, with(*found), &forbidden);
    if (!fitting.ok() || forbidden != nullptr)
        return std::nullopt;
    return std::move(*fitting);
}

} // namespace shardscope::planner
