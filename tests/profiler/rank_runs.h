// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of several ranks made up from known truth: collectives at known times, seen through clocks of known
// offset and drift.
#pragma once

#include "core/run/run.h"
#include "core/timeline/build/timeline_builder.h"
#include "tests/support/random_slices.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::tests {

/// One rank's part in one collective, in true time.
struct TrueCall {
    std::int32_t rank;
    std::int64_t begin;
    std::int64_t end;
    std::string name = "nccl:all_reduce";
};

/// A machine's clock: shows true + offset + floor((true - 0) * ppb / 1e9).
struct TrueClock {
    std::string host;
    std::int64_t offset = 0;
    std::int64_t driftPpb = 0;
    [[nodiscard]] std::int64_t shows(std::int64_t time) const
    {
        return core::ClockShift{offset, driftPpb, 0}.apply(time);
    }
};

/// A run of one source a rank; \p clocks by rank.
inline std::shared_ptr<core::Run> rankRun(const std::vector<TrueCall>& calls,
                                          const std::vector<TrueClock>& clocks)
{
    core::TimelineBuilder builder;
    auto run = std::make_shared<core::Run>();
    for (std::size_t rank = 0; rank < clocks.size(); ++rank) {
        core::RunSource& source = run->sources.emplace_back();
        source.rank = static_cast<std::int32_t>(rank);
        source.host = clocks[rank].host;
        const core::TrackId track = builder.track("process", "thread", static_cast<std::uint32_t>(rank));
        builder.describe(track).rank = source.rank;
    }
    for (const TrueCall& call : calls) {
        const auto source = static_cast<std::uint32_t>(call.rank);
        const TrueClock& clock = clocks[source];
        const std::int64_t begin = clock.shows(call.begin);
        builder.slice(builder.track("process", "thread", source), begin, clock.shows(call.end) - begin,
                      builder.intern(call.name), builder.intern("user_annotation"));
    }
    core::LayoutTally tally;
    run->timeline = builder.build({}, tally).value();
    return run;
}

/// \p count collectives of all \p ranks, each a millisecond or two after the one before; ranks come late by
/// up to \p lateness ns and leave within \p fuzz ns.
inline std::vector<TrueCall> trueCollectives(Dice& dice, std::int32_t ranks, int count, std::int64_t lateness,
                                             std::int64_t fuzz, std::int64_t apart = 2'000'000)
{
    std::vector<TrueCall> calls;
    std::int64_t time = 5'000'000;
    for (int at = 0; at < count; ++at) {
        time += lateness + apart / 2 + dice.below(apart);
        const std::int64_t over = time + lateness + 100'000 + dice.below(100'000);
        for (std::int32_t rank = 0; rank < ranks; ++rank)
            calls.push_back({rank, time + dice.below(lateness + 1), over + dice.below(fuzz + 1)});
        time = over + fuzz;
    }
    return calls;
}

} // namespace shardscope::tests
