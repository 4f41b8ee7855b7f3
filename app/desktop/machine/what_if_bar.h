// SPDX-License-Identifier: GPL-3.0-or-later
// "What if": a slider for each thing that could be otherwise, from half to four times.
#pragma once

#include "app/session/study/what_if.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QSlider;

namespace shardscope::app {

class WhatIfBar final : public QWidget {
    Q_OBJECT

public:
    /// Whether the sliders change a machine alone, or also what devices cost and how often they fail.
    enum class Of : std::uint8_t { Machine, Study };
    explicit WhatIfBar(Of of, QWidget* parent = nullptr);

    [[nodiscard]] const StudyWhatIf& asked() const { return m_asked; }
    /// Where something else tells what it is.
    void hideTitle();
    /// Moves the sliders without asking anybody.
    void say(const StudyWhatIf& asked);
    /// What came of it, beside the sliders; empty: nothing.
    void answer(const QString& sentence);
    /// The slider of \p what: network memory rate host price failures; null: there is none.
    [[nodiscard]] QSlider* slider(const QString& what) const;
    [[nodiscard]] QPushButton& keep() { return *m_keep; }
    [[nodiscard]] QPushButton& reset() { return *m_reset; }

signals:
    /// A slider has moved.
    void changed();
    /// What is asked is to hold.
    void kept();

private:
    struct Row {
        QString what;
        double StudyWhatIf::*factor;
        QLabel* name;
        QSlider* slider;
        QLabel* value;
    };
    void show(const Row& row) const;
    void retranslate();

    Of m_of;
    StudyWhatIf m_asked;
    std::vector<Row> m_rows;
    QLabel* m_title;
    QLabel* m_answer;
    QPushButton* m_keep;
    QPushButton* m_reset;
};

} // namespace shardscope::app
