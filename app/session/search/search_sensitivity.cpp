// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/search_sensitivity.h"

#include "app/session/questions/plan_neighbours.h"
#include "core/base/parallel.h"
#include "core/plan/fit_verdict.h"
#include "core/plan/plan_file.h"
#include "planner/planner.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {
namespace {

class Worths {
public:
    Worths(const PreparedSearch& prepared, const planner::Evaluator& evaluator, const planner::PlanHit& best,
           const core::Task& task)
        : m_prepared(prepared)
        , m_evaluator(evaluator)
        , m_best(best)
        , m_task(task)
    {
        const planner::PlanSpace& space = prepared.search.space;
        for (PlanNeighbour& one :
             neighboursOf(prepared.search.model, space, space.variants[best.variant], best.plan))
            add(std::move(one));
    }

    /// What they come to; refused ones are left out.
    core::Result<std::vector<AxisWorth>> all()
    {
        struct Judged {
            std::optional<planner::PlanHit> hit;
            bool fits = false;
        };
        std::vector<Judged> judged(m_plans.size());
        core::parallelFor(m_plans.size(), [&](std::size_t i) {
            if (m_task.cancelled())
                return;
            const char* forbidden = nullptr;
            auto hit = planner::hitOf(m_prepared.search, m_evaluator, m_best.machine, m_best.variant,
                                      m_plans[i], &forbidden);
            if (!hit.ok())
                return;
            const auto laid = m_evaluator.evaluate(m_plans[i], planner::Detail::LaidOut, m_task);
            judged[i].hit = laid.ok() ? planner::laidOut(m_prepared.search, *hit, *laid) : std::move(*hit);
            // Only what the closed forms let through is traced, as in the search.
            judged[i].fits = forbidden == nullptr && fits(m_plans[i]);
        });
        SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
        std::vector<AxisWorth> worths;
        for (auto& [worth, place] : m_worths) {
            if (!judged[place].hit)
                continue;
            worth.stepSeconds = judged[place].hit->stepSeconds;
            worth.samplesPerSecond = judged[place].hit->samplesPerSecond;
            worth.feasible = judged[place].fits;
            worths.push_back(std::move(worth));
        }
        return worths;
    }

private:
    void add(PlanNeighbour one)
    {
        // Several axes come by the same plan: by the best one all do.
        const auto [known, first] = m_places.try_emplace(core::planJson(one.plan), m_plans.size());
        if (first)
            m_plans.push_back(std::move(one.plan));
        m_worths.push_back({{one.key, std::move(one.value), 0, 0, false, one.own}, known->second});
    }

    [[nodiscard]] bool fits(const core::Plan& plan) const
    {
        const auto evaluation = m_evaluator.evaluate(plan, planner::Detail::Plain, m_task);
        return evaluation.ok() &&
               core::fitVerdict(*evaluation, m_prepared.search.limits.headroom).fit == core::Fit::Fits;
    }

    const PreparedSearch& m_prepared;
    const planner::Evaluator& m_evaluator;
    const planner::PlanHit& m_best;
    const core::Task& m_task;
    std::vector<core::Plan> m_plans;
    std::map<std::string, std::size_t> m_places;             ///< of them, by what they say
    std::vector<std::pair<AxisWorth, std::size_t>> m_worths; ///< with the place of their plan
};

} // namespace

core::Result<std::vector<AxisWorth>> axisWorths(const PreparedSearch& prepared,
                                                const planner::Evaluator& evaluator,
                                                const planner::PlanHit& best, const core::Task& task)
{
    return Worths(prepared, evaluator, best, task).all();
}

} // namespace shardscope::app
