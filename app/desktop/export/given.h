// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures are made of, as values: taken from the pages of a window, or from the files that a command
// names. What there is not is empty.
#pragma once

#include "app/desktop/charts/plan/plans_scene.h"
#include "app/desktop/charts/schedule/schedule_geometry.h"
#include "app/desktop/charts/search/shown_search.h"
#include "app/desktop/memory/allocation_history.h"
#include "app/desktop/pages/ask/question_card.h"
#include "app/desktop/pages/compare/difference_scenes.h"
#include "app/desktop/timeline/run_view.h"
#include "app/desktop/workbench/plan_state.h"
#include "core/plan/evaluation.h"
#include "core/report/report.h"

#include <QStringList>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace shardscope::profiler {
struct Overview;
}

namespace shardscope::app {

struct PathMarks;
struct SolvedStudy;
struct Study;

/// What has to be there before a picture can be made: the words of --figures.
enum class Need {
    Model,
    Hardware,
    Plan,
    Plans,
    Schedules,
    Search,
    Question,
    Recommender,
    Run,
    Overview,
    Analysis,
    Memory,
    Difference,
    Query,
    Study
};
constexpr auto enumNames(Need)
{
    return core::namesUpTo<Need::Study>("model", "hardware", "plan", "plans", "schedules", "search",
                                        "question", "recommender", "run", "overview", "analysis", "memory",
                                        "difference", "query", "study");
}

struct Given {
    PlanState state;
    std::shared_ptr<const core::Evaluation> evaluation; ///< of the state
    std::shared_ptr<const Study> study;
    std::vector<ShownPlan> plans;
    std::vector<ShownSchedule> schedules;
    ShownSearch search;
    QString askedModel;
    std::vector<ShownQuestion> questions;
    RunViewPtr run;
    QString runTitle;
    std::int64_t begin = 0; ///< ns of the run that are shown; all of it where end is not behind it
    std::int64_t end = 0;
    std::shared_ptr<const PathMarks> path; ///< drawn over the run
    std::shared_ptr<const profiler::Overview> overview;
    std::shared_ptr<const core::Report> report; ///< an analysis of the run
    std::shared_ptr<const AllocationHistory> history;
    std::int64_t moment = 0;                  ///< of the history
    std::optional<std::size_t> frame;         ///< of a figure that goes step by step; none: as it reads best
    ShownDifferencePtr difference;            ///< of two sides
    std::shared_ptr<const core::Table> table; ///< of a model or a machine, or what a query answered
    QStringList said;                         ///< beside the table
    std::shared_ptr<const SolvedStudy> jobStudy; ///< one job over several scenarios
};

/// What a file of a picture is called inside.
[[nodiscard]] QString titleOf(const Given& given, Need need);

} // namespace shardscope::app
