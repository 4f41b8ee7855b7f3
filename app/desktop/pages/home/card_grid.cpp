// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/home/card_grid.h"

#include "app/desktop/theme/theme.h"

#include <QWidget>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr int kGap = 2 * metrics::kGrid;

} // namespace

CardGrid::CardGrid(int least)
    : m_least(least)
{
    setContentsMargins(0, 0, 0, 0);
}

CardGrid::~CardGrid() = default;

void CardGrid::clear()
{
    for (const std::unique_ptr<QLayoutItem>& item : m_items) {
        item->widget()->hide();
        item->widget()->deleteLater(); // a card may be what is being clicked
    }
    m_items.clear();
    invalidate();
}

void CardGrid::addItem(QLayoutItem* item) { m_items.emplace_back(item); }
int CardGrid::count() const { return static_cast<int>(m_items.size()); }

QLayoutItem* CardGrid::itemAt(int index) const
{
    return index < 0 || index >= count() ? nullptr : m_items[static_cast<std::size_t>(index)].get();
}

QLayoutItem* CardGrid::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem* taken = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return taken;
}

int CardGrid::heightForWidth(int width) const { return arrange(QRect(0, 0, width, 0), false); }

void CardGrid::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize CardGrid::sizeHint() const { return minimumSize(); }
QSize CardGrid::minimumSize() const
{
    return {m_least, heightForWidth(std::max(m_least, geometry().width()))};
}

int CardGrid::arrange(const QRect& rect, bool place) const
{
    const int most = std::max(1, (rect.width() + kGap) / (m_least + kGap));
    const int lines = (count() + most - 1) / most;
    // Eight in two rows of four, not in one of six and a rest.
    const int columns = lines > 1 ? (count() + lines - 1) / lines : most;
    const int width = (rect.width() - (columns - 1) * kGap) / columns;
    int y = rect.top();
    for (std::size_t first = 0; first < m_items.size(); first += static_cast<std::size_t>(columns)) {
        const std::size_t last = std::min(m_items.size(), first + static_cast<std::size_t>(columns));
        int tallest = 0;
        for (std::size_t at = first; at < last; ++at)
            tallest = std::max(tallest, m_items[at]->sizeHint().height());
        for (std::size_t at = first; place && at < last; ++at) {
            const int column = static_cast<int>(at - first);
            m_items[at]->setGeometry(QRect(rect.left() + column * (width + kGap), y, width, tallest));
        }
        y += tallest + kGap;
    }
    return m_items.empty() ? 0 : y - kGap - rect.top();
}

} // namespace shardscope::app
