// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules one above the other at one scale: what is drawn where, as a value. Costs follow the pixels: what
// is narrower than two of them is folded.
#pragma once

#include "app/session/simulate/schedule_chart.h"

#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::app {

/// One schedule as it is asked for: its picture, or why there is none.
struct ShownSchedule {
    QString title;
    ScheduleChartPtr chart; ///< null: see problem
    QString problem;
    bool preview = false; ///< drawn with equal stages until the simulation is done
};

/// What of the schedules is seen, and how large.
struct ScheduleFrame {
    double width = 0;
    double rowHeight = 18;
    double begin = 0; ///< of the time that is seen, in the schedules' unit
    double end = 1;
    double top = 0; ///< of the part that is exposed; what is above or below it is not laid out
    double bottom = 1e9;
    std::int32_t heldRank = -1; ///< whose memory is drawn; -1: the fullest
    double header = 88;         ///< for the rows' names: headerFor()
};

/// An action of a shown schedule.
struct ActionAt {
    std::size_t band = 0;
    std::size_t rank = 0;
    std::size_t index = 0;
    friend bool operator==(const ActionAt&, const ActionAt&) = default;
};

/// Traffic, recomputing or the optimizer of a shown pipeline: \c index of its chart's extras.
struct StripAt {
    std::size_t band = 0;
    std::size_t rank = 0;
    std::size_t index = 0;
    friend bool operator==(const StripAt&, const StripAt&) = default;
};

struct ScheduleBox {
    QRectF rect;
    planner::ActionKind kind = planner::ActionKind::Forward;
    bool folded = false;   ///< stands for several, of which \c kind takes most time
    bool oddChunk = false; ///< of a rank's second, fourth… chunk: paler
    QString label;
};
/// Traffic, streaming, recomputing, the optimizer.
struct ScheduleStrip {
    QRectF rect;
    core::OpClass operation = core::OpClass::Host;
    bool recompute = false;
    QString label;
};
struct ScheduleRow {
    QRectF rect; ///< of the passes, without its name
    QString name;
    QString idle; ///< share of the step
};
/// A value over time beneath a schedule.
struct ScheduleCurve {
    QRectF area;
    QPolygonF outline; ///< closed, from the zero line
    QString name;
    QString most;
    double limitY = -1; ///< of the capacity; negative: none
};
struct ScheduleBand {
    QRectF caption;
    QString title;
    QString figures;
    QString problem;
    std::vector<ScheduleRow> rows;
    ScheduleCurve idle; ///< share of the ranks that wait
    ScheduleCurve held; ///< what one rank holds
    double bottom = 0;
};
struct ScheduleTick {
    double x = 0;
    QString label;
};
struct ScheduleGeometry {
    std::vector<ScheduleBand> bands;
    std::vector<ScheduleBox> boxes;
    std::vector<ScheduleStrip> strips;
    std::vector<ScheduleTick> ticks;
    double height = 0;
};

inline constexpr double kScheduleRuler = 24; ///< above the first band
inline constexpr double kScheduleIdle = 64;  ///< for the idle shares, on the right

[[nodiscard]] double timeToX(const ScheduleFrame& frame, double time);
[[nodiscard]] double xToTime(const ScheduleFrame& frame, double x);

/// The latest end of what is shown; 1 where there is nothing.
[[nodiscard]] double endOf(const std::vector<ShownSchedule>& shown);
/// Whether its rows are named for themselves: no pipeline.
[[nodiscard]] inline bool hasLanes(const ScheduleChart& chart) { return !chart.rows.empty(); }
/// Where in \p row a strip from \p from to \p to lies: traffic at its foot, supersteps at its head, what
/// stands for itself over all of it.
[[nodiscard]] QRectF stripRect(const ScheduleChart& chart, const ScheduleExtra& extra, double from, double to,
                               const QRectF& row);
/// The first action from \p from on that ends after \p time.
[[nodiscard]] std::size_t firstEndingAfter(const std::vector<planner::ActionSpan>& spans, std::size_t from,
                                           double time);

/// The action at \p point; none between actions and outside.
[[nodiscard]] std::optional<ActionAt> actionAt(const std::vector<ShownSchedule>& shown,
                                               const ScheduleFrame& frame, const ScheduleGeometry& geometry,
                                               QPointF point);
[[nodiscard]] QRectF rectOf(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame,
                            const ScheduleGeometry& geometry, const ActionAt& at);
/// The strip at \p point of a pipeline's row; of those that lie there the last to begin.
[[nodiscard]] std::optional<StripAt> stripAt(const std::vector<ShownSchedule>& shown,
                                             const ScheduleFrame& frame, const ScheduleGeometry& geometry,
                                             QPointF point);
[[nodiscard]] QRectF rectOf(const std::vector<ShownSchedule>& shown, const ScheduleFrame& frame,
                            const ScheduleGeometry& geometry, const StripAt& at);
/// What \p at waits for, besides the action before it on its rank.
[[nodiscard]] std::vector<ActionAt> dependenciesOf(const std::vector<ShownSchedule>& shown,
                                                   const ActionAt& at);

/// "F", "B", "I", "W", "FB": told beside the colour.
[[nodiscard]] QString letterOf(planner::ActionKind kind);
/// A time of \p chart: seconds with a unit, or a plain number.
[[nodiscard]] QString scheduleTime(const ScheduleChart& chart, double time);
/// The moment after (\p forward) or before \p time at which something begins or ends; the ends of the step
/// where nothing does.
[[nodiscard]] double nextMoment(const std::vector<ShownSchedule>& shown, double time, bool forward);

} // namespace shardscope::app
