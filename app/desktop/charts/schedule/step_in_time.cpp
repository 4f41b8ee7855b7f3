// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/schedule/step_in_time.h"

#include "app/desktop/charts/schedule/schedule_layout.h"
#include "app/desktop/charts/schedule/schedule_painter.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostRows = 8; ///< more are for the Schedule page
constexpr double kRow = 20;
constexpr double kBelowRows = 8;

/// Cuts rows beyond \p most and the curves beneath; returns the height that remains.
double cut(ScheduleGeometry& geometry, std::size_t most)
{
    ScheduleBand& band = geometry.bands.front();
    band.rows.resize(std::min(most, band.rows.size()));
    band.idle = {};
    band.held = {};
    const double bottom = band.rows.empty() ? band.caption.bottom() : band.rows.back().rect.bottom();
    std::erase_if(geometry.boxes, [&](const ScheduleBox& box) { return box.rect.top() >= bottom; });
    std::erase_if(geometry.strips, [&](const ScheduleStrip& strip) { return strip.rect.top() >= bottom; });
    geometry.height = bottom;
    return bottom;
}

Scene sceneOf(const ScheduleChartPtr& chart, double width, const Theme& theme)
{
    const std::vector<ShownSchedule> shown{{QString(), chart, QString(), false}};
    ScheduleFrame frame{.width = width, .rowHeight = kRow, .header = headerFor(shown)};
    frame.end = openingEnd(shown, frame);
    frame.bottom = 2 * kScheduleRuler + 2 * static_cast<double>(kMostRows) * kRow;
    auto geometry = std::make_shared<ScheduleGeometry>(layOutSchedules(shown, frame));
    const std::size_t all = geometry->bands.front().rows.size();
    Scene scene;
    scene.width = width;
    scene.height = cut(*geometry, kMostRows) + kBelowRows;
    for (const ScheduleRow& row : geometry->bands.front().rows) {
        if (!row.name.isEmpty())
            scene.spot(row.rect, Words::tr("%1: waits for %2 of the step").arg(row.name, row.idle));
    }
    scene.byHand = [geometry](QPainter& painter, const Theme& colors) {
        paintSchedules(painter, *geometry, colors);
    };
    if (frame.end < endOf(shown) || all > kMostRows)
        scene.height = scene.paragraph(
            scene.height,
            all > kMostRows ? Words::tr("The first %1 of %2 rows, from 0 to %3 of %4.")
                                  .arg(kMostRows)
                                  .arg(all)
                                  .arg(scheduleTime(*chart, frame.end), scheduleTime(*chart, endOf(shown)))
                            : Words::tr("From 0 to %1 of %2.")
                                  .arg(scheduleTime(*chart, frame.end), scheduleTime(*chart, endOf(shown))),
            theme.textDim);
    scene.height = scene.legend(scene.height, scheduleLegend(shown), theme);
    return scene;
}

} // namespace

SceneMaker stepInTimeScene(ScheduleChartPtr chart)
{
    if (!chart)
        return {};
    return
        [chart = std::move(chart)](double width, const Theme& theme) { return sceneOf(chart, width, theme); };
}

core::Table stepInTimeTable(const ScheduleChart& chart)
{
    core::Table table{"step_in_time", N_("The step in time"), {}, {}};
    table.columns = {core::wordColumn(core::Words::RankClass, "rank", N_("Stage")),
                     core::quantityColumn("begins", N_("Begins"), core::kSecond),
                     core::quantityColumn("ends", N_("Ends"), core::kSecond),
                     core::fractionColumn("idle", N_("Waits"), N_("share of the step"))};
    for (std::size_t rank = 0; rank < chart.schedule.spans.size(); ++rank) {
        const std::vector<planner::ActionSpan>& spans = chart.schedule.spans[rank];
        const std::string name =
            rank < chart.rows.size() ? chart.rows[rank] : "stage " + std::to_string(rank);
        const double step = chart.schedule.stepTime;
        table.rows.push_back({core::Cell(name),
                              spans.empty() ? core::Cell() : core::Cell(spans.front().start),
                              spans.empty() ? core::Cell() : core::Cell(spans.back().end),
                              step > 0 ? core::Cell(chart.schedule.ranks[rank].idle / step) : core::Cell()});
    }
    return table;
}

} // namespace shardscope::app
