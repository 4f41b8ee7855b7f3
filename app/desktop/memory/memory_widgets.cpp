// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard of curve and map: the arrows move the moment, and the block.
#include "app/desktop/base/language.h"
#include "app/desktop/memory/memory_pictures.h"

#include "app/desktop/base/number_text.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kMemoryAxis = 84; ///< as paintMemoryCurve lays it out
constexpr double kRightMargin = 12;

} // namespace

MemoryCurve::MemoryCurve(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(false);
    setMinimumHeight(140);
    describe();
    onLookChange(*this, [this] {
        describe();
        update();
    });
}

void MemoryCurve::setHistory(HistoryPtr history)
{
    m_history = std::move(history);
    m_moment.reset();
    m_block.reset();
    describe();
    update();
}

void MemoryCurve::setMoment(std::int64_t ts)
{
    m_moment = ts;
    describe();
    update();
}

void MemoryCurve::setBlock(std::optional<std::uint32_t> block)
{
    m_block = block;
    update();
}

std::size_t MemoryCurve::columnAt(double x) const
{
    const double wide = std::max(1.0, width() - kMemoryAxis - kRightMargin);
    const auto count = static_cast<double>(m_history->columns.size());
    return static_cast<std::size_t>(std::clamp((x - kMemoryAxis) / wide * count, 0.0, count - 1));
}

void MemoryCurve::choose(std::size_t column) { emit momentChosen(m_history->columns[column].ts); }

void MemoryCurve::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& colors = themeOf(this);
    if (m_history)
        paintMemoryCurve(painter, *m_history, rect(), m_moment, m_block, colors);
    if (hasFocus()) {
        painter.setPen(QPen(colors.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void MemoryCurve::mousePressEvent(QMouseEvent* event)
{
    if (m_history && event->button() == Qt::LeftButton)
        choose(columnAt(event->position().x()));
}

void MemoryCurve::mouseMoveEvent(QMouseEvent* event)
{
    if (m_history && (event->buttons() & Qt::LeftButton) != 0)
        choose(columnAt(event->position().x()));
}

void MemoryCurve::keyPressEvent(QKeyEvent* event)
{
    if (!m_history)
        return QWidget::keyPressEvent(event);
    const auto& columns = m_history->columns;
    const auto after =
        std::upper_bound(columns.begin(), columns.end(), m_moment.value_or(m_history->begin),
                         [](std::int64_t ts, const CurveColumn& column) { return ts < column.ts; });
    const auto here = std::max<std::ptrdiff_t>(0, after - columns.begin() - 1);
    const std::ptrdiff_t stride = (event->modifiers() & Qt::ShiftModifier) != 0 ? 20 : 1;
    const auto last = static_cast<std::ptrdiff_t>(columns.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        choose(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(here - stride, 0, last)));
        break;
    case Qt::Key_Right:
        choose(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(here + stride, 0, last)));
        break;
    case Qt::Key_Home: choose(0); break;
    case Qt::Key_End: choose(columns.size() - 1); break;
    case Qt::Key_P: emit momentChosen(m_history->peakTs); break;
    default: QWidget::keyPressEvent(event);
    }
}

bool MemoryCurve::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_history) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const CurveColumn& column = m_history->columns[columnAt(help->pos().x())];
        QStringList lines{momentText(*m_history, column.ts),
                          tr("%1 held, %2 reserved")
                              .arg(quantityString(static_cast<double>(column.total), core::kByte),
                                   quantityString(static_cast<double>(column.reserved), core::kByte))};
        for (std::size_t category = 0; category < column.held.size(); ++category) {
            if (column.held[category] > 0)
                lines << QStringLiteral("%1: %2").arg(
                    categoryName(*m_history, category),
                    quantityString(static_cast<double>(column.held[category]), core::kByte));
        }
        QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
        return true;
    }
    return QWidget::event(event);
}

void MemoryCurve::describe()
{
    setAccessibleName(tr("Memory over time"));
    if (!m_history)
        return setAccessibleDescription(tr("No snapshot is open."));
    QString text = tr("At most %1 are held, at %2. The arrow keys move the moment, P goes to the peak.")
                       .arg(quantityString(static_cast<double>(m_history->peak), core::kByte),
                            momentText(*m_history, m_history->peakTs));
    if (m_moment)
        text += QLatin1Char(' ') + tr("Moment: %1.").arg(momentText(*m_history, *m_moment));
    setAccessibleDescription(text);
}

AllocatorMapView::AllocatorMapView(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    describe();
    onLookChange(*this, [this] {
        describe();
        viewport()->update();
    });
}

void AllocatorMapView::show(HistoryPtr history, AllocatorMap map)
{
    m_history = std::move(history);
    m_map = std::move(map);
    if (!m_history)
        m_block.reset();
    layOut();
    describe();
}

void AllocatorMapView::setBlock(std::optional<std::uint32_t> block)
{
    m_block = block;
    if (block) {
        for (const MapRow& row : m_rows) {
            const auto& blocks = m_map.segments[row.segment].blocks;
            const bool here =
                std::ranges::any_of(blocks, [&](const MapBlock& held) { return held.block == *block; });
            const double top = verticalScrollBar()->value();
            if (here && (row.rect.top() < top || row.rect.bottom() > top + viewport()->height()))
                verticalScrollBar()->setValue(static_cast<int>(row.rect.center().y()) -
                                              viewport()->height() / 2);
        }
    }
    describe();
    viewport()->update();
}

void AllocatorMapView::layOut()
{
    m_rows = layOutMap(m_map, viewport()->width());
    const int height = m_rows.empty() ? 0 : static_cast<int>(m_rows.back().rect.bottom()) + 4;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(23);
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    viewport()->update();
}

std::optional<std::uint32_t> AllocatorMapView::blockAt(QPointF point) const
{
    const QPointF at = point + QPointF(0, verticalScrollBar()->value());
    for (const MapRow& row : m_rows) {
        if (!row.rect.contains(at))
            continue;
        const MapSegment& segment = m_map.segments[row.segment];
        const double share = (at.x() - row.rect.left()) / row.rect.width();
        const auto address =
            segment.address + static_cast<std::uint64_t>(share * static_cast<double>(segment.bytes));
        const auto after = std::upper_bound(
            segment.blocks.begin(), segment.blocks.end(), address,
            [](std::uint64_t value, const MapBlock& block) { return value < block.address; });
        if (after == segment.blocks.begin())
            return std::nullopt;
        const MapBlock& block = *std::prev(after);
        if (address < block.address + static_cast<std::uint64_t>(block.bytes))
            return block.block;
    }
    return std::nullopt;
}

void AllocatorMapView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Theme& colors = themeOf(this);
    painter.fillRect(viewport()->rect(), colors.panel);
    if (!m_history)
        return;
    const double top = verticalScrollBar()->value();
    painter.translate(0, -top);
    paintMap(painter, *m_history, m_map, m_rows, QRectF(0, top, viewport()->width(), viewport()->height()),
             m_block, colors);
    if (hasFocus()) {
        painter.resetTransform();
        painter.setPen(QPen(colors.accent, 2));
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

void AllocatorMapView::resizeEvent(QResizeEvent*) { layOut(); }

void AllocatorMapView::mousePressEvent(QMouseEvent* event)
{
    if (const auto block = blockAt(event->position()); block && event->button() == Qt::LeftButton)
        emit blockChosen(*block);
}

void AllocatorMapView::step(int step)
{
    std::vector<std::uint32_t> order;
    for (const MapSegment& segment : m_map.segments) {
        for (const MapBlock& block : segment.blocks)
            order.push_back(block.block);
    }
    if (order.empty())
        return;
    const auto here = m_block ? std::ranges::find(order, *m_block) : order.end();
    std::ptrdiff_t next = step > 0 ? 0 : static_cast<std::ptrdiff_t>(order.size()) - 1;
    if (here != order.end())
        next = std::clamp<std::ptrdiff_t>(here - order.begin() + step, 0,
                                          static_cast<std::ptrdiff_t>(order.size()) - 1);
    emit blockChosen(order[static_cast<std::size_t>(next)]);
}

void AllocatorMapView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Right: step(1); break;
    case Qt::Key_Left: step(-1); break;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

bool AllocatorMapView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_history) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QString text;
        if (const auto block = blockAt(help->pos())) {
            const HeldBlock& held = m_history->blocks[*block];
            text = quantityString(static_cast<double>(held.bytes), core::kByte) + QLatin1Char('\n') +
                   categoryName(*m_history, held.category);
        }
        QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void AllocatorMapView::describe()
{
    setAccessibleName(tr("Segments and blocks"));
    setAccessibleDescription(
        m_history
            ? tr("%n segment(s)", nullptr, static_cast<int>(m_map.segments.size())) + QStringLiteral(", ") +
                  tr("%1 of %2 held. The arrow keys go from block to block.")
                      .arg(quantityString(static_cast<double>(m_map.held), core::kByte),
                           quantityString(static_cast<double>(m_map.reserved), core::kByte))
            : tr("No snapshot is open."));
}

} // namespace shardscope::app
