// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/collective_steps.h"

#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "planner/machine/chunk_routes.h"

#include <cmath>

namespace shardscope::planner {
namespace {

using N = core::PlainNumbers;

/// Seconds that \p bytes take at \p rate, of which programs reach a part.
double secondsAt(const GroupLink<N>& link, const ByteRate<N>& rate, Efficiency which, core::Bytes payload,
                 core::Bytes bytes)
{
    const double reached =
        link.calibrated
            ? 1
            : achievedFraction(*link.hardware, which, core::Dtype::Bf16, payload.value()).fraction;
    return bytes.value() / (rate.value() * reached);
}

/// The all-reduce that \p pattern shows by the name that the engine gives it.
std::string_view algorithmName(Pattern pattern)
{
    return pattern == Pattern::Ring ? "ring" : pattern == Pattern::Tree ? "tree" : "hierarchical";
}

core::Result<core::Done> checked(const GroupLink<N>& link, Pattern pattern, std::int64_t count)
{
    const std::int64_t members = link.crosses ? std::lround(link.members.value()) : count;
    if (pattern == Pattern::Hierarchical && (!link.crosses || members == count))
        return core::inconsistent(W_("all ranks of the group are in one node: there are no two levels"));
    const bool byNodes = pattern == Pattern::Hierarchical || pattern == Pattern::Tree;
    if (byNodes && count % members != 0)
        return core::inconsistent(W_("the group's ranks are not spread evenly over its nodes"));
    return core::Done{};
}

} // namespace

core::Result<CollectiveSteps> collectiveSteps(const Machine& machine, Pattern pattern, const Ranks& ranks,
                                              core::Bytes bytes, core::Dtype dtype)
{
    if (ranks.count < 2 || !machine.hardware.connectsDevices())
        return core::inconsistent(W_("one device alone has nobody to communicate with"));
    if (ranks.count > kMostChunkedRanks)
        return core::inconsistent(W_("a group of %1 ranks is too large to show chunk by chunk; up to %2 are"),
                                  {std::to_string(ranks.count), std::to_string(kMostChunkedRanks)});
    GroupLink<N> link = groupLink<N>(machine.hardware, ranks.group(), machine.coefficients);
    constexpr core::Bytes kNarrowestSum{2};
    link.reduces = link.reduces && !(core::widthOf(dtype) < kNarrowestSum);
    SHARDSCOPE_TRY_DONE(checked(link, pattern, ranks.count));
    CollectiveSteps all;
    all.pattern = pattern;
    all.bytes = bytes;
    const auto priceOf = [&](Collective what) {
        return collectiveTime<N>(machine, what, ranks, bytes, dtype);
    };
    ChunkRoutes steps(link, static_cast<int>(ranks.count), all);
    const double start = link.start.value();
    switch (pattern) {
    case Pattern::ScatterGather: {
        const auto scatter = priceOf(Collective::ReduceScatter);
        const auto gather = priceOf(Collective::AllGather);
        all.taken = scatter.algorithm;
        all.price = scatter.seconds + gather.seconds;
        all.priced = true;
        steps.ring(true);
        steps.finish(scatter.seconds.value(), start);
        steps.ring(false);
        steps.finish(gather.seconds.value(), start);
        break;
    }
    case Pattern::AllToAll: {
        const auto price = priceOf(Collective::AllToAll);
        all.taken = price.algorithm;
        all.price = price.seconds;
        all.priced = true;
        steps.exchange();
        steps.finish(price.seconds.value(), start);
        break;
    }
    default: {
        const auto price = priceOf(Collective::AllReduce);
        all.taken = price.algorithm;
        all.price = price.seconds;
        // Who measured did not see the library's choice: the way is the one that would be fastest.
        const Algorithm fastest = price.algorithm.name == kMeasuredAlgorithm.name
                                      ? unmeasuredAlgorithm<N>(link, bytes)
                                      : price.algorithm;
        all.priced = fastest.name == algorithmName(pattern);
        all.borrowed = link.calibrated && pattern != Pattern::Ring;
        const double seconds = all.priced ? price.seconds.value()
                                          : allReduceTimeBy<N>(link, algorithmName(pattern), bytes).value();
        if (pattern == Pattern::Tree) {
            steps.trees();
        } else if (pattern == Pattern::Hierarchical) {
            const core::Bytes part = bytes / link.members.value();
            const core::Bytes chunk = bytes / static_cast<double>(ranks.count);
            steps.levels(secondsAt(link, link.inside, Efficiency::NodeCollective, bytes, chunk),
                         secondsAt(link, link.port, Efficiency::Collective, part, chunk));
        } else {
            for (const bool adds : {true, false})
                steps.ring(adds);
        }
        steps.finish(seconds, start);
    }
    }
    steps.countBytes();
    return all;
}

} // namespace shardscope::planner
