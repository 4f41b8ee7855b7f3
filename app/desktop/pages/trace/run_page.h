// SPDX-License-Identifier: GPL-3.0-or-later
// A page that shows the open run, and what it is for while there is none.
#pragma once

#include "app/desktop/pages/stacked_page.h"

namespace shardscope::app {

class RunPage : public StackedPage {
    Q_OBJECT

protected:
    RunPage(Workbench& workbench, QWidget* parent);

    /// Puts \p content on top of the stack's pages and shows the run for the first time: the last call of a
    /// constructor.
    void begin(QWidget* content);
    /// The run has changed, or is gone.
    virtual void showRun() = 0;
    virtual void retranslate() = 0;
};

} // namespace shardscope::app
