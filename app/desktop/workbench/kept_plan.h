// SPDX-License-Identifier: GPL-3.0-or-later
// The plan as it was opened or saved last: what an edited one is told from, and what the next start opens.
#pragma once

#include "app/desktop/workbench/workbench.h"

namespace shardscope::app {

class KeptPlan {
public:
    explicit KeptPlan(Workbench& workbench)
        : m_workbench(workbench)
    {
    }

    /// Whether there is a plan that would be lost: where a project keeps each edit, none is.
    [[nodiscard]] bool edited() const
    {
        return !m_workbench.isKept() && m_workbench.state().complete() && !m_workbench.undoStack().isClean();
    }
    /// What is open now was just opened.
    void keep();
    /// Writes the plan with the names of its model and hardware, and keeps it. Errors: FileUnwritable.
    core::Result<core::Done> save(const QString& file);
    /// Keeps for the next start what was kept, the run's files, and the page in front.
    void remember(const QString& page) const;

    struct Remembered {
        QString plan; ///< a file; empty: none
        QStringList traces;
        QString page;
    };
    /// What remember() left; files that have gone since are left out.
    [[nodiscard]] static Remembered remembered();

private:
    Workbench& m_workbench;
    PlanState m_kept;
};

} // namespace shardscope::app
