// SPDX-License-Identifier: GPL-3.0-or-later
// A figure on a page: its heading, its own controls, its twin as a table, and the tools that every figure
// has.
#pragma once

#include "app/desktop/figures/figure.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace shardscope::app {

class FigureTools;
class StaleVeil;

class FigureCard : public QWidget {
    Q_OBJECT

public:
    /// \p twin may be null: then there is nothing to switch to.
    FigureCard(QWidget* figure, QWidget* twin, QWidget* parent = nullptr);
    void setTitle(const QString& title);
    /// A control of this picture, in a row below the heading: beside it, two cards would be wider than a
    /// page.
    void addControl(QWidget* control);
    /// Something as wide as the card, between the heading and the picture or table.
    void addRow(QWidget* row);
    [[nodiscard]] bool showsTable() const { return m_showsTable; }
    void setShowsTable(bool table);
    /// The name by which --export makes this figure, so that a slide of it can be made anew.
    void setFigureName(const QString& name) { m_name = name; }
    /// Slides and files take this of a figure that goes step by step.
    void setMoving(const Figure& figure);
    /// One sentence about what is seen; empty: none.
    void setSentence(const QString& sentence);
    /// What it shows now, as a value: the picture, or the table where that is in its place.
    [[nodiscard]] Figure shownFigure() const;
    [[nodiscard]] FigureTools& tools() { return *m_tools; }
    /// Dims the card while it shows what was asked before.
    void setStale(bool stale);
    [[nodiscard]] bool stale() const;

signals:
    /// Picture and table have changed places.
    void switched();
    /// What lies under the pointer, for the status bar.
    void hint(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    /// What the constructor was given.
    template <class Figure>
    [[nodiscard]] Figure* figure() const
    {
        return static_cast<Figure*>(m_figure);
    }
    template <class Twin>
    [[nodiscard]] Twin* twin() const
    {
        return static_cast<Twin*>(m_twin);
    }
    /// Asks for the words again when the language changes; overriding ones begin with this.
    virtual void retranslate();

private:
    QLabel* m_title;
    QLabel* m_sentence;
    FigureTools* m_tools;
    QHBoxLayout* m_controls;
    QPushButton* m_switch;
    QWidget* m_figure;
    QWidget* m_twin;
    StaleVeil* m_veil;
    QString m_name;
    std::size_t m_frames = 1;
    std::size_t m_frame = 0;
    bool m_showsTable = false;
};

} // namespace shardscope::app
