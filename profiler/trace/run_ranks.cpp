// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/run_ranks.h"

#include <algorithm>
#include <set>

namespace shardscope::profiler {

namespace {

/// For each source, whether anything of it is in the run. (What was left out of a part is there.)
std::vector<bool> sourcesThatHold(const core::Run& run)
{
    std::vector<bool> holds(run.sources.size(), false);
    const auto note = [&](std::uint32_t source) {
        if (source < holds.size())
            holds[source] = true;
    };
    for (const core::Track& track : run.timeline->tracks())
        note(track.source);
    for (const core::CounterTrack& counter : run.timeline->counterTracks())
        note(counter.source);
    for (const auto& snapshot : run.memory)
        note(snapshot->source);
    return holds;
}

} // namespace

RunRanks ranksOfRun(const core::Run& run)
{
    constexpr std::int64_t kMostNamed = 1 << 20; // no world is larger; a file may say anything
    RunRanks ranks;
    const std::vector<bool> holds = sourcesThatHold(run);
    std::set<std::int32_t> present;
    for (std::size_t at = 0; at < run.sources.size(); ++at) {
        const core::RunSource& source = run.sources[at];
        ranks.world = std::max(ranks.world, source.worldSize);
        if (source.rank >= 0 && (holds[at] || source.leftOut))
            present.insert(source.rank);
    }
    ranks.present.assign(present.begin(), present.end());
    if (present.empty())
        return ranks;
    if (present.size() > 1 || ranks.world >= 0)
        ranks.world = std::max<std::int64_t>(ranks.world, std::int64_t{*present.rbegin()} + 1);
    const bool standsForOthers = std::ranges::any_of(
        run.timeline->tracks(), [](const core::Track& track) { return track.multiplicity > 1; });
    if (run.origin != core::RunOrigin::Recorded || standsForOthers || ranks.world > kMostNamed)
        return ranks;
    for (std::int32_t rank = 0; rank < ranks.world; ++rank) {
        if (!present.contains(rank))
            ranks.missing.push_back(rank);
    }
    return ranks;
}

} // namespace shardscope::profiler
