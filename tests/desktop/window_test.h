// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the whole window begin with: a window of its own for each, and short ways to what is planned.
#pragma once

#include "tests/desktop/open_window.h"

#include <QObject>

#include <memory>
#include <utility>

namespace shardscope::tests {

class WindowTest : public QObject {
    Q_OBJECT
protected slots: // a class may do more
    void init();
    void cleanup();

protected:
    [[nodiscard]] app::MainWindow& window() { return **m_open; }
    [[nodiscard]] app::Workbench& bench() { return window().workbench(); }
    [[nodiscard]] const app::PlanState& state() { return bench().state(); }
    [[nodiscard]] const core::Plan& plan() { return state().plan; }
    /// A plan of the catalogue's \p model on its \p hardware.
    void open(const QString& model, const QString& hardware);
    template <class Change>
    void edit(Change change)
    {
        app::PlanState next = state();
        change(next.plan);
        bench().edit(std::move(next), "edit");
    }

private:
    std::unique_ptr<OpenWindow> m_open;
};

} // namespace shardscope::tests
