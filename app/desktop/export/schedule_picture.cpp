// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules on one sheet, by the painter of the screen.
#include "app/desktop/charts/schedule/schedule_layout.h"
#include "app/desktop/charts/schedule/schedule_painter.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/plan/plan_words.h"

#include <QCoreApplication>

namespace shardscope::app {
namespace {

constexpr double kGap = 12;
constexpr double kRoom = 1400; ///< pixels that all rows may take: what a page can still show

} // namespace

Drawing scheduleDrawing(const PlanState& state, std::vector<ShownSchedule> shown)
{
    return [state, shown = std::move(shown)](QPainter& painter, double width, const Theme& theme) {
        Sheet sheet(painter, width, theme);
        sheet.title(state.complete()
                        ? QCoreApplication::translate("SchedulePage", "%1 on %2: %3")
                              .arg(titleOf(state.model), titleOf(state.hardware), planSummary(state.plan))
                    : state.model && state.model->recommender() != nullptr
                        ? QCoreApplication::translate("SchedulePage", "%1 on PERSIA's roles")
                              .arg(titleOf(state.model))
                        : QCoreApplication::translate("SchedulePage", "Schedules: stages against time"));
        sheet.y += kGap;
        ScheduleFrame frame{.width = sheet.inner,
                            .rowHeight = rowHeightFor(shown, kRoom),
                            .end = endOf(shown),
                            .header = headerFor(shown)};
        const ScheduleGeometry geometry = layOutSchedules(shown, frame);
        sheet.draw({kPictureMargin, sheet.y}, [&] { paintSchedules(painter, geometry, sheet.colors); });
        sheet.y += geometry.height + kGap;
        Scene legend;
        legend.width = sheet.inner;
        legend.height = legend.legend(0, scheduleLegend(shown), sheet.colors);
        sheet.draw({kPictureMargin, sheet.y}, legend);
        sheet.y += legend.height;
        return sheet.end(kGap, {}) + kPictureMargin / 2;
    };
}

} // namespace shardscope::app
