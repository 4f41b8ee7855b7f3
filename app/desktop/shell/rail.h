// SPDX-License-Identifier: GPL-3.0-or-later
// The rail: the pages in the order of work, in groups. In narrow windows, and in windows too low for the
// words, icons alone.
#pragma once

#include <QButtonGroup>
#include <QToolButton>
#include <QWidget>

#include <vector>

namespace shardscope::app {

/// An icon above a word.
class RailButton final : public QToolButton {
    Q_OBJECT

public:
    explicit RailButton(QWidget* parent);
    void setNarrow(bool narrow);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_narrow = false;
};

class Rail final : public QWidget {
    Q_OBJECT

public:
    explicit Rail(QWidget* parent = nullptr);

    /// The next page; \p begins: a line above it, a new group. Its place is what pageWanted() tells.
    void addPage(int place, bool begins);
    void setTitle(int place, const QString& title);
    void setIcon(int place, const QIcon& icon);
    /// The page in front; of one that the rail does not show, none is marked.
    void setCurrent(int place);
    /// Icons alone, the words as tool tips; false: where there is room for the words.
    void setNarrow(bool narrow);
    [[nodiscard]] bool narrow() const { return m_narrow; }

signals:
    void pageWanted(int place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Line {
        QWidget* gap = nullptr; ///< null: no group begins here
        RailButton* button = nullptr;
        int place = 0;
    };
    [[nodiscard]] RailButton* button(int place) const;
    /// Buttons stand closer in low windows, at last without their words, so that the last page is in sight.
    void fit();

    QButtonGroup m_group;
    std::vector<Line> m_lines;
    bool m_wanted = false;
    bool m_narrow = false;
};

} // namespace shardscope::app
