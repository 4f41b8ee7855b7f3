// SPDX-License-Identifier: GPL-3.0-or-later
// Run against run: two recordings, or two ranks of one, a step of each on the same time axis, and where their
// time went apart, by name and by place in the tree of calls.
#pragma once

#include "app/desktop/pages/compare/compared_runs.h"
#include "app/desktop/pages/stacked_page.h"

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QTabBar;

namespace shardscope::app {

class LinkedViews;
class StaleVeil;
class TableView;
class TimelineView;

class RunVsRun final : public StackedPage {
    Q_OBJECT

public:
    explicit RunVsRun(Workbench& workbench, QWidget* parent = nullptr);
    [[nodiscard]] QString whyNoPicture() const override;

    /// Sets the open run against that of \p files, traces or a folder of one a rank.
    void setOther(const QStringList& files);
    [[nodiscard]] QComboBox& first() { return *m_a.box; }
    [[nodiscard]] QComboBox& second() { return *m_b.box; }
    [[nodiscard]] TimelineView& firstView() { return *m_a.view; }
    [[nodiscard]] TimelineView& secondView() { return *m_b.view; }
    /// Figures (0), by name (1), by tree (2).
    void showTable(int index);
    [[nodiscard]] TableView& table() { return *m_table; }
    [[nodiscard]] QString verdict() const;
    [[nodiscard]] ShownSteps shown() const;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    [[nodiscard]] QWidget& contentFront() override;
    struct Side {
        QComboBox* box = nullptr;
        QLabel* title = nullptr;
        TimelineView* view = nullptr;
        std::weak_ptr<const RunView> owner = {}; ///< of the source that stands here
        ComparablePart part = {};
    };

    void startFromEmpty() override;
    [[nodiscard]] QWidget* makeBody();
    /// The recording that is open, else the simulation.
    [[nodiscard]] RunViewPtr openRun() const;
    /// \p beside: the other run, which may have the same title.
    void addSources(const RunViewPtr& run, const RunViewPtr& beside, const QString& called);
    void fill();
    /// Puts \p side's box on the source that stands there; false: it is gone.
    bool showChosen(Side& side);
    void remember(Side& side);
    void choose(Side& side, int index);
    void askForOther();
    void refresh();
    void show(const std::shared_ptr<const ComparedRuns>& compared);
    void showRow(int row);
    void retranslate();

    Side m_a;
    Side m_b;
    QLabel* m_verdict;
    QTabBar* m_tabs;
    TableView* m_table;
    LinkedViews* m_linked;
    StaleVeil* m_veil = nullptr;
    RunViewPtr m_other; ///< null: none was opened
    std::vector<ComparableRun> m_sources;
    bool m_stale = true;
    std::shared_ptr<const ComparedRuns> m_compared;
};

} // namespace shardscope::app
