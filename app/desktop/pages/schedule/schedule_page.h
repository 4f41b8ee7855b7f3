// SPDX-License-Identifier: GPL-3.0-or-later
// The Schedule page: how the step of the open plan, or of schedules alone, runs in time.
#pragma once

#include "app/desktop/charts/schedule/schedule_geometry.h"
#include "app/desktop/pages/page.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QSlider;

namespace shardscope::app {

class ScheduleBar;
class ScheduleControls;
class ScheduleView;
class SceneFigure;
class TableView;

class SchedulePage final : public Page {
    Q_OBJECT

public:
    explicit SchedulePage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] QWidget& front() override;
    /// The schedule that was clicked last, else the first, for PyTorch's pipelining. Errors: NotSupported
    /// where it has no order of passes; FileUnwritable.
    [[nodiscard]] Jobs::Writer scheduleWriter(const QString& file) const;
    /// When the open plan is simulated, no more than its first \p microBatches are seen, as large as that
    /// makes them.
    void lookAtFirst(std::int64_t microBatches) { m_lookAtFirst = microBatches; }
    /// Draws the schedule of \p file beside the others.
    void openSchedule(std::shared_ptr<const ScheduleFile> file);
    [[nodiscard]] ScheduleView& view() { return *m_view; }
    [[nodiscard]] ScheduleControls& controls() { return *m_controls; }
    [[nodiscard]] TableView& table() { return *m_table; }
    /// Whether all that is shown is simulated.
    [[nodiscard]] bool settled() const;
    /// The sheet on the left: which schedules there are, and what happens to them.
    void showSheet(bool shown);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeBar();
    /// Below the picture: figures and what they mean. Where the window is low, only once they are asked for.
    QWidget* makeFigures();
    void showBar();
    void connectView();
    /// Another plan: its numbers are what is tried first.
    void follow();
    /// Draws what can be drawn at once, and has the rest simulated.
    void redraw(bool soon);
    void simulate();
    void take(std::size_t band, const core::Result<ScheduleChart>& chart);
    void showSchedules();
    void showParts();
    void showFacts();
    void showChosen();
    [[nodiscard]] QStringList factsOf(const ScheduleChart& chart, bool mode) const;
    /// What is tried, laid over the open plan.
    [[nodiscard]] PlanState tried() const;
    [[nodiscard]] bool recommender() const;
    [[nodiscard]] ShownSchedule drawn(const WantedSchedule& wanted) const;
    [[nodiscard]] QString titleOf(const WantedSchedule& wanted, const ScheduleChart* chart) const;
    void explain(std::size_t band, std::size_t rank, std::size_t index);
    void explainStrip(std::size_t band, std::size_t rank, std::size_t index);
    void openInTimeline();
    void takeOver();
    void retranslate();

    Workbench& m_workbench;
    ScheduleControls* m_controls;
    ScheduleView* m_view;
    SceneFigure* m_legend;
    ScheduleBar* m_bar;
    QPushButton* m_sheet = nullptr;
    QPushButton* m_whatIf = nullptr;
    QPushButton* m_whole = nullptr;
    QPushButton* m_figuresButton = nullptr;
    QPushButton* m_play = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_forth = nullptr;
    QSlider* m_scrub = nullptr;
    QComboBox* m_speed = nullptr;
    QPushButton* m_timeline = nullptr;
    QWidget* m_figures = nullptr;
    bool m_figuresAsked = false; ///< by hand, to be shown or not
    QLabel* m_facts;
    TableView* m_table;
    std::vector<WantedSchedule> m_wanted;
    std::vector<ShownSchedule> m_shown; ///< one a wanted schedule
    ScheduleChartPtr m_own;             ///< the plan as it is, simulated: what previews take their times from
    PlanState m_followed;               ///< of which the controls tell
    bool m_stale = true;                ///< to be drawn when the page is seen
    std::int64_t m_lookAtFirst = 0;     ///< 0: at all
    QTimer m_soon;
};

} // namespace shardscope::app
