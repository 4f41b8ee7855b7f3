// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules on one sheet, by the painter of the screen.
#include "app/desktop/charts/schedule/schedule_layout.h"
#include "app/desktop/charts/schedule/schedule_painter.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/plan/plan_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kScheduleGap = 12;
constexpr double kRoom = 1400; ///< pixels that all rows may take: what a page can still show

} // namespace

SceneMaker schedulesScene(std::vector<ShownSchedule> shown, double moment)
{
    if (shown.empty())
        return nullptr;
    return [shown = std::move(shown), moment](double width, const Theme& theme) {
        const ScheduleFrame frame{.width = width,
                                  .rowHeight = rowHeightFor(shown, kRoom),
                                  .end = endOf(shown),
                                  .header = headerFor(shown)};
        const auto geometry = std::make_shared<const ScheduleGeometry>(layOutSchedules(shown, frame));
        Scene scene{width};
        scene.height = geometry->height + kScheduleGap;
        for (const ScheduleBand& band : geometry->bands)
            scene.spot({band.caption.left(), band.caption.top(), width, band.bottom - band.caption.top()},
                       QStringLiteral("%1: %2").arg(band.title, band.figures));
        ScheduleMarks marks;
        if (moment < 1)
            marks.playheadX = timeToX(frame, std::max(0.0, moment) * frame.end);
        scene.byHand = [geometry, marks](QPainter& painter, const Theme& colors) {
            paintSchedules(painter, *geometry, colors);
            if (marks.playheadX >= 0)
                paintScheduleMarks(painter, *geometry, marks, colors);
        };
        scene.height = scene.legend(scene.height, scheduleLegend(shown), theme);
        return scene;
    };
}

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
        sheet.y += kScheduleGap;
        const Scene scene = schedulesScene(shown)(sheet.inner, sheet.colors);
        sheet.draw({kPictureMargin, sheet.y}, scene);
        sheet.y += scene.height;
        return sheet.end(kScheduleGap, {}) + kPictureMargin / 2;
    };
}

} // namespace shardscope::app
