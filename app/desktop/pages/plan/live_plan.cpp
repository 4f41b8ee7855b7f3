// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/plan/live_plan.h"

#include "app/desktop/base/language.h"

namespace shardscope::app {

LivePlan::LivePlan(FigureCard& card, Workbench& workbench, const char* slot, Of of, int quietMs)
    : QObject(&card)
    , m_card(card)
    , m_workbench(workbench)
    , m_slot(QString::fromLatin1(slot))
    , m_ofVerdict(of == Of::Verdict)
{
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(quietMs);
    connect(&m_quiet, &QTimer::timeout, this, &LivePlan::refresh);
    connect(&m_workbench, &Workbench::evaluationChanged, this, &LivePlan::follow);
    onShow(card, [this] { refresh(); });
}

void LivePlan::follow()
{
    const bool explained = m_workbench.evaluated().explained;
    if (!explained) { // another plan; what explains it is of the same
        m_wanted = true;
        m_card.setStale(m_answered);
        m_workbench.jobs().cancel(m_slot);
    }
    if (explained == m_ofVerdict)
        m_quiet.start();
}

void LivePlan::askAgain()
{
    m_wanted = true;
    m_card.setStale(m_answered);
    refresh();
}

void LivePlan::refresh()
{
    const Evaluated& evaluated = m_workbench.evaluated();
    if (!m_wanted || !m_card.isVisible() || !evaluated.value || (m_ofVerdict && !evaluated.explained))
        return;
    m_wanted = false;
    m_start();
}

} // namespace shardscope::app
