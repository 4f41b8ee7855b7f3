// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and mouse of the schedules.
#include "app/desktop/charts/schedule/schedule_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kZoomStep = 1.3;
constexpr double kPanStep = 0.15; ///< of what is seen
constexpr double kClickSlack = 4; ///< pixels: a press that moves less is a click

} // namespace

void ScheduleView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position();
    if (event->modifiers() & Qt::ShiftModifier)
        m_panFrom = event->position();
    else if (event->position().y() < kScheduleRuler)
        setMoment(xToTime(m_frame, event->position().x()));
}

void ScheduleView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_panFrom) {
        pan(m_panFrom->x() - event->position().x());
        m_panFrom = event->position();
        return;
    }
    if (m_pressed && m_pressed->y() < kScheduleRuler)
        return setMoment(xToTime(m_frame, event->position().x()));
    pointAt(event->position());
}

void ScheduleView::mouseReleaseEvent(QMouseEvent* event)
{
    const bool click = m_pressed && !m_panFrom &&
                       (event->position() - *m_pressed).manhattanLength() < kClickSlack &&
                       event->button() == Qt::LeftButton;
    m_pressed.reset();
    m_panFrom.reset();
    if (!click || event->position().y() < kScheduleRuler)
        return;
    m_pinned.reset();
    m_pinnedStrip.reset();
    pointAt(event->position());
    pin();
    const double y = inContent(event->position()).y();
    for (std::size_t band = 0; band < m_geometry.bands.size() && !m_current && !m_strip; ++band) {
        if (y >= m_geometry.bands[band].caption.top() && y < m_geometry.bands[band].bottom)
            chooseBand(band);
    }
    activate();
}

void ScheduleView::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers() & Qt::ControlModifier) {
        zoom(event->angleDelta().y() > 0 ? kZoomStep : 1 / kZoomStep, event->position().x());
        event->accept();
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

/// Whether something is current from which to move; else the first action becomes it.
bool ScheduleView::startMoving()
{
    if (m_current || m_strip)
        return true;
    for (std::size_t band = 0; band < m_shown.size(); ++band) {
        if (m_shown[band].chart && enterRow(band, 0, false, 0))
            break;
    }
    return false;
}

void ScheduleView::moveInRow(int way)
{
    if (!startMoving())
        return;
    const auto next = [&](std::size_t index, std::size_t count) {
        return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(
            static_cast<std::ptrdiff_t>(index) + way, 0, static_cast<std::ptrdiff_t>(count) - 1));
    };
    std::optional<ActionAt> action = m_current;
    std::optional<StripAt> strip = m_strip;
    if (action)
        action->index = next(action->index, m_shown[action->band].chart->schedule.spans[action->rank].size());
    else
        strip->index = next(strip->index, m_shown[strip->band].chart->extras[strip->rank].size());
    setPointed(action, strip);
    bringIntoSight();
}

/// Each rank has two rows: its passes, and what goes on beside them; after the last rank's follow those of
/// the next schedule.
void ScheduleView::moveToRow(int way)
{
    if (!startMoving())
        return;
    std::size_t band = m_current ? m_current->band : m_strip->band;
    const auto rowsOf = [&](std::size_t of) {
        return m_shown[of].chart ? 2 * static_cast<std::ptrdiff_t>(m_shown[of].chart->schedule.spans.size())
                                 : std::ptrdiff_t{0};
    };
    std::ptrdiff_t row = m_current ? 2 * static_cast<std::ptrdiff_t>(m_current->rank)
                                   : 2 * static_cast<std::ptrdiff_t>(m_strip->rank) + 1;
    const ScheduleChart& chart = *m_shown[band].chart;
    const auto middle = [](const auto& span) { return (span.start + span.end) / 2; };
    const double time = m_current ? middle(chart.schedule.spans[m_current->rank][m_current->index])
                                  : middle(chart.extras[m_strip->rank][m_strip->index]);
    while (true) {
        row += way;
        while (row < 0 || row >= rowsOf(band)) {
            if (way < 0 ? band == 0 : band + 1 == m_shown.size())
                return;
            band = way < 0 ? band - 1 : band + 1;
            row = way < 0 ? rowsOf(band) - 1 : 0;
        }
        if (enterRow(band, static_cast<std::size_t>(row) / 2, row % 2 != 0, time))
            return;
    }
}

/// Makes what goes on at \p time current, or else what follows; false: nothing is in that row.
bool ScheduleView::enterRow(std::size_t band, std::size_t rank, bool strips, double time)
{
    const ScheduleChart& chart = *m_shown[band].chart;
    const auto follows = [&](const auto& row) {
        const auto found = std::ranges::find_if(row, [&](const auto& one) { return one.end > time; });
        return std::min(row.size() - 1, static_cast<std::size_t>(found - row.begin()));
    };
    if (!strips) {
        if (rank >= chart.schedule.spans.size() || chart.schedule.spans[rank].empty())
            return false;
        setPointed(ActionAt{band, rank, follows(chart.schedule.spans[rank])}, std::nullopt);
    } else {
        const bool lanes = !chart.rows.empty(); // there the strips are all there is
        if (lanes || rank >= chart.extras.size() || chart.extras[rank].empty())
            return false;
        setPointed(std::nullopt, StripAt{band, rank, follows(chart.extras[rank])});
    }
    bringIntoSight();
    return true;
}

/// The keyboard's cursor does not leave the sight, and stays where it is while the pointer is elsewhere.
void ScheduleView::bringIntoSight()
{
    pin();
    const ScheduleChart& chart = *m_shown[chosenBand()].chart;
    const std::size_t rank = m_current ? m_current->rank : m_strip->rank;
    double start = 0;
    double end = 0;
    if (m_current) {
        start = chart.schedule.spans[rank][m_current->index].start;
        end = chart.schedule.spans[rank][m_current->index].end;
    } else {
        start = chart.extras[rank][m_strip->index].start;
        end = chart.extras[rank][m_strip->index].end;
    }
    if (start < m_frame.begin)
        seeTime(start, start + m_frame.end - m_frame.begin);
    else if (end > m_frame.end)
        seeTime(end - (m_frame.end - m_frame.begin), end);
    const ScheduleBand& band = m_geometry.bands[chosenBand()];
    const QRectF row = band.rows[rank].rect;
    // The first row counts what stands over it, the last one what stands beneath.
    const double above = rank == 0 ? band.caption.top() : row.top();
    const double beneath = rank + 1 == band.rows.size() ? band.bottom : row.bottom();
    ensureVisible(QRectF(0, above, m_frame.width, beneath - above));
}

void ScheduleView::keyPressEvent(QKeyEvent* event)
{
    const double middle = m_current ? rectOf(m_shown, m_frame, m_geometry, *m_current).center().x()
                          : m_strip ? rectOf(m_shown, m_frame, m_geometry, *m_strip).center().x()
                                    : viewport()->mapFromGlobal(QCursor::pos()).x();
    const double seen = m_frame.width * kPanStep;
    switch (event->key()) {
    case Qt::Key_Right: return moveInRow(1);
    case Qt::Key_Left: return moveInRow(-1);
    case Qt::Key_Down: return moveToRow(1);
    case Qt::Key_Up: return moveToRow(-1);
    case Qt::Key_W: return zoom(kZoomStep, middle);
    case Qt::Key_S: return zoom(1 / kZoomStep, middle);
    case Qt::Key_A: return pan(-seen);
    case Qt::Key_D: return pan(seen);
    case Qt::Key_F: return showAll();
    case Qt::Key_Space: return setPlaying(!playing());
    case Qt::Key_Period: return step(true);
    case Qt::Key_Comma: return step(false);
    case Qt::Key_Home: return setMoment(0);
    case Qt::Key_End: return setMoment(end());
    case Qt::Key_Escape:
        m_pinned.reset();
        m_pinnedStrip.reset();
        return setCurrent(std::nullopt);
    case Qt::Key_Return:
    case Qt::Key_Enter: return activate();
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

bool ScheduleView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave && !m_pressed)
        setPointed(m_pinned, m_pinnedStrip);
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        pointAt(help->pos());
        // What was clicked may lie elsewhere.
        const bool there = (m_strip || m_current) && marks().current.contains(inContent(help->pos()));
        QToolTip::showText(help->globalPos(),
                           !there    ? QString()
                           : m_strip ? describe(*m_strip)
                                     : describe(*m_current),
                           this);
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace shardscope::app
