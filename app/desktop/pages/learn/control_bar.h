// SPDX-License-Identifier: GPL-3.0-or-later
// The one control of a lesson's step: its values as a row of buttons where they are few, else as a slider;
// and a button that plays through them.
#pragma once

#include "app/session/lesson/lesson.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QSlider;

namespace shardscope::app {

/// What a value of \p control is called, in the reader's language.
[[nodiscard]] QString choiceWords(const LessonControl& control, std::size_t choice);

class LessonControlBar final : public QWidget {
    Q_OBJECT

public:
    explicit LessonControlBar(QWidget* parent = nullptr);
    /// None: there is nothing to change, and the bar takes no room.
    void setControl(const std::optional<LessonControl>& control, std::size_t choice);
    [[nodiscard]] std::size_t choice() const { return m_choice; }
    void choose(std::size_t choice);
    /// Through the values one after the other, from the first where the last is reached; again: stops. A
    /// reader who wants nothing to move (the desktop's effects are off) gets one step.
    void play();
    [[nodiscard]] bool playing() const { return m_timer.isActive(); }
    /// What is shown now has been drawn: the next value may come.
    void ready() { m_ready = true; }
    void retranslate();

signals:
    void chosen(std::size_t choice);

private:
    void show(std::size_t choice);
    void step();

    std::optional<LessonControl> m_control;
    std::size_t m_choice = 0;
    bool m_ready = true;
    QTimer m_timer;
    QLabel* m_label;
    QHBoxLayout* m_values;
    QSlider* m_slider;
    QLabel* m_value;
    QPushButton* m_play;
    std::vector<QPushButton*> m_buttons;
};

} // namespace shardscope::app
