// SPDX-License-Identifier: GPL-3.0-or-later
// Two of what is open against each other: the verdict in sentences, the way from A's step to B's, both steps
// on one ruler, tables, and what a plan can learn.
#pragma once

#include "app/desktop/pages/compare/compared_sources.h"
#include "app/desktop/pages/compare/difference_scenes.h"
#include "app/desktop/pages/compare/matching_dialog.h"
#include "app/desktop/pages/stacked_page.h"

#include <QPointer>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;

namespace shardscope::app {

class DifferenceTables;
class FigureCard;
class LanesFigure;
class LearnCard;
class PageScrollArea;
class SceneFigure;
class StaleVeil;
class TableView;

class DifferencePage final : public StackedPage {
    Q_OBJECT

public:
    explicit DifferencePage(Workbench& workbench, QWidget* parent = nullptr);
    [[nodiscard]] QString whyNoPicture() const override;

    /// Sets \p files (a plan, or traces of one run) on side A or B; what is open stays open.
    void setSide(bool second, const QStringList& files);
    [[nodiscard]] QComboBox& first() { return *m_sides[0].box; }
    [[nodiscard]] QComboBox& second() { return *m_sides[1].box; }
    void swap();
    /// Compares although something does not agree.
    void compareAnyway();
    /// Says by which axes the recording's ranks are numbered, the fastest first ("tensor,pipeline"); empty:
    /// as it tells itself. A step of the history, kept with the run.
    void numberRanks(const QString& order);
    void showMatching();
    [[nodiscard]] MatchingDialog* matching() const { return m_dialog; } ///< null: closed
    /// What is shown now; null: nothing yet, or it is still refused.
    [[nodiscard]] ShownDifferencePtr shown() const { return m_refused ? nullptr : m_shown; }
    [[nodiscard]] bool refused() const { return m_refused; }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] SceneFigure& waterfall() { return *m_waterfall; }
    [[nodiscard]] LanesFigure& ruler() { return *m_ruler; }
    [[nodiscard]] DifferenceTables& tables() { return *m_tables; }
    [[nodiscard]] LearnCard& learn() { return *m_learn; }
    /// The part of the waterfall whose operations are shown.
    void choosePart(std::size_t part);
    /// Goes to the place on the timeline: "LANE:BEGIN:END" as lanesScene() has it.
    void goTo(const QString& place);
    /// The document (contract, section 12), or the same as Markdown where \p file says so.
    void write(const QString& file);

signals:
    /// The run that is in front now is to be seen there.
    void spanWanted(qint64 begin, qint64 end, int track);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Side {
        QLabel* letter = nullptr;
        QComboBox* box = nullptr;
        QString key = {};    ///< of the source that stands here; empty: none
        bool chosen = false; ///< by the reader
    };
    using Worked = std::shared_ptr<const DifferenceSide>;
    struct Answer {
        Worked a;
        Worked b;
        ShownDifferencePtr shown; ///< null: see \c problem
        std::optional<core::Error> problem;
    };

    [[nodiscard]] QWidget& contentFront() override;
    void startFromEmpty() override;
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeBody();
    [[nodiscard]] const ComparedSource* sourceOf(const QString& key) const;
    void fill();
    void choose(bool second, int index);
    void askForFile(bool second);
    void refresh();
    void show(const Answer& answer);
    void showAnswer();
    void showVerdict();
    void mendPlan();
    [[nodiscard]] std::string orderOf(const ComparedSource* a, const ComparedSource* b) const;
    void choosePair(int pair);
    void fillPairs();
    void retranslate();

    std::array<Side, 2> m_sides;
    std::vector<ComparedSource> m_sources;
    QStringList m_planFiles;              ///< dropped on a side
    std::map<QString, Worked> m_worked;   ///< by key
    PlanState m_workedPlan;               ///< of "plan" in m_worked
    std::pair<QString, QString> m_anyway; ///< keys that are compared although something does not agree
    ShownDifferencePtr m_shown;
    std::pair<QString, QString> m_shownKeys;
    std::string m_shownOrder; ///< of ranks, as the reader said
    QPointer<MatchingDialog> m_dialog;
    std::optional<core::Error> m_problem;
    bool m_refused = false;
    bool m_stale = true;
    std::size_t m_pair = 0;
    std::optional<std::size_t> m_part;

    QLabel* m_against;
    QLabel* m_agrees;
    QPushButton* m_swap;
    QPushButton* m_matching;
    QPushButton* m_export;
    QLabel* m_verdict;
    QLabel* m_why;
    QLabel* m_try;
    QLabel* m_obstacles;
    QPushButton* m_anywayButton;
    QPushButton* m_mend;
    QWidget* m_ways = nullptr; ///< both buttons
    QWidget* m_cards = nullptr;
    QBoxLayout* m_top = nullptr;
    SceneFigure* m_waterfall;
    TableView* m_waterfallTable;
    FigureCard* m_waterfallCard;
    LearnCard* m_learn;
    LanesFigure* m_ruler;
    FigureCard* m_rulerCard;
    QComboBox* m_pairs;
    QPushButton* m_in;
    QPushButton* m_out;
    QPushButton* m_fit;
    DifferenceTables* m_tables;
    StaleVeil* m_veil = nullptr;
};

} // namespace shardscope::app
