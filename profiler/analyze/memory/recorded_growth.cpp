// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/memory/recorded_growth.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace shardscope::profiler {

bool RecordedGrowth::grows() const
{
    constexpr std::int64_t kMuch = 100;
    return steps > 0 && last - first > std::max<std::int64_t>(first, 1) / kMuch && !places.empty();
}

RecordedGrowth recordedGrowth(const core::Timeline& timeline, std::span<const MemoryChange> changes,
                              std::span<const std::int64_t> stepEnds)
{
    constexpr std::size_t kWarmUp = 1;
    constexpr std::size_t kLeast = 3; // behind the warm-up
    RecordedGrowth growth;
    if (stepEnds.size() < kWarmUp + kLeast || changes.empty())
        return growth;
    std::unordered_map<std::uint64_t, const MemoryChange*> held;
    std::map<core::NameId, GrownPlace> places;
    std::size_t at = 0;
    for (const bool first : {true, false}) {
        const std::int64_t end = first ? stepEnds[kWarmUp] : stepEnds.back();
        for (; at < changes.size() && changes[at].ts <= end; ++at) {
            if (changes[at].bytes > 0)
                held[changes[at].address] = &changes[at];
            else
                held.erase(changes[at].address);
        }
        for (const auto& [address, change] : held) {
            const core::NameId name = change->row == kNoRow ? core::NameId() : timeline.name()[change->row];
            GrownPlace& place = places[name];
            place.row = change->row;
            (first ? place.first : place.last) += change->bytes;
            (first ? growth.first : growth.last) += change->bytes;
        }
    }
    growth.steps = static_cast<std::int64_t>(stepEnds.size() - kWarmUp - 1);
    for (const auto& [name, place] : places) {
        if (place.last > place.first)
            growth.places.push_back(place);
    }
    std::ranges::stable_sort(growth.places, std::ranges::greater(),
                             [](const GrownPlace& place) { return place.last - place.first; });
    return growth;
}

} // namespace shardscope::profiler
