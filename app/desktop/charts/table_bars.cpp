// SPDX-License-Identifier: GPL-3.0-or-later
// A table's column as horizontal bars with their names and figures.
#include "app/desktop/charts/plot.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/messages.h"

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kBarHeight = 18;
constexpr double kBarGap = 4;
constexpr double kValueWidth = 92;
constexpr double kWidestName = 320;

double numberOf(const core::Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&cell))
        return *real;
    return std::nan("");
}

/// A moment, not a length: as a bar it means nothing.
bool isMoment(const core::Column& column) { return column.help == "Since the run's begin"; }

bool isMeasure(const core::Column& column)
{
    using core::CellKind;
    // Whole numbers are as often names (a rank, a stream) as counts: only columns called so are drawn.
    return column.kind == CellKind::Nanoseconds || column.kind == CellKind::Quantity ||
           column.kind == CellKind::Fraction || column.kind == CellKind::Real ||
           (column.kind == CellKind::Integer &&
            (column.key.find("count") != std::string::npos || column.key.find("bytes") != std::string::npos));
}

/// What tells a row: its words, and the numbers that come before the first measure.
QString nameOf(const core::Table& table, std::size_t row)
{
    QStringList parts;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (isMeasure(table.columns[column])) {
            if (!parts.isEmpty())
                break;
            continue;
        }
        const QString text = cellString(table, row, column);
        if (text.isEmpty() || std::holds_alternative<std::monostate>(table.rows[row][column]))
            continue;
        parts << (table.columns[column].kind == core::CellKind::Integer
                      ? translated(table.columns[column].title) + QLatin1Char(' ') + text
                      : text);
    }
    return parts.join(QStringLiteral(" \u00b7 "));
}

} // namespace

std::vector<std::size_t> barColumns(const core::Table& table)
{
    std::vector<std::size_t> columns;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (!isMeasure(table.columns[column]) || isMoment(table.columns[column]))
            continue;
        const auto positive = [&](const std::vector<core::Cell>& row) { return numberOf(row[column]) > 0; };
        if (std::count_if(table.rows.begin(), table.rows.end(), positive) >= 2)
            columns.push_back(column);
    }
    // What lasts longest is asked first; how often comes after.
    std::stable_partition(columns.begin(), columns.end(), [&](std::size_t column) {
        return table.columns[column].kind == core::CellKind::Nanoseconds;
    });
    // What the table is called after comes first: the bubbles of "pipeline_bubble", not its forward times.
    std::stable_partition(columns.begin(), columns.end(), [&](std::size_t column) {
        const std::string& key = table.columns[column].key;
        return table.key.find(key.substr(0, key.rfind('_'))) != std::string::npos;
    });
    return columns;
}

TableBars tableBars(const core::Table& table, std::size_t column, double width, std::size_t most)
{
    TableBars bars;
    bars.width = width;
    const QFontMetricsF metrics(interfaceFont(TypeSize::Small));
    double longest = 0;
    for (std::size_t row = 0; row < table.rows.size() && row < most; ++row) {
        const double value = numberOf(table.rows[row][column]);
        TableBar bar;
        bar.row = static_cast<int>(row);
        bar.name = nameOf(table, row);
        bar.value = cellString(table, row, column);
        bar.share = std::isfinite(value) ? std::max(0.0, value) : 0;
        longest = std::max(longest, bar.share);
        bars.nameWidth = std::max(bars.nameWidth, metrics.horizontalAdvance(bar.name) + 12);
        bars.bars.push_back(bar);
    }
    bars.nameWidth = std::min({bars.nameWidth, kWidestName, width * 0.45});
    const double room = std::max(20.0, width - bars.nameWidth - kValueWidth);
    double y = 0;
    for (TableBar& bar : bars.bars) {
        bar.share = longest > 0 ? bar.share / longest : 0;
        bar.rect = QRectF(bars.nameWidth, y, bar.share * room, kBarHeight);
        bar.name = metrics.elidedText(bar.name, Qt::ElideMiddle, bars.nameWidth - 10);
        y += kBarHeight + kBarGap;
    }
    bars.height = y;
    return bars;
}

void paintTableBars(QPainter& painter, const TableBars& bars, const Theme& theme)
{
    painter.save();
    painter.setFont(interfaceFont(TypeSize::Small));
    for (const TableBar& bar : bars.bars) {
        painter.setPen(theme.text);
        painter.drawText(QRectF(0, bar.rect.top(), bars.nameWidth - 8, bar.rect.height()),
                         Qt::AlignRight | Qt::AlignVCenter, bar.name);
        painter.fillRect(bar.rect, theme.accent);
        painter.drawText(QRectF(bar.rect.right() + 6, bar.rect.top(), kValueWidth, bar.rect.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, bar.value);
    }
    painter.fillRect(QRectF(bars.nameWidth, 0, 1, bars.height), theme.line);
    painter.restore();
}

TableBarsWidget::TableBarsWidget(QWidget* parent)
    : FigureWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TableBarsWidget::setTable(std::shared_ptr<const core::Table> table, std::size_t column)
{
    m_table = std::move(table);
    m_column = column;
    if (m_table)
        setAccessibleName(translated(m_table->title) + QStringLiteral(": ") +
                          translated(m_table->columns[column].title));
    updateGeometry();
    refresh();
}

QSize TableBarsWidget::sizeHint() const
{
    return {480,
            m_table ? static_cast<int>(tableBars(*m_table, m_column, std::max(width(), 200)).height) : 0};
}

std::vector<HotSpot> TableBarsWidget::layOut()
{
    std::vector<HotSpot> spots;
    m_bars = m_table ? tableBars(*m_table, m_column, width()) : TableBars{};
    for (const TableBar& bar : m_bars.bars)
        spots.push_back(
            {QPolygonF(QRectF(0, bar.rect.top(), m_bars.width - 1, bar.rect.height())),
             QString::number(bar.row),
             QStringLiteral("%1: %2").arg(nameOf(*m_table, static_cast<std::size_t>(bar.row)), bar.value)});
    return spots;
}

void TableBarsWidget::paintFigure(QPainter& painter, const Theme& theme)
{
    paintTableBars(painter, m_bars, theme);
}

} // namespace shardscope::app
