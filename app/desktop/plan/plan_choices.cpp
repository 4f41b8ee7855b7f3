// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/plan/plan_choices.h"

#include "app/desktop/plan/control_names.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/plan/plan_strategies.h"
#include "app/session/plan/read_plan.h"
#include "app/session/search/layout_words.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/plan/plan_fields.h"
#include "core/report/columns.h"

#include <algorithm>

namespace shardscope::app {

namespace {

/// "t 8 · p 4 · r 2 · ZeRO-1, 1F1B, recompute whole layers, global batch 128".
QString comparedSummary(const core::Plan& plan)
{
    const ShardingPreset sharding = presetOf(plan.sharding, plan.axes.replicas());
    QString shape = QString::fromStdString(axesWords(plan));
    if (sharding == ShardingPreset::ByHand)
        shape += QStringLiteral(" \u00b7 ") + QString::fromStdString(stateWords(plan));
    else if (sharding != ShardingPreset::Zero0)
        shape += QStringLiteral(" \u00b7 ") + choiceText(sharding);
    QStringList parts{shape};
    if (plan.axes.pipeline > 1 || plan.phases > 0)
        parts << choiceText(plan.schedule);
    if (plan.recompute != core::Recompute::None)
        parts << Words::tr("recompute: %1").arg(choiceText(plan.recompute));
    parts << Words::tr("global batch %1").arg(plan.batch.globalBatch);
    return parts.join(QStringLiteral(", "));
}

} // namespace

QString keyOf(const PlanChoice& choice)
{
    return choice.kept ? QLatin1Char('/') + choice.kept->name : QString::fromStdString(choice.key);
}

std::vector<PlanChoice> planChoices(const PlanState& state)
{
    std::vector<PlanChoice> choices{{kCurrentPlan}};
    for (const std::string_view key : strategyKeys()) {
        if (!state.complete() || strategyApplies(key, *state.model, *state.hardware))
            choices.push_back({std::string(key)});
    }
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

namespace {

ShownPlan emptyRow(const PlanChoice& choice)
{
    ShownPlan shown{nameOf(choice), {}, nullptr, {}};
    shown.preset = !choice.kept && choice.key != kCurrentPlan;
    shown.key = keyOf(choice);
    return shown;
}

} // namespace

ShownPlan pendingPlan(const PlanChoice& choice)
{
    ShownPlan shown = emptyRow(choice);
    shown.problem = Words::tr("Being worked out…");
    shown.pending = true;
    return shown;
}

ShownPlan shownPlan(const core::Catalog& catalog, const PlanChoice& choice,
                    const planner::Evaluator& evaluator, const PlanState& state, StrategyBatch batch,
                    const core::Task& task)
{
    ShownPlan shown = emptyRow(choice);
    const auto plan = choice.key == kCurrentPlan ? core::Result<core::Plan>(state.plan)
                      : choice.kept              ? readPlan(choice.kept->plan, {}, {}, *state.model)
                                    : strategyPlan(choice.key, evaluator, state.plan, batch, task);
    auto evaluated = plan.ok() ? evaluator.evaluate(*plan, planner::Detail::Plain, task)
                               : core::Result<core::Evaluation>(plan.error());
    if (!evaluated.ok()) {
        shown.problem = Words::tr("Cannot be followed here: %1").arg(namedSentence(evaluated.error()));
        return shown;
    }
    shown.evaluation = std::make_shared<const core::Evaluation>(std::move(evaluated).value());
    shown.summary = comparedSummary(shown.evaluation->plan);
    if (!shown.evaluation->step.empty())
        shown.step = stepInterval(catalog, *state.model, *state.hardware, *shown.evaluation);
    return shown;
}

core::Table namedDifferences(const std::vector<ShownPlan>& plans, const PlanState& state)
{
    core::Table table{"differences", N_("What the plans differ in"), {}, {}};
    table.columns = {core::textColumn("setting", N_("Setting"))};
    std::vector<PlanState> states;
    for (const ShownPlan& plan : plans) {
        if (!plan.evaluation)
            continue;
        states.push_back(withPlan(state, plan.evaluation->plan));
        table.columns.push_back(
            core::textColumn("plan_" + std::to_string(states.size()), plan.name.toStdString()));
    }
    table.columns.push_back(core::wordColumn(core::Words::Text, "meaning", N_("What it means")));
    for (const core::PlanField& field : core::planFields()) {
        if (!field.get || states.empty())
            continue;
        const core::FieldValue first = field.get(states.front().plan);
        if (std::ranges::all_of(states, [&](const PlanState& one) { return field.get(one.plan) == first; }))
            continue;
        std::vector<core::Cell> row{core::Cell(controlName(field.key.pointer).toStdString())};
        for (const PlanState& one : states)
            row.emplace_back(valueText(field, one).toStdString());
        row.emplace_back(controlHelp(field));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace shardscope::app
