// SPDX-License-Identifier: GPL-3.0-or-later
// The Analyses page: the list, and the report of the one chosen.
#pragma once

#include "app/desktop/pages/trace/run_page.h"
#include "app/session/trace/analyses.h"

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
    [[nodiscard]] bool canExport() const override;
    [[nodiscard]] QListWidget& list() { return *m_list; }
    [[nodiscard]] ReportView& view() { return *m_view; }
    /// Shows the analysis of that key and starts it where it has not run yet.
    void choose(const QString& key);

signals:
    /// A finding's evidence was opened: its span on the timeline, and its track or -1.
    void spanWanted(qint64 beginNs, qint64 endNs, int track);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showRun() override;
    void start();
    void show(const std::shared_ptr<const core::Report>& report);
    void fill();
    void retranslate() override;
    [[nodiscard]] const profiler::Analysis* chosen() const;

    QListWidget* m_list;
    QLabel* m_hardwareLabel;
    QComboBox* m_hardware;
    QLabel* m_state;
    ReportView* m_view;
    std::shared_ptr<const profiler::AnalysisInput> m_input;
    std::map<std::string, std::shared_ptr<const core::Report>> m_reports; ///< of this run, by key
};

} // namespace shardscope::app
