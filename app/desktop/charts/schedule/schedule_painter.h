// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a ScheduleGeometry. It decides nothing: what is where was decided by layOutSchedules.
#pragma once

#include "app/desktop/charts/schedule/schedule_geometry.h"
#include "app/desktop/theme/theme.h"

#include <QPainter>

#include <optional>
#include <utility>
#include <vector>

namespace shardscope::app {

[[nodiscard]] QColor colorOf(planner::ActionKind kind);

void paintSchedules(QPainter& painter, const ScheduleGeometry& geometry, const Theme& theme);

/// The marks: the action pointed at, what it waits for, and the moment that is played.
struct ScheduleMarks {
    QRectF current; ///< empty: none
    std::vector<QRectF> waitsFor;
    std::size_t lastToEnd = 0;             ///< of waitsFor: what it really waited for
    double playheadX = -1;                 ///< negative: none
    std::optional<std::size_t> chosenBand; ///< of several schedules
};
void paintScheduleMarks(QPainter& painter, const ScheduleGeometry& geometry, const ScheduleMarks& marks,
                        const Theme& theme);

/// The ruler of what is scrolled, over it, at the painter's origin.
void paintScheduleRuler(QPainter& painter, const ScheduleGeometry& geometry, const ScheduleMarks& marks,
                        const Theme& theme);

/// What the colours and letters of \p shown stand for.
[[nodiscard]] std::vector<std::pair<QColor, QString>> scheduleLegend(const std::vector<ShownSchedule>& shown);

} // namespace shardscope::app
