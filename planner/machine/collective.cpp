// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/collective.h"

#include "core/base/text_mark.h"
#include "planner/machine/all_reduce_ways.h"
#include "planner/machine/measured_collective.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace shardscope::planner {
namespace {

constexpr auto kRing = "ring algorithm, Patarasuk and Yuan 2009 (doi:10.1016/j.jpdc.2008.09.002)";
constexpr auto kTree = "two binary trees, Sanders, Speck and Träff 2009 (doi:10.1016/j.parco.2009.09.001)";
constexpr auto kLevels = "scatter in the node, reduce between nodes, gather in the node: Cho et al. 2019 "
                         "(doi:10.1147/JRD.2019.2947013)";
constexpr auto kSwitches = "reduction in the switches, Graham et al. 2016 (doi:10.1109/COMHPC.2016.006)";
constexpr auto kPairs =
    "pairwise exchange, Thakur, Rabenseifner and Gropp 2005 (doi:10.1177/1094342005051521)";
constexpr core::Seconds kMessage{0.5e-6};
constexpr auto kMessages =
    "assumed: one send of a group of them (NVIDIA NCCL, ncclGroupStart); hops in a row "
    "would leave HugeCTR on 64 A100 (MLPerf Training v1.1) a third of its speed";
constexpr auto kOnce = "one copy a rank, one a node between nodes: deepseek-ai/DeepEP, README";
constexpr auto kHops = "a ring's hops inside nodes and between them, NVIDIA NCCL src/graph/tuning.cc";
constexpr auto kIncast = "assumed: senders without a schedule wait for each other at the receivers' ports "
                         "(Karol, Hluchyj and Morgan 1987, doi:10.1109/TCOM.1987.1096719)";

template <class N>
ByteRate<N> efficient(const GroupLink<N>& link, const ByteRate<N>& bandwidth, Efficiency which,
                      const ByteCount<N>& payload)
{
    if (link.calibrated)
        return bandwidth;
    const Achieved fraction =
        achievedFraction(*link.hardware, which, core::Dtype::Bf16, N::plain(payload).value());
    return bandwidth * N::leaf(core::Number{fraction.fraction}, W_("link_efficiency"), fraction.source,
                               fraction.citation);
}

/// The ring's bandwidth times the fraction achieved for such a payload.
template <class N>
ByteRate<N> achieved(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    return efficient<N>(link, link.bandwidth, link.achieved, payload);
}

/// One way around a ring.
template <class N>
Duration<N> ringLatency(const GroupLink<N>& link)
{
    if (!link.crosses)
        return (link.ranks - constant<N>(1)) * link.latency;
    const Count<N> outside = link.nodes - constant<N>(1);
    return N::named(W_("ring_latency"),
                    outside * link.latency + (link.ranks - link.nodes) * link.insideLatency, kHops);
}

template <class N>
Duration<N> ringReduce(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    const Count<N> hops = 2.0 * (link.ranks - constant<N>(1));
    return N::named(W_("all_reduce"),
                    link.start + 2.0 * ringLatency<N>(link) +
                        hops / link.ranks * payload / achieved<N>(link, payload),
                    kRing);
}

template <class N>
Duration<N> treeReduce(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    const double nodes = N::plain(link.crosses ? link.nodes : link.ranks).value();
    const Count<N> depth = N::leaf(core::Number{std::ceil(std::log2(nodes))}, W_("tree_depth"),
                                   core::SourceKind::Derived, kTree);
    Duration<N> latency = depth * link.latency;
    if (link.crosses)
        latency = latency + (link.members - constant<N>(1)) * link.insideLatency;
    return N::named(W_("tree_all_reduce"),
                    link.start + 2.0 * latency + 2.0 * payload / achieved<N>(link, payload), kTree);
}

/// May be called only if the group crosses nodes.
template <class N>
Duration<N> levelsReduce(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    const Count<N> in = link.members - constant<N>(1);
    const Count<N> out = link.nodes - constant<N>(1);
    const ByteCount<N> part = payload / link.members;
    const ByteRate<N> inside = efficient<N>(link, link.inside, Efficiency::NodeCollective, payload);
    const ByteRate<N> port = efficient<N>(link, link.port, Efficiency::Collective, part);
    const Duration<N> gathers = 2.0 * (in * link.insideLatency + in / link.members * payload / inside);
    if (link.reduces)
        return N::named(W_("levels_all_reduce"), link.start + gathers + 2.0 * link.latency + part / port,
                        kSwitches);
    return N::named(W_("levels_all_reduce"),
                    link.start + gathers + 2.0 * (out * link.latency + out / link.nodes * part / port),
                    kLevels);
}

/// Goes up to the switch and down again, both directions at once.
template <class N>
Duration<N> switchReduce(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    return N::named(W_("switch_all_reduce"),
                    link.start + 2.0 * link.latency + payload / achieved<N>(link, payload), kSwitches);
}

/// A gathering or a scattering goes once around the ring.
template <class N>
Duration<N> oneRound(const GroupLink<N>& link, const ByteCount<N>& whole)
{
    const Count<N> hops = link.ranks - constant<N>(1);
    return N::named(W_("gather_or_scatter"),
                    link.start + ringLatency<N>(link) + hops / link.ranks * whole / achieved<N>(link, whole),
                    kRing);
}

/// Whether nodes of the group have a network between them whose ports one copy a node spares.
template <class N>
bool entersNodesOnce(const GroupLink<N>& link)
{
    return link.crosses && link.level == core::LinkLevel::Cluster;
}

/// Saturation of a switch with \p ports inputs whose first cell waits for its port: Karol et al., table I.
double headOfLine(double ports)
{
    constexpr std::array<double, 9> kThroughput{1, 1, 0.75, 0.6825, 0.6553, 0.6399, 0.6302, 0.6234, 0.6184};
    constexpr double kMany = 0.5858; // 2 - sqrt 2
    const auto index = static_cast<std::size_t>(std::clamp(ports, 1.0, 9.0));
    return index < kThroughput.size() ? kThroughput[index] : kMany;
}

/// What \p port gives a rank in an exchange over \p nodes whose senders keep no schedule: the part that
/// collectives were measured to reach of ports there, else of a switch with so many inputs.
template <class N>
ByteRate<N> unscheduled(const GroupLink<N>& link, const Count<N>& nodes, const ByteRate<N>& port)
{
    if (link.calibrated)
        return port;
    if (const auto share = measuredPortShare(*link.hardware, N::plain(nodes).value()))
        return port *
               N::leaf(core::Number{share->seconds}, W_("share_of_port"), share->source, share->citation);
    return port * N::leaf(core::Number{headOfLine(N::plain(nodes).value())}, W_("incast"),
                          core::SourceKind::Assumed, kIncast);
}

/// A message to each of \p others: all are under way at once, and the first of them waits for its hop.
template <class N>
Duration<N> sends(const GroupLink<N>& link, const Count<N>& others)
{
    return link.latency + (others - constant<N>(1)) *
                              N::leaf(kMessage, W_("message_time"), core::SourceKind::Assumed, kMessages);
}

/// Seconds of the hops alone: of a ring, or of the tree that small all-reduces take.
template <class N>
double leastSeconds(const GroupLink<N>& link, bool reduces)
{
    const auto seconds = [](const Duration<N>& time) { return N::plain(time).value(); };
    if (!reduces)
        return seconds(ringLatency<N>(link));
    const double nodes = N::plain(link.crosses ? link.nodes : link.ranks).value();
    const double inside =
        link.crosses ? (N::plain(link.members).value() - 1) * seconds(link.insideLatency) : 0;
    return 2 * (std::ceil(std::log2(nodes)) * seconds(link.latency) + inside);
}

/// The least of these times that one more rank adds to a ring.
template <class N>
double leastOfOneMore(const GroupLink<N>& link)
{
    const double latency = N::plain(link.latency).value();
    if (!link.crosses)
        return latency;
    const double members = N::plain(link.members).value();
    return (latency + (members - 1) * N::plain(link.insideLatency).value()) / members;
}

/// The time that was measured on this machine; none if nobody measured, or a calibration knows better.
template <class N>
std::optional<Duration<N>> measured(const GroupLink<N>& link, std::string_view operation,
                                    const ByteCount<N>& bytes)
{
    if (link.calibrated || link.hardware->collectives.empty() || N::plain(link.ranks).value() < 2)
        return std::nullopt;
    // A rack's switches carry on what the node's do (NVL72).
    const core::LinkLevel level = link.level == core::LinkLevel::Pod ? core::LinkLevel::Node : link.level;
    const bool pairs = operation == "all_to_all";
    const MeasuredGroup group{level, N::plain(link.ranks).value(),
                              link.crosses ? N::plain(link.members).value() : 1,
                              pairs ? N::plain(sends<N>(link, link.ranks - constant<N>(1))).value()
                                    : leastSeconds<N>(link, operation == "all_reduce"),
                              pairs ? kMessage.value() : leastOfOneMore<N>(link)};
    const auto found = measuredCollective(*link.hardware, operation, group, N::plain(bytes).value());
    if (!found)
        return std::nullopt;
    const Duration<N> alone =
        N::leaf(core::Seconds{found->seconds}, operation, found->source, found->citation);
    if (link.starts == 1)
        return link.start + alone * link.slower;
    const auto least = measuredCollective(*link.hardware, operation, group, 1);
    const Duration<N> smallest =
        N::leaf(core::Seconds{least->seconds}, W_("smallest_message"), least->source, least->citation);
    return link.start + (alone + constant<N>(link.starts - 1) * smallest) * link.slower;
}

/// \p seconds that were worked out of a collective over nodes, as much longer as a calibration's runs found
/// collectives to take there.
template <class N>
Duration<N> asInRuns(const GroupLink<N>& link, const Duration<N>& seconds)
{
    const bool slower = link.level == core::LinkLevel::Cluster && N::plain(link.slower).value() != 1;
    return slower ? seconds * link.slower : seconds;
}

/// A collective over nodes that was worked out to take \p seconds takes at least what the members of one node
/// take among themselves: as measured, or \p rounds around their ring.
template <class N>
Duration<N> atLeastInside(const GroupLink<N>& link, std::string_view operation, double rounds,
                          const ByteCount<N>& payload, const Duration<N>& seconds)
{
    if (!link.crosses || link.calibrated)
        return asInRuns<N>(link, seconds);
    const Count<N> others = link.members - constant<N>(1);
    const Duration<N> latency = rounds * (others * link.insideLatency);
    const MeasuredGroup group{core::LinkLevel::Node, N::plain(link.members).value(), 1,
                              N::plain(latency).value(), 0};
    if (const auto found = measuredCollective(*link.hardware, operation, group, N::plain(payload).value()))
        return maximum(asInRuns<N>(link, seconds), N::leaf(core::Seconds{found->seconds}, W_("inside_a_node"),
                                                           found->source, found->citation));
    const ByteRate<N> inside = efficient<N>(link, link.inside, Efficiency::NodeCollective, payload);
    return maximum(
        asInRuns<N>(link, seconds),
        N::named(W_("inside_a_node"), latency + rounds * others / link.members * payload / inside, kRing));
}

} // namespace

template <class N>
Algorithm unmeasuredAlgorithm(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    if (link.calibrated)
        return {"ring", "calibrated_rings"};
    const auto seconds = [](const Duration<N>& time) { return N::plain(time).value(); };
    if (link.reduces && !link.crosses)
        return seconds(switchReduce<N>(link, payload)) < seconds(ringReduce<N>(link, payload))
                   ? Algorithm{"in_network", "switches_add"}
                   : Algorithm{"ring", "switches_add_no_faster"};
    const double ranks = N::plain(link.ranks).value();
    const bool inNode = link.achieved == Efficiency::NodeCollective;
    if (inNode || ranks <= 2)
        return {"ring", "one_level"};
    const double ring = seconds(ringReduce<N>(link, payload));
    const double tree = seconds(treeReduce<N>(link, payload));
    const double levels = link.crosses ? seconds(levelsReduce<N>(link, payload)) : ring;
    if (levels < std::min(ring, tree))
        return {"hierarchical", link.reduces ? "switches_add" : "fewer_hops_between_nodes"};
    if (tree < ring)
        return {"tree", "hops_cost_more_than_bytes"};
    return {"ring", "bytes_cost_more_than_hops"};
}

template <class N>
Algorithm allReduceAlgorithm(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    if (!link.calibrated && measured<N>(link, W_("all_reduce"), payload))
        return kMeasuredAlgorithm;
    return unmeasuredAlgorithm<N>(link, payload);
}

template <class N>
Duration<N> allReduceTimeBy(const GroupLink<N>& link, std::string_view algorithm, const ByteCount<N>& payload)
{
    if (link.calibrated)
        return ringReduce<N>(link, payload);
    const auto worked = [&] {
        if (algorithm == "tree")
            return treeReduce<N>(link, payload);
        if (algorithm == "hierarchical")
            return levelsReduce<N>(link, payload);
        if (algorithm == "in_network")
            return switchReduce<N>(link, payload);
        return ringReduce<N>(link, payload);
    };
    return atLeastInside<N>(link, W_("all_reduce"), 2, payload, worked());
}

template <class N>
Duration<N> allReduceTime(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    if (link.calibrated)
        return ringReduce<N>(link, payload);
    if (const auto known = measured<N>(link, W_("all_reduce"), payload))
        return *known;
    return allReduceTimeBy<N>(link, unmeasuredAlgorithm<N>(link, payload).name, payload);
}

template <class N>
Algorithm ringAlgorithm(const GroupLink<N>& link, Collective operation)
{
    if (measured<N>(link, core::nameOf(operation),
                    N::leaf(core::Bytes{1}, "byte", core::SourceKind::Constant, "")))
        return kMeasuredAlgorithm;
    return operation == Collective::AllToAll ? kPairwiseAlgorithm : kRingAlgorithm;
}

template <class N>
Duration<N> gatherTime(const GroupLink<N>& link, const ByteCount<N>& whole)
{
    if (const auto known = measured<N>(link, W_("all_gather"), whole))
        return *known;
    return atLeastInside<N>(link, "all_gather", 1, whole, oneRound<N>(link, whole));
}

template <class N>
Duration<N> scatterTime(const GroupLink<N>& link, const ByteCount<N>& whole)
{
    if (const auto known = measured<N>(link, W_("reduce_scatter"), whole))
        return *known;
    return atLeastInside<N>(link, "reduce_scatter", 1, whole, oneRound<N>(link, whole));
}

template <class N>
Duration<N> allToAllTime(const GroupLink<N>& link, const ByteCount<N>& sent)
{
    const Count<N> others = link.ranks - constant<N>(1);
    if (const auto known = measured<N>(link, W_("all_to_all"), sent))
        return *known;
    if (!link.crosses)
        return asInRuns<N>(link, N::named(W_("all_to_all"),
                                          link.start + sends<N>(link, others) +
                                              others / link.ranks * sent / achieved<N>(link, sent),
                                          kPairs));
    const Count<N> far = link.ranks - link.members;
    const Count<N> near = link.members - constant<N>(1);
    const ByteRate<N> port =
        unscheduled<N>(link, link.nodes, efficient<N>(link, link.port, Efficiency::Collective, sent));
    const ByteRate<N> inside = efficient<N>(link, link.inside, Efficiency::NodeCollective, sent);
    const Duration<N> moving = maximum(far / link.ranks * sent / port, near / link.ranks * sent / inside);
    return atLeastInside<N>(link, "all_to_all", 1, sent,
                            N::named(W_("all_to_all"), link.start + sends<N>(link, others) + moving, kPairs));
}

template <class N>
Duration<N> dispatchTime(const GroupLink<N>& link, const ByteCount<N>& toRanks, const ByteCount<N>& toNodes)
{
    const Count<N> others = link.ranks - constant<N>(1);
    const ByteCount<N> sent = N::named(W_("bytes_to_every_rank"), link.ranks / others * toRanks, kOnce);
    if (!entersNodesOnce<N>(link))
        return allToAllTime<N>(link, sent);
    // Whoever sends knows what each receiver takes, so that ports do not jam.
    const ByteRate<N> port = efficient<N>(link, link.port, Efficiency::Collective, toNodes);
    const ByteRate<N> inside = efficient<N>(link, link.inside, Efficiency::NodeCollective, toRanks);
    return atLeastInside<N>(link, "all_to_all", 1, sent,
                            N::named(W_("dispatch"),
                                     link.start + (link.nodes - constant<N>(1)) * link.latency +
                                         (link.members - constant<N>(1)) * link.insideLatency +
                                         maximum(toNodes / port, toRanks / inside),
                                     kOnce));
}

template <class N>
Duration<N> sendTime(const GroupLink<N>& link, const ByteCount<N>& message)
{
    return N::named(W_("send"), link.start + link.latency + message / achieved<N>(link, message),
                    "latency and bandwidth of one hop");
}

namespace {

/// What one rank's links carry of \p bytes.
double wireBytes(Collective collective, double ranks, double bytes)
{
    const double others = (ranks - 1) / ranks;
    switch (collective) {
    case Collective::AllReduce: return 2 * others * bytes;
    case Collective::AllGather:
    case Collective::ReduceScatter:
    case Collective::AllToAll:
    case Collective::Dispatch: return others * bytes;
    default: break;
    }
    return bytes;
}

template <class N>
Duration<N> oneMessage(Collective collective, const GroupLink<N>& link, const ByteCount<N>& bytes)
{
    switch (collective) {
    case Collective::AllReduce: return allReduceTime<N>(link, bytes);
    case Collective::AllGather: return gatherTime<N>(link, bytes);
    case Collective::ReduceScatter: return scatterTime<N>(link, bytes);
    case Collective::AllToAll: return allToAllTime<N>(link, bytes);
    case Collective::Dispatch: {
        // Each row is wanted by one rank, any of them.
        const ByteCount<N> toRanks = (link.ranks - constant<N>(1)) / link.ranks * bytes;
        if (!link.crosses)
            return dispatchTime<N>(link, toRanks, toRanks);
        return dispatchTime<N>(link, toRanks, (link.ranks - link.members) / link.ranks * bytes);
    }
    default: break;
    }
    return sendTime<N>(link, bytes);
}

template <class N>
Algorithm algorithmOf(Collective collective, const GroupLink<N>& link, const ByteCount<N>& bytes)
{
    if (collective == Collective::AllReduce)
        return allReduceAlgorithm<N>(link, bytes);
    if (collective == Collective::SendReceive)
        return kNeighbourAlgorithm;
    if (collective == Collective::Dispatch)
        return entersNodesOnce<N>(link) ? kPairwiseAlgorithm : ringAlgorithm<N>(link, Collective::AllToAll);
    return ringAlgorithm<N>(link, collective);
}

} // namespace

template <class N>
CollectiveTime<N> collectiveTime(const Machine& machine, Collective collective, const Ranks& ranks,
                                 const ByteCount<N>& bytes, core::Dtype dtype, double messages)
{
    CollectiveTime<N> time;
    time.processors = processorShare(machine.hardware, ranks.transport);
    if (ranks.count < 2 || !machine.hardware.connectsDevices()) {
        time.seconds = N::leaf(core::Seconds{0}, W_("nobody_to_send_to"), core::SourceKind::Constant, "");
        time.algorithm = kNeighbourAlgorithm;
        return time;
    }
    GroupLink<N> link = groupLink<N>(machine.hardware, ranks.group(), machine.coefficients);
    constexpr core::Bytes kNarrowestSum{2};
    link.reduces = link.reduces && !(core::widthOf(dtype) < kNarrowestSum);
    if (messages == 1) {
        time.seconds = oneMessage<N>(collective, link, bytes);
        time.algorithm = algorithmOf<N>(collective, link, bytes);
    } else {
        const Count<N> parts = N::leaf(core::Number{messages}, W_("messages"), core::SourceKind::Given, "");
        const ByteCount<N> each = bytes / parts;
        time.seconds = parts * oneMessage<N>(collective, link, each);
        time.algorithm = algorithmOf<N>(collective, link, each);
    }
    time.link = link.level;
    time.memory =
        memoryShare(machine.hardware, ranks.transport,
                    wireBytes(collective, static_cast<double>(ranks.count), N::plain(bytes).value()),
                    N::plain(time.seconds).value());
    return time;
}

#define SHARDSCOPE_COLLECTIVE(N)                                                                             \
    template CollectiveTime<N> collectiveTime<N>(const Machine&, Collective, const Ranks&,                   \
                                                 const ByteCount<N>&, core::Dtype, double);                  \
    template Algorithm allReduceAlgorithm<N>(const GroupLink<N>&, const ByteCount<N>&);                      \
    template Algorithm unmeasuredAlgorithm<N>(const GroupLink<N>&, const ByteCount<N>&);                     \
    template Duration<N> allReduceTimeBy<N>(const GroupLink<N>&, std::string_view, const ByteCount<N>&);     \
    template Duration<N> allReduceTime<N>(const GroupLink<N>&, const ByteCount<N>&);                         \
    template Algorithm ringAlgorithm<N>(const GroupLink<N>&, Collective);                                    \
    template Duration<N> gatherTime<N>(const GroupLink<N>&, const ByteCount<N>&);                            \
    template Duration<N> scatterTime<N>(const GroupLink<N>&, const ByteCount<N>&);                           \
    template Duration<N> allToAllTime<N>(const GroupLink<N>&, const ByteCount<N>&);                          \
    template Duration<N> dispatchTime<N>(const GroupLink<N>&, const ByteCount<N>&, const ByteCount<N>&);     \
    template Duration<N> sendTime<N>(const GroupLink<N>&, const ByteCount<N>&);
SHARDSCOPE_COLLECTIVE(core::PlainNumbers)
SHARDSCOPE_COLLECTIVE(core::ExplainedNumbers)
#undef SHARDSCOPE_COLLECTIVE

} // namespace shardscope::planner
