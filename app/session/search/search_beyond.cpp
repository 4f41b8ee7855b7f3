// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/search_beyond.h"

#include "app/session/search/plan_options.h"
#include "core/base/joined.h"
#include "core/plan/fit_verdict.h"
#include "core/plan/plan_file.h"
#include "core/plan/plan_names.h"
#include "planner/planner.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace shardscope::app {
namespace {

using Beyond = WhyNot::Beyond;

class Judging {
public:
    Judging(const PreparedSearch& prepared, core::Plan plan, std::size_t machine)
        : m_prepared(prepared)
        , m_search(prepared.search)
        , m_machine(machine)
        , m_plan(std::move(plan))
    {
        if (m_plan.training == core::Training{})
            m_plan.training = m_search.space.variants.front().training;
    }

    std::vector<Beyond> run(const core::Evaluation& evaluation)
    {
        const core::HardwareSpec& hardware = m_search.machines[m_machine].hardware;
        const planner::Evaluator evaluator(m_search.model, hardware);
        const char* forbidden = nullptr;
        const auto hit = planner::hitOf(m_search, evaluator, m_machine, 0, m_plan, &forbidden);
        if (!hit.ok())
            return {};
        addLimits(*hit);
        addHeadroom(evaluation);
        addDevices(*hit);
        addNumbers();
        addWords();
        addVariant();
        if (m_search.space.tensorWithinNode && m_plan.axes.tensor > hardware.devicesPerNode)
            m_beyond.push_back({"tensor-within-node", m_plan.axes.tensor, hardware.devicesPerNode, {}, {}});
        for (std::string& rule : m_search.space.runnableOnly
                                     ? planner::refusalsOf(m_plan, m_search.machines[m_machine].hardware)
                                     : std::vector<std::string>())
            m_beyond.push_back({"framework", {}, {}, {}, std::move(rule)});
        return std::move(m_beyond);
    }

private:
    void addLimits(const planner::PlanHit& hit)
    {
        const double slow = hit.stepSeconds > 0 ? hit.highSeconds / hit.stepSeconds : 1; // pessimism
        const auto check = [&](const char* name, core::Dimension dimension,
                               const std::optional<double>& limit, const std::optional<double>& is) {
            if (limit && is && *is * slow > *limit)
                m_beyond.push_back({name, *is * slow, *limit, dimension, {}});
        };
        const planner::PlanLimits& limits = m_search.limits;
        check("deadline", core::kSecond, limits.seconds, hit.trainingSeconds);
        check("budget", core::kCurrency, limits.currency, hit.trainingCurrency);
        check("energy", core::kJoule, limits.joules, hit.trainingJoules);
    }

    void addHeadroom(const core::Evaluation& evaluation)
    {
        const core::FitVerdict fit = core::fitVerdict(evaluation, m_search.limits.headroom);
        if (fit.fit == core::Fit::Tight)
            m_beyond.push_back({"headroom", fit.margin.value(), fit.headroom.value(), core::kByte, {}});
    }

    void addDevices(const planner::PlanHit& hit)
    {
        const std::vector<std::int64_t>& devices = m_search.machines[m_machine].devices;
        if (!devices.empty() && std::ranges::find(devices, hit.devices) == devices.end())
            m_beyond.push_back({"devices",
                                hit.devices,
                                hit.devices < devices.front() ? devices.front() : devices.back(),
                                {},
                                {}});
    }

    void addNumbers()
    {
        for (const SearchConstraint& constraint : m_prepared.constraints) {
            if (constraint.range == nullptr)
                continue;
            const planner::WholeRange asked = m_search.space.*constraint.range;
            const std::int64_t is = constraint.valueOf(m_plan);
            if (!asked.holds(is))
                m_beyond.push_back(
                    {constraint.name, is, is < asked.lowest ? asked.lowest : asked.highest, {}, {}});
        }
    }

    /// Keys of the space that have words, as far as the plan heeds them.
    void addWords()
    {
        const planner::PlanSpace& space = m_search.space;
        const bool phased = m_plan.schedule == core::Schedule::Phased;
        if (m_plan.axes.pipeline > 1 && !phased)
            addWord<core::Schedule>("schedule", m_plan.schedule, planner::schedulesAsked(space, m_plan));
        addWord<core::Recompute>("recompute", m_plan.recompute, space.recomputes);
        const std::vector<bool>& cuts = space.sequenceParallel;
        if (m_plan.axes.tensor > 1 && std::ranges::find(cuts, m_plan.axes.sequenceParallel) == cuts.end())
            m_beyond.push_back({"sequence-parallel",
                                std::string(m_plan.axes.sequenceParallel ? "true" : "false"),
                                std::string(m_plan.axes.sequenceParallel ? "false" : "true"),
                                {},
                                {}});
        addZeroStage();
    }

    template <class Choice>
    void addWord(const char* key, Choice is, const std::vector<Choice>& asked)
    {
        if (std::ranges::find(asked, is) != asked.end())
            return;
        const auto name = [](Choice one) { return std::string(core::nameOf(one)); };
        m_beyond.push_back({key, name(is), core::joined(asked, ",", name), {}, {}});
    }

    void addZeroStage()
    {
        const std::vector<int>& asked = m_search.space.zeroStages;
        const std::int64_t replicas = m_plan.axes.replicas();
        const auto has = [&](int stage) { return m_plan.sharding == core::zeroSharding(stage, replicas); };
        if (asked.empty() || std::ranges::any_of(asked, has))
            return;
        core::Cell is;
        for (int stage = 3; stage >= 0; --stage) {
            if (has(stage))
                is = static_cast<std::int64_t>(stage);
        }
        m_beyond.push_back({"zero-stage", std::move(is), core::joined(asked, ","), {}, {}});
    }

    /// What the plan says beside its division, against the variant that it differs from in least.
    void addVariant()
    {
        std::vector<Beyond> least;
        bool first = true;
        for (const core::Plan& variant : m_search.space.variants) {
            std::vector<Beyond> differs = differences(variant);
            if (first || differs.size() < least.size())
                least = std::move(differs);
            first = false;
        }
        m_beyond.insert(m_beyond.end(), least.begin(), least.end());
    }

    [[nodiscard]] std::vector<Beyond> differences(const core::Plan& variant) const
    {
        core::Plan plan = m_plan;
        if (std::ranges::find(m_search.space.offloads, plan.residency) != m_search.space.offloads.end())
            plan.residency = variant.residency; // the search offloads by itself
        if (planner::opensPhases(variant) && plan.schedule == core::Schedule::Phased)
            plan.phases = 0; // and looks for their number
        std::vector<Beyond> differs;
        const std::vector<PlanOption> is = optionsOf(core::planDocument(plan));
        const std::vector<PlanOption> asked = optionsOf(core::planDocument(variant));
        const auto valueIn = [](const std::vector<PlanOption>& options, const std::string& key) {
            const auto found = std::ranges::find(options, key, &PlanOption::first);
            return found == options.end() ? core::Cell() : core::Cell(found->second);
        };
        for (const auto& [key, value] : is) {
            const core::Cell wanted = valueIn(asked, key);
            if (!settledByTheSearch(key) && wanted != core::Cell(value))
                differs.push_back({key, value, wanted, {}, {}});
        }
        for (const auto& [key, value] : asked) {
            if (!settledByTheSearch(key) && valueIn(is, key) == core::Cell())
                differs.push_back({key, {}, value, {}, {}});
        }
        return differs;
    }

    static bool settledByTheSearch(const std::string& key)
    {
        constexpr std::array<std::string_view, 6> kMore{"global-batch",          "kept-layers",
                                                        "weights-after-forward", "offloaded-percent",
                                                        "dataset-samples",       "partitioned-activations"};
        return saysDivision(key) || key.rfind("training-", 0) == 0 ||
               std::ranges::find(kMore, key) != kMore.end();
    }

    const PreparedSearch& m_prepared;
    const planner::PlanSearch& m_search;
    std::size_t m_machine;
    core::Plan m_plan;
    std::vector<Beyond> m_beyond;
};

} // namespace

std::vector<WhyNot::Beyond> beyondAsked(const PreparedSearch& prepared, core::Plan plan,
                                        const core::Evaluation& evaluation, std::size_t machine)
{
    return Judging(prepared, std::move(plan), machine).run(evaluation);
}

} // namespace shardscope::app
