// SPDX-License-Identifier: GPL-3.0-or-later
// A page that shows the run in front, with a way to the other one where two are open, and what it is for
// while there is none.
#pragma once

#include "app/desktop/pages/stacked_page.h"

class QComboBox;

namespace shardscope::app {

class RunPage : public StackedPage {
    Q_OBJECT

public:
    /// Which run is shown; hidden where one is open.
    [[nodiscard]] QComboBox& runs() { return *m_runs; }

protected:
    RunPage(Workbench& workbench, QWidget* parent);

    /// Puts \p content on top of the stack's pages and shows the run for the first time: the last call of a
    /// constructor.
    void begin(QWidget* content);
    /// The run has changed, or is gone.
    virtual void showRun() = 0;
    virtual void retranslate() = 0;
    /// Why there is no picture while no run is open; empty: one is.
    [[nodiscard]] QString whyNoRun() const;

private:
    void fillRuns();

    QComboBox* m_runs;
};

} // namespace shardscope::app
