// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/compare_parts.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/tables/table_reader.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardscope::app {

ShownSteps::Side shownSide(const QLabel& title, const TimelineView& view)
{
    return {title.text(), view.run(), {view.window().begin, view.window().end}};
}

StepSpan typicalStep(const RunView& run, double seconds)
{
    const auto marks = run.timeline().steps();
    StepSpan nearest{run.slicesBegin, std::max(run.slicesEnd, run.slicesBegin + 1)};
    double apart = std::numeric_limits<double>::infinity();
    for (const core::StepMark& mark : marks) {
        const double off = std::abs(static_cast<double>(mark.end - mark.begin) * 1e-9 - seconds);
        if (mark.rank == marks.front().rank && off < apart) {
            apart = off;
            nearest = {mark.begin, mark.end};
        }
    }
    return nearest;
}

double stepSecondsOf(const core::Report& report, bool second)
{
    constexpr std::size_t kStepRow = 1; // of the table of figures
    return TableReader(report.tables.front()).number(kStepRow, second ? "value_b" : "value_a");
}

core::Table readableFigures(const core::Report& report, const char* a, const char* b)
{
    core::Table table = report.tables.front();
    constexpr std::size_t kShown = 5;
    table.columns.resize(std::min(kShown, table.columns.size()));
    for (auto& row : table.rows)
        row.resize(table.columns.size());
    table.columns[1].title = a;
    table.columns[2].title = b;
    return table;
}

QWidget* titled(QLabel* title, QWidget* content)
{
    auto* box = new QWidget;
    auto* column = columnIn(box, metrics::kHalfGrid);
    setRole(*title, Role::Heading);
    title->setContentsMargins(metrics::kPageMargin, metrics::kGrid, 0, 0);
    column->addWidget(title);
    column->addWidget(content, 1);
    return box;
}

LinkedViews::LinkedViews(TimelineView& first, TimelineView& second, QObject* parent)
    : QObject(parent)
    , m_first(first)
    , m_second(second)
{
    connect(&m_first, &TimelineView::windowChanged, this, [this] { follow(m_first, m_second, m_shift); });
    connect(&m_second, &TimelineView::windowChanged, this, [this] { follow(m_second, m_first, -m_shift); });
}

void LinkedViews::follow(TimelineView& leader, TimelineView& follower, std::int64_t shift)
{
    if (m_following)
        return;
    m_following = true;
    follower.setWindow(leader.window().begin + shift, leader.window().end + shift);
    m_following = false;
}

void LinkedViews::place(const StepSpan& a, const StepSpan& b)
{
    m_shift = b.begin - a.begin;
    const std::int64_t longest = std::max(a.end - a.begin, b.end - b.begin);
    const std::int64_t margin = longest / 50;
    m_following = true; // both are placed here
    m_first.setWindow(a.begin - margin, a.begin + longest + margin);
    m_second.setWindow(b.begin - margin, b.begin + longest + margin);
    m_following = false;
}

void LinkedViews::select(core::SliceId a, core::SliceId b)
{
    // On the first's time axis.
    const core::TimeWindow window = m_first.window();
    StepSpan both{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    bool hidden = false;
    const auto include = [&](const TimelineView& view, core::SliceId slice, std::int64_t shift) {
        if (!slice.valid() || !view.run())
            return;
        const core::Timeline& timeline = view.run()->timeline();
        const std::int64_t begin = timeline.ts()[slice.index()] - shift;
        const std::int64_t end = begin + timeline.dur()[slice.index()];
        both = {std::min(both.begin, begin), std::max(both.end, end)};
        hidden = hidden || end < window.begin || begin > window.end;
    };
    include(m_first, a, 0);
    include(m_second, b, m_shift);
    m_following = true; // both are moved here
    if (hidden) {
        const std::int64_t length = both.end - both.begin;
        const std::int64_t span = std::max(window.end - window.begin, length + length / 4);
        const std::int64_t begin = both.begin + length / 2 - span / 2;
        m_first.setWindow(begin, begin + span);
        m_second.setWindow(begin + m_shift, begin + span + m_shift);
    }
    m_first.selectSlice(a, true);
    m_second.selectSlice(b, true);
    m_following = false;
}

} // namespace shardscope::app
