// SPDX-License-Identifier: GPL-3.0-or-later
// A table in a picture: as many rows as a page can show, each column as wide as it needs.
#include "app/desktop/base/number_text.h"
#include "app/desktop/figures/figure.h"
#include "app/session/text/messages.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostRows = 20;
constexpr double kRow = 20;
constexpr double kWidestColumn = 360;
constexpr double kGap = 12; ///< between columns, with 8 more where there is room

} // namespace

Scene tableScene(const core::Table& table, double width, const Theme& theme)
{
    Scene scene{width};
    const QFontMetricsF metrics(interfaceFont(TypeSize::Small));
    const std::size_t rows = std::min(kMostRows, table.rows.size());
    std::vector<double> widths;
    double all = 0;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        double widest = metrics.horizontalAdvance(translated(table.columns[column].title));
        for (std::size_t row = 0; row < rows; ++row)
            widest = std::max(widest, metrics.horizontalAdvance(cellString(table, row, column)));
        widths.push_back(std::min(widest, kWidestColumn) + kGap + 8);
        all += widths.back();
    }
    const double squeeze = std::min(1.0, width / std::max(1.0, all));
    const auto line = [&](const auto& textOf, const QColor& color) {
        double x = 0;
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const double room = widths[column] * squeeze;
            const bool number = table.columns[column].kind != core::CellKind::Text;
            scene.text({x, scene.height, room - kGap, kRow},
                       metrics.elidedText(textOf(column), Qt::ElideMiddle, room - kGap), color,
                       number ? kTextRight : kTextLeft);
            x += room;
        }
        scene.height += kRow;
    };
    line([&](std::size_t column) { return translated(table.columns[column].title); }, theme.textDim);
    scene.box({0, scene.height - 1, std::min(all, width), 1}, theme.line);
    for (std::size_t row = 0; row < rows; ++row)
        line([&](std::size_t column) { return cellString(table, row, column); }, theme.text);
    if (const int more = static_cast<int>(table.rows.size() - rows); more > 0)
        scene.height = scene.paragraph(
            scene.height + 2, QCoreApplication::translate("ReportPicture", "%n more row(s)", nullptr, more),
            theme.textDim);
    return scene;
}

SceneMaker tableScene(std::shared_ptr<const core::Table> table)
{
    if (!table || table->rows.empty())
        return nullptr;
    return [table = std::move(table)](double width, const Theme& theme) {
        return tableScene(*table, width, theme);
    };
}

} // namespace shardscope::app
