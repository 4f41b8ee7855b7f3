// SPDX-License-Identifier: GPL-3.0-or-later
// Viewport, selection and painting of the timeline view. Keys and mouse are in timeline_view_input.cpp.
#include "app/desktop/timeline/timeline_view.h"

#include "app/desktop/number_text.h"

#include <QEvent>
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
}

void TimelineView::setRun(RunViewPtr run)
{
    m_run = std::move(run);
    m_marks = {};
    m_folding = m_run ? initialFolding(m_run->timeline()) : Folding{};
    relayout();
    verticalScrollBar()->setValue(0);
    fitAll();
    describe();
    emit sliceSelected({});
    emit areaSelected(0, 0);
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
    m_layout = m_run ? TrackLayout::make(m_run->timeline(), m_folding, rowHeight) : TrackLayout{};
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
    // At least a tenth of the window stays over the run, so that nobody gets lost in nothing.
    const std::int64_t keep = span / 10;
    begin = std::clamp(begin, timeline.begin() - span + keep, timeline.end() - keep);
    m_window = {begin, begin + span, axisWidth()};
    refresh();
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
        std::tie(begin, end) = *m_marks.area;
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

void TimelineView::selectSlice(core::SliceId slice, bool revealIt)
{
    m_marks.selected = slice;
    m_marks.flows.clear();
    m_focused = false;
    if (m_run && slice.valid()) {
        const auto flows = m_run->timeline().flows();
        for (std::uint32_t index = 0; index < flows.size(); ++index) {
            if (flows[index].from == slice || flows[index].to == slice)
                m_marks.flows.push_back(index);
        }
        if (revealIt)
            reveal(slice);
    }
    viewport()->update();
    describe();
    emit sliceSelected(slice);
}

void TimelineView::reveal(core::SliceId slice)
{
    const core::LaneId lane = m_run->timeline().laneOf(slice);
    if (!m_layout.laneTop(lane)) {
        // Its track or process is folded: opening it is what "show me" means.
        const core::TrackId track = m_run->timeline().lanes()[lane.index()].track;
        m_folding.tracks.erase(track.value);
        TrackLayout open = TrackLayout::make(m_run->timeline(), {{}, m_folding.tracks}, m_layout.rowHeight());
        for (const LayoutRow& row : open.rows()) {
            if (row.kind == RowKind::Track && row.track == track)
                m_folding.processes.erase(row.process);
        }
        relayout();
    }
    const double top = m_layout.laneTop(lane).value_or(0);
    QScrollBar* bar = verticalScrollBar();
    if (top < bar->value() + metrics::kRowHeight ||
        top + metrics::kRowHeight * 2 > bar->value() + lanesRect().height())
        bar->setValue(static_cast<int>(top - lanesRect().height() / 2));
    const std::int64_t begin = m_run->timeline().ts()[slice.index()];
    const std::int64_t end = begin + m_run->timeline().dur()[slice.index()];
    if (end < m_window.begin || begin > m_window.end) {
        const std::int64_t span = m_window.end - m_window.begin;
        const std::int64_t from = begin - span / 3;
        setWindow(from, from + span);
    }
}

void TimelineView::selectArea(std::optional<std::pair<std::int64_t, std::int64_t>> area)
{
    m_marks.area = area;
    m_focused = false;
    viewport()->update();
    emit areaSelected(area ? area->first : 0, area ? area->second : 0);
}

void TimelineView::selectNeighbour(int step)
{
    if (!m_run || !m_marks.selected.valid())
        return;
    const core::Lane& lane = m_run->timeline().lanes()[m_run->timeline().laneOf(m_marks.selected).index()];
    const auto row = static_cast<std::int64_t>(m_marks.selected.value) + step;
    if (row >= lane.begin && row < std::int64_t{lane.begin} + lane.count)
        selectSlice(core::SliceId(static_cast<std::size_t>(row)), true);
}

void TimelineView::followFlow(int direction)
{
    for (const std::uint32_t index : m_marks.flows) {
        const core::Flow& flow = m_run->timeline().flows()[index];
        const core::SliceId here = direction > 0 ? flow.from : flow.to;
        const core::SliceId there = direction > 0 ? flow.to : flow.from;
        if (here == m_marks.selected && there.valid()) {
            selectSlice(there, true);
            return;
        }
    }
}

void TimelineView::setMatches(std::vector<bool> matches)
{
    m_marks.matches = std::move(matches);
    refresh();
}

void TimelineView::toggleRow(std::size_t row)
{
    const LayoutRow& clicked = m_layout.rows()[row];
    if (!clicked.collapsible)
        return;
    auto& folded = clicked.kind == RowKind::Process ? m_folding.processes : m_folding.tracks;
    const std::uint32_t key = clicked.kind == RowKind::Process ? clicked.process : clicked.track.value;
    if (!folded.insert(key).second)
        folded.erase(key);
    relayout();
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
                    .arg(m_run->label[name.index()], nanosString(timeline.dur()[m_marks.selected.index()]));
    }
    setAccessibleDescription(text);
}

void TimelineView::paintEvent(QPaintEvent*)
{
    const Theme& colors = themeOf(this);
    const double ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(viewport()->size()) * ratio).toSize();
    QPainter screen(viewport());
    if (!m_run) {
        screen.fillRect(viewport()->rect(), colors.page);
        return;
    }
    if (m_stale || m_frame.size() != pixels) {
        m_stale = false;
        m_frame = QImage(pixels, QImage::Format_RGB32);
        m_frame.setDevicePixelRatio(ratio);
        m_frame.fill(colors.page);
        m_geometry = buildGeometry(*m_run, m_layout, viewportOfLanes(), m_meter);
        QPainter painter(&m_frame);
        painter.translate(lanesRect().topLeft());
        paintLanes(painter, m_geometry, *m_run, m_layout, m_marks, colors);
        painter.resetTransform();
        painter.translate(metrics::kLaneHeader, 0);
        paintRuler(painter, m_geometry, *m_run, colors);
        painter.resetTransform();
        painter.translate(0, kRulerHeight);
        paintHeaders(painter, m_geometry, *m_run, m_layout, colors);
        painter.resetTransform();
        painter.fillRect(QRectF(0, 0, metrics::kLaneHeader, kRulerHeight), colors.panel);
        painter.fillRect(QRectF(0, kRulerHeight - 1, metrics::kLaneHeader, 1), colors.line);
    }
    screen.drawImage(QPoint(0, 0), m_frame);
    screen.setClipRect(lanesRect());
    screen.translate(lanesRect().topLeft());
    paintMarks(screen, *m_run, m_layout, viewportOfLanes(), m_marks, colors);
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

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        describe();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::FontChange) {
        m_meter = TextMeter(interfaceFont(TypeSize::Small));
        refresh();
    }
    QAbstractScrollArea::changeEvent(event);
}

} // namespace shardscope::app
