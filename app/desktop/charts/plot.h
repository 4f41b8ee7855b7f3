// SPDX-License-Identifier: GPL-3.0-or-later
// Series over one axis, geometry as values and painting beside them, and a table's column as bars: for the
// screen and for pictures alike.
#pragma once

#include "app/desktop/charts/scene_figure.h"
#include "core/report/report.h"

#include <memory>
#include <vector>

namespace shardscope::app {

struct PlotTick {
    double at = 0; ///< pixels along its axis
    QString label;
};

struct PlotLine {
    QString title;
    std::size_t series = 0; ///< of those given
    std::vector<QPointF> points;
    QPointF titleAt; ///< left end of its direct label, baseline centred
};

/// Lines that share their dimensions. More than six are left to the table twin.
struct Plot {
    QRectF area; ///< inside the axes
    std::vector<PlotLine> lines;
    std::vector<PlotTick> xTicks;
    std::vector<PlotTick> yTicks;
    std::size_t hidden = 0; ///< series that are not drawn
};
inline constexpr std::size_t kMostLines = 6;

/// What a line is called: a marked text, a rank or a class of ranks, or what the run names.
[[nodiscard]] QString seriesTitle(const core::Series& series);
/// Round values from \p low to \p high, at most \p most of them, 1, 2 or 5 times a power of ten apart.
[[nodiscard]] std::vector<double> roundTicks(double low, double high, std::size_t most);

[[nodiscard]] Plot layOutPlot(const std::vector<core::Series>& series, QSizeF size);
void paintPlot(QPainter& painter, const Plot& plot, const Theme& theme);
/// The series that belong into one plot: of equal dimensions, in their order.
[[nodiscard]] std::vector<std::vector<core::Series>> plotsOf(const core::Report& report);
/// x, and a column for each series.
[[nodiscard]] core::Table seriesTable(const std::vector<core::Series>& series);

/// Columns of \p table that can be drawn as bars, times first.
[[nodiscard]] std::vector<std::size_t> barColumns(const core::Table& table);
/// One bar for each row, at most \p most, of the values of \p column; negative and unknown values have none.
[[nodiscard]] Scene tableBarsScene(const core::Table& table, std::size_t column, double width,
                                   const Theme& theme, std::size_t most = 12);
/// They stand in \p figure, under the names of \p table and its column; null: nothing does.
void showTableBars(SceneFigure& figure, const std::shared_ptr<const core::Table>& table, std::size_t column);

/// \p series in one plot of a height that shows them; points that are few are spots.
[[nodiscard]] SceneMaker plotScene(std::vector<core::Series> series);

class PlotWidget final : public SceneFigure {
    Q_OBJECT

public:
    using SceneFigure::SceneFigure;
    void setSeries(std::vector<core::Series> series);
};

} // namespace shardscope::app
