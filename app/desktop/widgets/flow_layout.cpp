// SPDX-License-Identifier: GPL-3.0-or-later
// One pass serves measuring and placing.
#include "app/desktop/widgets/flow_layout.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace shardscope::app {

FlowLayout::FlowLayout(int horizontalSpacing, int verticalSpacing)
    : m_horizontal(horizontalSpacing)
    , m_vertical(verticalSpacing)
{
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) { m_items.emplace_back(item); }

int FlowLayout::count() const { return static_cast<int>(m_items.size()); }

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem* item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::arrange(const QRect& rect, bool place) const
{
    const QMargins margins = contentsMargins();
    const QRect inner = rect.marginsRemoved(margins);
    int x = inner.x();
    int y = inner.y();
    int lineHeight = 0;
    std::vector<std::pair<QLayoutItem*, QRect>> line;
    // What stands in a line is centred on it.
    const auto endLine = [&] {
        for (const auto& [item, at] : line)
            item->setGeometry(at.translated(0, (lineHeight - at.height()) / 2));
        line.clear();
    };
    for (const auto& item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (x > inner.x() && x + size.width() > inner.right() + 1) {
            endLine();
            x = inner.x();
            y += lineHeight + m_vertical;
            lineHeight = 0;
        }
        if (place)
            line.emplace_back(item.get(), QRect(QPoint(x, y), size));
        x += size.width() + m_horizontal;
        lineHeight = std::max(lineHeight, size.height());
    }
    endLine();
    return y + lineHeight - rect.y() + margins.bottom();
}

int FlowLayout::heightForWidth(int width) const { return arrange(QRect(0, 0, width, 0), false); }

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::sizeHint() const { return minimumSize(); }

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const auto& item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

} // namespace shardscope::app
