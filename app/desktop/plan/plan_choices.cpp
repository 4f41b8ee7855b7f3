// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/plan/plan_choices.h"

#include "app/desktop/plan/control_names.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/plan/plan_strategies.h"
#include "app/session/plan/read_plan.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"

namespace shardscope::app {

std::vector<PlanChoice> planChoices()
{
    std::vector<PlanChoice> choices{{kCurrentPlan}};
    for (const std::string_view key : strategyKeys())
        choices.push_back({std::string(key)});
    return choices;
}

bool isFirstChoice(const PlanChoice& choice)
{
    const std::string& key = choice.key;
    return key == kCurrentPlan || key == "data_parallel" || key == "zero_2" || key == "zero_3" ||
           key == "megatron" || key == "megatron_tensor";
}

QString nameOf(const PlanChoice& choice)
{
    if (choice.key == kCurrentPlan)
        return Words::tr("the plan being edited");
    return choice.kept ? choice.kept->name : strategyName(choice.key);
}

ShownPlan pendingPlan(const PlanChoice& choice)
{
    ShownPlan shown{nameOf(choice), {}, nullptr, Words::tr("Being worked out…"), {}};
    shown.pending = true;
    return shown;
}

ShownPlan shownPlan(const PlanChoice& choice, const planner::Evaluator& evaluator, const PlanState& state,
                    StrategyBatch batch)
{
    ShownPlan shown{nameOf(choice), {}, nullptr, {}, {}};
    const auto plan = choice.key == kCurrentPlan ? core::Result<core::Plan>(state.plan)
                      : choice.kept              ? readPlan(choice.kept->plan, {}, {}, *state.model)
                                                 : strategyPlan(choice.key, evaluator, state.plan, batch);
    auto evaluated = plan.ok() ? evaluator.evaluate(*plan, planner::Detail::Plain)
                               : core::Result<core::Evaluation>(plan.error());
    if (!evaluated.ok()) {
        shown.problem = Words::tr("Cannot be followed here: %1").arg(namedSentence(evaluated.error()));
        return shown;
    }
    shown.evaluation = std::make_shared<const core::Evaluation>(std::move(evaluated).value());
    shown.summary = planSummary(shown.evaluation->plan);
    if (!shown.evaluation->step.empty())
        shown.step = stepInterval(*state.model, *state.hardware, *shown.evaluation);
    return shown;
}

} // namespace shardscope::app
