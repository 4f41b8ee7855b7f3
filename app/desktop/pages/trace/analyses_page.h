// SPDX-License-Identifier: GPL-3.0-or-later
// The Analyses page: the list, and the report of the one chosen.
#pragma once

#include "app/desktop/pages/trace/run_page.h"
#include "app/desktop/timeline/marks.h"
#include "app/session/trace/analyses.h"
#include "app/session/trace/selection.h"

#include <map>

class QComboBox;
class QLabel;
class QListWidget;

namespace shardscope::app {

class ReportView;

class AnalysesPage final : public RunPage {
    Q_OBJECT

public:
    explicit AnalysesPage(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool usesInspector() const override { return false; }
    [[nodiscard]] QString whyNoPicture() const override;
    [[nodiscard]] QListWidget& list() { return *m_list; }
    [[nodiscard]] ReportView& view() { return *m_view; }
    [[nodiscard]] QComboBox& scope() { return *m_scope; }
    /// Shows the analysis of that key and starts it where it has not run yet.
    void choose(const QString& key);
    /// The area selected on the timeline; one without length: none. Where the page shows the selection, it
    /// follows.
    void setArea(const SelectedArea& area);

signals:
    /// A finding's evidence was opened: its span on the timeline, and its track or -1.
    void spanWanted(qint64 beginNs, qint64 endNs, int track);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget& contentFront() override;
    void showRun() override;
    [[nodiscard]] bool showsArea() const;
    /// What of the run is shown.
    [[nodiscard]] profiler::Selection selection() const;
    /// Another part of the run is shown: earlier reports are not of it.
    void scopeChanged();
    void fillScope();
    void start();
    void show(const std::shared_ptr<const core::Report>& report);
    void fill();
    void retranslate() override;
    [[nodiscard]] const profiler::Analysis* chosen() const;

    QListWidget* m_list;
    QLabel* m_scopeLabel;
    QComboBox* m_scope; ///< the whole run, or each job of several; last, what is selected
    QLabel* m_hardwareLabel;
    QComboBox* m_hardware;
    QLabel* m_state;
    ReportView* m_view;
    std::shared_ptr<const profiler::AnalysisInput> m_input; ///< of the whole run
    std::shared_ptr<const profiler::AnalysisInput> m_part;  ///< of what is shown; null: not cut yet
    SelectedArea m_area;
    std::map<std::string, std::shared_ptr<const core::Report>> m_reports; ///< of what is shown, by key
};

} // namespace shardscope::app
