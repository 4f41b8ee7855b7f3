// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a test gets it: in English unless asked otherwise and light, over the project's own
// resources, on the screen.
#pragma once

#include "app/desktop/base/language.h"
#include "app/desktop/window/main_window.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <memory>

namespace shardscope::tests {

class OpenWindow {
public:
    explicit OpenWindow(const QString& language = QStringLiteral("en"))
    {
        m_language.choose(language);
        m_window = std::make_unique<app::MainWindow>(core::Catalog(sourceFile("resources")), m_language,
                                                     app::SchemeChoice::Light, app::Scheme::Light);
        m_window->resize(1440, 900);
        m_window->show();
        m_exposed = QTest::qWaitForWindowExposed(m_window.get());
    }
    ~OpenWindow()
    {
        m_window.reset();
        m_language.choose(QStringLiteral("en")); // for who comes after
    }
    OpenWindow(const OpenWindow&) = delete;
    OpenWindow& operator=(const OpenWindow&) = delete;

    [[nodiscard]] bool exposed() const { return m_exposed; }
    [[nodiscard]] app::MainWindow& operator*() const { return *m_window; }
    [[nodiscard]] app::MainWindow* operator->() const { return m_window.get(); }

private:
    app::Language m_language; // outlives the window
    std::unique_ptr<app::MainWindow> m_window;
    bool m_exposed = false;
};

} // namespace shardscope::tests
