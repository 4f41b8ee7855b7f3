// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/charts/moving/schedule_moment.h"

#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/desktop/charts/schedule/schedule_layout.h"
#include "app/desktop/charts/schedule/schedule_painter.h"
#include "app/session/text/words.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kMomentRow = 20;

/// Whether an action begins a micro-batch's time in flight, and whether one ends it.
bool begins(planner::ActionKind kind)
{
    return kind == planner::ActionKind::Forward || kind == planner::ActionKind::Overlapped;
}
bool ends(planner::ActionKind kind)
{
    return kind == planner::ActionKind::Backward || kind == planner::ActionKind::InputGradient ||
           kind == planner::ActionKind::Overlapped;
}

} // namespace

int inFlight(const ScheduleChart& chart, std::size_t rank, double time)
{
    int count = 0;
    const auto& actions = chart.schedule.order.ranks[rank];
    const auto& spans = chart.schedule.spans[rank];
    for (std::size_t at = 0; at < actions.size() && at < spans.size(); ++at) {
        count += begins(actions[at].kind) && spans[at].start <= time ? 1 : 0;
        count -= ends(actions[at].kind) && spans[at].end <= time ? 1 : 0;
    }
    return count;
}

Scene scheduleMomentScene(const std::vector<ShownSchedule>& shown, std::size_t frame, double width,
                          const Theme& theme)
{
    Scene scene{width};
    const double share =
        static_cast<double>(std::min(frame, kScheduleFrames - 1)) / static_cast<double>(kScheduleFrames - 1);
    const ScheduleFrame seen{
        .width = width, .rowHeight = kMomentRow, .end = endOf(shown), .header = headerFor(shown)};
    const double time = seen.end * share;
    const auto geometry = std::make_shared<const ScheduleGeometry>(layOutSchedules(shown, seen));
    const double x = timeToX(seen, time);
    scene.height = geometry->height + 12;
    for (std::size_t band = 0; band < geometry->bands.size(); ++band) {
        const ScheduleBand& one = geometry->bands[band];
        scene.spot({one.caption.left(), one.caption.top(), width, one.bottom - one.caption.top()},
                   QStringLiteral("%1: %2").arg(one.title, one.figures),
                   QStringLiteral("schedule.%1").arg(band));
        for (std::size_t rank = 0; shown[band].chart && rank < one.rows.size(); ++rank) {
            const QRectF& row = one.rows[rank].rect;
            const QString count = QString::number(inFlight(*shown[band].chart, rank, time));
            const double wide = textWidth(count, TypeSize::Small, Weight::Strong) + 8;
            const double left = std::min(x + 2, row.right() - wide);
            SceneBox& box = scene.box({left, row.top() + 3, wide, row.height() - 6}, theme.accent);
            box.corner = 4;
            scene.text(box.rect, count, theme.onAccent, kTextMiddle, Weight::Strong);
        }
    }
    scene.byHand = [geometry, x](QPainter& painter, const Theme& colors) {
        paintSchedules(painter, *geometry, colors);
        ScheduleMarks marks;
        marks.playheadX = x;
        paintScheduleMarks(painter, *geometry, marks, colors);
    };
    scene.height = scene.legend(scene.height, scheduleLegend(shown), theme);
    scene.height =
        scene.paragraph(scene.height + 4,
                        Words::tr("On the line: micro-batches in flight, whose forward a rank has begun and "
                                  "whose backward it has not ended."),
                        theme.textDim) +
        4;
    return scene;
}

} // namespace shardscope::app
