// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages that set one step under another share.
#pragma once

#include "app/desktop/timeline/run_view.h"
#include "core/report/report.h"

#include <QObject>
#include <QString>

#include <array>
#include <cstdint>
#include <memory>

class QLabel;
class QWidget;

namespace shardscope::app {

class TimelineView;

/// A span of a run, ns.
struct StepSpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// Two steps on one time axis, as a page shows them.
struct ShownSteps {
    struct Side {
        QString title;
        RunViewPtr run; ///< null: there is nothing to draw
        StepSpan span;  ///< that is seen
    };
    QString verdict;
    std::array<Side, 2> sides;
    std::shared_ptr<const core::Table> table; ///< where they went apart
};
/// What \p view shows under \p title.
[[nodiscard]] ShownSteps::Side shownSide(const QLabel& title, const TimelineView& view);

/// The step of the first rank with steps whose length is nearest to \p seconds; the whole run where none has.
[[nodiscard]] StepSpan typicalStep(const RunView& run, double seconds);

/// Of the table of figures that compareSides makes: the seconds of a step of side A or B; 0: unknown.
[[nodiscard]] double stepSecondsOf(const core::Report& report, bool second);

/// What people read of the figures: without the columns for scripts, under the names of the two sides.
[[nodiscard]] core::Table readableFigures(const core::Report& report, const char* a, const char* b);

/// \p content under \p title.
[[nodiscard]] QWidget* titled(QLabel* title, QWidget* content);

/// Two timelines that show the same part of their steps, whichever is moved.
class LinkedViews final : public QObject {
    Q_OBJECT

public:
    LinkedViews(TimelineView& first, TimelineView& second, QObject* parent);
    /// Shows \p a of the first and \p b of the second, both begun at one place and as long as the longer.
    void place(const StepSpan& a, const StepSpan& b);
    /// Selects \p a of the first and \p b of the second, either may be invalid, and moves both windows until
    /// they are in sight.
    void select(core::SliceId a, core::SliceId b);

private:
    void follow(TimelineView& leader, TimelineView& follower, std::int64_t shift);

    TimelineView& m_first;
    TimelineView& m_second;
    std::int64_t m_shift = 0; ///< from a time of the first to that of the second
    bool m_following = false;
};

} // namespace shardscope::app
