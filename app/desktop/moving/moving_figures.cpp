// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/moving/moving_figures.h"

#include "app/desktop/charts/moving/cube_cut.h"
#include "app/desktop/charts/moving/moving_scenes.h"
#include "app/desktop/charts/moving/schedule_moment.h"
#include "app/desktop/charts/plan/plan_scenes.h"
#include "app/desktop/plan/plan_schedules.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/plan/commands.h"
#include "app/session/simulate/wanted_schedule.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/base/text_mark.h"

#include <algorithm>

namespace shardscope::app {
namespace {

using MovingMade = core::Result<Figure>;
using SceneAt = std::function<SceneMaker(std::size_t)>;

std::shared_ptr<const core::Table> kept(core::Table table)
{
    return std::make_shared<const core::Table>(std::move(table));
}

/// A figure of \p frames, at the one that is asked for, else at \p usual.
Figure goingBySteps(const MovingInput& given, std::size_t frames, std::size_t usual, SceneAt at)
{
    Figure figure;
    figure.frames = frames;
    figure.frame = std::min(given.frame.value_or(usual), frames - 1);
    figure.scene = at(figure.frame);
    figure.at = std::move(at);
    return figure;
}

core::Error nothingMoves(const char* why)
{
    return core::errorIn(core::ErrorCode::Inconsistent, {core::phrase(why)}, "--export");
}

MovingMade collective(const MovingInput& given, planner::Pattern pattern)
{
    SHARDSCOPE_TRY(
        planner::CollectiveSteps made,
        planner::planCollective(*given.state.model, *given.state.hardware, *given.evaluation, pattern));
    const auto steps = std::make_shared<const planner::CollectiveSteps>(std::move(made));
    const std::size_t frames = framesOf(*steps);
    Figure figure = goingBySteps(given, frames, frames / 2, [steps](std::size_t frame) -> SceneMaker {
        return [steps, frame](double width, const Theme& theme) {
            return chunkScene(*steps, frame, width, theme);
        };
    });
    figure.table = kept(collectiveTables(*steps).back());
    return figure;
}

MovingMade cut(const MovingInput& given, LatticeColor by)
{
    return goingBySteps(given, kCutFrames, kCutFrames - 1,
                        [evaluation = given.evaluation, node = given.state.hardware->devicesPerNode,
                         by](std::size_t frame) -> SceneMaker {
                            return [evaluation, node, by, frame](double width, const Theme& theme) {
                                return cubeCutScene(evaluation, node, by, frame, width, theme);
                            };
                        });
}

MovingMade slices(const MovingInput& given, const core::Task& task)
{
    SHARDSCOPE_TRY(PlanSlices made,
                   planSlices(*given.state.model, *given.state.hardware, *given.evaluation, task));
    const auto shared = std::make_shared<const PlanSlices>(std::move(made));
    Figure figure = goingBySteps(given, kSliceFrames, 1, [shared](std::size_t frame) -> SceneMaker {
        return [shared, frame](double width, const Theme& theme) {
            return sliceScene(*shared, frame, width, theme);
        };
    });
    figure.table = kept(sliceTable(*shared));
    return figure;
}

/// No phase stands out before it is asked for.
MovingMade phases(const MovingInput& given, const core::Task& task)
{
    SHARDSCOPE_TRY(core::Report made, planner::phaseReport(*given.state.model, *given.state.hardware,
                                                           given.state.plan, 0, task));
    const auto report = std::make_shared<const core::Report>(std::move(made));
    const auto at = [report](std::optional<std::size_t> frame) -> SceneMaker {
        return [report, frame](double width, const Theme& theme) {
            return phaseScene(*report->table("phase_matrix"), *report->table("phases"), width, theme, frame);
        };
    };
    const std::size_t count = std::max<std::size_t>(1, report->table("phases")->rows.size());
    Figure figure = goingBySteps(given, count, 0, [at](std::size_t frame) { return at(frame); });
    figure.scene = at(given.frame ? std::optional(figure.frame) : std::nullopt);
    figure.table = kept(*report->table("phases"));
    return figure;
}

MovingMade doubling(const MovingInput& given, const core::Task& task)
{
    SHARDSCOPE_TRY(std::vector<DoubledDevices> made,
                   doubledDevices(*given.state.model, *given.state.hardware, given.state.plan, task));
    const auto shared = std::make_shared<const std::vector<DoubledDevices>>(std::move(made));
    Figure figure =
        goingBySteps(given, shared->size(), shared->size() - 1, [shared](std::size_t frame) -> SceneMaker {
            return [shared, frame](double width, const Theme& theme) {
                return doublingScene(*shared, frame, width, theme);
            };
        });
    figure.table = kept(doubledTable(*shared));
    return figure;
}

MovingMade zeroMessages(const MovingInput& given, const core::Task& task)
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

MovingMade dispatch(const MovingInput& given, const core::Task& task)
{
    SHARDSCOPE_TRY(const ExpertDispatch made,
                   expertDispatch(*given.state.model, *given.state.hardware, *given.evaluation, task));
    Figure figure;
    figure.table = kept(dispatchTable(made));
    figure.scene = [made](double width, const Theme& theme) { return dispatchScene(made, width, theme); };
    return figure;
}

/// The plan's pipeline in the orders that the field knows, whatever its own is.
MovingMade bubbles(const MovingInput& given, const core::Task& task)
{
    constexpr std::int64_t kChunks = 2; // of a rank, where the order has several
    const core::Plan& plan = given.state.plan;
    const std::vector<WantedSchedule> taught = taughtSchedules(plan);
    if (taught.empty())
        return nothingMoves(W_("the plan has no pipeline"));
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
    const auto shared = std::make_shared<const std::vector<ShownSchedule>>(std::move(shown));
    return goingBySteps(given, kScheduleFrames, kScheduleFrames / 2,
                        [shared](std::size_t frame) -> SceneMaker {
                            return [shared, frame](double width, const Theme& theme) {
                                return scheduleMomentScene(*shared, frame, width, theme);
                            };
                        });
}

constexpr MovingFigure kMovingRows[] = {
    {"plan.cut", [] { return Words::tr("A model cut along t, along p, and copied: coloured by stage"); },
     [](const MovingInput& given, const core::Task&) { return cut(given, LatticeColor::Stage); }},
    {"plan.cut_by_memory",
     [] { return Words::tr("A model cut along t, along p, and copied: coloured by memory"); },
     [](const MovingInput& given, const core::Task&) { return cut(given, LatticeColor::Memory); }},
    {"plan.cut_by_node",
     [] { return Words::tr("A model cut along t, along p, and copied: coloured by node"); },
     [](const MovingInput& given, const core::Task&) { return cut(given, LatticeColor::Node); }},
    {"plan.slices", [] { return Words::tr("What replicas share, and the slice that each keeps (rts)"); },
     slices},
    {"plan.phases", [] { return Words::tr("Bytes resident of each layer in each phase"); }, phases},
    {"plan.zero_messages", [] { return Words::tr("What ranks send each other at each stage of ZeRO"); },
     zeroMessages},
    {"plan.doubling", [] { return Words::tr("State, batch, memory and rate as devices double"); }, doubling},
    {"plan.dispatch", [] { return Words::tr("Tokens on their way to experts, and the busiest rank"); },
     dispatch},
    {"plan.bubbles", [] { return Words::tr("Bubbles of five schedules, and what is in flight"); }, bubbles},
    {"collective.ring", [] { return Words::tr("An all-reduce around a ring, chunk by chunk"); },
     [](const MovingInput& given, const core::Task&) { return collective(given, planner::Pattern::Ring); }},
    {"collective.tree", [] { return Words::tr("An all-reduce over two trees, chunk by chunk"); },
     [](const MovingInput& given, const core::Task&) { return collective(given, planner::Pattern::Tree); }},
    {"collective.scatter_gather",
     [] { return Words::tr("A reduce-scatter and an all-gather, chunk by chunk"); },
     [](const MovingInput& given, const core::Task&) {
         return collective(given, planner::Pattern::ScatterGather);
     }},
    {"collective.all_to_all", [] { return Words::tr("An all-to-all between pairs, chunk by chunk"); },
     [](const MovingInput& given, const core::Task&) {
         return collective(given, planner::Pattern::AllToAll);
     }},
    {"collective.hierarchical",
     [] { return Words::tr("An all-reduce in nodes and between them, chunk by chunk"); },
     [](const MovingInput& given, const core::Task&) {
         return collective(given, planner::Pattern::Hierarchical);
     }},
};

} // namespace

std::span<const MovingFigure> movingFigures() { return kMovingRows; }

core::Result<Figure> makeMoving(const MovingFigure& one, const MovingInput& given, const core::Task& task)
{
    if (!given.state.complete() || !given.evaluation)
        return nothingMoves(W_("no plan is open"));
    SHARDSCOPE_TRY(Figure figure, one.make(given, task));
    figure.title = one.title();
    figure.sentence = Words::tr("%1 on %2: %3")
                          .arg(titleOf(given.state.model), titleOf(given.state.hardware),
                               planSummary(given.evaluation->plan));
    figure.name = QLatin1String(one.name);
    return figure;
}

} // namespace shardscope::app
