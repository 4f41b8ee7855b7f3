// SPDX-License-Identifier: GPL-3.0-or-later
// A page that says what it is for while it has nothing to show.
#pragma once

#include "app/desktop/pages/page.h"
#include "app/desktop/widgets/empty_state.h"

class QStackedWidget;

namespace shardscope::app {

class StackedPage : public Page {
    Q_OBJECT

public:
    /// The empty state's button, or what the page shows.
    [[nodiscard]] QWidget& front() final;

protected:
    StackedPage(Workbench& workbench, QWidget* parent);

    /// Fills the page: \p head over its whole width (null: none), below it \p controls (null: none) on the
    /// left, the stack beside them.
    void fillPage(QWidget* controls = nullptr, QWidget* head = nullptr);
    /// The empty state's first button: opens something.
    virtual void startFromEmpty() { emit openRequested(); }
    /// front() of a page that has something to show.
    [[nodiscard]] virtual QWidget& contentFront() = 0;
    /// Whether the empty state is shown.
    [[nodiscard]] bool isEmpty() const;

    Workbench& m_workbench;
    QStackedWidget* m_stack; ///< the empty state first, then what the page shows
    EmptyState* m_empty;
};

} // namespace shardscope::app
