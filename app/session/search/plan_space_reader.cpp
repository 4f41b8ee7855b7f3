// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/plan_space_reader.h"

#include "app/session/plan/read_plan.h"
#include "app/session/search/search_numbers.h"
#include "core/base/refusals.h"
#include "core/base/split_at.h"
#include "core/plan/plan_fields.h"
#include "core/plan/plan_names.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace shardscope::app {

using core::Result;
using planner::PlanSpace;
using Option = PlanOption;

const std::map<std::string, WholeAxis>& wholeAxes()
{
    using Plan = core::Plan;
    static const std::map<std::string, WholeAxis> axes{
        {"tensor", {&PlanSpace::tensor, [](const Plan& plan) { return plan.axes.tensor; }}},
        {"tensor-second",
         {&PlanSpace::tensorSecond, [](const Plan& plan) { return plan.axes.tensorSecond; }}},
        {"pipeline", {&PlanSpace::pipeline, [](const Plan& plan) { return plan.axes.pipeline; }}},
        {"replica", {&PlanSpace::replica, [](const Plan& plan) { return plan.axes.replica; }}},
        {"context", {&PlanSpace::context, [](const Plan& plan) { return plan.axes.context; }}},
        {"expert", {&PlanSpace::expert, [](const Plan& plan) { return plan.axes.expert; }}},
        {"expert-tensor",
         {&PlanSpace::expertTensor, [](const Plan& plan) { return plan.axes.expertTensor; }}},
        {"virtual-stages",
         {&PlanSpace::virtualStages, [](const Plan& plan) { return plan.axes.virtualStages; }}},
        {"micro-batch", {&PlanSpace::microBatch, [](const Plan& plan) { return plan.batch.microBatch; }}},
        {"micro-batches",
         {&PlanSpace::microBatches, [](const Plan& plan) { return plan.batch.microBatches; }}},
        {"global-batch", {&PlanSpace::globalBatch, [](const Plan& plan) { return plan.batch.globalBatch; }}},
        {"sharding-weights",
         {&PlanSpace::shardedWeights, [](const Plan& plan) { return plan.sharding.weights; }}},
        {"sharding-gradients",
         {&PlanSpace::shardedGradients, [](const Plan& plan) { return plan.sharding.gradients; }}},
        {"sharding-optimizer",
         {&PlanSpace::shardedOptimizer, [](const Plan& plan) { return plan.sharding.optimizer; }}}};
    return axes;
}

namespace {

/// A list of layers stands for its own number of stages. What only full recompute heeds may be said while
/// recompute is open.
Result<core::Plan> parsed(std::vector<Option> options, const core::ModelSpec& model)
{
    const auto said = [&](const char* option) { return std::ranges::find(options, option, &Option::first); };
    std::vector<Option> implied;
    for (const char* list : {"layers-per-stage", "recompute-layers"}) {
        const auto one = said(list);
        const std::size_t stages = one == options.end() ? 1 : core::splitAt(one->second, ',').size();
        if (stages > 1 && implied.empty())
            implied.emplace_back("pipeline", std::to_string(stages));
    }
    if (said("recompute-layers") != options.end() && said("recompute") == options.end())
        implied.emplace_back("recompute", "full");
    options.insert(options.end(), implied.begin(), implied.end());
    const bool partitioned =
        std::ranges::find(options, Option{"partitioned-activations", "true"}) != options.end();
    if (partitioned)
        options.emplace_back("recompute", "full");
    return readPlan({}, "", options, model);
}

} // namespace

template <class Choice, class Get>
Result<core::Done> PlanSpaceReader::several(const std::string& option, const std::vector<std::string>& words,
                                            std::vector<Choice>& into, const std::string& where,
                                            const Get& get)
{
    core::ModelSpec none; // words mean the same whatever the model
    none.form = core::ParametersOnly{};
    into.clear();
    m_limited[option].clear();
    for (const std::string& word : words) {
        const auto plan = readPlan({}, "", {{option, word}}, none);
        if (!plan.ok()) {
            core::Error error = plan.error();
            error.place.file = where;
            return error;
        }
        if (std::ranges::find(into, get(*plan)) == into.end())
            into.push_back(get(*plan));
        m_limited[option] += (m_limited[option].empty() ? "" : ",") + word;
    }
    return core::Done{};
}

Result<core::Done> PlanSpaceReader::set(const std::string& option, const std::string& values,
                                        const std::string& where)
{
    const auto axis = wholeAxes().find(option);
    if (axis != wholeAxes().end()) {
        SHARDSCOPE_TRY(m_space.*(axis->second.range), rangeOf(values, where));
        m_limited[option] = values;
        return core::Done{};
    }
    if (option == "layers-per-stage" && values == "even") {
        m_space.unevenStages = false;
        m_limited[option] = values;
        return core::Done{};
    }
    if (option == "recompute-layers" && values == "all") {
        m_space.someRecompute = false;
        m_limited[option] = values;
        return core::Done{};
    }
    const bool list = option == "layers-per-stage" || option == "recompute-layers"; // one value
    const std::vector<std::string> words =
        list ? std::vector<std::string>{values} : core::splitAt(values, ',');
    m_placed = m_placed || option.rfind("residency-", 0) == 0 || option == "offloaded-percent";
    if (option == "sequence-parallel")
        return several<bool>(option, words, m_space.sequenceParallel, where,
                             [](const core::Plan& plan) { return plan.axes.sequenceParallel; });
    if (option == "recompute")
        return several<core::Recompute>(option, words, m_space.recomputes, where,
                                        [](const core::Plan& plan) { return plan.recompute; });
    if (option == "zero-stage") {
        m_space.zeroStages.clear();
        for (const std::string& word : words) {
            if (word.size() != 1 || word[0] < '0' || word[0] > '3')
                return core::outOfRange(word, "0", "3").in(where);
            m_space.zeroStages.push_back(word[0] - '0');
        }
        m_limited[option] = values;
        return core::Done{};
    }
    if (option == "schedule" && std::ranges::find(words, core::kTwoWays) != words.end())
        return core::notSupportedFor(core::kTwoWays,
                                     W_("it is dualpipev with half of the stages; say dualpipev"))
            .in(where);
    if (option == "schedule")
        return setSchedules(words, values, where);
    m_others.emplace_back(option, words);
    if (words.size() > 1)
        m_limited[option] = values;
    return core::Done{};
}

/// Phased execution is another way to compute and tells variants apart; the others are an axis.
Result<core::Done> PlanSpaceReader::setSchedules(const std::vector<std::string>& words,
                                                 const std::string& values, const std::string& where)
{
    const std::string phased(core::nameOf(core::Schedule::Phased));
    std::vector<std::string> orders;
    std::ranges::copy_if(words, std::back_inserter(orders),
                         [&](const std::string& word) { return word != phased; });
    if (!orders.empty()) {
        SHARDSCOPE_TRY_DONE(several<core::Schedule>("schedule", orders, m_space.schedules, where,
                                                    [](const core::Plan& plan) { return plan.schedule; }));
    }
    m_ordersOnly = orders.size() == words.size();
    if (m_ordersOnly)
        return core::Done{};
    m_others.emplace_back("schedule", std::vector<std::string>{phased});
    if (!orders.empty()) {
        m_others.back().second.push_back(orders.front()); // stands for them all
        m_limited["schedule"] = values;
    }
    return core::Done{};
}

Result<core::Done> PlanSpaceReader::addVariants(const core::ModelSpec& model)
{
    std::vector<std::vector<Option>> combinations{{}};
    for (const auto& [option, words] : m_others) {
        std::vector<std::vector<Option>> more;
        for (const auto& one : combinations) {
            for (const std::string& word : words) {
                more.push_back(one);
                more.back().emplace_back(option, word);
            }
        }
        combinations = std::move(more);
    }
    constexpr std::size_t kMost = 4096;
    if (combinations.size() > kMost)
        return core::outOfRange(combinations.size(), 1, kMost).in("--range");
    std::optional<core::Error> contradiction; // of words that exclude each other, as phases and a schedule do
    for (const auto& options : combinations) {
        auto plan = parsed(options, model);
        if (plan.ok() && plan->schedule == core::Schedule::Phased && m_ordersOnly)
            plan = core::inconsistent(W_("phases needs the schedule phased: say that one, or none"))
                       .in("--phases");
        const bool numbered = std::ranges::find(options, "phases", &Option::first) != options.end();
        if (plan.ok() && plan->schedule == core::Schedule::Phased && !numbered)
            plan->phases = 0; // open: a stage's layers depend on the pipeline
        if (plan.ok()) {
            m_space.variants.push_back(std::move(plan).value());
            continue;
        }
        if (plan.error().code != core::ErrorCode::Inconsistent)
            return plan.error();
        contradiction = contradiction ? contradiction : plan.error();
    }
    if (m_space.variants.empty() && contradiction)
        return *contradiction;
    return core::Done{};
}

} // namespace shardscope::app
