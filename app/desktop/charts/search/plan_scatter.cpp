// SPDX-License-Identifier: GPL-3.0-or-later
// Points are painted once into a picture; the pointer's marks lie above it.
#include "app/desktop/charts/search/plan_scatter.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"
#include "app/session/search/layout_words.h"
#include "app/session/text/words.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kWordsBelow = 44;
constexpr double kReach = 12;             ///< pixels: a point so near is meant
constexpr double kDrag = 6;               ///< pixels: a press that moves more is a brush
constexpr std::size_t kManyPoints = 3000; ///< from here on, points are squares without antialiasing
constexpr double kWiden = 1.08;

} // namespace

QString measureName(PlanMeasure measure)
{
    switch (measure) {
    case PlanMeasure::Rate: return Words::tr("samples a second");
    case PlanMeasure::Step: return Words::tr("time of a step");
    case PlanMeasure::Memory: return Words::tr("memory of the fullest device");
    case PlanMeasure::Devices: return Words::tr("devices");
    case PlanMeasure::Cost: return Words::tr("cost");
    case PlanMeasure::Energy: return Words::tr("energy");
    case PlanMeasure::MicroBatch: break;
    }
    return Words::tr("micro-batch");
}

std::optional<double> measureOf(const planner::PlanHit& hit, PlanMeasure measure)
{
    switch (measure) {
    case PlanMeasure::Rate: return hit.samplesPerSecond;
    case PlanMeasure::Step: return hit.stepSeconds;
    case PlanMeasure::Memory: return hit.peakBytes;
    case PlanMeasure::Devices: return static_cast<double>(hit.devices);
    case PlanMeasure::Cost: return hit.trainingCurrency ? hit.trainingCurrency : hit.currencyPerStep;
    case PlanMeasure::Energy: return hit.trainingJoules ? hit.trainingJoules : hit.joulesPerStep;
    case PlanMeasure::MicroBatch: break;
    }
    return static_cast<double>(hit.plan.batch.microBatch);
}

QString measureText(PlanMeasure measure, double value)
{
    switch (measure) {
    case PlanMeasure::Step: return quantityString(value, core::kSecond);
    case PlanMeasure::Memory: return quantityString(value, core::kByte);
    case PlanMeasure::Cost: return quantityString(value, core::kCurrency);
    case PlanMeasure::Energy: return quantityString(value, core::kJoule);
    case PlanMeasure::Rate:
    case PlanMeasure::Devices:
    case PlanMeasure::MicroBatch: break;
    }
    return countString(value);
}

ScatterGeometry layOutScatter(const std::vector<planner::PlanHit>& hits, PlanMeasure across, PlanMeasure up,
                              QSizeF size)
{
    ScatterGeometry geometry;
    geometry.height = size.height();
    geometry.axes = LogAxes(size.width(), std::max(80.0, size.height() - kWordsBelow - 24));
    for (const planner::PlanHit& hit : hits) {
        const auto x = measureOf(hit, across);
        const auto y = measureOf(hit, up);
        if (x && y && *x > 0 && *y > 0)
            geometry.axes.include(*x, *y);
    }
    geometry.axes.widen(kWiden, kWiden, kWiden, kWiden);
    geometry.at.reserve(hits.size());
    for (const planner::PlanHit& hit : hits) {
        const auto x = measureOf(hit, across);
        const auto y = measureOf(hit, up);
        geometry.at.push_back(x && y && *x > 0 && *y > 0 ? std::optional(geometry.axes.at(*x, *y))
                                                         : std::nullopt);
    }
    return geometry;
}

std::vector<AxisMark> roundMarks(const std::vector<planner::PlanHit>& hits, PlanMeasure measure)
{
    double low = 0;
    double high = 0;
    for (const planner::PlanHit& hit : hits) {
        const auto value = measureOf(hit, measure);
        if (!value || !(*value > 0))
            continue;
        low = low > 0 ? std::min(low, *value) : *value;
        high = std::max(high, *value);
    }
    std::vector<AxisMark> marks;
    if (!(low > 0))
        return marks;
    constexpr double kGiB = 1024.0 * 1024 * 1024;
    constexpr double kNarrow = 5;                                  // then equal steps
    const double unit = measure == PlanMeasure::Memory ? kGiB : 1; // numbers are round as they are written
    const double from = low / unit / kWiden;
    const double to = high / unit * kWiden;
    const bool whole = measure == PlanMeasure::Devices || measure == PlanMeasure::MicroBatch;
    const auto add = [&](double value) {
        if (value >= from && value <= to && (!whole || value == std::floor(value)))
            marks.push_back({value * unit, measureText(measure, value * unit)});
    };
    if (to / from < kNarrow) {
        const double power = std::pow(10, std::floor(std::log10((to - from) / 2)));
        const double rough = (to - from) / 4 / power;
        const double step = power * (rough > 5 ? 10 : rough > 2 ? 5 : rough > 1 ? 2 : rough > 0.5 ? 1 : 0.5);
        const auto last = static_cast<std::int64_t>(std::floor(to / step));
        for (auto at = static_cast<std::int64_t>(std::ceil(from / step)); at <= last; ++at)
            add(static_cast<double>(at) * step);
        return marks;
    }
    const auto last = static_cast<int>(std::floor(std::log10(to)));
    for (auto exponent = static_cast<int>(std::floor(std::log10(from))); exponent <= last; ++exponent) {
        for (const double step : {1.0, 2.0, 5.0})
            add(std::pow(10, exponent) * step);
    }
    return marks;
}

std::optional<std::size_t> nearestPoint(const ScatterGeometry& geometry, QPointF to, double reach)
{
    std::optional<std::size_t> nearest;
    double least = reach * reach;
    for (std::size_t index = 0; index < geometry.at.size(); ++index) {
        if (!geometry.at[index])
            continue;
        const QPointF away = *geometry.at[index] - to;
        const double distance = QPointF::dotProduct(away, away);
        if (distance < least) { // of equals the better plan, which comes first
            least = distance;
            nearest = index;
        }
    }
    return nearest;
}

std::vector<std::size_t> pointsWithin(const ScatterGeometry& geometry, const QRectF& area)
{
    std::vector<std::size_t> inside;
    for (std::size_t index = 0; index < geometry.at.size(); ++index) {
        if (geometry.at[index] && area.contains(*geometry.at[index]))
            inside.push_back(index);
    }
    return inside;
}

PlanScatter::PlanScatter(QWidget* parent)
    : QWidget(parent)
    , m_hits(std::make_shared<const Hits>())
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    onLookChange(*this, [this] { layOut(); });
}

void PlanScatter::setHits(std::shared_ptr<const Hits> hits, std::set<std::size_t> front)
{
    m_hits = std::move(hits);
    m_front = std::move(front);
    m_hovered.reset();
    m_selected.reset();
    m_brush = {};
    layOut();
}

void PlanScatter::setMeasures(PlanMeasure across, PlanMeasure up)
{
    m_across = across;
    m_up = up;
    m_brush = {};
    layOut();
}

void PlanScatter::setOwn(std::optional<planner::PlanHit> own)
{
    m_own = std::move(own);
    update();
}

void PlanScatter::setSelected(std::optional<std::size_t> hit)
{
    m_selected = hit;
    update();
}

QString PlanScatter::describe(std::size_t index) const
{
    const planner::PlanHit& hit = (*m_hits)[index];
    QStringList parts{QString::fromStdString(layoutWords(hit.plan))};
    for (const PlanMeasure measure : {PlanMeasure::Devices, PlanMeasure::Step, PlanMeasure::Rate,
                                      PlanMeasure::Memory, PlanMeasure::Cost, PlanMeasure::Energy}) {
        if (const auto value = measureOf(hit, measure))
            parts << QStringLiteral("%1 %2").arg(measureName(measure), measureText(measure, *value));
    }
    return parts.join(QStringLiteral("; "));
}

void PlanScatter::layOut()
{
    m_geometry = layOutScatter(*m_hits, m_across, m_up, size());
    m_picture = {};
    update();
}

void paintScatter(QPainter& painter, const ScatterGeometry& geometry,
                  const std::vector<planner::PlanHit>& hits, const std::set<std::size_t>& front,
                  PlanMeasure across, PlanMeasure up, double width, const Theme& theme)
{
    Scene scene;
    scene.width = width;
    geometry.axes.addTo(scene, roundMarks(hits, across), roundMarks(hits, up),
                        Words::tr("%1, logarithmic").arg(measureName(across)),
                        Words::tr("%1, logarithmic").arg(measureName(up)), theme);
    paintScene(painter, scene, theme);
    const bool many = hits.size() > kManyPoints;
    painter.setRenderHint(QPainter::Antialiasing, !many);
    QColor fill = colorOf(core::OpClass::MatrixProduct);
    fill.setAlphaF(many ? 0.6F : 0.75F);
    const double radius = many ? 1.5 : 3.5;
    // The best last, on top of the others.
    for (std::size_t index = geometry.at.size(); index-- > 0;) {
        if (!geometry.at[index] || front.count(index) != 0)
            continue;
        const QPointF at = *geometry.at[index];
        if (many) {
            painter.fillRect(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius), fill);
            continue;
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawEllipse(at, radius, radius);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.text, 1.5));
    painter.setBrush(colorOf(core::OpClass::CollectiveTensor));
    for (const std::size_t index : front) {
        if (index < geometry.at.size() && geometry.at[index])
            painter.drawEllipse(*geometry.at[index], 4.5, 4.5);
    }
}

SceneMaker scatterScene(std::shared_ptr<const std::vector<planner::PlanHit>> hits,
                        std::set<std::size_t> front, PlanMeasure across, PlanMeasure up)
{
    if (!hits || hits->empty())
        return nullptr;
    return [=, hits = std::move(hits), front = std::move(front)](double width, const Theme&) {
        constexpr double kHeight = 320;
        Scene scene{width, kHeight};
        scene.byHand = [=, geometry = layOutScatter(*hits, across, up, {width, kHeight})](
                           QPainter& painter, const Theme& theme) {
            paintScatter(painter, geometry, *hits, front, across, up, width, theme);
        };
        return scene;
    };
}

void PlanScatter::paintPoints()
{
    const Theme& theme = themeOf(this);
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(theme.panel);
    QPainter painter(&m_picture);
    paintScatter(painter, m_geometry, *m_hits, m_front, m_across, m_up, width(), theme);
}

void PlanScatter::paintEvent(QPaintEvent*)
{
    if (m_picture.isNull())
        paintPoints();
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const auto ring = [&](QPointF at, const QColor& color, double radius) {
        painter.setPen(QPen(color, 2));
        painter.drawEllipse(at, radius, radius);
    };
    if (m_own) {
        const auto x = measureOf(*m_own, m_across);
        const auto y = measureOf(*m_own, m_up);
        if (x && y && *x > 0 && *y > 0) {
            const QPointF at = m_geometry.axes.at(*x, *y);
            if (m_geometry.axes.area().adjusted(-2, -2, 2, 2).contains(at))
                ring(at, theme.bad, 8);
        }
    }
    for (const auto& [index, radius] : {std::pair{m_hovered, 6.0}, std::pair{m_selected, 8.0}}) {
        if (index && *index < m_geometry.at.size() && m_geometry.at[*index])
            ring(*m_geometry.at[*index], theme.accent, radius);
    }
    if (!m_brush.isEmpty()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(theme.selection);
        painter.drawRect(m_brush);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::kCornerRadius,
                                metrics::kCornerRadius);
    }
}

void PlanScatter::resizeEvent(QResizeEvent*)
{
    m_brush = {};
    layOut();
}

void PlanScatter::setHovered(std::optional<std::size_t> hit)
{
    if (hit == m_hovered)
        return;
    m_hovered = hit;
    emit hovered(hit ? describe(*hit) : QString());
    update();
}

void PlanScatter::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_pressed = event->position();
}

void PlanScatter::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed && (event->position() - *m_pressed).manhattanLength() > kDrag) {
        m_brush = QRectF(*m_pressed, event->position()).normalized() &
                  m_geometry.axes.area().adjusted(-4, -4, 4, 4);
        update();
        return;
    }
    setHovered(nearestPoint(m_geometry, event->position(), kReach));
}

void PlanScatter::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    const bool dragged = (event->position() - *m_pressed).manhattanLength() > kDrag;
    m_pressed.reset();
    if (dragged) {
        emit brushed(pointsWithin(m_geometry, m_brush));
        return;
    }
    if (!m_brush.isEmpty()) {
        m_brush = {};
        emit brushed({});
        update();
    }
    if (const auto hit = nearestPoint(m_geometry, event->position(), kReach))
        emit chosen(*hit);
}

void PlanScatter::keyPressEvent(QKeyEvent* event)
{
    const std::size_t count = m_hits->size();
    const int key = event->key();
    const bool next = key == Qt::Key_Right || key == Qt::Key_Down;
    if (count > 0 && (next || key == Qt::Key_Left || key == Qt::Key_Up)) {
        const std::size_t at = m_hovered.value_or(next ? count - 1 : 0);
        setHovered(next ? (at + 1) % count : (at + count - 1) % count);
        setAccessibleDescription(describe(*m_hovered));
    } else if (m_hovered && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space)) {
        emit chosen(*m_hovered);
    } else if (key == Qt::Key_Escape && !m_brush.isEmpty()) {
        m_brush = {};
        emit brushed({});
        update();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void PlanScatter::leaveEvent(QEvent*) { setHovered(std::nullopt); }

bool PlanScatter::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto hit = nearestPoint(m_geometry, help->pos(), kReach);
        QString text = hit ? describe(*hit) : QString();
        QToolTip::showText(help->globalPos(), // one fact on each line
                           text.replace(QLatin1String("; "), QLatin1String("\n")), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace shardscope::app
