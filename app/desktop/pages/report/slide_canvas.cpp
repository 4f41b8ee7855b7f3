// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/report/slide_canvas.h"

#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kReach = 10; ///< pixels around an end of a mark
constexpr double kGripSize = 8;

QPointF fromOf(const SlideMark& mark) { return {mark.x, mark.y}; }
QPointF toOf(const SlideMark& mark) { return {mark.toX, mark.toY}; }

/// The distance from \p point to the line between \p a and \p b.
double distanceTo(QPointF point, QPointF a, QPointF b)
{
    const QPointF along = b - a;
    const double length = std::hypot(along.x(), along.y());
    if (length <= 0)
        return std::hypot(point.x() - a.x(), point.y() - a.y());
    const double share = std::clamp(QPointF::dotProduct(point - a, along) / (length * length), 0.0, 1.0);
    const QPointF nearest = a + along * share;
    return std::hypot(point.x() - nearest.x(), point.y() - nearest.y());
}

} // namespace

SlideCanvas::SlideCanvas(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void SlideCanvas::setSlide(ShownSlide shown)
{
    const bool same = shown.slide.id == m_shown.slide.id;
    m_shown = std::move(shown);
    if (!same || m_mark >= static_cast<int>(m_shown.slide.marks.size()))
        setMark(-1);
    setAccessibleDescription(titleOf(m_shown) + QLatin1Char('\n') + captionOf(m_shown));
    update();
}

void SlideCanvas::setMark(int mark)
{
    if (mark == m_mark)
        return;
    m_mark = mark;
    update();
    emit markChosen(mark);
}

QRectF SlideCanvas::slideArea() const
{
    QSizeF size = kSlideSize;
    size.scale(width() - 2, height() - 2, Qt::KeepAspectRatio);
    return {QPointF((width() - size.width()) / 2, 1), size};
}

QPointF SlideCanvas::onSlide(QPointF point) const
{
    const QRectF area = slideArea();
    return {(point.x() - area.left()) / area.width(), (point.y() - area.top()) / area.height()};
}

std::pair<int, SlideCanvas::Grip> SlideCanvas::under(QPointF point) const
{
    const QRectF area = slideArea();
    const QPointF at = onSlide(point);
    const QPointF pixel(at.x() * kSlideSize.width(), at.y() * kSlideSize.height());
    const double reach = kReach * kSlideSize.width() / area.width();
    const auto inPixels = [](QPointF fraction) {
        return QPointF(fraction.x() * kSlideSize.width(), fraction.y() * kSlideSize.height());
    };
    const auto near = [&](QPointF fraction) {
        const QPointF end = inPixels(fraction);
        return std::hypot(end.x() - pixel.x(), end.y() - pixel.y()) <= reach;
    };
    for (int number = static_cast<int>(m_shown.slide.marks.size()) - 1; number >= 0; --number) {
        const SlideMark& mark = m_shown.slide.marks[static_cast<std::size_t>(number)];
        if (mark.kind != MarkKind::Text && near(toOf(mark)))
            return {number, Grip::To};
        if (mark.kind != MarkKind::Text && near(fromOf(mark)))
            return {number, Grip::From};
        const bool hit = mark.kind == MarkKind::Text ? areaOf(mark).contains(pixel)
                         : mark.kind == MarkKind::Arrow
                             ? distanceTo(pixel, inPixels(fromOf(mark)), inPixels(toOf(mark))) <= reach
                             : areaOf(mark).contains(pixel);
        if (hit)
            return {number, Grip::All};
    }
    return {-1, Grip::None};
}

SlideMark SlideCanvas::moved(SlideMark mark, Grip grip, QPointF by)
{
    const auto within = [](double value) { return std::clamp(value, 0.0, 0.98); };
    if (grip != Grip::To) {
        mark.x = within(mark.x + by.x());
        mark.y = within(mark.y + by.y());
    }
    if (grip != Grip::From && mark.kind != MarkKind::Text) {
        mark.toX = within(mark.toX + by.x());
        mark.toY = within(mark.toY + by.y());
    }
    return mark;
}

void SlideCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    const Theme& paper = theme(Scheme::Print);
    const QRectF area = slideArea();
    painter.save();
    painter.setClipRect(area);
    painter.translate(area.topLeft());
    const double factor = area.width() / kSlideSize.width();
    painter.scale(factor, factor);
    paintSlide(painter, m_shown, paper);
    if (m_mark >= 0) {
        const SlideMark& mark = m_shown.slide.marks[static_cast<std::size_t>(m_mark)];
        painter.setPen(QPen(paper.accent, 1 / factor, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(areaOf(mark).adjusted(-4, -4, 4, 4));
        if (mark.kind != MarkKind::Text) {
            const double size = kGripSize / factor;
            for (const QPointF end : {fromOf(mark), toOf(mark)})
                painter.fillRect(QRectF(end.x() * kSlideSize.width() - size / 2,
                                        end.y() * kSlideSize.height() - size / 2, size, size),
                                 paper.accent);
        }
    }
    painter.restore();
    painter.setPen(colors.edge);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5));
    if (hasFocus())
        paintFocus(painter, area, colors, 2);
}

void SlideCanvas::mousePressEvent(QMouseEvent* event)
{
    const auto [mark, grip] = under(event->position());
    setMark(mark);
    m_grip = grip;
    m_pressed = onSlide(event->position());
    if (mark >= 0)
        m_before = m_shown.slide.marks[static_cast<std::size_t>(mark)];
}

void SlideCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_mark < 0 || m_grip == Grip::None)
        return;
    m_shown.slide.marks[static_cast<std::size_t>(m_mark)] =
        moved(m_before, m_grip, onSlide(event->position()) - m_pressed);
    update();
}

void SlideCanvas::mouseReleaseEvent(QMouseEvent*)
{
    const Grip grip = m_grip;
    m_grip = Grip::None;
    if (m_mark < 0 || grip == Grip::None)
        return;
    const SlideMark now = m_shown.slide.marks[static_cast<std::size_t>(m_mark)];
    if (now != m_before)
        emit markMoved(m_mark, now);
}

void SlideCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int mark = under(event->position()).first;
    if (mark >= 0 && m_shown.slide.marks[static_cast<std::size_t>(mark)].kind == MarkKind::Text)
        emit wordsWanted(mark);
    else if (constexpr double kHead = 0.2; onSlide(event->position()).y() < kHead)
        emit titleWanted();
}

void SlideCanvas::keyPressEvent(QKeyEvent* event)
{
    constexpr double kStep = 0.01;
    if (m_mark < 0)
        return QWidget::keyPressEvent(event);
    QPointF by;
    switch (event->key()) {
    case Qt::Key_Left: by = {-kStep, 0}; break;
    case Qt::Key_Right: by = {kStep, 0}; break;
    case Qt::Key_Up: by = {0, -kStep}; break;
    case Qt::Key_Down: by = {0, kStep}; break;
    case Qt::Key_Delete: emit markRemoved(m_mark); return;
    case Qt::Key_Escape: setMark(-1); return;
    default: return QWidget::keyPressEvent(event);
    }
    emit markMoved(m_mark, moved(m_shown.slide.marks[static_cast<std::size_t>(m_mark)], Grip::All, by));
}

} // namespace shardscope::app
