// SPDX-License-Identifier: GPL-3.0-or-later
// One job, several ways to run it, and which to take: the job once at the top, scenarios as they are said,
// each solved by itself, the decision with what would change it.
#pragma once

#include "app/desktop/charts/study/study_scenes.h"
#include "app/desktop/pages/stacked_page.h"
#include "app/session/study/scenario_words.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace shardscope::app {

class FigureCard;
class JobBar;
class KeptQuestion;
class PageScrollArea;
class ScenarioLine;
class SceneFigure;
class SolvedRows;
class TableView;
class WhatIfBar;

class StudyPage final : public StackedPage {
    Q_OBJECT

public:
    StudyPage(Workbench& workbench, QWidget* parent);

    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] bool usesInspector() const override { return false; }

    /// Makes \p study the one on the page, in one undo step, and solves it.
    void take(const JobStudy& study);
    /// A study of \p model that begins with \p devices of \p machine, by their names; the job's other values
    /// stay.
    void begin(const QString& model, const QString& machine, const QString& devices);
    /// The whole question in words, as the omnibox has it; none: it is no study.
    [[nodiscard]] std::optional<JobStudy> heard(const QString& said) const;
    /// The study in \p file; false, after Workbench::failed(), where it cannot be read.
    bool openFile(const QString& file);
    void saveAs(const QString& file);
    void writeMemoTo(const QString& file);
    /// Asks where the memo is to lie, and writes it.
    void askForMemo();

    [[nodiscard]] const JobStudy& study() const { return m_study; }
    /// What is solved of it; null: nothing yet.
    [[nodiscard]] const SolvedStudyPtr& solved() const { return m_solved; }
    [[nodiscard]] bool solving() const;
    [[nodiscard]] JobBar& job() { return *m_job; }
    [[nodiscard]] QLineEdit& words();
    [[nodiscard]] WhatIfBar& whatIf() { return *m_whatIf; }
    /// What the sliders make of it; null: they ask nothing, or it is being worked out.
    [[nodiscard]] const SolvedStudyPtr& moved() const { return m_moved; }
    /// Which scenarios the table has: words of a name or machine, or a condition ("cost < 3M").
    [[nodiscard]] QLineEdit& filter() { return *m_filter; }
    [[nodiscard]] QComboBox& group() { return *m_group; }
    [[nodiscard]] TableView& table() { return *m_table; }
    /// What stands about the decision now.
    [[nodiscard]] QString decision() const;
    /// Takes the scenario of that name for those below the table; as a click on its row does.
    void select(const std::string& name);

protected:
    void startFromEmpty() override;
    [[nodiscard]] QWidget& contentFront() override;

private:
    QWidget* makeHead();
    QWidget* makeBody();
    [[nodiscard]] StudyVocabulary vocabulary() const;
    [[nodiscard]] std::string machineTitle(const std::string& name);
    void addFromWords();
    void addOpenPlan();
    void addOpenRun();
    void add(StudyScenario scenario);
    void changeSelected();
    void removeSelected();
    void useSelected();
    void askForStudy();
    void askToSave();
    /// Makes what the reader did the study, as a step, and solves what it asks.
    void change(JobStudy study);
    void say(JobStudy study);
    void solve(bool again = false);
    void showRows();
    void showProgress();
    void join();
    /// Asks the sliders' question of the study as it is solved.
    void ask();
    void keepAsked();
    /// The study as it is, or as the sliders have it.
    [[nodiscard]] const SolvedStudyPtr& shownStudy() const { return m_moved ? m_moved : m_solved; }
    void showAnswer();
    void showTable();
    void showButtons();
    void tell(const QString& error);
    void retranslate();

    JobStudy m_study;
    JobBar* m_job;
    SolvedRows* m_rows;
    KeptQuestion* m_kept = nullptr;
    SolvedStudyPtr m_solved;
    std::string m_joined;             ///< what the break-evens were asked of
    std::string m_selected;           ///< a scenario's name; empty: none
    std::vector<std::string> m_shown; ///< names, row by row
    ScenarioLine* m_line;
    WhatIfBar* m_whatIf;
    SolvedStudyPtr m_moved;
    QLineEdit* m_filter;
    QComboBox* m_group;
    QPushButton* m_open;
    QPushButton* m_save;
    QPushButton* m_memo;
    QLabel* m_trouble;
    QLabel* m_question;
    QLabel* m_decision;
    QLabel* m_others; ///< what the other scenarios come to
    QLabel* m_progress;
    QPushButton* m_stop;
    TableView* m_table;
    FigureCard* m_tableCard = nullptr;
    QPushButton* m_edit;
    QPushButton* m_remove;
    QPushButton* m_use;
    SceneFigure* m_pareto;
    TableView* m_paretoTable;
    FigureCard* m_paretoCard = nullptr;
    SceneFigure* m_tornado;
    TableView* m_tornadoTable;
    FigureCard* m_tornadoCard = nullptr;
    QLabel* m_edgesTitle;
    QLabel* m_edges;
    QLabel* m_risksTitle;
    QLabel* m_risks;
    PageScrollArea* m_scroll = nullptr;
};

} // namespace shardscope::app
