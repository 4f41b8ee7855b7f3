// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and mouse of the timeline view, after Perfetto's conventions: W A S D, F, "." ",", [ ], Ctrl+wheel,
// Shift+drag.
#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/row_headers.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/session/text/shown_text.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kZoomStep = 1.25;
constexpr double kPanShare = 0.1; // of the width, a key press

} // namespace

double TimelineView::mouseAxisX() const
{
    const QPoint mouse = viewport()->mapFromGlobal(QCursor::pos());
    return lanesRect().contains(mouse) ? mouse.x() - metrics::kLaneHeader : axisWidth() / 2;
}

bool TimelineView::handleKey(int key, Qt::KeyboardModifiers modifiers)
{
    if ((modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0)
        return false;
    const double pan = axisWidth() * kPanShare * ((modifiers & Qt::ShiftModifier) != 0 ? 4 : 1);
    if (key != Qt::Key_F)
        m_focused = false;
    switch (key) {
    case Qt::Key_W: zoomBy(1 / kZoomStep, mouseAxisX()); return true;
    case Qt::Key_S: zoomBy(kZoomStep, mouseAxisX()); return true;
    case Qt::Key_A:
    case Qt::Key_Left: panBy(-pan); return true;
    case Qt::Key_D:
    case Qt::Key_Right: panBy(pan); return true;
    case Qt::Key_Up: verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub); return true;
    case Qt::Key_Down: verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd); return true;
    case Qt::Key_PageUp: verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub); return true;
    case Qt::Key_PageDown:
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
        return true;
    default: return handleSelectionKey(key, modifiers);
    }
}

bool TimelineView::handleSelectionKey(int key, Qt::KeyboardModifiers modifiers)
{
    switch (key) {
    case Qt::Key_F: focusSelection(); return true;
    case Qt::Key_Period: selectNeighbour(1); return true;
    case Qt::Key_Comma: selectNeighbour(-1); return true;
    case Qt::Key_BracketRight: followFlow(1); return true;
    case Qt::Key_BracketLeft: followFlow(-1); return true;
    case Qt::Key_J: selectAcross(1); return true;
    case Qt::Key_K: selectAcross(-1); return true;
    case Qt::Key_M: (modifiers & Qt::ShiftModifier) != 0 ? keepSpan() : measure(); return true;
    case Qt::Key_N: askForNote(); return true;
    case Qt::Key_P:
        if (m_marks.selected.valid()) {
            const core::LaneId lane = m_run->timeline().laneOf(m_marks.selected);
            togglePin({RowKind::Track, m_run->timeline().lanes()[lane.index()].track.value});
        }
        return true;
    case Qt::Key_X: foldAll((modifiers & Qt::ShiftModifier) == 0); return true;
    case Qt::Key_R:
        if (m_marks.selected.valid()) {
            const std::int64_t begin = m_run->timeline().ts()[m_marks.selected.index()];
            selectArea(SelectedArea{begin, begin + m_run->timeline().dur()[m_marks.selected.index()], {}});
        }
        return true;
    case Qt::Key_Escape:
        m_marks.measured.reset();
        selectSlice({}, false);
        selectArea(std::nullopt);
        return true;
    default: return false;
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (m_run && event->matches(QKeySequence::SelectAll)) {
        selectArea(SelectedArea{m_window.begin, m_window.end, {}});
        return;
    }
    if (!m_run || !handleKey(event->key(), event->modifiers()))
        QAbstractScrollArea::keyPressEvent(event);
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    if (!m_run)
        return;
    const QPoint at = event->position().toPoint();
    if (event->button() == Qt::LeftButton && at.x() < metrics::kLaneHeader && at.y() >= kRulerHeight) {
        if (const auto row = rowSeenAt(at.y() - kRulerHeight))
            toggleRow(*row);
        return;
    }
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    const bool pan = event->button() == Qt::MiddleButton || (event->modifiers() & Qt::ShiftModifier) != 0;
    m_drag = pan ? Drag::Pan : Drag::Press;
    m_dragFrom = at;
    m_dragWindow = m_window;
    m_dragScroll = verticalScrollBar()->value();
    if (pan)
        viewport()->setCursor(Qt::ClosedHandCursor);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_run)
        return;
    const QPoint at = event->position().toPoint();
    if (m_drag == Drag::Press && (at - m_dragFrom).manhattanLength() >= QApplication::startDragDistance())
        m_drag = Drag::Area;
    if (m_drag == Drag::Pan) {
        const double perPixel = static_cast<double>(m_dragWindow.end - m_dragWindow.begin) / axisWidth();
        const auto shift = static_cast<std::int64_t>(std::llround((m_dragFrom.x() - at.x()) * perPixel));
        setWindow(m_dragWindow.begin + shift, m_dragWindow.end + shift);
        verticalScrollBar()->setValue(m_dragScroll + m_dragFrom.y() - at.y());
        return;
    }
    if (m_drag == Drag::Area) {
        dragArea(at);
        return;
    }
    const QPointF point = QPointF(at) - lanesRect().topLeft();
    const auto hovered =
        lanesRect().contains(at) ? sliceAt(*m_run, m_layout, viewportOfLanes(), point) : std::nullopt;
    const core::SliceId id = hovered.value_or(core::SliceId{});
    if (id != m_marks.hovered) {
        m_marks.hovered = id;
        viewport()->update();
    }
}

std::optional<std::size_t> TimelineView::rowSeenAt(double y) const
{
    return m_layout.rowAt(m_layout.contentY(y, verticalScrollBar()->value()));
}

std::vector<core::TrackId> TimelineView::tracksBetween(double a, double b) const
{
    std::vector<core::TrackId> tracks;
    const auto [top, bottom] = std::minmax({a, b});
    for (const LayoutRow& row : m_layout.rows()) {
        const double seen = m_layout.seenY(row.top, verticalScrollBar()->value());
        const bool hidden = !row.pinned && seen + row.height <= m_layout.pinnedHeight();
        if (hidden || seen > bottom || seen + row.height <= top)
            continue;
        if (row.kind == RowKind::Track) {
            tracks.push_back(row.track);
        } else if (row.kind == RowKind::Group && row.collapsed) {
            for (const std::uint32_t track : m_layout.groups()[row.group].tracks)
                tracks.emplace_back(track);
        }
    }
    std::ranges::sort(tracks);
    return tracks;
}

/// A drag on the ruler, or where there are no rows, is about time alone.
void TimelineView::dragArea(const QPoint& at)
{
    const auto [begin, end] = std::minmax({core::pixelToTime(m_window, m_dragFrom.x() - metrics::kLaneHeader),
                                           core::pixelToTime(m_window, at.x() - metrics::kLaneHeader)});
    SelectedArea area{begin, end, {}};
    if (m_dragFrom.y() >= kRulerHeight)
        area.tracks = tracksBetween(m_dragFrom.y() - kRulerHeight, at.y() - kRulerHeight);
    m_marks.area = std::move(area);
    viewport()->update();
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_run)
        return;
    QMenu menu(this);
    addNoteActions(menu, event->reason() == QContextMenuEvent::Mouse
                             ? noteAt(QPointF(event->pos()) - lanesRect().topLeft())
                             : std::nullopt);
    auto row = event->reason() == QContextMenuEvent::Mouse ? rowSeenAt(event->pos().y() - kRulerHeight)
                                                           : std::nullopt;
    if (!row && m_marks.selected.valid()) {
        if (const auto top = m_layout.laneTop(m_run->timeline().laneOf(m_marks.selected)))
            row = m_layout.rowAt(*top);
    }
    if (row && m_layout.rows()[*row].debug) {
        menu.addAction(tr("Remove the rows of this statement"), this,
                       [this, debug = m_layout.rows()[*row].debug] { removeDebugTrack(debug); });
    } else if (row && m_layout.rows()[*row].kind != RowKind::Group) {
        const LayoutRow shown = m_layout.rows()[*row];
        const PinnedRow pin{shown.kind, shown.kind == RowKind::Track ? shown.track.value : shown.counter};
        menu.addAction(shown.pinned ? tr("Unpin the row") : tr("Pin the row to the top"), this,
                       [this, pin] { togglePin(pin); });
    }
    if (row && m_layout.rows()[*row].collapsible)
        menu.addAction(m_layout.rows()[*row].collapsed ? tr("Open the row") : tr("Fold the row"), this,
                       [this, row = *row] { toggleRow(row); });
    menu.addAction(tr("Fold all"), this, [this] { foldAll(true); });
    menu.addAction(tr("Open all"), this, [this] { foldAll(false); });
    menu.exec(event->globalPos());
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    viewport()->unsetCursor();
    if (!m_run)
        return;
    if (drag == Drag::Area) {
        selectArea(m_marks.area);
    } else if (drag == Drag::Press) {
        const QPointF point = event->position() - lanesRect().topLeft();
        if (const auto note = noteAt(point)) {
            emit noteWanted(*note, m_marks.notes[*note]);
            return;
        }
        const auto slice = sliceAt(*m_run, m_layout, viewportOfLanes(), point);
        if (m_marks.area)
            selectArea(std::nullopt);
        if (const auto debug = debugSliceAt(m_layout, viewportOfLanes(), point)) {
            const std::int64_t begin = debug->debug->timeline->ts()[debug->slice.index()];
            const std::int64_t length = debug->debug->timeline->dur()[debug->slice.index()];
            selectArea(SelectedArea{begin, begin + std::max<std::int64_t>(1, length), {}});
        }
        selectSlice(slice.value_or(core::SliceId{}), false);
    }
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_run || !lanesRect().contains(event->position()))
        return;
    const auto slice =
        sliceAt(*m_run, m_layout, viewportOfLanes(), event->position() - lanesRect().topLeft());
    if (!slice)
        return;
    selectSlice(*slice, false);
    focusSelection();
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    if (!m_run)
        return;
    // High-resolution wheels and touch pads send fractions of the 120 units of a notch.
    const QPoint delta = event->angleDelta();
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        const double notches = (delta.y() != 0 ? delta.y() : delta.x()) / 120.0;
        zoomBy(std::pow(kZoomStep, -notches), event->position().x() - metrics::kLaneHeader);
    } else if ((event->modifiers() & Qt::ShiftModifier) != 0 || std::abs(delta.x()) > std::abs(delta.y())) {
        panBy(-(delta.x() != 0 ? delta.x() : delta.y()));
    } else {
        verticalScrollBar()->setValue(verticalScrollBar()->value() - delta.y() / 2);
    }
    event->accept();
}

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_run) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    }
    if (event->type() == QEvent::Leave && m_marks.hovered.valid()) {
        m_marks.hovered = {};
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::showToolTip(const QPoint& position, const QPoint& globalPosition)
{
    if (position.x() < metrics::kLaneHeader) {
        const auto row = rowSeenAt(position.y() - kRulerHeight);
        if (position.y() < kRulerHeight || !row || m_layout.rows()[*row].kind == RowKind::Counter) {
            QToolTip::hideText();
            return;
        }
        const LayoutRow& shown = m_layout.rows()[*row];
        const GroupRow& group = m_layout.groups()[shown.group];
        QString text = groupTitle(*m_run, group, m_layout.grouping());
        if (shown.lanesShown > 0)
            text += QLatin1Char('\n') + trackTitle(*m_run, shown.track, true);
        if (shown.kind == RowKind::Group && !shown.debug)
            text += QLatin1Char('\n') + tr("%n track(s)", nullptr, static_cast<int>(group.tracks.size()));
        QToolTip::showText(globalPosition, text, viewport());
        return;
    }
    const QPointF point = QPointF(position) - lanesRect().topLeft();
    auto slice = sliceAt(*m_run, m_layout, viewportOfLanes(), point);
    const auto debug = debugSliceAt(m_layout, viewportOfLanes(), point);
    if (!slice && !debug) {
        QToolTip::hideText();
        return;
    }
    const core::Timeline& timeline = debug ? *debug->debug->timeline : m_run->timeline();
    if (debug)
        slice = debug->slice;
    const core::NameId name = timeline.name()[slice->index()];
    QString shown = debug ? shownText(timeline.names().text(name)) : fullName(*m_run, name);
    constexpr qsizetype kLongest = 200;
    if (shown.size() > kLongest)
        shown = shown.left(kLongest) + QChar(0x2026);
    QToolTip::showText(globalPosition,
                       QStringLiteral("%1\n%2").arg(shown, nanosString(timeline.dur()[slice->index()])),
                       viewport());
}

} // namespace shardscope::app
