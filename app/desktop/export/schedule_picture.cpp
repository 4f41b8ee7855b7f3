// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/export/schedule_picture.h"

#include "app/desktop/charts/scene.h"
#include "app/desktop/charts/schedule/schedule_painter.h"
#include "app/desktop/export/picture_text.h"
#include "app/desktop/plan/plan_words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kGap = 12;
constexpr double kRoom = 1400; ///< pixels that all rows may take: what a page can still show

} // namespace

Drawing scheduleDrawing(const PlanState& state, std::vector<ShownSchedule> shown, Scheme scheme)
{
    return [state, shown = std::move(shown), scheme](QPainter& painter, double width) {
        const Theme& colors = theme(scheme);
        const double inner = width - 2 * kPictureMargin;
        double y =
            writeText(painter, kPictureMargin, kPictureMargin, inner,
                      interfaceFont(TypeSize::Title, Weight::Strong), colors.text,
                      state.complete()
                          ? QCoreApplication::translate("SchedulePage", "%1 on %2: %3")
                                .arg(titleOf(state.model), titleOf(state.hardware), planSummary(state.plan))
                      : state.model && state.model->recommender() != nullptr
                          ? QCoreApplication::translate("SchedulePage", "%1 on PERSIA's roles")
                                .arg(titleOf(state.model))
                          : QCoreApplication::translate("SchedulePage", "Schedules: stages against time"));
        y += kGap;
        ScheduleFrame frame;
        frame.width = inner;
        frame.rowHeight = rowHeightFor(shown, kRoom);
        frame.end = endOf(shown);
        frame.header = headerFor(shown);
        const ScheduleGeometry geometry = layOutSchedules(shown, frame);
        painter.save();
        painter.translate(kPictureMargin, y);
        paintSchedules(painter, geometry, colors);
        painter.restore();
        y += geometry.height + kGap;
        Scene scene;
        scene.width = inner;
        scene.height = scene.legend(0, scheduleLegend(shown), colors);
        painter.save();
        painter.translate(kPictureMargin, y);
        paintScene(painter, scene, colors);
        painter.restore();
        y += scene.height + kGap;
        return writeText(painter, kPictureMargin, y, inner, interfaceFont(TypeSize::Small), colors.textDim,
                         programLine()) +
               kPictureMargin;
    };
}

} // namespace shardscope::app
