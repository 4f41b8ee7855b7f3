// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/overview/unrecorded.h"

#include "profiler/analyze/time/replay.h"

namespace shardscope::profiler {

core::Result<UnrecordedSeconds> unrecordedSeconds(const AnalysisInput& input, std::span<const RankTime> ranks,
                                                  const core::Task& task, IdleKept* kept)
{
    UnrecordedSeconds sum;
    IdleKept all;
    if (input.run().origin != core::RunOrigin::Recorded)
        return sum;
    for (const RankTime& time : ranks) {
        if (!time.device)
            continue;
        SHARDSCOPE_TRY(const auto told, unrecordedStep(input, time.part, task));
        const UnrecordedStep& one = *told;
        if (one.why != NoReplay::None)
            return UnrecordedSeconds{0, 0, 0, std::string(core::nameOf(one.why))};
        const double share = static_cast<double>(time.stands) * 1e-9 / ranksOf(ranks);
        sum.low += one.low * share;
        sum.seconds += one.seconds * share;
        sum.high += one.high * share;
        if (!one.idleKept.empty())
            all[time.part] = one.idleKept;
    }
    if (kept != nullptr)
        *kept = std::move(all);
    return sum;
}

} // namespace shardscope::profiler
