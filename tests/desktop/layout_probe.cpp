// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/desktop/layout_probe.h"

#include "app/desktop/theme/roles.h"
#include "app/desktop/widgets/control_column.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QLabel>
#include <QLayout>
#include <QListView>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <vector>

namespace shardscope::tests {
namespace {

QString called(const QWidget& widget)
{
    QString name = widget.accessibleName();
    if (const auto* label = qobject_cast<const QLabel*>(&widget); label && name.isEmpty())
        name = label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget); button && name.isEmpty())
        name = button->text();
    return QString::fromLatin1(widget.metaObject()->className()) + QStringLiteral(" \"") + name.left(40) +
           QLatin1Char('"');
}

bool scrolls(const QAbstractScrollArea& area)
{
    return area.verticalScrollBarPolicy() != Qt::ScrollBarAlwaysOff &&
           area.verticalScrollBar()->maximum() > area.verticalScrollBar()->minimum();
}

constexpr int kCell = 8; // pixels

enum class Cell : char { Empty, Tools, Content };

/// What the cells of \p picture hold.
std::vector<std::vector<Cell>> cellsOf(const QImage& picture, const QList<QRgb>& grounds)
{
    const int rows = picture.height() / kCell;
    const int columns = picture.width() / kCell;
    std::vector<std::vector<Cell>> cells(static_cast<std::size_t>(rows),
                                         std::vector<Cell>(static_cast<std::size_t>(columns), Cell::Empty));
    for (int y = 0; y < rows * kCell; ++y) {
        for (int x = 0; x < columns * kCell; ++x) {
            const QRgb pixel = picture.pixel(x, y);
            Cell& cell = cells[static_cast<std::size_t>(y / kCell)][static_cast<std::size_t>(x / kCell)];
            if (pixel == kTools)
                cell = Cell::Tools;
            else if (cell == Cell::Empty && !grounds.contains(pixel))
                cell = Cell::Content;
        }
    }
    return cells;
}

struct Block {
    int top = 0, left = 0, rows = 0, columns = 0;
    [[nodiscard]] int cells() const { return rows * columns; }
};

/// The largest rectangle without ink that has ink beside it in most of its rows.
Block largestHole(const std::vector<std::vector<Cell>>& ink)
{
    Block largest;
    const auto columns = static_cast<int>(ink.empty() ? 0 : ink.front().size());
    const auto content = std::max(3, columns / 25); // inked cells: a frame alone is none
    std::vector<int> inked{0};                      // rows with content above each row
    for (const std::vector<Cell>& line : ink)
        inked.push_back(inked.back() + (std::ranges::count(line, Cell::Content) >= content ? 1 : 0));
    std::vector<int> depth(static_cast<std::size_t>(columns)); // empty cells upward from the row
    for (int row = 0; row < static_cast<int>(ink.size()); ++row) {
        for (int column = 0; column < columns; ++column) {
            int& deep = depth[static_cast<std::size_t>(column)];
            deep = ink[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] == Cell::Empty
                       ? deep + 1
                       : 0;
        }
        for (int left = 0; left < columns; ++left) {
            int lowest = depth[static_cast<std::size_t>(left)];
            for (int right = left; right < columns && lowest > 0; ++right) {
                lowest = std::min(lowest, depth[static_cast<std::size_t>(right)]);
                const Block block{row - lowest + 1, left, lowest, right - left + 1};
                const int beside =
                    inked[static_cast<std::size_t>(row + 1)] - inked[static_cast<std::size_t>(block.top)];
                if (block.cells() > largest.cells() && 2 * beside > block.rows)
                    largest = block;
            }
        }
    }
    return largest;
}

} // namespace

QStringList scrollsInScrolls(const QWidget& page)
{
    QStringList found;
    for (const auto* inner : page.findChildren<QAbstractScrollArea*>()) {
        if (!inner->isVisible() || !scrolls(*inner))
            continue;
        for (const QWidget* above = inner->parentWidget(); above && above != &page;
             above = above->parentWidget()) {
            const auto* outer = qobject_cast<const QAbstractScrollArea*>(above);
            if (outer && scrolls(*outer)) {
                found << called(*inner);
                break;
            }
        }
    }
    return found;
}

QStringList unreachable(const QWidget& page)
{
    QStringList found;
    for (const auto* widget : page.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&page) || widget->focusPolicy() == Qt::NoFocus || widget->size().isEmpty())
            continue;
        bool inScroll = false;
        for (const QWidget* above = widget->parentWidget(); above && above != &page;
             above = above->parentWidget())
            inScroll = inScroll || qobject_cast<const QAbstractScrollArea*>(above) != nullptr;
        const QRect at(widget->mapTo(&page, QPoint(0, 0)), widget->size());
        if (!inScroll && !page.rect().adjusted(-1, -1, 1, 1).contains(at))
            found << called(*widget);
    }
    return found;
}

QStringList cutOff(const QWidget& page)
{
    QStringList found;
    const auto tell = [&](const QWidget& widget, const QString& text) {
        const bool wide = widget.sizePolicy().horizontalPolicy() != QSizePolicy::Ignored &&
                          widget.width() + 1 < widget.minimumSizeHint().width();
        if (widget.isVisibleTo(&page) && !text.isEmpty() && wide)
            found << called(widget);
    };
    for (const auto* label : page.findChildren<QLabel*>()) {
        if (!label->wordWrap())
            tell(*label, label->text());
    }
    for (const auto* button : page.findChildren<QAbstractButton*>())
        tell(*button, button->text());
    return found;
}

QStringList overlaps(const QWidget& page)
{
    QStringList found;
    QList<const QWidget*> all{&page};
    for (const QWidget* one : page.findChildren<QWidget*>())
        all << one;
    for (const QWidget* parent : all) {
        if (!parent->isVisible() || !parent->layout())
            continue;
        std::vector<const QWidget*> laid; // overlays are in no layout
        for (const QWidget* child : parent->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (child->isVisible() && !child->isWindow() &&
                parent->layout()->indexOf(const_cast<QWidget*>(child)) >= 0)
                laid.push_back(child);
        }
        for (std::size_t a = 0; a < laid.size(); ++a) {
            for (std::size_t b = a + 1; b < laid.size(); ++b) {
                const QRect both = laid[a]->geometry() & laid[b]->geometry();
                if (both.width() > 1 && both.height() > 1)
                    found << called(*laid[a]) + QStringLiteral(" over ") + called(*laid[b]);
            }
        }
    }
    return found;
}

QStringList nameless(const QWidget& page)
{
    QStringList found;
    for (const QWidget* widget : page.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || !widget->isEnabled())
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool area = qobject_cast<const QScrollArea*>(widget) != nullptr; // what lies in it has names
        // What spins and edits inside a control bears the control's name.
        const bool inside = widget->parentWidget() && !widget->parentWidget()->accessibleName().isEmpty();
        if (!area && !inside && widget->accessibleName().isEmpty() && (!button || button->text().isEmpty()))
            found << called(*widget);
    }
    return found;
}

QImage contentOf(QWidget& page)
{
    QImage picture = page.grab().toImage();
    QPainter painter(&picture);
    for (const QWidget* tool : page.findChildren<QWidget*>()) {
        const bool tools = qobject_cast<const app::ControlColumn*>(tool) ||
                           qobject_cast<const QListView*>(tool) || app::roleOf(tool) == app::Role::Panel;
        if (tools && tool->isVisible())
            painter.fillRect(QRect(tool->mapTo(&page, QPoint()), tool->size()), QColor(kTools));
    }
    return picture;
}

QStringList holes(const QImage& picture, const QList<QRgb>& grounds)
{
    const auto ink = cellsOf(picture, grounds);
    const Block hole = largestHole(ink);
    const auto cells = static_cast<int>(ink.size() * (ink.empty() ? 0 : ink.front().size()));
    if (4 * hole.cells() <= cells)
        return {};
    return {QStringLiteral("%1 × %2 at %3, %4")
                .arg(hole.columns * kCell)
                .arg(hole.rows * kCell)
                .arg(hole.left * kCell)
                .arg(hole.top * kCell)};
}

} // namespace shardscope::tests
