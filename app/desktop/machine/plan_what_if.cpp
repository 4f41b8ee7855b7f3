// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/machine/plan_what_if.h"

#include "app/desktop/machine/what_if_bar.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"

#include <cmath>
#include <memory>
#include <utility>

namespace shardscope::app {

PlanWhatIf::PlanWhatIf(WhatIfBar& bar, Workbench& workbench, QString slot)
    : QObject(&bar)
    , m_bar(bar)
    , m_workbench(workbench)
    , m_slot(std::move(slot))
{
    connect(&bar, &WhatIfBar::changed, this, &PlanWhatIf::ask);
    connect(&bar, &WhatIfBar::kept, this, &PlanWhatIf::keep);
    connect(&workbench, &Workbench::stateChanged, this, &PlanWhatIf::ask);
}

void PlanWhatIf::ask()
{
    m_workbench.jobs().cancel(m_slot);
    const PlanState& state = m_workbench.state();
    if (!state.complete() || m_bar.asked().asksNothing())
        return m_bar.answer({});
    m_workbench.jobs().start(
        m_slot, tr("Asking what if"),
        [model = state.model, hardware = state.hardware, plan = state.plan, asked = m_bar.asked()](
            const core::Task& task) { return movedStep(*model, *hardware, plan, asked, task); },
        [this](const std::optional<MovedStep>& moved) {
            if (!moved)
                return m_bar.answer(tr("The open plan cannot be evaluated there."));
            const double percent = 100 * (moved->longer - 1);
            const QString change = QString::fromStdString(core::numberText(std::abs(percent), 2));
            const QString step = std::abs(percent) < 0.05 ? tr("The open plan's step would take as long.")
                                 : percent > 0
                                     ? tr("The open plan's step would take %1 % longer.").arg(change)
                                     : tr("The open plan's step would take %1 % less.").arg(change);
            m_bar.answer(moved->fits ? step : step + QLatin1Char(' ') + tr("It would not fit."));
        });
}

void PlanWhatIf::keep()
{
    PlanState next = m_workbench.state();
    if (!next.hardware)
        return;
    next.hardware = std::make_shared<const core::HardwareSpec>(changedAs(*next.hardware, m_bar.asked()));
    m_bar.say({});
    m_workbench.edit(std::move(next), N_("Edit a copy of the machine"));
}

} // namespace shardscope::app
