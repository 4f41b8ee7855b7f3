// SPDX-License-Identifier: GPL-3.0-or-later
// The Plan page's verdict: a word, a sentence, and each click that mends the plan or betters it.
#include "app/desktop/pages/plan/plan_controls.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/pages/plan/plan_tables.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/plan/plan_repairs.h"
#include "app/desktop/plan/plan_words.h"
#include "app/desktop/theme/roles.h"
#include "app/desktop/widgets/link_label.h"
#include "app/session/plan/assumptions.h"
#include "app/session/text/messages.h"
#include "core/base/text_mark.h"
#include "core/plan/fit_verdict.h"

#include <QLabel>
#include <QVBoxLayout>

namespace shardscope::app {

void PlanPage::refreshVerdict()
{
    const Evaluated& evaluated = m_workbench.evaluated();
    const PlanState& state = m_workbench.state();
    m_subtitle->setText(
        tr("%1 on %2: %3").arg(titleOf(state.model), titleOf(state.hardware), planSummary(state.plan)));
    const bool fits = evaluated.value && evaluated.value->verdict.feasible();
    const QString refusal = evaluated.value && state.complete()
                                ? refusalText(*state.model, *state.hardware, evaluated.value->plan)
                                : QString();
    setRole(*m_verdict, fits && refusal.isEmpty() ? Role::Title : Role::TitleBad);
    refreshChip(fits && refusal.isEmpty());
    QStringList basis;
    if (evaluated.value && state.complete())
        basis << (fits ? QString() : refusal) << memoryBasisText(*evaluated.value);
    basis.removeAll(QString());
    m_basis->setText(basis.join(QLatin1Char('\n')));
    m_basis->setVisible(!basis.isEmpty());
    if (!evaluated.value) {
        m_verdict->setText(
            evaluated.error ? tr("Cannot be evaluated: %1").arg(namedSentence(*evaluated.error)) : QString());
        refreshRepairs();
        return;
    }
    // A plan that nobody runs fits nowhere.
    m_verdict->setText(fits && !refusal.isEmpty() ? refusal : verdictSentence(*evaluated.value, true));
    clearRemedies(); // what would help has a card
    m_remedies->hide();
}

/// The verdict in a word, and whether it is a near thing.
void PlanPage::refreshChip(bool fits)
{
    const Evaluated& evaluated = m_workbench.evaluated();
    const bool barely = fits && core::fitVerdict(*evaluated.value).fit == core::Fit::Tight;
    m_chip->setVisible(m_workbench.state().complete());
    setRole(*m_chip, !fits ? Role::ChipBad : barely ? Role::ChipWarn : Role::ChipGood);
    m_chip->setText(!evaluated.value ? tr("No answer")
                    : !fits          ? tr("Does not fit")
                    : barely         ? tr("Fits, barely")
                                     : tr("Fits"));
}

void PlanPage::clearRemedies()
{
    for (QWidget* widget : m_remedies->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        delete widget;
}

/// A link that makes \p state the plan in one step; out of reach where that is not complete.
LinkLabel* PlanPage::addRemedy(const QString& text, const PlanState& state)
{
    auto* link = new LinkLabel(m_remedies);
    link->setLink(text);
    link->setEnabled(state.complete());
    m_remedies->layout()->addWidget(link);
    if (!state.complete())
        return link;
    link->setToolTip(tr("Apply this change to the plan"));
    connect(link, &LinkLabel::clicked, this, [this, state] {
        // Later: the edit rebuilds the remedies, and this label with them.
        QMetaObject::invokeMethod(
            this, [this, state] { m_workbench.edit(state, N_("Apply what helps")); }, Qt::QueuedConnection);
    });
    return link;
}

/// Names the control to blame for a plan that cannot be evaluated, and what mends it.
void PlanPage::refreshRepairs()
{
    clearRemedies(); // they are the old plan's
    const std::optional<core::Error>& error = m_workbench.evaluated().error;
    m_remedies->setVisible(error.has_value());
    m_remedies->setEnabled(true);
    if (!error)
        return;
    for (const PlanRepair& repair : repairsOf(m_workbench.state()))
        addRemedy(repair.words, repair.state);
    const std::string pointer = error->place.jsonPointer;
    if (m_controls->controlOf(pointer) == nullptr)
        return;
    auto* control = new LinkLabel(m_remedies);
    control->setLink(tr("Go to %1").arg(controlName(pointer)));
    m_remedies->layout()->addWidget(control);
    connect(control, &LinkLabel::clicked, this, [this, pointer] { m_controls->showControlOf(pointer); });
}

} // namespace shardscope::app
