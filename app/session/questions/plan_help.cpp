// SPDX-License-Identifier: GPL-3.0-or-later
// Many neighbours are timed by the layout of their step; only those that are shown have their memory traced.
#include "app/session/questions/plan_help.h"

#include "app/session/questions/plan_neighbours.h"
#include "core/base/parallel.h"
#include "core/plan/fit_verdict.h"
#include "core/plan/plan_file.h"
#include "planner/planner.h"
#include "planner/search.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace shardscope::app {
namespace {

constexpr double kWorthWhile = 0.001;  ///< of a step: less is within what figures are rounded to
constexpr double kFreesEnough = 0.02;  ///< of what the fullest device holds
constexpr std::size_t kMostTraced = 3; ///< values of a key
constexpr std::size_t kMostShown = 6;

double secondsOf(const core::PlanOutcome& outcome)
{
    return outcome.step ? outcome.step->value() : std::numeric_limits<double>::infinity();
}

/// The order in which changes are told (plan_help.h).
void rank(std::vector<HelpfulChange>& changes, std::int64_t devices)
{
    const auto key = [&](const HelpfulChange& change) {
        const bool known = change.after.has_value();
        const bool misses = known && !core::feasible(change.after->fit);
        // Remedies that do not suffice stay in the verdict's order: those that save most come first.
        const bool timed = known && !(misses && change.remedy);
        return std::tuple(!known, !change.runs, misses, known && change.after->devices > devices,
                          timed ? secondsOf(*change.after) : 0);
    };
    std::ranges::stable_sort(changes,
                             [&](const HelpfulChange& a, const HelpfulChange& b) { return key(a) < key(b); });
    if (changes.size() > kMostShown)
        changes.resize(kMostShown);
}

class Helper {
public:
    Helper(const core::ModelSpec& model, const core::HardwareSpec& hardware,
           const core::Evaluation& evaluation, const SettlePlan& settle, const core::Task& task)
        : m_evaluator(model, hardware)
        , m_evaluation(evaluation)
        , m_now(core::outcomeOf(evaluation))
        , m_settle(settle)
        , m_task(task)
    {
    }

    core::Result<std::vector<HelpfulChange>> remedies()
    {
        for (const core::Remedy& remedy : m_evaluation.verdict.violations.front().remedies) {
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            if (!remedy.plan) {
                m_found.push_back({nullptr, std::nullopt, true, remedy});
                continue;
            }
            core::Plan plan = m_settle(*remedy.plan);
            if (plan == *remedy.plan && remedy.after)
                m_found.push_back({remedy.plan, remedy.after, runs(plan), remedy});
            else
                trace(std::move(plan), remedy);
        }
        return ranked();
    }

    core::Result<std::vector<HelpfulChange>> neighbours()
    {
        addNeighbours();
        core::parallelFor(m_tried.size(), [&](std::size_t i) {
            if (m_task.cancelled())
                return;
            const auto laid = m_evaluator.evaluate(m_tried[i].plan, planner::Detail::LaidOut, m_task);
            if (laid.ok())
                m_tried[i].laidOut = core::outcomeOf(*laid);
        });
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        std::map<std::string, std::vector<const Tried*>> byKey;
        for (const Tried& tried : m_tried) {
            if (tried.laidOut && tried.laidOut->step)
                byKey[tried.key].push_back(&tried);
        }
        for (auto& [key, tried] : byKey) {
            std::ranges::stable_sort(tried, [](const Tried* a, const Tried* b) {
                return secondsOf(*a->laidOut) < secondsOf(*b->laidOut);
            });
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            addFaster(tried);
            if (m_now.fit == core::Fit::Tight)
                addLeaner(tried);
        }
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        return ranked();
    }

private:
    struct Tried {
        std::string key;
        core::Plan plan;
        std::optional<core::PlanOutcome> laidOut = {};
    };

    [[nodiscard]] bool runs(const core::Plan& plan) const
    {
        return planner::canRun(plan, m_evaluator.hardware());
    }

    void addNeighbours()
    {
        const core::Plan& plan = m_evaluation.plan;
        std::set<std::string> known{core::planJson(plan)};
        const auto add = [&](std::string key, const core::Plan& changed) {
            core::Plan settled = m_settle(changed);
            if (known.insert(core::planJson(settled)).second)
                m_tried.push_back({std::move(key), std::move(settled)});
        };
        planner::PlanSpace space;
        space.variants = {plan};
        for (const PlanNeighbour& one : neighboursOf(m_evaluator.model(), space, plan, plan)) {
            if (!one.own)
                add(one.key, one.plan);
        }
        for (core::Tier core::Residency::*held :
             {&core::Residency::weights, &core::Residency::gradients, &core::Residency::optimizer,
              &core::Residency::activations}) {
            core::Plan back = plan;
            back.residency.*held = core::Tier::Device;
            add("residency", back);
        }
    }

    /// The fastest that fits, if it is faster than the plan; else the fastest, which does not fit.
    void addFaster(const std::vector<const Tried*>& bySpeed)
    {
        std::optional<HelpfulChange> tight;
        std::size_t traced = 0;
        for (const Tried* tried : bySpeed) {
            if (secondsOf(*tried->laidOut) > (1 - kWorthWhile) * secondsOf(m_now) || traced == kMostTraced)
                break;
            if (m_task.cancelled())
                return;
            auto change = evaluated(tried->plan);
            ++traced;
            if (!change)
                continue;
            if (core::feasible(change->after->fit)) {
                m_found.push_back(std::move(*change));
                return;
            }
            if (!tight)
                tight = std::move(change);
        }
        if (tight)
            m_found.push_back(std::move(*tight));
    }

    /// The one that costs the least time of those that free memory.
    void addLeaner(const std::vector<const Tried*>& bySpeed)
    {
        std::size_t traced = 0;
        for (const Tried* tried : bySpeed) {
            if (tried->laidOut->peak.value() > (1 - kFreesEnough) * m_now.peak.value())
                continue;
            if (m_task.cancelled() || traced++ == kMostTraced)
                return;
            auto change = evaluated(tried->plan);
            if (!change || change->after->fit != core::Fit::Fits)
                continue;
            const bool same = std::ranges::any_of(
                m_found, [&](const HelpfulChange& other) { return *other.plan == *change->plan; });
            if (!same)
                m_found.push_back(std::move(*change));
            return;
        }
    }

    [[nodiscard]] std::optional<HelpfulChange> evaluated(const core::Plan& plan) const
    {
        const auto evaluation = m_evaluator.evaluate(plan, planner::Detail::Plain, m_task);
        if (!evaluation.ok())
            return std::nullopt;
        return HelpfulChange{std::make_shared<const core::Plan>(plan), core::outcomeOf(*evaluation),
                             runs(plan)};
    }

    void trace(core::Plan plan, const core::Remedy& remedy)
    {
        if (auto change = evaluated(plan)) {
            change->remedy = remedy;
            m_found.push_back(std::move(*change));
        }
    }

    core::Result<std::vector<HelpfulChange>> ranked()
    {
        rank(m_found, m_now.devices);
        return std::move(m_found);
    }

    planner::Evaluator m_evaluator;
    const core::Evaluation& m_evaluation;
    core::PlanOutcome m_now;
    const SettlePlan& m_settle;
    const core::Task& m_task;
    std::vector<Tried> m_tried;
    std::vector<HelpfulChange> m_found;
};

} // namespace

core::Result<std::vector<HelpfulChange>> helpfulChanges(const core::ModelSpec& model,
                                                        const core::HardwareSpec& hardware,
                                                        const core::Evaluation& evaluation,
                                                        const SettlePlan& settle, const core::Task& task)
{
    Helper helper(model, hardware, evaluation, settle, task);
    if (!evaluation.verdict.feasible())
        return helper.remedies();
    // Others have no axes of which a value could be changed.
    if (model.transformer() == nullptr && model.layerList() == nullptr)
        return std::vector<HelpfulChange>();
    return helper.neighbours();
}

} // namespace shardscope::app
