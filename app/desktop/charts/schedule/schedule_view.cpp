// SPDX-License-Identifier: GPL-3.0-or-later
// What does not move while a moment is played or an action is pointed at is painted once.
#include "app/desktop/charts/schedule/schedule_view.h"

#include "app/desktop/base/language.h"
#include "app/desktop/charts/schedule/schedule_layout.h"
#include "app/session/simulate/simulation_words.h"
#include "app/session/text/shown_text.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr int kFrameMs = 33;
constexpr double kMostZoom = 1e5;

} // namespace

ScheduleView::ScheduleView(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    onLookChange(*this, [this] { layOut(); });
    m_timer.setInterval(kFrameMs);
    connect(&m_timer, &QTimer::timeout, this, &ScheduleView::play);
}

double ScheduleView::top() const { return verticalScrollBar()->value(); }

QPointF ScheduleView::inViewport(QPointF content) const { return content - QPointF(0, top()); }

QPointF ScheduleView::inContent(QPointF viewportPoint) const { return viewportPoint + QPointF(0, top()); }

void ScheduleView::setSchedules(std::vector<ShownSchedule> shown)
{
    const double before = end();
    const bool all = m_shown.empty() || (m_frame.begin <= 0 && m_frame.end >= before);
    m_shown = std::move(shown);
    if (m_current || m_strip)
        emit hovered(QString()); // what was told of it is past
    m_current.reset();
    m_strip.reset();
    m_pinned.reset();
    m_pinnedStrip.reset();
    if (m_band >= m_shown.size())
        m_band = 0;
    m_frame.heldRank = -1;
    m_frame.header = headerFor(m_shown);
    const double now = end();
    if (all || now != before) {
        m_frame.begin = 0;
        m_frame.end = now;
    }
    m_moment = m_atEnd ? now : std::min(m_moment * now / before, now);
    layOut();
    emit momentChanged(m_moment);
}

void ScheduleView::layOut()
{
    m_frame.width = viewport()->width();
    m_frame.rowHeight = std::max<double>(rowHeightFor(m_shown, viewport()->height()), metrics::kRowHeight);
    if (m_opening) {
        m_frame.begin = 0;
        m_frame.end = openingEnd(m_shown, m_frame);
    }
    const auto measure = [this] {
        m_frame.top = top();
        m_frame.bottom = top() + viewport()->height();
        m_geometry = layOutSchedules(m_shown, m_frame);
    };
    measure();
    const double above = top();
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(static_cast<int>(m_frame.rowHeight * 3));
    verticalScrollBar()->setRange(
        0, std::max(0, static_cast<int>(std::ceil(m_geometry.height)) - viewport()->height()));
    if (top() != above)
        measure();
    m_picture = {};
    viewport()->update();
    emit sightChanged();
}

ScheduleMarks ScheduleView::marks() const
{
    ScheduleMarks marks;
    if (m_moment < end())
        marks.playheadX = timeToX(m_frame, m_moment);
    if (m_shown.size() > 1)
        marks.chosenBand = chosenBand();
    if (m_strip)
        marks.current = rectOf(m_shown, m_frame, m_geometry, *m_strip);
    if (!m_current)
        return marks;
    marks.current = rectOf(m_shown, m_frame, m_geometry, *m_current);
    double latest = -1;
    for (const ActionAt& at : dependenciesOf(m_shown, *m_current)) {
        const double ends = m_shown[at.band].chart->schedule.spans[at.rank][at.index].end;
        if (ends > latest) {
            latest = ends;
            marks.lastToEnd = marks.waitsFor.size();
        }
        marks.waitsFor.push_back(rectOf(m_shown, m_frame, m_geometry, at));
    }
    return marks;
}

void ScheduleView::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    if (m_picture.isNull()) {
        m_picture = QPixmap(viewport()->size() * devicePixelRatioF());
        m_picture.setDevicePixelRatio(devicePixelRatioF());
        m_picture.fill(theme.panel);
        QPainter painter(&m_picture);
        painter.translate(0, -top());
        paintSchedules(painter, m_geometry, theme);
    }
    QPainter painter(viewport());
    painter.drawPixmap(0, 0, m_picture);
    painter.save();
    painter.translate(0, -top());
    paintScheduleMarks(painter, m_geometry, marks(), theme);
    painter.restore();
    paintScheduleRuler(painter, m_geometry, marks(), theme);
    if (hasFocus() && !m_current && !m_strip) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

void ScheduleView::resizeEvent(QResizeEvent*) { layOut(); }

void ScheduleView::scrollContentsBy(int, int)
{
    m_frame.top = top();
    m_frame.bottom = top() + viewport()->height();
    m_geometry = layOutSchedules(m_shown, m_frame);
    m_picture = {};
    viewport()->update();
}

QString ScheduleView::nameOf(const ActionAt& at) const
{
    const ScheduleChart& chart = *m_shown[at.band].chart;
    if (chart.rows.empty())
        return actionName(chart.schedule.order.ranks[at.rank][at.index]);
    const ScheduleExtra& extra = chart.extras[at.rank][at.index];
    const QString name = shownText(extra.name);
    const QString batch = shownText(extra.label);
    return batch.isEmpty() ? name : tr("%1 of batch %2").arg(name, batch);
}

QString ScheduleView::describe(const ActionAt& at) const
{
    const ScheduleChart& chart = *m_shown[at.band].chart;
    const bool lanes = !chart.rows.empty();
    const planner::ActionSpan& span = chart.schedule.spans[at.rank][at.index];
    const double seconds = lanes ? chart.extras[at.rank][at.index].seconds : span.end - span.start;
    QString text =
        tr("%1: %2, from %3").arg(nameOf(at), scheduleTime(chart, seconds), scheduleTime(chart, span.start));
    const double before = at.index > 0 ? chart.schedule.spans[at.rank][at.index - 1].end : 0;
    // What is before the picture's begin is not known of rows that are no stages.
    if (span.start - before > 1e-6 * chart.end && (!lanes || at.index > 0))
        text += QStringLiteral("; ") +
                (lanes ? tr("its row stood idle for %1 before it") : tr("the device waited %1 before it"))
                    .arg(scheduleTime(chart, span.start - before));
    const std::vector<ActionAt> needs = dependenciesOf(m_shown, at);
    if (!needs.empty()) {
        const auto last = std::ranges::max_element(needs, [&](const ActionAt& a, const ActionAt& b) {
            return chart.schedule.spans[a.rank][a.index].end < chart.schedule.spans[b.rank][b.index].end;
        });
        text += QStringLiteral("; ") + tr("needs %1").arg(nameOf(*last));
    }
    return text;
}

QString ScheduleView::describe(const StripAt& at) const
{
    const ScheduleChart& chart = *m_shown[at.band].chart;
    const ScheduleExtra& extra = chart.extras[at.rank][at.index];
    return tr("%1: %2, from %3")
        .arg(sliceName(extra.name), scheduleTime(chart, extra.seconds), scheduleTime(chart, extra.start));
}

void ScheduleView::setCurrent(std::optional<ActionAt> at) { setPointed(at, std::nullopt); }

void ScheduleView::setPointed(std::optional<ActionAt> action, std::optional<StripAt> strip)
{
    if (action == m_current && strip == m_strip)
        return;
    const std::size_t before = chosenBand();
    m_current = action;
    m_strip = strip;
    tell(action  ? describe(*action)
         : strip ? describe(*strip)
                 : QString(),
         action  ? static_cast<std::int32_t>(action->rank)
         : strip ? static_cast<std::int32_t>(strip->rank)
                 : -1);
    if (chosenBand() != before)
        emit bandChosen(chosenBand());
}

/// What was clicked stays current while nothing else is pointed at.
void ScheduleView::pointAt(QPointF viewportPoint)
{
    const bool ruler = viewportPoint.y() < kScheduleRuler;
    const QPointF point = inContent(viewportPoint);
    const auto strip = ruler ? std::nullopt : stripAt(m_shown, m_frame, m_geometry, point);
    if (strip)
        return setPointed(std::nullopt, strip);
    const auto action = ruler ? std::nullopt : actionAt(m_shown, m_frame, m_geometry, point);
    if (action)
        return setPointed(action, std::nullopt);
    setPointed(m_pinned, m_pinnedStrip);
}

void ScheduleView::pin()
{
    m_pinned = m_current;
    m_pinnedStrip = m_strip;
    if (m_current || m_strip)
        m_band = m_current ? m_current->band : m_strip->band;
}

std::size_t ScheduleView::chosenBand() const
{
    return m_current ? m_current->band : m_strip ? m_strip->band : m_band;
}

void ScheduleView::chooseBand(std::size_t band)
{
    const std::size_t before = chosenBand();
    m_band = band;
    if (chosenBand() != before)
        emit bandChosen(chosenBand());
    viewport()->update();
}

/// \p text of what is pointed at in the row of \p rank; empty and -1: nothing.
void ScheduleView::tell(const QString& text, std::int32_t rank)
{
    if (!text.isEmpty())
        setAccessibleDescription(text);
    viewport()->setCursor(text.isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    emit hovered(text);
    if (rank >= 0 && rank != m_frame.heldRank) {
        m_frame.heldRank = rank; // whose memory is drawn beneath
        layOut();
    }
    viewport()->update();
}

void ScheduleView::setMoment(double time)
{
    m_moment = std::clamp(time, 0.0, end());
    m_atEnd = m_moment >= end();
    emit momentChanged(m_moment);
    viewport()->update();
}

void ScheduleView::setPlaying(bool playing)
{
    if (playing == m_timer.isActive())
        return;
    if (playing) {
        if (m_moment >= end())
            setMoment(0);
        m_clock.start();
        m_timer.start();
    } else {
        m_timer.stop();
    }
    emit playingChanged(playing);
}

void ScheduleView::play()
{
    constexpr double kMs = 1e-3;
    const double passed = static_cast<double>(m_clock.restart()) * kMs;
    setMoment(m_moment + passed / m_playSeconds * end());
    if (m_moment >= end())
        setPlaying(false);
}

void ScheduleView::step(bool forward)
{
    setPlaying(false);
    setMoment(nextMoment(m_shown, m_moment, forward));
}

void ScheduleView::seeTime(double begin, double end)
{
    m_opening = false;
    const double all = this->end();
    const double width = std::clamp(end - begin, all / kMostZoom, all);
    m_frame.begin = std::clamp(begin, 0.0, all - width);
    m_frame.end = m_frame.begin + width;
    layOut();
}

void ScheduleView::showAll() { seeTime(0, end()); }

void ScheduleView::seeOpening()
{
    m_opening = true;
    layOut();
}

bool ScheduleView::seesAll() const { return m_frame.begin <= 0 && m_frame.end >= end(); }

void ScheduleView::zoom(double factor, double aroundX)
{
    const double at = std::clamp(xToTime(m_frame, aroundX), m_frame.begin, m_frame.end);
    seeTime(at - (at - m_frame.begin) / factor, at + (m_frame.end - at) / factor);
}

void ScheduleView::pan(double pixels)
{
    const double time = xToTime(m_frame, m_frame.header + pixels) - m_frame.begin;
    seeTime(m_frame.begin + time, m_frame.end + time);
}

void ScheduleView::activate()
{
    if (m_strip)
        emit stripActivated(m_strip->band, m_strip->rank, m_strip->index);
    else if (m_current)
        emit actionActivated(m_current->band, m_current->rank, m_current->index);
}

void ScheduleView::ensureVisible(const QRectF& rect)
{
    const double above = rect.top() - kScheduleRuler; // which covers what is scrolled
    const double height = viewport()->height();
    if (above < top())
        verticalScrollBar()->setValue(static_cast<int>(std::floor(above)));
    else if (rect.bottom() > top() + height)
        verticalScrollBar()->setValue(static_cast<int>(std::ceil(std::min(above, rect.bottom() - height))));
}

void ScheduleView::focusInEvent(QFocusEvent*) { viewport()->update(); }
void ScheduleView::focusOutEvent(QFocusEvent*) { viewport()->update(); }

} // namespace shardscope::app
