// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives that are far slower than the link between their ranks, once all of them have come.
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/overview/slow/lost_time.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace shardscope::profiler {

namespace {

/// A share of the link. In a node of A100, H100 or B200, NCCL's collectives of 16 MiB and more reach 0.16 to
/// 0.56 of NVLink's one direction, of 64 MiB and more 0.29 to 0.8 (measured: docs/analyses.md, slow kernels).
constexpr double kSlowCollective = 0.15;
/// Bytes of a collective in all (as nccl-tests count them): smaller ones wait for messages to arrive.
constexpr double kJudgedBytes = 16.0 * 1024 * 1024;

/// What a collective of \p ranks moves, as nccl-tests' PERFORMANCE.md has it.
struct Traffic {
    double size = 0; ///< in all: reduced, gathered, scattered or sent by one rank
    double bus = 0;  ///< over the busiest link
};
std::optional<Traffic> trafficOf(CollectiveKind kind, double bytesOfRank, double ranks)
{
    const double others = (ranks - 1) / ranks;
    switch (kind) {
    case CollectiveKind::AllReduce: return Traffic{bytesOfRank, 2 * others * bytesOfRank};
    case CollectiveKind::AllGather: return Traffic{ranks * bytesOfRank, others * ranks * bytesOfRank};
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllToAll: return Traffic{bytesOfRank, others * bytesOfRank};
    case CollectiveKind::Broadcast:
    case CollectiveKind::Reduce: return Traffic{bytesOfRank, bytesOfRank};
    default: return std::nullopt;
    }
}

/// The link that limits a group.
struct GroupLink {
    double bandwidth = 0; ///< bytes/s of the busiest link's traffic
    bool network = false;
};

/// The ranks of \p calls are placed by their files' hosts alone; none if a file does not name its host. A
/// ring over several hosts leaves each through all its devices' ports; what is exchanged goes through each
/// one's own.
std::optional<GroupLink> groupLinkOf(const CostInput& cost, const RankInput& ranks,
                                     const Collective& collective)
{
    std::map<std::string, double> onHost;
    for (const std::uint32_t call : collective.calls) {
        const std::uint32_t source = ranks.collectives.calls[call].source;
        const auto& sources = cost.input.run().sources;
        if (source >= sources.size() || sources[source].host.empty())
            return std::nullopt;
        onHost[sources[source].host] += 1;
    }
    const core::HardwareSpec& hardware = *cost.options.hardware;
    if (onHost.size() == 1) {
        const core::Link* const link = hardware.link(core::LinkLevel::Node);
        return link == nullptr ? std::nullopt
                               : std::optional(GroupLink{link->bandwidth.value.value(), false});
    }
    const core::Link* const node = hardware.link(core::LinkLevel::Node);
    const core::Link* const network = hardware.link(core::LinkLevel::Cluster);
    if (network == nullptr || hardware.scaleUp() != node)
        return std::nullopt; // of hosts in one rack's switches nobody knows which are
    double least = static_cast<double>(collective.calls.size());
    for (const auto& [host, own] : onHost)
        least = std::min(least, own);
    const double port = network->bandwidth.value.value();
    if (collective.kind == CollectiveKind::AllToAll) {
        const auto all = static_cast<double>(collective.calls.size());
        const double outside = (all - least) / (all - 1); // of what a rank sends to others
        return GroupLink{port / outside, true};
    }
    const double out = port * least;
    return GroupLink{node == nullptr ? out : std::min(out, node->bandwidth.value.value()), true};
}

/// Collectives of one kind in one group that count.
struct SlowCollective {
    GroupLink link;
    std::size_t ranks = 0;
    double togetherNs = 0; ///< of one rank
    double leastNs = 0;
    double bus = 0;
    double size = 0;
    double count = 0;
    LostTime lost;
    std::vector<Evidence> evidence;
};
using SlowKinds = std::map<std::pair<std::uint32_t, CollectiveKind>, SlowCollective>;

void addCollective(const CostInput& cost, const RankInput& ranks, const Collective& collective,
                   SlowKinds& kinds)
{
    const core::Timeline& timeline = cost.input.timeline();
    const Collectives& all = ranks.collectives;
    const CommunicationGroup& group = all.groups[collective.group];
    // All of the group must be here, on one clock: else the wait for one of them cannot be told apart.
    if (collective.by == MatchedBy::Time || group.ranks.size() != collective.calls.size() ||
        ranks.comparableCalls(collective).size() != collective.calls.size())
        return;
    std::int64_t last = -core::kMaxTime;
    std::int64_t firstEnd = core::kMaxTime;
    double bytes = 0;
    for (const std::uint32_t call : collective.calls) {
        if (!all.calls[call].device || all.calls[call].bytes < 0)
            return;
        last = std::max(last, ranks.begin(timeline, call));
        firstEnd = std::min(firstEnd, ranks.end(timeline, call));
        bytes = std::max(bytes, static_cast<double>(all.calls[call].bytes));
    }
    const auto traffic = trafficOf(collective.kind, bytes, static_cast<double>(collective.calls.size()));
    if (!traffic || traffic->size < kJudgedBytes || firstEnd <= last)
        return;
    const auto link = groupLinkOf(cost, ranks, collective);
    if (!link)
        return;
    SlowCollective& slow = kinds[{collective.group, collective.kind}];
    slow.link = *link;
    slow.ranks = collective.calls.size();
    const double least = traffic->bus / link->bandwidth * 1e9;
    bool counts = false;
    for (const std::uint32_t call : collective.calls) {
        const RankPart* const part = cost.input.partOf(all.calls[call].source);
        if (part == nullptr)
            continue;
        const auto index = static_cast<std::size_t>(part - cost.input.ranks().data());
        const auto rank = std::ranges::find(cost.ranks, index, &RankTime::part);
        if (rank == cost.ranks.end() || last < rank->steps.window.begin || last >= rank->steps.window.end)
            continue;
        const core::Interval together{last, ranks.end(timeline, call)};
        slow.lost.addBehind(index, together, least / static_cast<double>(together.end - together.begin));
        slow.evidence.push_back(evidenceOf(cost.input, all.calls[call].row));
        counts = true;
    }
    if (slow.evidence.size() > 4 * kEvidence)
        longestFirst(slow.evidence);
    if (!counts)
        return;
    slow.togetherNs += static_cast<double>(firstEnd - last);
    slow.leastNs += least;
    slow.bus += traffic->bus;
    slow.size += traffic->size;
    slow.count += 1;
}

} // namespace

core::Result<CostFindings> slowCollectiveCosts(const CostInput& cost, const core::Task& task)
{
    CostFindings findings;
    if (!cost.options.hardware || cost.ranks.size() < 2)
        return findings;
    SHARDSCOPE_TRY(const RankInput* const ranks, cost.input.rankInput(task));
    SlowKinds kinds;
    for (const Collective& collective : ranks->collectives.matched) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        addCollective(cost, *ranks, collective, kinds);
    }
    for (auto& [key, slow] : kinds) {
        if (slow.count == 0 || slow.leastNs > kSlowCollective * slow.togetherNs)
            continue;
        auto lost = exposedOf(cost, slow.lost.sets(), &RankTime::communicating);
        const CommunicationGroup& group = ranks->collectives.groups[key.first];
        findings.push_back(costFinding("slow_collective", secondsOf(cost, lost),
                                       slow.link.network ? Confidence::Low : Confidence::Medium,
                                       {std::string(core::nameOf(key.second)), groupLabel(group),
                                        bytesText(std::llround(slow.size / slow.count)),
                                        rateText(slow.bus / slow.togetherNs * 1e9),
                                        rateText(slow.link.bandwidth), std::to_string(slow.ranks)}));
        if (slow.link.network)
            findings.back().variant = "network";
        findings.back().time = std::move(lost);
        longestFirst(slow.evidence);
        findings.back().evidence = std::move(slow.evidence);
    }
    return findings;
}

} // namespace shardscope::profiler
