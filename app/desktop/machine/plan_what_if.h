// SPDX-License-Identifier: GPL-3.0-or-later
// What the open plan's step would be on another machine: answers sliders in place, on the pages Plan and
// Hardware.
#pragma once

#include "app/desktop/workbench/workbench.h"

#include <QObject>

namespace shardscope::app {

class WhatIfBar;

class PlanWhatIf final : public QObject {
    Q_OBJECT

public:
    /// Answers \p bar, whose child it is; \p slot: of the job that does it.
    PlanWhatIf(WhatIfBar& bar, Workbench& workbench, QString slot);

private:
    /// The plan stays as it is.
    void ask();
    /// What is asked becomes a copy of the open machine: a step that can be undone.
    void keep();

    WhatIfBar& m_bar;
    Workbench& m_workbench;
    QString m_slot;
};

} // namespace shardscope::app
