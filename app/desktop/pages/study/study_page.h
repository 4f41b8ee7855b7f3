// SPDX-License-Identifier: GPL-3.0-or-later
// One job, several ways to run it, and which to take: the job once at the top, scenarios as they are said,
// each solved by itself, the decision with what would change it.
#pragma once

#include "app/desktop/charts/study/study_scenes.h"
#include "app/desktop/pages/stacked_page.h"
#include "app/session/study/scenario_words.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace shardscope::app {

class CataloguePicker;
class FigureCard;
class JobBar;
class KeptQuestion;
class PageScrollArea;
class SceneFigure;
class SolvedRows;
class TableView;

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
    [[nodiscard]] QLineEdit& words() { return *m_words; }
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
    void addMachine();
    void changeSelected();
    void removeSelected();
    void useSelected();
    void askForStudy();
    void askToSave();
    /// What the reader did becomes the study, as a step; what it asks is solved.
    void change(JobStudy study);
    void say(JobStudy study);
    void solve(bool again = false);
    void showRows();
    void showProgress();
    void join();
    void showAnswer();
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
    std::string m_changing;           ///< the scenario whose words stand in the line; empty: none
    std::vector<std::string> m_shown; ///< names, row by row
    QLineEdit* m_words;
    QPushButton* m_add;
    QPushButton* m_own;
    CataloguePicker* m_machine;
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
