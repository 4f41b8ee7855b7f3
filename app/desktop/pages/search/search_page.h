// SPDX-License-Identifier: GPL-3.0-or-later
// The Search page: the best plans under constraints, as they come, each one click from being the plan.
#pragma once

#include "app/desktop/charts/search/shown_search.h"
#include "app/desktop/pages/stacked_page.h"
#include "app/session/search/search_solvers.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace shardscope::app {

class FigureCard;
class KeptProject;
class KeptQuestion;
class LinkLabel;
class PageScrollArea;
class SceneFigure;
class SearchControls;
class StaleVeil;
class TableView;

class SearchPage final : public StackedPage {
    Q_OBJECT

public:
    explicit SearchPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    /// What was answered, for a picture of it.
    [[nodiscard]] ShownSearch shown() const;
    [[nodiscard]] SearchControls& controls() { return *m_controls; }
    [[nodiscard]] PlanScatter& scatter() { return *m_scatter; }
    [[nodiscard]] TableView& table() { return *m_table; }
    [[nodiscard]] TableView& sensitivity() { return *m_sensitivity; }
    [[nodiscard]] TableView& sweepRows() { return *m_sweepTable; }
    [[nodiscard]] TableView& machines() { return *m_machines; }
    [[nodiscard]] QPushButton& copyButton() { return *m_copyPlan; }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] const std::shared_ptr<const PlanSearchAnswer>& answer() const { return m_answer; }
    [[nodiscard]] bool searching() const;
    /// Begins a search, or ends the one that runs.
    void searchOrCancel();
    /// The question becomes that of the open plan; nothing is searched yet.
    void takeOpenPlan();
    /// Searches for a better one than the open plan, unless what is shown answers that.
    void searchFromOpenPlan();
    /// Searches the best plan of the open model and machine on \p devices, with the batch that suits it.
    void searchOn(const QString& devices);
    /// What is missing, by the names of the controls and not of options.
    [[nodiscard]] static QString problemText(const core::Error& error);
    /// A row of the table, or a point: what the buttons act on.
    void select(const FoundLayout& layout);

signals:
    /// A plan of the open model and machine is to stand beside others.
    void compareWanted(const QString& name, const core::Plan& plan);

private:
    [[nodiscard]] QWidget& contentFront() override;
    void startFromEmpty() override { searchOrCancel(); }
    struct News;
    QWidget* makeResults();
    QWidget* makeButtons();
    void follow();
    void followProject();
    void comeBack();
    [[nodiscard]] bool answersTheQuestion() const;
    void refreshVeil();
    void searchAnew();
    void hear(const News& news);
    void searchPlans(const PreparedSearch& prepared, const PlanSearchRequest& asked);
    void askForPrice();
    void startSearching();
    void searchSweep();
    void searchLargest();
    void searchSmallest();
    void take(core::Result<PlanSearchAnswer> answer);
    void keepAnswer();
    void showSweep(const Sweep& sweep);
    [[nodiscard]] QString sweepVerdict() const;
    void showHits(const std::vector<planner::PlanHit>& hits, const std::vector<planner::PlanHit>& front);
    void showRows(std::vector<FoundLayout> rows);
    void showAnswer();
    void showMachines();
    void sayVerdict(const QString& sentence);
    void showWhy();
    void showButtons();
    void openAsPlan();
    void copy(const std::string& text);
    [[nodiscard]] FoundLayout layoutOf(const planner::PlanHit& hit) const;
    void retranslate();

    SearchControls* m_controls;
    KeptQuestion* m_question = nullptr; ///< what is asked, in the project
    PageScrollArea* m_scroll = nullptr;
    StaleVeil* m_veil = nullptr; ///< over an answer to another question than the one on the left
    QLabel* m_asked;             ///< the question that was answered
    QLabel* m_verdict;           ///< the answer's sentence as far as its first semicolon
    QLabel* m_doubts;            ///< and from there on
    QLabel* m_progress;
    PlanScatter* m_scatter;
    QComboBox* m_across;
    QComboBox* m_up;
    FigureCard* m_scatterCard = nullptr;
    TableView* m_table;
    FigureCard* m_tableCard = nullptr;
    SceneFigure* m_axes;
    TableView* m_sensitivity;
    FigureCard* m_sensitivityCard = nullptr;
    SceneFigure* m_sweepCurve;
    TableView* m_sweepTable;
    FigureCard* m_sweepCard = nullptr;
    TableView* m_machines; ///< the best plan of each, or which of them hold the model
    FigureCard* m_machinesCard = nullptr;
    TableView* m_relax;
    TableView* m_together; ///< what helps where no one constraint does
    FigureCard* m_relaxCard = nullptr;
    FigureCard* m_togetherCard = nullptr;
    QLabel* m_why;
    SceneFigure* m_waterfall;
    TableView* m_whyTable;
    FigureCard* m_whyCard = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_compare = nullptr;
    LinkLabel* m_kept = nullptr; ///< says that a plan was kept to be compared, and leads there
    QString m_keptName;          ///< of that plan; empty: none, or another one is selected
    QPushButton* m_copyPlan = nullptr;
    QPushButton* m_copySearch = nullptr;
    const KeptProject* m_project = nullptr; ///< whose answer was looked for
    PlanSearchRequest m_request;            ///< of the last search
    planner::PlanSearch m_search;
    std::string m_edits; ///< of the open machine, as it was searched on
    std::shared_ptr<const PlanSearchAnswer> m_answer;
    std::shared_ptr<const Sweep> m_sweep;  ///< of the last search, if it was one
    std::optional<LargestModel> m_largest; ///< the same; its answer is m_answer
    std::optional<core::Error> m_error;
    std::shared_ptr<const std::vector<planner::PlanHit>> m_hits;
    std::vector<FoundLayout> m_rows;
    std::optional<FoundLayout> m_selected;
};

/// Whether two searches found the same plan.
[[nodiscard]] bool samePlan(const planner::PlanHit& a, const planner::PlanHit& b);

} // namespace shardscope::app
