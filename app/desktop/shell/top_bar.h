// SPDX-License-Identifier: GPL-3.0-or-later
// The bar above the pages: menus, what is open and on which page, the omnibox, undo, redo, sharing.
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QMenuBar;
class QToolButton;

namespace shardscope::app {

class Omnibox;

class TopBar final : public QWidget {
    Q_OBJECT

public:
    /// \p menus becomes a part of the bar.
    TopBar(QMenuBar* menus, Omnibox* omnibox, QWidget* parent = nullptr);

    /// "GPT-3 study", "Plan": what is open, dimmed behind it where that is.
    void setPlace(const QString& open, const QString& page);
    /// Buttons of these actions, with their tool tips.
    void addActions(QAction* undo, QAction* redo, QAction* share);
    /// Icons in the colours of the scheme.
    void refreshIcons();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitPlace();

    QLabel* m_open;
    QLabel* m_page;
    Omnibox* m_omnibox;
    QToolButton* m_undo;
    QToolButton* m_redo;
    QToolButton* m_share;
    QString m_openText;
};

} // namespace shardscope::app
