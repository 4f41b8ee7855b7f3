// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a plan that go step by step (--frame).
#include "app/desktop/charts/moving/cube_cut.h"
#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/desktop/charts/moving/schedule_moment.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/plan/plan_schedules.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/simulate/wanted_schedule.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>

namespace shardscope::app {
namespace {

using MovingMade = core::Result<Figure>;

std::shared_ptr<const core::Table> kept(core::Table table)
{
    return std::make_shared<const core::Table>(std::move(table));
}

/// The frame that is asked for, else \p usual.
std::size_t frameOf(const Given& given, std::size_t frames, std::size_t usual)
{
    return std::min(given.frame.value_or(usual), frames - 1);
}

MovingMade collective(const Given& given, planner::Pattern pattern)
{
    SHARDSCOPE_TRY(
        planner::CollectiveSteps made,
        planner::planCollective(*given.state.model, *given.state.hardware, *given.evaluation, pattern));
    const auto steps = std::make_shared<const planner::CollectiveSteps>(std::move(made));
    Figure figure;
    const std::size_t frames = framesOf(*steps);
    figure.scene = [steps, frame = frameOf(given, frames, frames / 2)](double width, const Theme& theme) {
        return chunkScene(*steps, frame, width, theme);
    };
    figure.table = kept(collectiveTables(*steps).back());
    return figure;
}

MovingMade cut(const Given& given, LatticeColor by)
{
    Figure figure;
    figure.scene = [evaluation = given.evaluation, node = given.state.hardware->devicesPerNode, by,
                    frame = frameOf(given, kCutFrames, kCutFrames - 1)](double width, const Theme& theme) {
        return cubeCutScene(evaluation, node, by, frame, width, theme);
    };
    return figure;
}

MovingMade slices(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(PlanSlices made,
                   planSlices(*given.state.model, *given.state.hardware, *given.evaluation, task));
    Figure figure;
    figure.table = kept(sliceTable(made));
    figure.scene = [made = std::move(made), frame = frameOf(given, kSliceFrames, 1)](
                       double width, const Theme& theme) { return sliceScene(made, frame, width, theme); };
    return figure;
}

MovingMade zeroMessages(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(std::vector<ZeroStage> stages,
                   zeroStages(*given.state.model, *given.state.hardware, given.state.plan, task));
    Figure figure;
    figure.table = kept(zeroStageTable(stages));
    figure.scene = [stages = std::move(stages),
                    replicas = given.state.plan.axes.replicas()](double width, const Theme& theme) {
        return zeroMessageScene(stages, replicas, width, theme);
    };
    return figure;
}

MovingMade dispatch(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(const ExpertDispatch made,
                   expertDispatch(*given.state.model, *given.state.hardware, *given.evaluation, task));
    Figure figure;
    figure.table = kept(dispatchTable(made));
    figure.scene = [made](double width, const Theme& theme) { return dispatchScene(made, width, theme); };
    return figure;
}

/// The plan's pipeline in the orders that the field knows, whatever its own is.
MovingMade bubbles(const Given& given, const core::Task& task)
{
    constexpr std::int64_t kChunks = 2; // of a rank, where the order has several
    const core::Plan& plan = given.state.plan;
    const std::vector<WantedSchedule> taught = taughtSchedules(plan);
    if (taught.empty())
        return nothingToShow(W_("the plan has no pipeline"));
    std::vector<ShownSchedule> shown;
    for (const WantedSchedule& wanted : taught) {
        auto chart = simulateChart(*given.state.model, *given.state.hardware,
                                   planWithSchedule(plan, wanted, kChunks), wanted, false, task);
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (!chart.ok()) { // some need a number of stages or micro-batches that the plan does not have
            shown.push_back({scheduleTitle(plan, wanted, nullptr), nullptr, sentence(chart.error()), false});
            continue;
        }
        QString title = scheduleTitle(plan, wanted, &*chart);
        shown.push_back(
            {std::move(title), std::make_shared<const ScheduleChart>(std::move(*chart)), {}, false});
    }
    Figure figure;
    figure.scene = [shown = std::move(shown), frame = frameOf(given, kScheduleFrames, kScheduleFrames / 2)](
                       double width, const Theme& theme) {
        return scheduleMomentScene(shown, frame, width, theme);
    };
    return figure;
}

struct MovingRow {
    const char* name;
    QString (*title)();
    MovingMade (*make)(const Given&, const core::Task&);
};

constexpr MovingRow kMovingRows[] = {
    {"plan.cut", [] { return Words::tr("A model cut along t, along p, and copied: coloured by stage"); },
     [](const Given& given, const core::Task&) { return cut(given, LatticeColor::Stage); }},
    {"plan.cut_by_memory",
     [] { return Words::tr("A model cut along t, along p, and copied: coloured by memory"); },
     [](const Given& given, const core::Task&) { return cut(given, LatticeColor::Memory); }},
    {"plan.cut_by_node",
     [] { return Words::tr("A model cut along t, along p, and copied: coloured by node"); },
     [](const Given& given, const core::Task&) { return cut(given, LatticeColor::Node); }},
    {"plan.slices", [] { return Words::tr("What replicas share, and the slice that each keeps (rts)"); },
     slices},
    {"plan.zero_messages", [] { return Words::tr("What ranks send each other at each stage of ZeRO"); },
     zeroMessages},
    {"plan.dispatch", [] { return Words::tr("Tokens on their way to experts, and the busiest rank"); },
     dispatch},
    {"plan.bubbles", [] { return Words::tr("Bubbles of five schedules, and what is in flight"); }, bubbles},
    {"collective.ring", [] { return Words::tr("An all-reduce around a ring, chunk by chunk"); },
     [](const Given& given, const core::Task&) { return collective(given, planner::Pattern::Ring); }},
    {"collective.tree", [] { return Words::tr("An all-reduce over two trees, chunk by chunk"); },
     [](const Given& given, const core::Task&) { return collective(given, planner::Pattern::Tree); }},
    {"collective.scatter_gather",
     [] { return Words::tr("A reduce-scatter and an all-gather, chunk by chunk"); },
     [](const Given& given, const core::Task&) {
         return collective(given, planner::Pattern::ScatterGather);
     }},
    {"collective.all_to_all", [] { return Words::tr("An all-to-all between pairs, chunk by chunk"); },
     [](const Given& given, const core::Task&) { return collective(given, planner::Pattern::AllToAll); }},
    {"collective.hierarchical",
     [] { return Words::tr("An all-reduce in nodes and between them, chunk by chunk"); },
     [](const Given& given, const core::Task&) { return collective(given, planner::Pattern::Hierarchical); }},
};

} // namespace

void addMovingFigures(std::vector<FigureKind>& kinds)
{
    for (const MovingRow& row : kMovingRows)
        kinds.push_back(madeBy({row.name, "plan", Need::Plan, kFigureWidth, row.title, nullptr},
                               [row](const Given& given, const core::Task& task) -> core::Result<Figure> {
                                   if (!given.state.complete() || !given.evaluation)
                                       return nothingToShow(W_("no plan is open"));
                                   SHARDSCOPE_TRY(Figure figure, row.make(given, task));
                                   figure.title = row.title();
                                   figure.sentence =
                                       Words::tr("%1 on %2: %3")
                                           .arg(titleOf(given.state.model), titleOf(given.state.hardware),
                                                planSummary(given.evaluation->plan));
                                   return figure;
                               }));
}

} // namespace shardscope::app
