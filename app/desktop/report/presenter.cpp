// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/report/presenter.h"

#include "app/desktop/present/lectern.h"
#include "app/desktop/present/light_overlay.h"
#include "app/desktop/theme/theme.h"

#include <QApplication>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kFrameMs = 33;
constexpr double kPlaySeconds = 12; ///< of a whole schedule
constexpr double kMostZoom = 4;
constexpr double kZoomStep = 1.25;

} // namespace

Presenter::Presenter(const ReportShelf& shelf, const SlideFigures& figures, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_shelf(shelf)
    , m_figures(figures)
    , m_lectern(new Lectern(*this))
{
    setObjectName(QStringLiteral("presenter"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_playing.setInterval(kFrameMs);
    connect(&m_playing, &QTimer::timeout, this, &Presenter::moveOn);
    connect(&figures, &SlideFigures::made, this, &Presenter::refresh);
    connect(&shelf, &ReportShelf::changed, this, &Presenter::refresh);
}

Presenter::~Presenter() = default;

void Presenter::start(std::size_t at)
{
    m_zoom = 1;
    QScreen* const own = parentWidget()->screen();
    QScreen* const other = Lectern::otherScreen(own); // who speaks sits before the window
    setGeometry((other ? other : own)->geometry());
    showFullScreen();
    m_lectern->start();
    show(at);
    setFocus(Qt::OtherFocusReason);
    activateWindow();
}

void Presenter::show(std::size_t at)
{
    if (at >= m_shelf.slides().size())
        return;
    m_playing.stop();
    m_at = at;
    m_moment = 1;
    refresh();
    m_lectern->turnTo(spoken());
}

void Presenter::refresh()
{
    if (m_shelf.slides().empty()) {
        close();
        return;
    }
    m_at = std::min(m_at, m_shelf.slides().size() - 1);
    m_shown = m_figures.shown(m_at);
    m_shown.factor = figureFactor(m_shown, theme(Scheme::Print));
    m_picture = {};
    setWindowTitle(titleOf(m_shown));
    setAccessibleName(titleOf(m_shown));
    setAccessibleDescription(captionOf(m_shown));
    m_lectern->tell(spoken());
    update();
}

SpokenPart Presenter::spoken() const
{
    const bool last = m_at + 1 >= m_shelf.slides().size();
    return {tr("%1 of %2: %3").arg(m_shown.number).arg(m_shown.count).arg(titleOf(m_shown)),
            QString::fromStdString(m_shown.slide.notes),
            last ? tr("This is the last slide.") : tr("Next: %1").arg(titleOf(m_figures.shown(m_at + 1)))};
}

void Presenter::setMoment(double moment)
{
    m_moment = std::clamp(moment, 0.0, 1.0);
    m_picture = {};
    update();
}

void Presenter::moveOn()
{
    setMoment(m_moment + static_cast<double>(m_clock.restart()) / (1000 * kPlaySeconds));
    if (m_moment >= 1)
        m_playing.stop();
}

void Presenter::play()
{
    if (!moves())
        return show(m_at + 1);
    if (playing())
        return m_playing.stop();
    if (!QApplication::isEffectEnabled(Qt::UI_General))
        return step(true);
    if (m_moment >= 1)
        setMoment(0);
    m_clock.start();
    m_playing.start();
}

void Presenter::step(bool forward)
{
    if (!moves())
        return;
    m_playing.stop();
    setMoment(m_shown.made.nextMoment(m_moment, forward));
}

void Presenter::setZoom(double zoom)
{
    m_zoom = std::clamp(zoom, 1.0, kMostZoom);
    m_picture = {};
    update();
}

QRectF Presenter::slideArea() const
{
    QSizeF size = kSlideSize;
    size.scale(this->size(), Qt::KeepAspectRatio);
    const QRectF whole(QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size);
    if (m_zoom <= 1)
        return whole;
    return {m_mouse + (whole.topLeft() - m_mouse) * m_zoom, size * m_zoom};
}

void Presenter::paintEvent(QPaintEvent*)
{
    if (m_picture.isNull()) {
        m_picture = QPixmap((QSizeF(size()) * devicePixelRatioF()).toSize());
        m_picture.setDevicePixelRatio(devicePixelRatioF());
        m_picture.fill(Qt::black);
        QPainter painter(&m_picture);
        const QRectF area = slideArea();
        painter.translate(area.topLeft());
        painter.scale(area.width() / kSlideSize.width(), area.height() / kSlideSize.height());
        painter.setClipRect(QRectF(QPointF(), kSlideSize));
        paintSlide(painter, m_shown, theme(Scheme::Print), m_moment);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
}

void Presenter::keyPressEvent(QKeyEvent* event)
{
    if (m_lectern->takes(*event))
        return;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_PageDown: return show(m_at + 1);
    case Qt::Key_Left:
    case Qt::Key_PageUp: return m_at > 0 ? show(m_at - 1) : void();
    case Qt::Key_Home: return show(0);
    case Qt::Key_End: return show(m_shelf.slides().size() - 1);
    case Qt::Key_Space: return play();
    case Qt::Key_Period: return step(true);
    case Qt::Key_Comma: return step(false);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return setZoom(m_zoom * kZoomStep);
    case Qt::Key_Minus: return setZoom(m_zoom / kZoomStep);
    case Qt::Key_0: return setZoom(1);
    case Qt::Key_F5:
    case Qt::Key_Escape: close(); return;
    default: QWidget::keyPressEvent(event);
    }
}

void Presenter::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !m_lectern->busy())
        show(m_at + 1);
}

void Presenter::mouseMoveEvent(QMouseEvent* event)
{
    m_mouse = event->position();
    m_lectern->lights().point(m_mouse);
    if (m_zoom > 1) {
        m_picture = {};
        update();
    }
}

void Presenter::wheelEvent(QWheelEvent* event)
{
    m_mouse = event->position();
    setZoom(event->angleDelta().y() > 0 ? m_zoom * kZoomStep : m_zoom / kZoomStep);
}

void Presenter::closeEvent(QCloseEvent* event)
{
    m_playing.stop();
    m_lectern->end();
    QWidget::closeEvent(event);
    emit closed(m_at);
}

} // namespace shardscope::app
