// SPDX-License-Identifier: GPL-3.0-or-later
// Switches the critical path of a step on over the timeline, and says what it is bound by.
#pragma once

#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/workbench/workbench.h"
#include "app/session/trace/selection.h"
#include "core/report/report.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace shardscope::app {

/// The path of a report of the analysis critical_path, whose times count from \p origin; null where it holds
/// none.
[[nodiscard]] std::shared_ptr<const PathMarks> pathMarks(const core::Report& report, std::int64_t origin);
/// What the analysis is asked for: the step of the first rank in which \p time lies, else the nearest; the
/// analysis' own choice where no step is known.
[[nodiscard]] profiler::AnalysisOptions pathOfStepAt(const core::Timeline& timeline, std::int64_t time);

/// A step's critical path as a report and on the timeline.
struct StepPath {
    core::Report report;
    std::shared_ptr<const PathMarks> marks; ///< may be null
};
/// The critical path of the step at \p time, of the job of \p selection. Errors: those of the analysis.
[[nodiscard]] core::Result<StepPath> criticalPathAt(const RunView& run, std::int64_t time,
                                                    const profiler::Selection& selection,
                                                    const core::Task& task = {});

class PathBar final : public QWidget {
    Q_OBJECT

public:
    PathBar(Workbench& workbench, TimelineView& view, QWidget* parent = nullptr);

    [[nodiscard]] QPushButton& button() { return *m_button; }
    [[nodiscard]] QLabel& sentence() { return *m_sentence; }
    /// Another run, or more of it: nothing is shown.
    void reset();
    void retranslate();

private:
    void toggle(bool on);
    void showSentence();

    Workbench& m_workbench;
    TimelineView& m_view;
    QPushButton* m_button;
    QLabel* m_sentence;
    core::Report m_report;
};

} // namespace shardscope::app
