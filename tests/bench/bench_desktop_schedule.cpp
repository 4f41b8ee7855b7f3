// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does while a slider of the Schedule page moves: three schedules of 64 stages and 512
// micro-batches ordered, timed, laid out and painted, in the window's own thread. The mark to hold it
// against: their ordering and timing alone.
#include "app/desktop/base/language.h"
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/pages/schedule/schedule_controls.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/window/main_window.h"
#include "tests/bench/desktop_application.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QSpinBox>

namespace {

using namespace shardscope;

app::SchedulePage& page()
{
    bench::needApplication();
    static app::Language language;
    // Never destroyed: what Qt itself keeps until the program ends is gone before statics of this file.
    static auto* window = new app::MainWindow(core::Catalog(SHARDSCOPE_SOURCE_DIR "/resources"), language,
                                              app::SchemeChoice::Light, app::Scheme::Light);
    window->resize(1440, 900);
    window->show();
    window->showPage("schedule");
    return *window->findChild<app::SchedulePage*>();
}

/// range(0): stages, range(1): micro-batches.
void BM_DesktopScheduleSlider(benchmark::State& state)
{
    app::ScheduleControls& controls = page().controls();
    controls.pipeline().field()->setValue(static_cast<int>(state.range(0)));
    const auto most = static_cast<int>(state.range(1));
    for (auto _ : state) {
        QSpinBox& field = *controls.microBatches().field();
        field.setValue(field.value() == most ? most - 1 : most);
        QApplication::sendPostedEvents();
        QApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    }
    state.counters["boxes"] = static_cast<double>(page().view().geometryOfSchedules().boxes.size());
}
BENCHMARK(BM_DesktopScheduleSlider)->Args({8, 32})->Args({64, 512})->Unit(benchmark::kMillisecond);

void BM_DesktopScheduleTiming(benchmark::State& state)
{
    using planner::ScheduleKind;
    for (auto _ : state) {
        for (const ScheduleKind kind :
             {ScheduleKind::Gpipe, ScheduleKind::OneForwardOneBackward, ScheduleKind::ZbH1})
            benchmark::DoNotOptimize(app::chartAlone(kind, state.range(0), state.range(1), 2, {}, false));
    }
}
BENCHMARK(BM_DesktopScheduleTiming)->Args({64, 512})->Unit(benchmark::kMillisecond);

/// A frame while a moment is played: only the marks are new.
void BM_DesktopSchedulePlay(benchmark::State& state)
{
    app::ScheduleControls& controls = page().controls();
    controls.pipeline().field()->setValue(64);
    controls.microBatches().field()->setValue(512);
    QApplication::processEvents();
    app::ScheduleView& view = page().view();
    double share = 0;
    for (auto _ : state) {
        share = share > 0.9 ? 0 : share + 0.01;
        view.setMoment(share * view.end());
        QApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    }
}
BENCHMARK(BM_DesktopSchedulePlay)->Unit(benchmark::kMillisecond);

} // namespace
