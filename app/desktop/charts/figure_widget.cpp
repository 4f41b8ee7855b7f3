// SPDX-License-Identifier: GPL-3.0-or-later
// Hover, click and keyboard are the same for every picture.
#include "app/desktop/charts/figure_widget.h"

#include "app/desktop/base/language.h"
#include "app/desktop/charts/figure_accessible.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

namespace shardscope::app {

FigureWidget::FigureWidget(QWidget* parent)
    : QWidget(parent)
{
    makeFiguresAccessible();
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    onLookChange(*this, [this] { refresh(); });
}

void FigureWidget::refresh()
{
    m_hotSpots = layOut();
    if (m_current && *m_current >= m_hotSpots.size())
        m_current.reset();
    if (!m_told.isEmpty())
        tell(); // what is told of a spot follows the content
    update();
}

std::optional<std::size_t> FigureWidget::spotAt(QPointF point) const
{
    for (std::size_t index = m_hotSpots.size(); index-- > 0;) {
        if (m_hotSpots[index].area.containsPoint(point, Qt::OddEvenFill))
            return index;
    }
    return std::nullopt;
}

void FigureWidget::setCurrent(std::optional<std::size_t> spot)
{
    if (spot == m_current)
        return;
    m_current = spot;
    setCursor(spot && !m_hotSpots[*spot].path.isEmpty() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    tell();
    update();
}

void FigureWidget::tell()
{
    const QString text = m_current ? spotText(*m_current) : QString();
    if (text == m_told)
        return;
    m_told = text;
    emit hovered(text);
}

void FigureWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    paintFigure(painter, colors);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colors.accent, 2));
        painter.setBrush(Qt::NoBrush);
        if (m_current)
            painter.drawPolygon(m_hotSpots[*m_current].area);
        else
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::kCornerRadius,
                                    metrics::kCornerRadius);
    }
}

void FigureWidget::resizeEvent(QResizeEvent*) { refresh(); }

void FigureWidget::mouseMoveEvent(QMouseEvent* event) { setCurrent(spotAt(event->position())); }

void FigureWidget::mouseReleaseEvent(QMouseEvent* event)
{
    const auto spot = spotAt(event->position());
    if (event->button() == Qt::LeftButton && spot && !m_hotSpots[*spot].path.isEmpty())
        emit activated(
            QString(m_hotSpots[*spot].path)); // a copy: who hears it may have the figure laid out anew
}

void FigureWidget::leaveEvent(QEvent*) { setCurrent(std::nullopt); }

void FigureWidget::focusOutEvent(QFocusEvent* event)
{
    setCurrent(std::nullopt);
    QWidget::focusOutEvent(event);
}

void FigureWidget::keyPressEvent(QKeyEvent* event)
{
    const std::size_t count = m_hotSpots.size();
    const int key = event->key();
    if (count > 0 && (key == Qt::Key_Right || key == Qt::Key_Down)) {
        setCurrent(m_current ? (*m_current + 1) % count : 0);
    } else if (count > 0 && (key == Qt::Key_Left || key == Qt::Key_Up)) {
        setCurrent(m_current ? (*m_current + count - 1) % count : count - 1);
    } else if (m_current && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space)) {
        if (!m_hotSpots[*m_current].path.isEmpty())
            emit activated(QString(m_hotSpots[*m_current].path)); // as above
    } else {
        QWidget::keyPressEvent(event);
        return;
    }
    if (m_current)
        setAccessibleDescription(spotText(*m_current));
}

bool FigureWidget::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto spot = spotAt(help->pos());
        QToolTip::showText(help->globalPos(), spot ? spotText(*spot) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace shardscope::app
