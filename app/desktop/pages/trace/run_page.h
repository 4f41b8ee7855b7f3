// SPDX-License-Identifier: GPL-3.0-or-later
// A page that shows the open run, and what it is for while there is none.
#pragma once

#include "app/desktop/pages/page.h"

class QStackedWidget;

namespace shardscope::app {

class EmptyState;

class RunPage : public Page {
    Q_OBJECT

protected:
    RunPage(Workbench& workbench, QWidget* parent);

    /// Puts \p content on top of the stack's pages and shows the run for the first time: the last call of a
    /// constructor.
    void begin(QWidget* content);
    /// The run has changed, or is gone.
    virtual void showRun() = 0;
    virtual void retranslate() = 0;

    Workbench& m_workbench;
    QStackedWidget* m_stack; ///< the empty state first, the content last
    EmptyState* m_empty;
};

} // namespace shardscope::app
