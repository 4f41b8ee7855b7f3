// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures for papers and slides: a view with title, legend and source line, without window furniture.
#pragma once

#include "app/desktop/theme/theme.h"
#include "app/desktop/timeline/run_view.h"
#include "app/desktop/workbench/plan_state.h"
#include "core/base/result.h"
#include "core/plan/evaluation.h"
#include "core/report/report.h"

#include <QSize>

#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

class QPainter;

namespace shardscope::profiler {
struct Overview;
}

namespace shardscope::app {

struct PathMarks;

struct AllocationHistory;
struct ShownPlan;
struct ShownQuestion;
struct ShownSchedule;
struct ShownSearch;
struct ShownSteps;
struct Study;

/// Draws itself at \p width pixels and returns the height it took. Called twice: to measure, then to draw.
using Drawing = std::function<double(QPainter& painter, double width)>;

struct PictureForm {
    QSize size;       ///< pixels at 1x; an empty height follows the content, an empty width is the view's own
    double scale = 1; ///< of a PNG
    bool outlines = false; ///< text of an SVG as outlines
    Scheme scheme = Scheme::Light;
};

/// Writes \p drawing to \p file as its suffix says: .svg, .png or .pdf. \p title goes into the file's own
/// description. Errors: UnknownValue (suffix), FileUnwritable.
[[nodiscard]] core::Result<core::Done> writePicture(const Drawing& drawing, const QString& file,
                                                    const QString& title, const PictureForm& form,
                                                    int ownWidth);

/// The plan's picture: verdict, figures, memory, lattice, step, communication.
[[nodiscard]] Drawing planDrawing(const PlanState& state, std::shared_ptr<const core::Evaluation> evaluation,
                                  Scheme scheme);
inline constexpr int kPlanWidth = 1280;
/// Plans side by side, kPlanWidth wide; null without any.
[[nodiscard]] Drawing plansDrawing(const PlanState& state, const std::vector<ShownPlan>& plans,
                                   Scheme scheme);
/// The study of a recommender: comparison, ZionEX's pictures, PERSIA's.
[[nodiscard]] Drawing recommenderDrawing(const PlanState& state, std::shared_ptr<const Study> study,
                                         Scheme scheme);
inline constexpr int kRecommenderWidth = 1400;
/// The run's picture: the whole run, or [\p begin, \p end) ns where end > begin; over it \p path, if any.
[[nodiscard]] Drawing timelineDrawing(const RunViewPtr& run, Scheme scheme, std::int64_t begin = 0,
                                      std::int64_t end = 0, std::shared_ptr<const PathMarks> path = nullptr);
inline constexpr int kTimelineWidth = 1600;

/// Schedules one above the other; \p state: what they are schedules of, where a plan is open.
[[nodiscard]] Drawing scheduleDrawing(const PlanState& state, std::vector<ShownSchedule> shown,
                                      Scheme scheme);
inline constexpr int kScheduleWidth = 1600;

/// A report of \p run: findings, charts, the first rows of its tables.
[[nodiscard]] Drawing reportDrawing(const RunViewPtr& run, std::shared_ptr<const core::Report> report,
                                    Scheme scheme);
inline constexpr int kReportWidth = 1280;
/// The overview of \p run, called \p title: what it is, how a step divides, what costs most.
[[nodiscard]] Drawing overviewDrawing(const RunViewPtr& run, const QString& title,
                                      std::shared_ptr<const profiler::Overview> overview, Scheme scheme);
/// Two steps under each other, and the table of where they went apart.
[[nodiscard]] Drawing stepsDrawing(const ShownSteps& shown, Scheme scheme);
/// A table under \p title, with \p said between them and \p source at the foot; null without a table.
[[nodiscard]] Drawing tableDrawing(const QString& title, const QStringList& said,
                                   std::shared_ptr<const core::Table> table, const QString& source,
                                   Scheme scheme);
/// What an allocator held over time, and its segments at \p moment.
[[nodiscard]] Drawing memoryDrawing(const RunViewPtr& run, std::shared_ptr<const AllocationHistory> history,
                                    std::int64_t moment, Scheme scheme);

/// A search's answer: verdict, sweep, scatter, the best plans, what each axis is worth, the waterfall from
/// the open plan to the best, and the command that asks the same; null without an answer and a sweep.
[[nodiscard]] Drawing searchDrawing(const ShownSearch& shown, Scheme scheme);
inline constexpr int kSearchWidth = 1400;

/// Questions about \p model with their answers and the tables behind these, kSearchWidth wide; null without
/// any.
[[nodiscard]] Drawing questionsDrawing(const QString& model, const std::vector<ShownQuestion>& shown,
                                       Scheme scheme);

/// "Shardscope 0.1.0 · 2026-01-31": what every picture ends with, after what it shows.
[[nodiscard]] QString programLine();

} // namespace shardscope::app
