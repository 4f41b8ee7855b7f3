// SPDX-License-Identifier: GPL-3.0-or-later
// A question of a lesson: answered before what happens is shown, and locked from then on. Before a class its
// votes are counted in its place.
#pragma once

#include "app/session/lesson/lesson.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QSlider;
class QVBoxLayout;

namespace shardscope::app {

class AnswerButton;

class QuestionBox final : public QWidget {
    Q_OBJECT

public:
    explicit QuestionBox(QWidget* parent = nullptr);
    /// None: nothing is asked, and the box takes no room.
    void ask(const std::optional<LessonQuestion>& question);
    /// Whether something was answered, or nothing is asked.
    [[nodiscard]] bool answered() const;
    /// Locks the answer and tells whether it is right.
    void reveal();
    [[nodiscard]] bool locked() const { return m_locked; }
    /// A class is asked: how many are for each answer is typed, and nobody has to answer.
    void setVoting(bool voting);
    /// The votes for each answer; empty: nobody voted.
    [[nodiscard]] std::vector<int> votes() const;
    /// The answer that was given is right; none: none is known yet.
    [[nodiscard]] std::optional<bool> right() const;
    void retranslate();

signals:
    void answerChanged();

private:
    void clear();
    void addChoices();
    void showVotes();
    [[nodiscard]] QString told(bool good) const;
    void addNumber();
    void addSlider();
    [[nodiscard]] std::optional<double> number() const;

    std::optional<LessonQuestion> m_question;
    bool m_locked = false;
    bool m_moved = false; ///< the slider was
    QLabel* m_ask;
    QLabel* m_told;
    QVBoxLayout* m_answers;
    std::vector<AnswerButton*> m_choices;
    bool m_voting = false;
    std::vector<QLineEdit*> m_votes; ///< beside them
    QLineEdit* m_number = nullptr;
    QSlider* m_slider = nullptr;
    QLabel* m_value = nullptr;
};

} // namespace shardscope::app
