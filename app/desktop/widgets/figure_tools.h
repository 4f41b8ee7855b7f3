// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with any figure: enlarge it, copy it, keep it as a file or as a slide. The same tools in
// the same place on every card.
#pragma once

#include "app/desktop/figures/figure.h"

#include <QToolButton>

namespace shardscope::app {

/// Makes slides of figures; a window has one of these.
class FigureTaker : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    virtual void take(const Figure& figure) = 0;
    /// The taker of the window that \p widget is in; null: it is in none.
    [[nodiscard]] static FigureTaker* of(const QWidget& widget);
};

class FigureTools final : public QToolButton {
    Q_OBJECT

public:
    /// \p figure says what is shown when a tool is used.
    explicit FigureTools(std::function<Figure()> figure, QWidget* parent = nullptr);
    [[nodiscard]] const QList<QAction*>& tools() const { return m_tools; }
    void enlarge();
    void copy();
    void save();
    void addToReport();

private:
    void retranslate();

    std::function<Figure()> m_figure;
    QList<QAction*> m_tools; ///< in the order of the menu: enlarge, copy, save, add to the report
};

/// Asks for a file for a picture; \p other: further kinds for the dialog, behind the pictures. Its suffix
/// follows the chosen kind where none was written; empty: cancelled.
[[nodiscard]] QString askForPicture(QWidget* parent, const QString& suggested, const QString& other = {});

} // namespace shardscope::app
