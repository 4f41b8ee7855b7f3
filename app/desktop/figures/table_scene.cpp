// SPDX-License-Identifier: GPL-3.0-or-later
// A table in a picture: as many rows as a page can show, each column as wide as it needs; where that is too
// much for the page, words are cut short first, and then columns stand below each other.
#include "app/desktop/base/number_text.h"
#include "app/desktop/figures/figure.h"
#include "app/session/text/messages.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <vector>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostRows = 20;
constexpr double kRow = 20;
constexpr double kWidestColumn = 360;
constexpr double kGap = 12;        ///< between columns, with 8 more where there is room
constexpr double kNarrowest = 120; ///< of words that are cut short; numbers never are

bool isWords(const core::Table& table, std::size_t column)
{
    return table.columns[column].kind == core::CellKind::Text;
}

/// The columns that stand beside each other: where not all have room, the first one is repeated and the
/// others follow below.
std::vector<std::vector<std::size_t>> blocksOf(const std::vector<double>& least, double width)
{
    std::vector<std::vector<std::size_t>> blocks;
    double used = 0;
    for (std::size_t column = 0; column < least.size(); ++column) {
        if (blocks.empty()) {
            blocks.push_back({column});
            used = least[column];
            continue;
        }
        if (used + least[column] > width && blocks.back().size() > 1) {
            blocks.push_back({0});
            used = least[0];
        }
        blocks.back().push_back(column);
        used += least[column];
    }
    return blocks;
}

/// What columns of \p wanted widths get of \p width: words give way down to the \p least of them, then all.
std::vector<double> widthsOf(const std::vector<std::size_t>& block, const std::vector<double>& wanted,
                             const std::vector<double>& least, double width)
{
    double all = 0;
    double slack = 0;
    for (const std::size_t column : block) {
        all += wanted[column];
        slack += wanted[column] - least[column];
    }
    const double given = slack > 0 ? std::clamp((all - width) / slack, 0.0, 1.0) : 0;
    const double squeeze = std::min(1.0, width / std::max(1.0, all - given * slack));
    std::vector<double> widths;
    for (const std::size_t column : block)
        widths.push_back((wanted[column] - given * (wanted[column] - least[column])) * squeeze);
    return widths;
}

} // namespace

Scene tableScene(const core::Table& table, double width, const Theme& theme)
{
    Scene scene{width};
    const QFontMetricsF metrics(interfaceFont(TypeSize::Small));
    const std::size_t rows = std::min(kMostRows, table.rows.size());
    std::vector<double> wanted;
    std::vector<double> least;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        double widest = metrics.horizontalAdvance(translated(table.columns[column].title));
        for (std::size_t row = 0; row < rows; ++row)
            widest = std::max(widest, metrics.horizontalAdvance(cellString(table, row, column)));
        wanted.push_back(std::min(widest, kWidestColumn) + kGap + 8);
        least.push_back(isWords(table, column) ? std::min(wanted.back(), kNarrowest + kGap) : wanted.back());
    }
    for (const std::vector<std::size_t>& block : blocksOf(least, width)) {
        const std::vector<double> widths = widthsOf(block, wanted, least, width);
        if (scene.height > 0)
            scene.height += kGap;
        const auto line = [&](const auto& textOf, const QColor& color) {
            double x = 0;
            for (std::size_t at = 0; at < block.size(); ++at) {
                scene.text({x, scene.height, widths[at] - kGap, kRow},
                           metrics.elidedText(textOf(block[at]), Qt::ElideMiddle, widths[at] - kGap), color,
                           isWords(table, block[at]) ? kTextLeft : kTextRight);
                x += widths[at];
            }
            scene.height += kRow;
        };
        line([&](std::size_t column) { return translated(table.columns[column].title); }, theme.textDim);
        scene.box({0, scene.height - 1, std::accumulate(widths.begin(), widths.end(), 0.0), 1}, theme.line);
        for (std::size_t row = 0; row < rows; ++row)
            line([&](std::size_t column) { return cellString(table, row, column); }, theme.text);
    }
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
