// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/summaries.h"

#include "core/base/parallel.h"

#include <algorithm>

namespace shardscope::core {

LaneBlocks sumLaneBlocks(std::span<const Lane> lanes, std::span<const std::int64_t> ts,
                         std::span<const std::int64_t> dur)
{
    LaneBlocks sums;
    std::uint32_t blockCount = 0;
    sums.firstBlock.reserve(lanes.size() + 1);
    for (const Lane& lane : lanes) {
        sums.firstBlock.push_back(blockCount);
        blockCount += (lane.count + kLaneBlockSlices - 1) / kLaneBlockSlices;
    }
    sums.firstBlock.push_back(blockCount);
    sums.blocks.resize(blockCount);
    parallelFor(lanes.size(), [&](std::size_t number) {
        const Lane& lane = lanes[number];
        const std::uint32_t end = lane.begin + lane.count;
        std::int64_t busy = 0;
        LaneBlock* block = sums.blocks.data() + sums.firstBlock[number];
        for (std::uint32_t begin = lane.begin; begin < end; begin += kLaneBlockSlices, ++block) {
            *block = {ts[begin], busy, -1, begin};
            for (std::uint32_t row = begin; row < std::min(begin + kLaneBlockSlices, end); ++row) {
                busy += dur[row];
                if (dur[row] > block->longest) {
                    block->longest = dur[row];
                    block->longestRow = row;
                }
            }
        }
    });
    return sums;
}

std::pair<std::int64_t, std::int64_t> timeRange(const TimelineParts& timeline)
{
    std::int64_t begin = kMaxTime;
    std::int64_t end = -kMaxTime;
    const auto see = [&](std::int64_t from, std::int64_t to) {
        begin = std::min(begin, from);
        end = std::max(end, to);
    };
    for (const Lane& lane : timeline.lanes.span()) {
        const std::size_t last = std::size_t{lane.begin} + lane.count - 1;
        see(timeline.ts[lane.begin], timeline.ts[last] + timeline.dur[last]);
    }
    for (const Instant& instant : timeline.instants.span())
        see(instant.ts, instant.ts);
    for (const CounterSample& sample : timeline.counterSamples.span())
        see(sample.ts, sample.ts);
    for (const StepMark& step : timeline.steps.span())
        see(step.begin, step.end);
    return begin <= end ? std::pair(begin, end) : std::pair(std::int64_t{0}, std::int64_t{0});
}

} // namespace shardscope::core
