// SPDX-License-Identifier: GPL-3.0-or-later
// One lesson: the text of a step beside its figure, one control, a question before what happens is shown.
#pragma once

#include "app/desktop/pages/learn/lesson_picture.h"
#include "app/desktop/workbench/workbench.h"

#include <QWidget>

#include <map>

class QFrame;
class QGridLayout;
class QLabel;
class QPushButton;

namespace shardscope::app {

class FigureCard;
class Lectern;
struct SpokenPart;
class LessonControlBar;
class PageScrollArea;
class QuestionBox;
class SceneFigure;
class TableView;

class LessonView final : public QWidget {
    Q_OBJECT

public:
    explicit LessonView(Workbench& workbench, QWidget* parent = nullptr);
    /// Opens a lesson at \p step, counted from 0, or at the last one if there are fewer.
    void open(Lesson lesson, std::size_t step);
    [[nodiscard]] const Lesson& lesson() const { return m_lesson; }
    [[nodiscard]] std::size_t step() const { return m_at; }
    [[nodiscard]] const LessonMoment& moment() const { return m_moment; }
    /// What is shown; its problem says why nothing is.
    [[nodiscard]] const LessonPicture& picture() const { return m_picture; }
    [[nodiscard]] QuestionBox& question() { return *m_question; }
    [[nodiscard]] LessonControlBar& control() { return *m_control; }
    [[nodiscard]] QPushButton& nextButton() { return *m_next; }
    /// Shows what happens, or goes to the next step; nothing while the question is not answered.
    void next();
    void back();
    /// The step as it began.
    void reset();
    void play();
    void toggleNotes();
    /// Before a class: large type, votes in the place of one answer, lights and a pen over the step, notes
    /// and a clock on the other screen.
    void setLarge(bool large);
    [[nodiscard]] bool large() const { return m_large; }
    [[nodiscard]] Lectern& lectern() const { return *m_lectern; }

signals:
    void hint(const QString& text);
    void stepShown(std::size_t step);
    void closed();
    void planWanted();
    void presentingEnded();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeText();
    QWidget* makeFigures();
    [[nodiscard]] const LessonStep& current() const { return m_lesson.steps[m_at]; }
    void show(std::size_t step);
    void draw();
    void take(LessonPicture picture);
    void showNumbers();
    void showTable();
    [[nodiscard]] SpokenPart spoken() const;
    void speak();
    void retranslate();
    void sizeType();

    Workbench& m_workbench;
    Lesson m_lesson;
    std::size_t m_at = 0;
    LessonMoment m_moment;
    LessonPicture m_picture;
    std::map<std::pair<std::size_t, bool>, LessonPicture> m_drawn; ///< of this step, by its moments
    bool m_large = false;
    bool m_notesShown = false;
    Lectern* m_lectern;
    QWidget* m_panel;
    QLabel* m_where;
    QLabel* m_title;
    QLabel* m_caption;
    QuestionBox* m_question;
    QLabel* m_reveal;
    QLabel* m_notes;
    QLabel* m_sources;
    QPushButton* m_gallery;
    QPushButton* m_back;
    QPushButton* m_reset;
    QPushButton* m_next;
    SceneFigure* m_figure;
    TableView* m_table;
    FigureCard* m_card;
    QLabel* m_verdict;
    LessonControlBar* m_control;
    QFrame* m_numbersCard;
    QLabel* m_numbersTitle;
    QGridLayout* m_numbers;
    QPushButton* m_plan;
};

} // namespace shardscope::app
