// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/traffic.h"

#include "profiler/analyze/input/measured_steps.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/time/told_steps.h"

#include <algorithm>
#include <map>
#include <utility>

namespace shardscope::profiler {

namespace {

/// What of a part's calls counts.
struct PartSteps {
    core::Interval window;
    double steps = 1;
    double stands = 1;
};

/// Sums over all ranks.
struct Tally {
    double messages = 0; ///< a step
    double told = 0;     ///< of them, with a size
    double bytes = 0;    ///< of those
    double received = 0; ///< receives, which nobody counts who counts sends
    double receivedTold = 0;
    double receivedBytes = 0;
    std::int64_t ranks = 0;
};

/// Bytes that a call of \p kind hands over, of its input; -1: not told.
double payloadOf(const CollectiveCall& call, const CommunicationGroup& group)
{
    if (call.bytes < 0)
        return -1;
    const auto bytes = static_cast<double>(call.bytes);
    if (call.kind != CollectiveKind::AllGather)
        return bytes;
    // Its input is the shard of one rank.
    return group.ranks.empty() ? -1 : bytes * static_cast<double>(group.ranks.size());
}

std::string kindOf(CollectiveKind kind)
{
    return isPointToPoint(kind) ? std::string(kTransfers) : std::string(core::nameOf(kind));
}

core::Result<std::map<std::uint32_t, PartSteps>> partsOf(const AnalysisInput& input, const core::Task& task)
{
    std::map<std::uint32_t, PartSteps> parts;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const RankPart& rank = input.ranks()[part];
        SHARDSCOPE_TRY(MeasuredSteps steps, measuredSteps(input, part, task));
        windowOfToldSteps(input, part, steps);
        parts.try_emplace(rank.source,
                          PartSteps{steps.window, steps.count(), static_cast<double>(rank.stands)});
    }
    return parts;
}

} // namespace

core::Result<std::vector<TrafficSum>> trafficOf(const AnalysisInput& input, const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
    const Collectives& collectives = ranks->collectives;
    if (collectives.calls.empty())
        return std::vector<TrafficSum>();
    const MeshFromGroups mesh = meshFromGroups(input.run(), collectives);
    SHARDSCOPE_TRY(const auto parts, partsOf(input, task));
    std::map<std::pair<GroupAxis, std::string>, Tally> tallies;
    std::map<std::uint32_t, double> communicating; // sources, and for how many each stands
    for (const CollectiveCall& call : collectives.calls) {
        const auto part = parts.find(call.source);
        if (part == parts.end() || call.kind == CollectiveKind::Barrier)
            continue;
        const PartSteps& own = part->second;
        communicating[call.source] = own.stands;
        const std::int64_t begin = input.timeline().ts()[call.row];
        if (begin < own.window.begin || begin >= own.window.end)
            continue;
        const CommunicationGroup& group = collectives.groups[call.group];
        Tally& tally = tallies[{mesh.roles[call.group].axis, kindOf(call.kind)}];
        tally.ranks = std::max(tally.ranks, static_cast<std::int64_t>(group.ranks.size()));
        const double share = own.stands / own.steps;
        const double bytes = payloadOf(call, group);
        const bool received = call.kind == CollectiveKind::Receive;
        (received ? tally.received : tally.messages) += share;
        if (bytes >= 0) {
            (received ? tally.receivedTold : tally.told) += share;
            (received ? tally.receivedBytes : tally.bytes) += bytes * share;
        }
    }
    double all = 0;
    for (const auto& [source, stands] : communicating)
        all += stands;
    std::vector<TrafficSum> sums;
    for (auto& [what, tally] : tallies) {
        if (tally.messages == 0) {
            tally.messages = tally.received;
            tally.told = tally.receivedTold;
            tally.bytes = tally.receivedBytes;
        }
        TrafficSum sum;
        sum.axis = what.first;
        sum.kind = what.second;
        sum.ranks = tally.ranks;
        sum.messages = tally.messages / all;
        sum.told = tally.told / tally.messages;
        if (tally.told > 0) // the others are taken to be like them
            sum.bytes = tally.bytes / sum.told / all;
        sums.push_back(std::move(sum));
    }
    std::ranges::stable_sort(sums, std::greater(),
                             [](const TrafficSum& sum) { return sum.bytes.value_or(0); });
    return sums;
}

} // namespace shardscope::profiler
