// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a plan, each by itself.
#include "app/desktop/charts/plan/heap_scene.h"
#include "app/desktop/charts/plan/lattice.h"
#include "app/desktop/charts/plan/memory_bars.h"
#include "app/desktop/charts/plan/plan_scenes.h"
#include "app/desktop/charts/plan/stage_cut.h"
#include "app/desktop/charts/plan/step_chart.h"
#include "app/desktop/charts/plan/step_memory.h"
#include "app/desktop/charts/plan/zero_stack.h"
#include "app/desktop/charts/schedule/step_in_time.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/export/picture.h"
#include "app/desktop/moving/moving_figures.h"
#include "app/desktop/plan/plan_words.h"
#include "app/session/plan/stage_layers.h"
#include "app/session/questions/zero_stages.h"
#include "app/session/tables/tables.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"

#include <algorithm>

namespace shardscope::app {
namespace {

/// A picture with the same as a table.
struct SceneAndTwin {
    SceneAndTwin(SceneMaker maker, std::shared_ptr<const core::Table> twin = nullptr)
        : scene(std::move(maker))
        , table(std::move(twin))
    {
    }
    SceneMaker scene;
    std::shared_ptr<const core::Table> table;
};
using Made = core::Result<SceneAndTwin>;

std::shared_ptr<const core::Table> shared(core::Table table)
{
    return std::make_shared<const core::Table>(std::move(table));
}

Made made(SceneMaker maker, const char* why, std::shared_ptr<const core::Table> twin = nullptr)
{
    if (!maker)
        return nothingToShow(why);
    return SceneAndTwin(std::move(maker), std::move(twin));
}

/// The stage that holds most at its peak.
std::shared_ptr<const core::MemoryTrace> fullestTrace(std::vector<core::MemoryTrace> traces)
{
    const auto fullest = std::ranges::max_element(
        traces, {}, [](const core::MemoryTrace& trace) { return foldTrace(trace, 1).peak; });
    return fullest == traces.end() ? nullptr : std::make_shared<const core::MemoryTrace>(std::move(*fullest));
}

Made overTheStep(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(std::vector<core::MemoryTrace> traces,
                   planner::traceStages(*given.state.model, *given.state.hardware, given.state.plan, task));
    const auto trace = fullestTrace(std::move(traces));
    if (!trace)
        return nothingToShow(W_("the allocator is not simulated for this plan"));
    return SceneAndTwin(
        [trace, capacity = deviceCapacity(*given.evaluation)](double width, const Theme& theme) {
            return stepMemoryScene(*trace, capacity, width, theme);
        },
        shared(memoryCurveTable(*trace)));
}

Made heap(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(std::vector<planner::HeapCase> cases,
                   planner::heapCases(*given.state.model, *given.state.hardware, given.state.plan, task));
    if (!hasHeapScene(cases))
        return nothingToShow(
            W_("the heap shows no more than the memory over the step: every request finds room"));
    return SceneAndTwin([cases = std::make_shared<const std::vector<planner::HeapCase>>(std::move(cases)),
                         capacity = deviceCapacity(*given.evaluation)](double width, const Theme& theme) {
        return heapScene(*cases, capacity, width, theme);
    });
}

/// Of the first stage.
core::Result<std::shared_ptr<const core::Report>> phases(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(core::Report report, planner::phaseReport(*given.state.model, *given.state.hardware,
                                                             given.state.plan, 0, task));
    return std::make_shared<const core::Report>(std::move(report));
}

Made streaming(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::shared_ptr<const core::Report> report, phases(given, task));
    return SceneAndTwin(
        [report](double width, const Theme& theme) {
            return streamingScene(*report->table("streaming_needed"), width, theme);
        },
        shared(*report->table("streaming_needed")));
}

Made activations(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(
        planner::ActivationChoices choices,
        planner::activationChoices(*given.state.model, *given.state.hardware, given.state.plan, task));
    const auto report = std::make_shared<const core::Report>(std::move(choices.report));
    return SceneAndTwin(
        [report](double width, const Theme& theme) {
            return breakEvenScene(*report->table("break_even"), width, theme);
        },
        shared(*report->table("break_even")));
}

Made stepInTime(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(ScheduleChart chart, simulateChart(*given.state.model, *given.state.hardware,
                                                      given.state.plan, {}, false, task));
    core::Table table = stepInTimeTable(chart);
    return SceneAndTwin(stepInTimeScene(std::make_shared<const ScheduleChart>(std::move(chart))),
                        shared(std::move(table)));
}

Made stages(const Given& given, const core::Task&)
{
    const std::int64_t layers = planner::layersOf(*given.state.model);
    if (layers == 0)
        return nothingToShow(W_("the model has no layers that could be cut into stages"));
    return SceneAndTwin([cut = DrawnCut{given.evaluation, layersOfStages(given.state.plan, layers)}](
                            double width, const Theme& theme) { return stageScene(cut, width, theme); });
}

Made lattice(const Given& given, LatticeColor by)
{
    return SceneAndTwin(latticeScene(given.evaluation, given.state.hardware->devicesPerNode, by,
                                     usualForm(*given.evaluation)),
                        shared(memoryTable(*given.evaluation)));
}

Made zero(const Given& given, const core::Task& task)
{
    SHARDSCOPE_TRY(const std::vector<ZeroStage> stages,
                   zeroStages(*given.state.model, *given.state.hardware, given.state.plan, task));
    return SceneAndTwin(
        [stages](double width, const Theme& theme) { return zeroStackScene(stages, width, theme); },
        shared(zeroStageTable(stages)));
}

struct PlanRow {
    const char* name;
    QString (*title)();
    Made (*scene)(const Given&, const core::Task&);
};

constexpr PlanRow kPlanRows[] = {
    {"plan.memory", [] { return Words::tr("Memory of each class of rank against its capacity"); },
     [](const Given& given, const core::Task&) { return Made(memoryScene(given.evaluation)); }},
    {"plan.devices", [] { return Words::tr("Devices, coloured by the share of memory used"); },
     [](const Given& given, const core::Task&) { return lattice(given, LatticeColor::Memory); }},
    {"plan.stage_devices", [] { return Words::tr("Devices, coloured by the pipeline's stage"); },
     [](const Given& given, const core::Task&) { return lattice(given, LatticeColor::Stage); }},
    {"plan.node_devices", [] { return Words::tr("Devices, coloured by their node"); },
     [](const Given& given, const core::Task&) { return lattice(given, LatticeColor::Node); }},
    {"plan.zero", [] { return Words::tr("Bytes for each parameter at each stage of ZeRO"); }, zero},
    {"plan.step", [] { return Words::tr("Where the time goes"); },
     [](const Given& given, const core::Task&) {
         return made(stepScene(given.evaluation), W_("the step cannot be timed"),
                     shared(stepTable(*given.evaluation)));
     }},
    {"plan.step_in_time", [] { return Words::tr("The step in time"); }, stepInTime},
    {"plan.communication", [] { return Words::tr("Communication of one rank in a step"); },
     [](const Given& given, const core::Task&) {
         return made(tableScene(std::make_shared<const core::Table>(
                         communicationTable(*given.evaluation, given.state.hardware.get()))),
                     W_("one device alone has nobody to communicate with"));
     }},
    {"plan.memory_over_step", [] { return Words::tr("Memory over the step"); }, overTheStep},
    {"plan.heap", [] { return Words::tr("The heap of a device over the step"); }, heap},
    {"plan.stages", [] { return Words::tr("Layers of each pipeline stage"); }, stages},
    {"plan.activations", [] { return Words::tr("Activations: keep, recompute or move"); }, activations},
    {"plan.streaming", [] { return Words::tr("Bandwidth of streaming memory needed"); }, streaming},
};

} // namespace

void addPlanFigures(std::vector<FigureKind>& kinds)
{
    for (const PlanRow& row : kPlanRows)
        kinds.push_back(madeBy({row.name, "plan", Need::Plan, kFigureWidth, row.title, nullptr},
                               [row](const Given& given, const core::Task& task) -> core::Result<Figure> {
                                   if (!given.state.complete() || !given.evaluation)
                                       return nothingToShow(W_("no plan is open"));
                                   SHARDSCOPE_TRY(SceneAndTwin drawn, row.scene(given, task));
                                   return Figure{row.title(),
                                                 Words::tr("%1 on %2: %3")
                                                     .arg(titleOf(given.state.model),
                                                          titleOf(given.state.hardware),
                                                          planSummary(given.evaluation->plan)),
                                                 std::move(drawn.scene), std::move(drawn.table)};
                               }));
    kinds.push_back(madeBy(
        {"schedule.bands", "schedule", Need::Schedules, kFigureWidth,
         [] { return Words::tr("Schedules of a pipeline, one above the other"); }, nullptr},
        [](const Given& given, const core::Task&) -> core::Result<Figure> {
            SceneMaker scene = schedulesScene(given.schedules);
            if (!scene)
                return nothingToShow(W_("no plan is open"));
            std::vector<std::pair<std::string, ScheduleChartPtr>> charts;
            for (const ShownSchedule& shown : given.schedules)
                charts.emplace_back(shown.title.toStdString(), shown.chart);
            return Figure{Words::tr("Schedules of a pipeline, one above the other"),
                          titleOf(given.state.model), std::move(scene), shared(schedulesTable(charts))};
        }));
}

void addMovingFigures(std::vector<FigureKind>& kinds)
{
    for (const MovingFigure& one : movingFigures())
        kinds.push_back(madeBy({one.name, "plan", Need::Plan, kFigureWidth, one.title, nullptr},
                               [one](const Given& given, const core::Task& task) -> core::Result<Figure> {
                                   return makeMoving(one, {given.state, given.evaluation, given.frame}, task);
                               }));
}

} // namespace shardscope::app
