// SPDX-License-Identifier: GPL-3.0-or-later
// Time to draw a frame of the timeline: geometry, and geometry with painting, at 1 M slices over 1600 x 900
// pixels.
#include "app/desktop/timeline/painter.h"
#include "core/timeline/timeline_builder.h"

#include <benchmark/benchmark.h>

#include <QGuiApplication>
#include <QImage>

namespace {

using namespace shardscope;

constexpr int kTracks = 32;
constexpr int kWidth = 1400;
constexpr int kHeight = 860;

/// Slices of 1 to 64 us with short gaps, in two depths on 32 tracks; a hundred names.
app::RunViewPtr madeRun(std::int64_t slices)
{
    core::TimelineBuilder builder;
    std::vector<core::NameId> names;
    for (int name = 0; name < 100; ++name)
        names.push_back(builder.intern("void kernel_number_" + std::to_string(name) + "<float>(float*)"));
    const core::NameId category = builder.intern("kernel");
    std::uint64_t dice = 1;
    const auto next = [&](std::uint64_t bound) {
        dice = dice * 6364136223846793005ULL + 1442695040888963407ULL;
        return (dice >> 33) % bound;
    };
    for (int index = 0; index < kTracks; ++index) {
        const core::TrackId track = builder.track("1", std::to_string(index));
        std::int64_t at = 0;
        for (std::int64_t made = 0; made < slices / kTracks; made += 2) {
            const auto length = static_cast<std::int64_t>(1000 + next(63'000));
            builder.slice(track, at, length, names[next(100)], category);
            builder.slice(track, at + length / 4, length / 2, names[next(100)], category);
            at += length + static_cast<std::int64_t>(next(4'000));
        }
    }
    core::LayoutTally tally;
    auto run = std::make_shared<core::Run>();
    run->timeline = builder.build({}, tally).value();
    return app::makeRunView(std::move(run), {}).value();
}

const app::RunViewPtr& millionSlices()
{
    static int argc = 1;
    static char name[] = "bench";
    static char* argv[] = {name, nullptr};
    static const bool offscreen = qputenv("QT_QPA_PLATFORM", "offscreen");
    static const QGuiApplication application(argc, argv);
    static const app::RunViewPtr run = madeRun(1'000'000);
    benchmark::DoNotOptimize(offscreen);
    return run;
}

/// range(0): the share of the run that is seen, one over it.
app::TimelineViewport seen(const app::RunView& run, std::int64_t part)
{
    const std::int64_t span = (run.slicesEnd - run.slicesBegin) / part;
    const std::int64_t begin = run.slicesBegin + (run.slicesEnd - run.slicesBegin - span) / 2;
    return {{begin, begin + span, kWidth}, 0, kHeight};
}

void BM_TimelineGeometry(benchmark::State& state)
{
    const app::RunViewPtr run = millionSlices();
    const auto layout = app::TrackLayout::make(run->timeline(), {}, 18);
    const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
    std::size_t boxes = 0;
    for (auto _ : state)
        boxes = app::buildGeometry(*run, layout, seen(*run, state.range(0)), meter).boxes.size();
    state.counters["boxes"] = static_cast<double>(boxes);
}
BENCHMARK(BM_TimelineGeometry)->Arg(1)->Arg(10)->Arg(1000)->Unit(benchmark::kMillisecond);

void BM_TimelineFrame(benchmark::State& state)
{
    const app::RunViewPtr run = millionSlices();
    const auto layout = app::TrackLayout::make(run->timeline(), {}, 18);
    const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
    const app::Theme& colors = app::theme(app::Scheme::Light);
    QImage frame(kWidth, kHeight, QImage::Format_RGB32);
    for (auto _ : state) {
        const auto geometry = app::buildGeometry(*run, layout, seen(*run, state.range(0)), meter);
        frame.fill(colors.page);
        QPainter painter(&frame);
        app::paintLanes(painter, geometry, *run, layout, {}, colors);
    }
}
BENCHMARK(BM_TimelineFrame)->Arg(1)->Arg(10)->Arg(1000)->Unit(benchmark::kMillisecond);

} // namespace
