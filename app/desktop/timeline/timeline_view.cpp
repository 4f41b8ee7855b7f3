// SPDX-License-Identifier: GPL-3.0-or-later
// Viewport, selection and painting of the timeline view. Keys and mouse are in timeline_view_input.cpp.
#include "app/desktop/timeline/timeline_view.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/timeline/painter.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr std::int64_t kShortestSpan = 20; // ns: below, a slice of one nanosecond fills the window
constexpr double kMargin = 0.02;           // of the span, left and right of a fitted run
constexpr double kFarthestOut = 4.0;       // times the run's length

std::int64_t roundedNs(double ns) { return static_cast<std::int64_t>(std::llround(ns)); }

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_meter(interfaceFont(TypeSize::Small))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    describe();
    onLookChange(*this, [this] {
        describe();
        m_meter = TextMeter(interfaceFont(TypeSize::Small));
        refresh();
    });
}

void TimelineView::setRun(RunViewPtr run)
{
    // The whole of a run whose beginning was seen keeps the reader where she is, if she went anywhere: all
    // that was there then is not all of it.
    const bool grows = m_run && run && m_run->partial && m_window.end > m_window.begin;
    const bool sawAll = grows && m_window.begin <= m_run->slicesBegin && m_window.end >= m_run->slicesEnd;
    m_run = std::move(run);
    m_marks = {};
    const Grouping grouping = m_arrangement.grouping;
    const std::string filter = grows ? m_arrangement.filter : std::string();
    m_arrangement = m_run ? initialArrangement(m_run->timeline(), m_run->places) : Arrangement{};
    if (grows) {
        m_arrangement.grouping = grouping;
        m_arrangement.filter = filter;
    }
    m_coloring = m_run ? Coloring::make(*m_run, m_colorBy) : nullptr;
    relayout();
    if (!grows) {
        verticalScrollBar()->setValue(0);
        fitAll();
    } else if (sawAll) {
        fitAll();
    }
    describe();
    emit coloringChanged();
    emit sliceSelected({});
    emit areaSelected({});
}

double TimelineView::axisWidth() const { return std::max(1, viewport()->width() - metrics::kLaneHeader); }

QRectF TimelineView::lanesRect() const
{
    return QRectF(metrics::kLaneHeader, kRulerHeight, axisWidth(),
                  std::max(1.0, viewport()->height() - kRulerHeight));
}

TimelineViewport TimelineView::viewportOfLanes() const
{
    return {m_window, static_cast<double>(verticalScrollBar()->value()), lanesRect().height()};
}

void TimelineView::refresh()
{
    m_stale = true;
    viewport()->update();
}

void TimelineView::relayout()
{
    const double rowHeight = m_compact ? metrics::kCompactRowHeight : metrics::kRowHeight;
    m_layout = m_run ? TrackLayout::make(m_run->timeline(), m_arrangement, rowHeight) : TrackLayout{};
    const int page = static_cast<int>(lanesRect().height());
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(metrics::kRowHeight * 2);
    verticalScrollBar()->setRange(0,
                                  std::max(0, static_cast<int>(m_layout.height()) + metrics::kGrid - page));
    refresh();
}

void TimelineView::setWindow(std::int64_t begin, std::int64_t end)
{
    if (!m_run)
        return;
    const core::Timeline& timeline = m_run->timeline();
    const std::int64_t length = std::max<std::int64_t>(timeline.end() - timeline.begin(), kShortestSpan);
    const auto longest = static_cast<std::int64_t>(static_cast<double>(length) * kFarthestOut);
    const std::int64_t span = std::clamp(end - begin, kShortestSpan, longest);
    // Keeps at least a tenth of the window over the run, so that nobody gets lost in nothing.
    const std::int64_t keep = span / 10;
    begin = std::clamp(begin, timeline.begin() - span + keep, timeline.end() - keep);
    m_window = {begin, begin + span, axisWidth()};
    refresh();
    emit windowChanged();
}

void TimelineView::fitAll()
{
    if (!m_run)
        return;
    const std::int64_t length = std::max(m_run->slicesEnd - m_run->slicesBegin, kShortestSpan);
    const auto margin = roundedNs(static_cast<double>(length) * kMargin);
    setWindow(m_run->slicesBegin - margin, m_run->slicesBegin + length + margin);
}

void TimelineView::focusSelection()
{
    if (!m_run)
        return;
    const bool again = std::exchange(m_focused, true);
    std::int64_t begin = 0;
    std::int64_t end = 0;
    if (m_marks.selected.valid()) {
        begin = m_run->timeline().ts()[m_marks.selected.index()];
        end = begin + m_run->timeline().dur()[m_marks.selected.index()];
    } else if (m_marks.area) {
        begin = m_marks.area->begin;
        end = m_marks.area->end;
    }
    if (again || end <= begin) {
        fitAll();
        m_focused = false;
        return;
    }
    const auto margin = std::max<std::int64_t>(1, (end - begin) / 5);
    setWindow(begin - margin, end + margin);
    if (m_marks.selected.valid())
        reveal(m_marks.selected);
}

void TimelineView::zoomBy(double factor, double x)
{
    const double span = static_cast<double>(m_window.end - m_window.begin);
    const double share = x / axisWidth();
    const double anchor = static_cast<double>(m_window.begin) + span * share;
    const double next = std::max(span * factor, static_cast<double>(kShortestSpan));
    const std::int64_t begin = roundedNs(anchor - next * share);
    setWindow(begin, begin + roundedNs(next));
}

void TimelineView::panBy(double pixels)
{
    const double perPixel = static_cast<double>(m_window.end - m_window.begin) / axisWidth();
    const std::int64_t shift = roundedNs(pixels * perPixel);
    setWindow(m_window.begin + shift, m_window.end + shift);
}

void TimelineView::setCompact(bool compact)
{
    m_compact = compact;
    relayout();
}

void TimelineView::setColoring(ColorBy by)
{
    m_colorBy = by;
    if (m_run)
        m_coloring = Coloring::make(*m_run, by);
    refresh();
    emit coloringChanged();
}

void TimelineView::describe()
{
    setAccessibleName(tr("Timeline"));
    if (!m_run) {
        setAccessibleDescription(tr("No run is open."));
        return;
    }
    const core::Timeline& timeline = m_run->timeline();
    QString text = tr("%1 slices on %2 tracks over %3.")
                       .arg(integerString(static_cast<std::int64_t>(timeline.sliceCount())),
                            integerString(static_cast<std::int64_t>(timeline.tracks().size())),
                            nanosString(timeline.end() - timeline.begin()));
    if (m_marks.selected.valid()) {
        const core::NameId name = timeline.name()[m_marks.selected.index()];
        text += QLatin1Char(' ') +
                tr("Selected: %1, %2.")
                    .arg(shownSlice(*m_run, name), nanosString(timeline.dur()[m_marks.selected.index()]));
    }
    if (!m_marks.notes.empty())
        text += QLatin1Char(' ') + tr("%n note(s).", nullptr, static_cast<int>(m_marks.notes.size()));
    setAccessibleDescription(text);
}

void TimelineView::paintEvent(QPaintEvent*)
{
    const Theme& colors = themeOf(this);
    const double ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(viewport()->size()) * ratio).toSize();
    QPainter screen(viewport());
    if (!m_run) {
        screen.fillRect(viewport()->rect(), colors.panel);
        return;
    }
    if (m_stale || m_frame.size() != pixels) {
        m_stale = false;
        m_frame = QImage(pixels, QImage::Format_RGB32);
        m_frame.setDevicePixelRatio(ratio);
        m_frame.fill(colors.panel);
        const TimelineGeometry geometry =
            buildGeometry(*m_run, m_layout, viewportOfLanes(), m_meter, m_coloring, m_marks.matches);
        QPainter painter(&m_frame);
        painter.translate(lanesRect().topLeft());
        paintLanes(painter, geometry, colors);
        painter.resetTransform();
        painter.translate(metrics::kLaneHeader, 0);
        paintRuler(painter, geometry, colors);
        painter.resetTransform();
        painter.translate(0, kRulerHeight);
        paintHeaders(painter, geometry, colors);
        painter.resetTransform();
        painter.fillRect(QRectF(0, 0, metrics::kLaneHeader, kRulerHeight), colors.page);
        painter.fillRect(QRectF(0, kRulerHeight - 1, metrics::kLaneHeader, 1), colors.line);
    }
    screen.drawImage(QPoint(0, 0), m_frame);
    screen.setClipRect(lanesRect());
    screen.translate(lanesRect().topLeft());
    paintMarks(screen, buildMarks(*m_run, m_layout, viewportOfLanes(), m_marks), colors);
    if (hasFocus()) {
        screen.resetTransform();
        screen.setClipping(false);
        screen.fillRect(QRectF(metrics::kLaneHeader, kRulerHeight - 2, axisWidth(), 2), colors.accent);
    }
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    relayout();
    if (m_run)
        setWindow(m_window.begin, m_window.end);
}

void TimelineView::scrollContentsBy(int, int) { refresh(); }

} // namespace shardscope::app
