// SPDX-License-Identifier: GPL-3.0-or-later
// Time to draw a frame of the timeline: geometry, and geometry with painting, at 1 M and 10 M slices over
// 1600 x 900 pixels; and what else the window does with so many.
#include "app/desktop/timeline/details/slice_details.h"
#include "app/desktop/timeline/geometry_builder.h"
#include "app/desktop/timeline/overview.h"
#include "app/desktop/timeline/painter.h"
#include "app/desktop/timeline/timeline_view.h"
#include "core/timeline/build/timeline_builder.h"
#include "tests/bench/desktop_application.h"

#include <benchmark/benchmark.h>

#include <QImage>

#include <map>
#include <memory>

namespace {

using namespace shardscope;

constexpr int kTracks = 32;
constexpr int kWidth = 1400;
constexpr int kHeight = 860;

/// Slices of 1 to 64 us with short gaps, in two depths on 32 tracks; a hundred names.
app::RunViewPtr madeRun(std::int64_t slices, int tracks = kTracks)
{
    core::TimelineBuilder builder;
    std::vector<core::NameId> names;
    names.reserve(100);
    for (int name = 0; name < 100; ++name)
        names.push_back(builder.intern("void kernel_number_" + std::to_string(name) + "<float>(float*)"));
    const core::NameId category = builder.intern("kernel");
    std::uint64_t dice = 1;
    const auto next = [&](std::uint64_t bound) {
        dice = dice * 6364136223846793005ULL + 1442695040888963407ULL;
        return (dice >> 33) % bound;
    };
    for (int index = 0; index < tracks; ++index) {
        const core::TrackId track = builder.track("1", std::to_string(index));
        std::int64_t at = 0;
        for (std::int64_t made = 0; made < slices / tracks; made += 2) {
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

/// range(0): millions of slices. Made once each.
const app::RunViewPtr& made(std::int64_t millions)
{
    bench::needApplication();
    static std::map<std::int64_t, app::RunViewPtr> runs;
    app::RunViewPtr& run = runs[millions];
    if (!run)
        run = madeRun(millions * 1'000'000);
    return run;
}

/// \p part: the share of the run that is seen, one over it.
app::TimelineViewport seen(const app::RunView& run, std::int64_t part)
{
    const std::int64_t span = (run.slicesEnd - run.slicesBegin) / part;
    const std::int64_t begin = run.slicesBegin + (run.slicesEnd - run.slicesBegin - span) / 2;
    return {{begin, begin + span, kWidth}, 0, kHeight};
}

/// Millions of slices, and one over the share seen.
void sizes(benchmark::internal::Benchmark* bench)
{
    for (const std::int64_t millions : {1, 10}) {
        for (const std::int64_t part : {1, 10, 1000})
            bench->Args({millions, part});
    }
    bench->Unit(benchmark::kMillisecond);
}

void BM_TimelineGeometry(benchmark::State& state)
{
    const app::RunViewPtr run = made(state.range(0));
    const auto layout = app::TrackLayout::make(run->timeline(), {}, 18);
    const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
    std::size_t boxes = 0;
    for (auto _ : state)
        boxes =
            app::buildGeometry(*run, layout, seen(*run, state.range(1)), meter).panes.front().boxes.size();
    state.counters["boxes"] = static_cast<double>(boxes);
}
BENCHMARK(BM_TimelineGeometry)->Apply(sizes);

void BM_TimelineFrame(benchmark::State& state)
{
    const app::RunViewPtr run = made(state.range(0));
    const auto layout = app::TrackLayout::make(run->timeline(), {}, 18);
    const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
    const app::Theme& colors = app::theme(app::Scheme::Light);
    QImage frame(kWidth, kHeight, QImage::Format_RGB32);
    for (auto _ : state) {
        const auto geometry = app::buildGeometry(*run, layout, seen(*run, state.range(1)), meter);
        frame.fill(colors.page);
        QPainter painter(&frame);
        app::paintLanes(painter, geometry, colors);
    }
}
BENCHMARK(BM_TimelineFrame)->Apply(sizes);

/// A million slices on range(0) tracks, of which the window shows some 24: what is out of sight must cost
/// nothing.
void BM_TimelineManyTracks(benchmark::State& state)
{
    bench::needApplication();
    const app::RunViewPtr run = madeRun(1'000'000, static_cast<int>(state.range(0)));
    const auto layout = app::TrackLayout::make(run->timeline(), {}, 18);
    const app::TextMeter meter(app::interfaceFont(app::TypeSize::Small));
    const app::Theme& colors = app::theme(app::Scheme::Light);
    QImage frame(kWidth, kHeight, QImage::Format_RGB32);
    app::TimelineViewport viewport = seen(*run, 1);
    viewport.top = layout.height() / 2;
    for (auto _ : state) {
        const auto geometry = app::buildGeometry(*run, layout, viewport, meter);
        frame.fill(colors.page);
        QPainter painter(&frame);
        app::paintLanes(painter, geometry, colors);
        app::paintHeaders(painter, geometry, colors);
    }
    state.counters["height"] = layout.height();
}
BENCHMARK(BM_TimelineManyTracks)->Arg(32)->Arg(1024)->Arg(16384)->Unit(benchmark::kMillisecond);

/// What the window does at a key or a click, in the window's own thread.
void BM_TimelineRegroup(benchmark::State& state)
{
    const app::RunViewPtr run = made(10);
    app::Arrangement arrangement;
    arrangement.grouping = app::Grouping::Kind;
    arrangement.filter = "1";
    for (auto _ : state)
        benchmark::DoNotOptimize(app::TrackLayout::make(run->timeline(), arrangement, 18));
}
BENCHMARK(BM_TimelineRegroup)->Unit(benchmark::kMillisecond);

void BM_TimelineColouring(benchmark::State& state)
{
    const app::RunViewPtr run = made(10);
    for (auto _ : state)
        benchmark::DoNotOptimize(app::Coloring::make(*run, static_cast<app::ColorBy>(state.range(0))));
}
BENCHMARK(BM_TimelineColouring)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

void BM_TimelineSliceDetails(benchmark::State& state)
{
    const app::RunViewPtr run = made(10);
    for (auto _ : state)
        benchmark::DoNotOptimize(app::sliceTable(*run, core::SliceId(std::size_t{5'000'000})));
}
BENCHMARK(BM_TimelineSliceDetails)->Unit(benchmark::kMillisecond);

/// An interaction of the whole view with the frame after it: 10 M slices, 1600 x 900.
class View {
public:
    View()
    {
        const app::RunViewPtr run = made(10); // the application first, then widgets
        m_view = std::make_unique<app::TimelineView>();
        m_view->resize(1600, 900);
        m_view->setRun(run);
        frame();
    }
    app::TimelineView* operator->() { return m_view.get(); }
    void frame() { benchmark::DoNotOptimize(m_view->grab()); }

private:
    std::unique_ptr<app::TimelineView> m_view;
};

/// A drag with the middle button, a frame a move; range(0): one over the share of the run that is seen.
void BM_ViewDrag(benchmark::State& state)
{
    View view;
    view->zoomBy(1.0 / static_cast<double>(state.range(0)), 700);
    view.frame();
    double way = 7;
    for (auto _ : state) {
        view->panBy(way);
        way = -way;
        view.frame();
    }
}
BENCHMARK(BM_ViewDrag)->Arg(1)->Arg(10)->Arg(1000)->Unit(benchmark::kMillisecond);

/// The same with a hundred notes of the reader's on it.
void BM_ViewDragWithNotes(benchmark::State& state)
{
    View view;
    const core::Timeline& timeline = made(10)->timeline();
    std::vector<app::TimelineNote> notes;
    for (std::size_t note = 0; note < 100; ++note) {
        const core::SliceId slice(note * (timeline.sliceCount() / 100));
        const std::int64_t begin = timeline.ts()[slice.index()];
        notes.push_back({begin, begin + timeline.dur()[slice.index()], timeline.laneOf(slice),
                         QStringLiteral("what is to be seen here, and why it is so")});
    }
    view->setNotes(std::move(notes));
    double way = 7;
    for (auto _ : state) {
        view->panBy(way);
        way = -way;
        view.frame();
    }
}
BENCHMARK(BM_ViewDragWithNotes)->Unit(benchmark::kMillisecond);

void BM_ViewNextMatch(benchmark::State& state)
{
    View view;
    const app::RunViewPtr run = made(10);
    const auto matches =
        app::matchingSlices(*run, app::namesContaining(*run, QStringLiteral("number_7<")), {}).value();
    view->zoomBy(1e-4, 700);
    std::size_t at = 0;
    for (auto _ : state) {
        at = (at + 997) % matches.size(); // out of sight each time
        view->selectSlice(matches[at], true);
        view.frame();
    }
}
BENCHMARK(BM_ViewNextMatch)->Unit(benchmark::kMillisecond);

void BM_ViewFilter(benchmark::State& state)
{
    View view;
    bool on = false;
    for (auto _ : state) {
        on = !on;
        view->setFilter(on ? QStringLiteral("3") : QString());
        view.frame();
    }
}
BENCHMARK(BM_ViewFilter)->Unit(benchmark::kMillisecond);

void BM_ViewFold(benchmark::State& state)
{
    View view;
    for (auto _ : state) {
        view->toggleRow(0);
        view.frame();
    }
}
BENCHMARK(BM_ViewFold)->Unit(benchmark::kMillisecond);

void BM_ViewColour(benchmark::State& state)
{
    View view;
    int by = 0;
    for (auto _ : state) {
        by = (by + 1) % static_cast<int>(app::kColorings);
        view->setColoring(static_cast<app::ColorBy>(by));
        view.frame();
    }
}
BENCHMARK(BM_ViewColour)->Unit(benchmark::kMillisecond);

void BM_ViewSelectArea(benchmark::State& state)
{
    View view;
    const app::RunViewPtr run = made(10);
    std::int64_t end = run->slicesBegin + 1;
    for (auto _ : state) {
        end += 1'000'000;
        view->selectArea(app::SelectedArea{run->slicesBegin, end, {}});
        view.frame();
    }
}
BENCHMARK(BM_ViewSelectArea)->Unit(benchmark::kMillisecond);

/// Runs on a worker: sums of everything, the overview, a search.
void BM_TimelineAreaTables(benchmark::State& state)
{
    const app::RunViewPtr run = made(state.range(0));
    const app::SelectedArea area{run->slicesBegin + 1, run->slicesEnd - 1, {}};
    for (auto _ : state)
        benchmark::DoNotOptimize(app::areaTables(*run, area, {}));
}
BENCHMARK(BM_TimelineAreaTables)->Arg(1)->Arg(10)->Unit(benchmark::kMillisecond);

void BM_TimelineOverview(benchmark::State& state)
{
    const app::RunViewPtr run = made(10);
    for (auto _ : state)
        benchmark::DoNotOptimize(app::makeOverview(*run, 1024, {}));
}
BENCHMARK(BM_TimelineOverview)->Unit(benchmark::kMillisecond);

void BM_TimelineSearch(benchmark::State& state)
{
    const app::RunViewPtr run = made(10);
    for (auto _ : state) {
        const auto names = app::namesContaining(*run, QStringLiteral("number_7<"));
        benchmark::DoNotOptimize(app::matchingSlices(*run, names, {}));
    }
}
BENCHMARK(BM_TimelineSearch)->Unit(benchmark::kMillisecond);

} // namespace
