// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does at a change of a plan, while a slider is dragged: evaluation, controls, pictures,
// tables and painting, in the window's own thread. The mark to hold it against: the evaluation alone.
#include "app/desktop/base/language.h"
#include "app/desktop/window/main_window.h"
#include "tests/bench/desktop_application.h"

#include <benchmark/benchmark.h>

#include <QApplication>

#include <memory>

namespace {

using namespace shardscope;

struct Case {
    const char* model;
    const char* hardware;
    core::Axes axes;
};
const Case kCases[] = {
    {"gpt2-xl", "dgx-a100-80g", {.tensor = 1, .pipeline = 4, .replica = 8}},
    {"gpt3-175b", "dgx-a100-80g", {.tensor = 8, .pipeline = 8, .replica = 16}},
    {"megatron-1t", "dgx-a100-80g", {.tensor = 8, .pipeline = 64, .replica = 6}},
    {"deepseek-v3", "dgx-h100", {.tensor = 1, .pipeline = 16, .replica = 128, .expert = 64}}};

app::MainWindow& window()
{
    bench::needApplication();
    static app::Language language;
    // Never destroyed: what Qt itself keeps until the program ends is gone before statics of this file.
    static auto* window = new app::MainWindow(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"), language,
                                              app::SchemeChoice::Light, app::Scheme::Light);
    return *window;
}

app::PlanState stateOf(const Case& one)
{
    app::Workbench& bench = window().workbench();
    bench.chooseModel(QString::fromLatin1(one.model));
    bench.chooseHardware(QString::fromLatin1(one.hardware));
    app::PlanState state = bench.state();
    state.plan.axes = one.axes;
    return state;
}

/// Times the way from nothing to a window that has painted itself and takes keys; range(0): pages' keys.
/// Fonts and what else a process reads once are read before.
void BM_DesktopStart(benchmark::State& state)
{
    static const char* const kPages[] = {"home", "plan", "timeline"};
    window();
    static app::Language language;
    for (auto _ : state) {
        auto made = std::make_unique<app::MainWindow>(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"),
                                                      language, app::SchemeChoice::Light, app::Scheme::Light);
        made->resize(1440, 900);
        made->showPage(kPages[state.range(0)]);
        made->show();
        QApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
        benchmark::DoNotOptimize(made->grab());
        state.PauseTiming();
        made.reset();
        state.ResumeTiming();
    }
    state.SetLabel(kPages[state.range(0)]);
}
BENCHMARK(BM_DesktopStart)->DenseRange(0, 2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

/// range(0): the case. Two plans in turn, as one drag.
void BM_DesktopPlanEdit(benchmark::State& state)
{
    app::MainWindow& shown = window();
    shown.resize(1440, 900);
    shown.show();
    app::PlanState plan = stateOf(kCases[state.range(0)]);
    app::Workbench& bench = shown.workbench();
    const int drag = bench.newDrag();
    for (auto _ : state) {
        plan.plan.batch.microBatches = plan.plan.batch.microBatches == 16 ? 32 : 16;
        bench.edit(plan, "edit", drag);
        QApplication::sendPostedEvents();
        QApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    }
    state.SetLabel(kCases[state.range(0)].model);
}
BENCHMARK(BM_DesktopPlanEdit)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

void BM_DesktopPlanEvaluation(benchmark::State& state)
{
    app::PlanState plan = stateOf(kCases[state.range(0)]);
    for (auto _ : state) {
        plan.plan.batch.microBatches = plan.plan.batch.microBatches == 16 ? 32 : 16;
        plan = app::settled(std::move(plan));
        benchmark::DoNotOptimize(
            planner::evaluate(*plan.model, *plan.hardware, plan.plan, planner::Detail::Plain));
    }
    state.SetLabel(kCases[state.range(0)].model);
}
BENCHMARK(BM_DesktopPlanEvaluation)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

} // namespace
