// SPDX-License-Identifier: GPL-3.0-or-later
// Drag inside the frame moves it; a drag outside spans a new one; a click centres it.
#include "app/desktop/timeline/minimap.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shardscope::app {
namespace {

constexpr double kLeastFrame = 6; ///< pixels: a frame around a microsecond can still be seen
constexpr double kDragThreshold = 4;

} // namespace

Minimap::Minimap(QWidget* parent)
    : QWidget(parent)
{
    setFixedHeight(sizeHint().height());
    setCursor(Qt::CrossCursor);
    describe();
    onLookChange(*this, [this] {
        describe();
        update();
    });
}

QSize Minimap::sizeHint() const { return {600, 44}; }

QRectF Minimap::axis() const
{
    return QRectF(metrics::kLaneHeader, 4, std::max(1, width() - metrics::kLaneHeader), height() - 8);
}

void Minimap::setOverview(std::optional<Overview> overview)
{
    m_overview = std::move(overview);
    describe();
    update();
}

void Minimap::setWindow(const core::TimeWindow& window)
{
    m_window = window;
    update();
}

double Minimap::pixelOf(std::int64_t time) const
{
    return m_overview
               ? axis().left() + core::timeToPixel({m_overview->begin, m_overview->end, axis().width()}, time)
               : axis().left();
}

std::int64_t Minimap::timeAt(double pixel) const
{
    return m_overview ? core::pixelToTime({m_overview->begin, m_overview->end, axis().width()},
                                          pixel - axis().left())
                      : 0;
}

void Minimap::paintEvent(QPaintEvent*)
{
    const Theme& colors = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), colors.page);
    painter.fillRect(QRectF(0, height() - 1, width(), 1), colors.line);
    painter.setFont(interfaceFont(TypeSize::Small));
    painter.setPen(colors.textDim);
    painter.drawText(QRectF(18, 0, metrics::kLaneHeader - 26, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("Whole run"));
    if (!m_overview)
        return;
    const QRectF area = axis();
    painter.fillRect(area, colors.panel);
    const double wide = area.width() / static_cast<double>(m_overview->columns.size());
    // The busiest moment fills the height: many streams are rarely busy at once.
    float most = 0;
    for (const auto& column : m_overview->columns)
        most = std::max(most, std::accumulate(column.begin(), column.end(), 0.0F));
    const double scale = most > 0 ? area.height() / static_cast<double>(most) : 0;
    for (std::size_t column = 0; column < m_overview->columns.size(); ++column) {
        const double left = std::floor(area.left() + static_cast<double>(column) * wide);
        const double right = std::floor(area.left() + static_cast<double>(column + 1) * wide);
        double bottom = area.bottom();
        for (const core::OpClass operation : core::allOpClasses()) {
            const float share = m_overview->columns[column][static_cast<std::size_t>(operation)];
            if (share <= 0)
                continue;
            const double tall = static_cast<double>(share) * scale;
            painter.fillRect(QRectF(left, bottom - tall, std::max(1.0, right - left), tall),
                             colorOf(operation));
            bottom -= tall;
        }
    }
    double left = std::clamp(pixelOf(m_window.begin), area.left(), area.right() - kLeastFrame);
    double right = std::clamp(pixelOf(m_window.end), left + kLeastFrame, area.right());
    left = std::floor(left);
    right = std::ceil(right);
    QColor veil = colors.page;
    veil.setAlphaF(0.72F);
    painter.fillRect(QRectF(area.left(), area.top(), left - area.left(), area.height()), veil);
    painter.fillRect(QRectF(right, area.top(), area.right() - right, area.height()), veil);
    painter.setPen(QPen(colors.accent, 2));
    painter.drawRect(QRectF(left + 1, area.top(), std::max(1.0, right - left - 2), area.height() - 1));
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    if (!m_overview || event->button() != Qt::LeftButton || event->position().x() < axis().left())
        return;
    m_from = event->position().x();
    m_fromWindow = m_window;
    const double middle = (pixelOf(m_window.begin) + pixelOf(m_window.end)) / 2;
    const double half = std::max(kLeastFrame, pixelOf(m_window.end) - pixelOf(m_window.begin)) / 2;
    const bool whole = m_window.begin <= m_overview->begin && m_window.end >= m_overview->end;
    m_drag = std::abs(m_from - middle) <= half && !whole ? Drag::Move : Drag::Span;
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::None)
        return;
    const double at = event->position().x();
    if (m_drag == Drag::Move) {
        const std::int64_t shift = timeAt(at) - timeAt(m_from);
        emit windowWanted(m_fromWindow.begin + shift, m_fromWindow.end + shift);
    } else if (std::abs(at - m_from) >= kDragThreshold) {
        const auto [begin, end] = std::minmax({timeAt(m_from), timeAt(at)});
        emit windowWanted(begin, end);
    }
}

void Minimap::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag != Drag::Span || std::abs(event->position().x() - m_from) >= kDragThreshold)
        return;
    const std::int64_t half = (m_window.end - m_window.begin) / 2;
    const std::int64_t middle = timeAt(m_from);
    emit windowWanted(middle - half, middle + half);
}

void Minimap::describe()
{
    setAccessibleName(tr("Whole run"));
    setAccessibleDescription(m_overview
                                 ? tr("How busy the run is over %1; drag to choose what the timeline shows.")
                                       .arg(nanosString(m_overview->end - m_overview->begin))
                                 : tr("No run is open."));
}

} // namespace shardscope::app
