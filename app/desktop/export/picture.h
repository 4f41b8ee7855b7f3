// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures for papers and slides: a view with title, legend and source line, without window furniture.
#pragma once

#include "app/desktop/figures/picture_file.h"
#include "app/desktop/figures/sheet.h"
#include "app/desktop/timeline/run_view.h"
#include "app/desktop/workbench/plan_state.h"
#include "core/plan/evaluation.h"
#include "core/report/report.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace shardscope::profiler {
struct Overview;
}

namespace shardscope::app {

struct PathMarks;

struct AllocationHistory;
struct FoundLayout;
struct PlanSearchAnswer;
struct ShownPlan;
struct ShownQuestion;
struct ShownSchedule;
struct ShownDifference;
struct ShownSearch;
struct Study;

/// The plan's picture: verdict, figures, memory, lattice, step, communication.
[[nodiscard]] Drawing planDrawing(const PlanState& state, std::shared_ptr<const core::Evaluation> evaluation);
inline constexpr int kPlanWidth = 1280;
/// Plans side by side, kPlanWidth wide; null without any.
[[nodiscard]] Drawing plansDrawing(const PlanState& state, const std::vector<ShownPlan>& plans);
/// The study of a recommender: comparison, ZionEX's pictures, PERSIA's.
[[nodiscard]] Drawing recommenderDrawing(const PlanState& state, std::shared_ptr<const Study> study);
inline constexpr int kRecommenderWidth = 1400;
/// The run's picture: the whole run, or [\p begin, \p end) ns where end > begin; over it \p path, if any.
[[nodiscard]] Drawing timelineDrawing(const RunViewPtr& run, std::int64_t begin = 0, std::int64_t end = 0,
                                      std::shared_ptr<const PathMarks> path = nullptr);
inline constexpr int kTimelineWidth = 1600;

/// Schedules one above the other; \p state: what they are schedules of, where a plan is open.
[[nodiscard]] Drawing scheduleDrawing(const PlanState& state, std::vector<ShownSchedule> shown);
inline constexpr int kScheduleWidth = 1600;
/// The same without a sheet's title; null without any. \p moment: how far it is played, a fraction of the
/// whole.
[[nodiscard]] SceneMaker schedulesScene(std::vector<ShownSchedule> shown, double moment = 1);

/// A report of \p run: findings, charts, the first rows of its tables.
[[nodiscard]] Drawing reportDrawing(const RunViewPtr& run, std::shared_ptr<const core::Report> report);
inline constexpr int kReportWidth = 1280;
/// The overview of \p run, called \p title: what it is, how a step divides, what costs most.
[[nodiscard]] Drawing overviewDrawing(const RunViewPtr& run, const QString& title,
                                      std::shared_ptr<const profiler::Overview> overview);
/// Draws two sides: sentences, the way from A's step to B's, both steps on one ruler, the largest
/// differences; null without.
[[nodiscard]] Drawing differenceDrawing(const std::shared_ptr<const ShownDifference>& shown);
/// A table under \p title, with \p said between them and \p source at the foot; null without a table.
[[nodiscard]] Drawing tableDrawing(const QString& title, const QStringList& said,
                                   std::shared_ptr<const core::Table> table, const QString& source);
/// What an allocator held over time, and its segments at \p moment.
[[nodiscard]] Drawing memoryDrawing(const RunViewPtr& run, std::shared_ptr<const AllocationHistory> history,
                                    std::int64_t moment);

/// A search's answer: verdict, sweep, scatter, the best plans, what each axis is worth, the waterfall from
/// the open plan to the best, and the command that asks the same; null without an answer and a sweep.
[[nodiscard]] Drawing searchDrawing(const ShownSearch& shown);
inline constexpr int kSearchWidth = 1400;

/// \p layouts with the columns that say which plan it is and what it comes to: a sheet has no room for all.
[[nodiscard]] core::Table shortLayouts(const PlanSearchAnswer& answer,
                                       const std::vector<FoundLayout>& layouts, const char* key);

/// Questions about \p model with their answers and the tables behind these, kSearchWidth wide; null without
/// any.
[[nodiscard]] Drawing questionsDrawing(const QString& model, const std::vector<ShownQuestion>& shown);

/// \p table with the columns of \p keys only, in their order.
[[nodiscard]] core::Table onlyColumns(const core::Table& table, std::initializer_list<const char*> keys);
/// What \p run did in [\p begin, \p end) ns, at most \p tallest pixels of its rows.
void drawSpan(Sheet& sheet, const RunView& run, std::int64_t begin, std::int64_t end, double tallest);
/// The same without a sheet's title, at most as tall as lanes among others; null without any.
[[nodiscard]] SceneMaker lanesOfRun(const RunViewPtr& run, std::int64_t begin, std::int64_t end);
/// The files of \p run, for the sheet's last line; empty of a simulation.
[[nodiscard]] QString filesOf(const core::Run& run);
/// The first rows of a table; what is left out is said.
void drawTable(Sheet& sheet, const core::Table& table);

} // namespace shardscope::app
