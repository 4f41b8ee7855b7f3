// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/present/light_overlay.h"

#include "app/desktop/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kLight = 0.16; ///< of the height: the spotlight's radius
constexpr double kPenWidth = 0.005;
const QColor kLaserRed(220, 20, 30);

} // namespace

LightOverlay::LightOverlay(QWidget& shown)
    : QWidget(&shown)
    , m_shown(shown)
{
    setObjectName(QStringLiteral("lights"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::CrossCursor);
    shown.installEventFilter(this);
    hide();
}

/// There while it has something to show; the mouse of the whole window is followed where a light needs it.
void LightOverlay::follow()
{
    const bool lit = m_spotlight || m_laser;
    QWindow* const wanted = lit ? m_shown.window()->windowHandle() : nullptr;
    if (m_window && m_window != wanted)
        m_window->removeEventFilter(this);
    if (wanted && m_window != wanted) {
        wanted->installEventFilter(this);
        m_mouse = m_shown.mapFromGlobal(QPointF(QCursor::pos()));
    }
    m_window = wanted;
    setAttribute(Qt::WA_TransparentForMouseEvents, !m_pen);
    setGeometry(m_shown.rect());
    setVisible(lit || m_pen || !m_strokes.empty());
    raise();
    update();
}

void LightOverlay::setSpotlight(bool on)
{
    m_spotlight = on;
    follow();
}

void LightOverlay::setLaser(bool on)
{
    m_laser = on;
    on ? m_shown.setCursor(Qt::BlankCursor) : m_shown.unsetCursor();
    follow();
}

void LightOverlay::setPen(bool on)
{
    m_pen = on;
    follow();
}

void LightOverlay::wipe()
{
    m_strokes.clear();
    follow();
}

void LightOverlay::point(QPointF place)
{
    m_mouse = place;
    if (m_spotlight || m_laser)
        update();
}

bool LightOverlay::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_shown && event->type() == QEvent::Resize)
        setGeometry(m_shown.rect());
    if (watched == m_window && event->type() == QEvent::MouseMove)
        point(m_shown.mapFromGlobal(static_cast<QMouseEvent*>(event)->globalPosition()));
    return QWidget::eventFilter(watched, event);
}

void LightOverlay::drawTo(QPointF place)
{
    m_strokes.back() << QPointF(place.x() / std::max(1, width()), place.y() / std::max(1, height()));
    update();
}

void LightOverlay::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_strokes.emplace_back();
    drawTo(event->position());
}

void LightOverlay::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) && !m_strokes.empty())
        drawTo(event->position());
}

void LightOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(
        QPen(kLaserRed, std::max(3.0, height() * kPenWidth), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QTransform toPixels = QTransform::fromScale(width(), height());
    for (const QPolygonF& stroke : m_strokes)
        painter.drawPolyline(toPixels.map(stroke));
    if (m_spotlight) {
        QPainterPath around;
        around.addRect(rect());
        const double radius = height() * kLight;
        around.addEllipse(m_mouse, radius, radius);
        QColor dark = theme(Scheme::Print).text;
        dark.setAlphaF(0.67F);
        painter.fillPath(around, dark);
    }
    if (m_laser) {
        const double radius = std::max(6.0, height() * 0.009);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(kLaserRed.red(), kLaserRed.green(), kLaserRed.blue(), 70));
        painter.drawEllipse(m_mouse, 2 * radius, 2 * radius);
        painter.setBrush(kLaserRed);
        painter.drawEllipse(m_mouse, radius, radius);
    }
}

} // namespace shardscope::app
