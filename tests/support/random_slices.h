// SPDX-License-Identifier: GPL-3.0-or-later
// Random slices for property tests: nested, overlapping, touching, empty; the same for a seed on every
// machine.
#pragma once

#include "core/timeline/build/timeline_builder.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace shardscope::tests {

struct PlainSlice {
    std::uint32_t track;
    std::int64_t ts;
    std::int64_t dur;
    std::uint32_t name;
};

/// mt19937_64 is fixed by the standard, distributions are not: numbers are taken by remainder.
class Dice {
public:
    explicit Dice(std::uint64_t seed)
        : m_engine(seed)
    {
    }
    std::int64_t below(std::int64_t bound)
    {
        return static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(bound));
    }

private:
    std::mt19937_64 m_engine;
};

inline std::vector<PlainSlice> randomSlices(Dice& dice, std::size_t count, std::uint32_t tracks,
                                            std::int64_t range, std::int64_t longest)
{
    std::vector<PlainSlice> slices;
    for (std::size_t at = 0; at < count; ++at) {
        const std::int64_t dur = dice.below(4) == 0 ? dice.below(longest) : dice.below(1 + longest / 50);
        slices.push_back({static_cast<std::uint32_t>(dice.below(tracks)), dice.below(range), dur,
                          static_cast<std::uint32_t>(dice.below(20))});
    }
    return slices;
}

inline core::TimelinePtr buildTimeline(const std::vector<PlainSlice>& slices, core::LayoutTally& tally)
{
    core::TimelineBuilder builder;
    for (std::size_t at = 0; at < slices.size(); ++at) {
        const PlainSlice& slice = slices[at];
        const core::TrackId track = builder.track("process", std::to_string(slice.track));
        builder.slice(track, slice.ts, slice.dur, builder.intern("name " + std::to_string(slice.name)),
                      builder.intern("cpu_op"), at);
    }
    return builder.build({}, tally).value();
}

} // namespace shardscope::tests
