// SPDX-License-Identifier: GPL-3.0-or-later
// A table's column as horizontal bars with their names and figures.
#include "app/desktop/charts/plot.h"

#include "app/desktop/base/number_text.h"
#include "app/session/text/kernel_names.h"
#include "app/session/text/messages.h"
#include "core/report/words.h"

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

/// The text of a cell; of one that holds a recorder's name as lanes and flame graphs show it (\p brief), or
/// all of it.
QString wordsOf(const core::Table& table, std::size_t row, std::size_t column, bool brief)
{
    const auto* name = std::get_if<std::string>(&table.rows[row][column]);
    const core::CellNote& note = table.note(row, column);
    const bool recorded = name && note.name.empty() && !note.words &&
                          table.columns[column].kind == core::CellKind::Text &&
                          table.columns[column].words == core::Words{};
    return brief && recorded ? shortName(*name) : cellString(table, row, column);
}

/// What tells a row: its words, and the numbers that come before the first measure.
QString nameOf(const core::Table& table, std::size_t row, bool brief)
{
    QStringList parts;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (isMeasure(table.columns[column])) {
            if (!parts.isEmpty())
                break;
            continue;
        }
        const QString text = wordsOf(table, row, column, brief);
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
        if (std::ranges::count_if(table.rows, positive) >= 2)
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

Scene tableBarsScene(const core::Table& table, std::size_t column, double width, const Theme& theme,
                     std::size_t most)
{
    Scene scene{width};
    const QFontMetricsF metrics(interfaceFont(TypeSize::Small));
    const std::size_t rows = std::min(most, table.rows.size());
    const auto lengthOf = [&](std::size_t row) {
        const double value = numberOf(table.rows[row][column]);
        return std::isfinite(value) ? std::max(0.0, value) : 0;
    };
    double longest = 0;
    double names = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        longest = std::max(longest, lengthOf(row));
        names = std::max(names, metrics.horizontalAdvance(nameOf(table, row, true)) + 12);
    }
    names = std::min({names, kWidestName, width * 0.45});
    const double scale = longest > 0 ? std::max(20.0, width - names - kValueWidth) / longest : 0;
    double& y = scene.height;
    for (std::size_t row = 0; row < rows; ++row, y += kBarHeight + kBarGap) {
        const QString name = nameOf(table, row, true);
        const QString value = cellString(table, row, column);
        const QRectF bar(names, y, lengthOf(row) * scale, kBarHeight);
        scene.box(bar, theme.accent);
        scene.text({0, y, names - 8, kBarHeight}, metrics.elidedText(name, Qt::ElideMiddle, names - 10),
                   theme.text, kTextRight);
        scene.text({bar.right() + 6, y, kValueWidth, kBarHeight}, value, theme.text);
        scene.spot({0, y, width - 1, kBarHeight},
                   QStringLiteral("%1: %2").arg(nameOf(table, row, false), value));
    }
    scene.box({names, 0, 1, y}, theme.line);
    return scene;
}

void showTableBars(SceneFigure& figure, const std::shared_ptr<const core::Table>& table, std::size_t column)
{
    if (!table)
        return figure.setMaker(nullptr);
    figure.setAccessibleName(translated(table->title) + QStringLiteral(": ") +
                             translated(table->columns[column].title));
    figure.setMaker([table, column](double width, const Theme& theme) {
        return tableBarsScene(*table, column, width, theme);
    });
}

} // namespace shardscope::app
