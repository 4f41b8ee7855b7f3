// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame costs before painting: all lanes of up to ten million slices folded to 2,000 pixels, at
// several zooms.
#include "core/timeline/build/timeline_builder.h"
#include "core/timeline/fold.h"

#include <benchmark/benchmark.h>

namespace {

using namespace shardscope::core;

constexpr std::int64_t kMillion = 1'000'000;

/// Four host threads of nested calls and four streams of kernels; durations and gaps differ from slice to
/// slice.
TimelinePtr madeSlices(std::int64_t slices)
{
    TimelineBuilder builder;
    const NameId name = builder.intern("aten::mm");
    const NameId category = builder.intern("cpu_op");
    std::uint64_t state = 1;
    const auto below = [&](std::uint64_t bound) { // a linear congruential generator (Knuth, MMIX)
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::int64_t>((state >> 33) % bound);
    };
    for (int track = 0; track < 8; ++track) {
        const TrackId id = builder.track(track < 4 ? "1" : "0", std::to_string(track));
        std::int64_t at = 0;
        for (std::int64_t made = 0; made < slices / 8; at += 200 + below(track % 2 == 0 ? 100 : 100'000)) {
            const std::int64_t depth = track < 4 ? 1 + below(6) : 1;
            for (std::int64_t level = 0; level < depth && made < slices / 8; ++level, ++made)
                builder.slice(id, at + level, 100 + 10 * (depth - level) + below(2), name, category);
        }
    }
    LayoutTally tally;
    return builder.build({}, tally).value();
}

/// Arguments: millions of slices; the window's share of the whole, in thousandths.
void BM_FoldFrame(benchmark::State& state)
{
    static std::int64_t slices = 0;
    static TimelinePtr timeline; // of one size at a time
    if (slices != state.range(0) * kMillion) {
        slices = state.range(0) * kMillion;
        timeline = madeSlices(slices);
    }
    const std::int64_t whole = timeline->end() - timeline->begin();
    const std::int64_t span = std::max<std::int64_t>(1, whole / 1000 * state.range(1));
    std::vector<FoldedBox> boxes;
    std::int64_t begin = timeline->begin();
    for (auto _ : state) {
        const TimeWindow window{begin, begin + span, 2000};
        boxes.clear();
        for (std::size_t lane = 0; lane < timeline->lanes().size(); ++lane)
            foldLane(*timeline, LaneId{lane}, window, boxes);
        benchmark::DoNotOptimize(boxes.data());
        begin = timeline->begin() +
                (begin - timeline->begin() + span / 7) % std::max<std::int64_t>(1, whole - span + 1);
    }
    state.counters["boxes"] = static_cast<double>(boxes.size());
    state.counters["lanes"] = static_cast<double>(timeline->lanes().size());
}
BENCHMARK(BM_FoldFrame)->ArgsProduct({{1, 5, 10}, {1000, 300, 100, 10, 1}})->Unit(benchmark::kMicrosecond);

} // namespace
