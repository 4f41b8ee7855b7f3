// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/compared_plans.h"

#include <algorithm>
#include <utility>

namespace shardscope::app {
namespace {

const QString kRowSlot = QStringLiteral("plans/");

/// How long a row may take, the longest last: as many rows as the machine has threads are worked out at once,
/// and a pipeline of thousands of micro-batches takes minutes.
int patienceFor(const PlanChoice& choice)
{
    if (choice.key == "gpipe")
        return 2;
    return choice.key == "megatron" || choice.key == "phased" ? 1 : 0;
}

} // namespace

ComparedPlans::ComparedPlans(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
{
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this](const QString& slot) {
        if (m_asking || !slot.startsWith(kRowSlot))
            return;
        // One that has an answer takes it next; one that was stopped, or broke, never does.
        for (ShownPlan& row : m_rows) {
            if (row.pending && kRowSlot + row.key == slot)
                row.problem = tr("Stopped.");
        }
        emit changed();
    });
}

void ComparedPlans::ask(const std::vector<PlanChoice>& wanted, StrategyBatch batch)
{
    const PlanState& state = m_workbench.state();
    const bool sameMachine = state.model == m_state.model && state.hardware == m_state.hardware;
    const bool same =
        sameMachine && state.plan == m_state.plan && batch == m_batch && QLocale().language() == m_language;
    m_state = state;
    m_batch = batch;
    m_language = QLocale().language();
    std::vector<ShownPlan> before = std::exchange(m_rows, {});
    std::vector<PlanChoice> missing;
    m_asking = true;
    for (const PlanChoice& choice : wanted) {
        const auto known = std::ranges::find(before, keyOf(choice), &ShownPlan::key);
        const bool running = m_workbench.jobs().running(kRowSlot + keyOf(choice));
        if (same && known != before.end() && (!known->pending || running)) {
            m_rows.push_back(std::move(*known));
            before.erase(known);
            continue;
        }
        // The row answers another question, or holds nothing of its own: the new one takes its place.
        m_rows.push_back(pendingPlan(choice));
        missing.push_back(choice);
    }
    for (const ShownPlan& row : before)
        m_workbench.jobs().cancel(kRowSlot + row.key);
    std::ranges::stable_sort(missing, {}, patienceFor);
    for (const PlanChoice& choice : missing)
        start(choice);
    m_asking = false;
    emit changed();
}

void ComparedPlans::start(const PlanChoice& choice)
{
    m_workbench.jobs().start(
        kRowSlot + keyOf(choice), tr("Working out a plan to compare: %1").arg(nameOf(choice)),
        [catalog = m_workbench.catalog(), choice, state = m_state, batch = m_batch](const core::Task& task) {
            return shownPlan(catalog, choice, planner::Evaluator(*state.model, *state.hardware), state, batch,
                             task);
        },
        [this](ShownPlan plan) { take(std::move(plan)); });
}

void ComparedPlans::take(ShownPlan plan)
{
    const auto row = std::ranges::find(m_rows, plan.key, &ShownPlan::key);
    if (row == m_rows.end())
        return;
    *row = std::move(plan);
    emit changed();
}

} // namespace shardscope::app
