// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/traffic/collective.h"

#include "core/base/text_mark.h"
#include "planner/traffic/measured_collective.h"
#include "planner/traffic/network_scaling.h"

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
constexpr auto kOnce = "one copy a rank, one a node between nodes: deepseek-ai/DeepEP, README";
constexpr auto kHops = "a ring's hops inside nodes and between them, NVIDIA NCCL src/graph/tuning.cc";
constexpr auto kIncast = "assumed: senders without a schedule wait for each other at the receivers' ports "
                         "(Karol, Hluchyj and Morgan 1987, doi:10.1109/TCOM.1987.1096719)";

/// Devices within one level of the network; none: everything.
std::int64_t spanOf(const core::HardwareSpec& hardware, const core::Link& link)
{
    if (link.level == core::LinkLevel::Node)
        return hardware.devicesPerNode;
    return link.span;
}

/// The widest level below \p link's, whose members leave it over links of their own. Null: none is described.
const core::Link* linkInside(const core::HardwareSpec& hardware, const core::Link& link)
{
    return link.level == core::LinkLevel::Cluster ? hardware.scaleUp() : hardware.link(core::LinkLevel::Node);
}

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

/// Only where the group crosses nodes.
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

/// Up to the switch and down again, both directions at once.
template <class N>
Duration<N> switchReduce(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    return N::named(W_("switch_all_reduce"),
                    link.start + 2.0 * link.latency + payload / achieved<N>(link, payload), kSwitches);
}

/// Once around the ring: what a gathering or a scattering takes.
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

template <class N, class Q>
auto calibrated(Q value, const Coefficients& coefficients, Coefficient which)
{
    if constexpr (N::kExplains)
        return N::leaf(value, infoOf(which).name, coefficients.kind(which), coefficients.citation(which));
    else
        return value;
}

/// Whether a calibration's runs told how fast links are; else they are as measured alone, where they were.
bool knowsLinks(const core::HardwareSpec& hardware, const Coefficients* coefficients)
{
    if (coefficients == nullptr)
        return false;
    return hardware.collectives.empty() || coefficients->calibration == nullptr || coefficients->ofLinks;
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

/// As measured on this machine; none where nobody did, or a calibration knows better.
template <class N>
std::optional<Duration<N>> measured(const GroupLink<N>& link, std::string_view operation,
                                    const ByteCount<N>& bytes)
{
    if (link.calibrated || link.hardware->collectives.empty() || N::plain(link.ranks).value() < 2)
        return std::nullopt;
    // A rack's switches carry on what the node's do (NVL72).
    const core::LinkLevel level = link.level == core::LinkLevel::Pod ? core::LinkLevel::Node : link.level;
    const MeasuredGroup group{level, N::plain(link.ranks).value(),
                              link.crosses ? N::plain(link.members).value() : 1,
                              leastSeconds<N>(link, operation == "all_reduce")};
    const auto found = measuredCollective(*link.hardware, operation, group, N::plain(bytes).value());
    if (!found)
        return std::nullopt;
    return link.start +
           N::leaf(core::Seconds{found->seconds}, operation, found->source, found->citation) * link.slower;
}

/// A collective over nodes that was worked out to take \p seconds takes at least what the members of one node
/// take among themselves: as measured, or \p rounds around their ring.
template <class N>
Duration<N> atLeastInside(const GroupLink<N>& link, std::string_view operation, double rounds,
                          const ByteCount<N>& payload, const Duration<N>& seconds)
{
    if (!link.crosses || link.calibrated)
        return seconds;
    const Count<N> others = link.members - constant<N>(1);
    const Duration<N> latency = rounds * (others * link.insideLatency);
    const MeasuredGroup group{core::LinkLevel::Node, N::plain(link.members).value(), 1,
                              N::plain(latency).value()};
    if (const auto found = measuredCollective(*link.hardware, operation, group, N::plain(payload).value()))
        return maximum(seconds, N::leaf(core::Seconds{found->seconds}, W_("inside_a_node"), found->source,
                                        found->citation));
    const ByteRate<N> inside = efficient<N>(link, link.inside, Efficiency::NodeCollective, payload);
    return maximum(seconds, N::named(W_("inside_a_node"),
                                     latency + rounds * others / link.members * payload / inside, kRing));
}

/// Whether rings of a node's other ranks are in the way of \p group's: they leave the node beside it, and it
/// has no port of its own. Two ranks are no ring.
bool sharesPorts(const Group& group, std::int64_t devicesPerNode, const Coefficients& c)
{
    const bool portsAreShared = c[Coefficient::RingLinks] < static_cast<double>(devicesPerNode);
    return group.stride > 1 && group.degree > 2 && (group.stride < devicesPerNode || portsAreShared);
}

/// What a calibration says of the link: a share of its bandwidth, a start for each collective, and how far
/// other rings are in the way where \p shared.
template <class N>
void calibrate(GroupLink<N>& found, const core::Link& link, const core::Link* inner, const Group& group,
               const ByteRate<N>& outside, bool shared, const Coefficients& c)
{
    using C = Coefficient;
    const auto number = [&](C which) { return calibrated<N>(core::Number{c[which]}, c, which); };
    found.calibrated = true;
    found.latency = N::leaf(core::Seconds{0}, W_("hop_latency"), core::SourceKind::Assumed, "in the start");
    const bool takesTime = link.latency.value.value() > 0; // else a rank measured alone
    const auto start = [&](C which) {
        return calibrated<N>(core::Seconds{takesTime ? c[which] : 0}, c, which);
    };
    if (link.level == core::LinkLevel::Node) {
        found.start = start(C::NodeLatency);
        found.bandwidth = found.bandwidth * number(C::NodeRate);
        return;
    }
    const Count<N> steps =
        N::leaf(core::Number{std::log2(static_cast<double>(std::max<std::int64_t>(2, group.degree)))},
                W_("log2_of_ranks"), core::SourceKind::Given, "ranks of the group");
    found.start = steps * start(C::ClusterLatency);
    ByteRate<N> rate = outside * number(C::NodeEgress);
    if (inner != nullptr) {
        const ByteRate<N> inside = N::leaf(inner->bandwidth.value, W_("node_bandwidth"),
                                           sourceOf(inner->bandwidth), inner->bandwidth.source);
        rate = minimum(rate, inside * number(C::NodeRate));
    }
    if (shared)
        rate = rate * number(C::ReplicaShare);
    found.bandwidth = N::named(W_("group_bandwidth"), rate, kRing);
    if (!found.crosses)
        return;
    found.port = found.port * number(C::NodeEgress);
    found.inside = found.inside * number(C::NodeRate);
    found.insideLatency = found.latency;
}

} // namespace

const core::Link* linkReaching(const core::HardwareSpec& hardware, std::int64_t reach)
{
    const core::Link* outermost = nullptr;
    for (const core::LinkLevel level :
         {core::LinkLevel::Node, core::LinkLevel::Pod, core::LinkLevel::Cluster}) {
        const core::Link* link = hardware.link(level);
        if (link == nullptr)
            continue;
        const std::int64_t span = spanOf(hardware, *link);
        if (span == 0 || reach <= span)
            return link;
        outermost = link;
    }
    return outermost;
}

Group groupOf(const core::Plan& plan, core::MeshAxis axis)
{
    const core::Mesh mesh(plan.axes);
    return {mesh.degree(axis), mesh.stride(axis), 0};
}

template <class N>
GroupLink<N> groupLink(const core::HardwareSpec& hardware, const Group& group,
                       const Coefficients* coefficients)
{
    GroupLink<N> found;
    found.ranks = N::leaf(core::Number{static_cast<double>(group.degree)}, "n", core::SourceKind::Given,
                          "ranks of the group");
    found.hardware = &hardware;
    const core::Link* link = linkReaching(hardware, group.reach());
    found.latency =
        N::leaf(link->latency.value, W_("link_latency"), sourceOf(link->latency), link->latency.source);
    found.bandwidth = N::leaf(link->bandwidth.value, W_("link_bandwidth"), sourceOf(link->bandwidth),
                              link->bandwidth.source);
    found.start = N::leaf(core::Seconds{0}, W_("start"), core::SourceKind::Assumed, "in the hops' latency");
    const core::Link* inner = linkInside(hardware, *link);
    const bool inNode = link->level == core::LinkLevel::Node;
    found.achieved = inNode ? Efficiency::NodeCollective : Efficiency::Collective;
    found.reduces = link->inNetworkReduction;
    found.level = link->level;
    found.slower = constant<N>(1);
    const core::Calibration* calibration = coefficients != nullptr ? coefficients->calibration : nullptr;
    const bool knows = knowsLinks(hardware, coefficients);
    const Coefficients* own = knows ? nullptr : coefficients;
    if (own != nullptr)
        found.slower = calibrated<N>(
            core::Number{(*own)[inNode ? Coefficient::NodeCollectives : Coefficient::ClusterCollectives]},
            *own, inNode ? Coefficient::NodeCollectives : Coefficient::ClusterCollectives);
    if (!knows)
        coefficients = nullptr;
    if (inNode) {
        if (coefficients != nullptr)
            calibrate<N>(found, *link, inner, group, found.bandwidth, false, *coefficients);
        return found;
    }
    const auto reached = static_cast<double>(group.reach()) / static_cast<double>(hardware.devicesPerNode);
    const NetworkShare network = networkShare(hardware, *link, reached, calibration);
    if (network.share < 1)
        found.bandwidth =
            found.bandwidth * N::leaf(core::Number{network.share}, W_("network_share"),
                                      network.basis == NetworkBasis::Stated ? core::SourceKind::Specification
                                                                            : core::SourceKind::Assumed,
                                      network.citation);
    const std::int64_t domain = inner == nullptr
                                    ? hardware.devicesPerNode
                                    : std::max(hardware.devicesPerNode, spanOf(hardware, *inner));
    const std::int64_t between = std::max<std::int64_t>(1, group.stride / hardware.devicesPerNode);
    const bool passed =
        link->topology == core::LinkTopology::Ring || link->topology == core::LinkTopology::Torus;
    if (passed && between > 1) {
        const Count<N> machines =
            N::leaf(core::Number{static_cast<double>(between)}, W_("machines_between"),
                    core::SourceKind::Derived, "groups of the machines between share every link of the ring");
        found.bandwidth = found.bandwidth / machines;
        found.latency = machines * found.latency;
    }
    if (inner == nullptr && coefficients == nullptr)
        return found;
    const std::int64_t members = std::clamp<std::int64_t>(domain / group.stride, 1, group.degree);
    const Count<N> rails =
        N::leaf(core::Number{static_cast<double>(members)}, W_("members_in_node"), core::SourceKind::Assumed,
                "a ring leaves the node over each member's own link");
    found.port = found.bandwidth;
    if (inner != nullptr && members > 1) {
        found.crosses = true;
        found.members = rails;
        found.nodes = found.ranks / rails;
        found.inside = N::leaf(inner->bandwidth.value, W_("node_bandwidth"), sourceOf(inner->bandwidth),
                               inner->bandwidth.source);
        found.insideLatency = N::leaf(inner->latency.value, W_("node_latency"), sourceOf(inner->latency),
                                      inner->latency.source);
    }
    if (own != nullptr && (*own)[Coefficient::ClusterHop] > 0) {
        const Count<N> hops = (found.crosses ? found.nodes : found.ranks) - constant<N>(1);
        found.start = hops * calibrated<N>(core::Seconds{(*own)[Coefficient::ClusterHop]}, *own,
                                           Coefficient::ClusterHop);
    }
    if (coefficients != nullptr) {
        // Older NCCL joins a ring over one port of a node only, however many members it has there.
        const double most = (*coefficients)[Coefficient::RingLinks];
        const Count<N> used = static_cast<double>(members) <= most
                                  ? rails
                                  : calibrated<N>(core::Number{most}, *coefficients, Coefficient::RingLinks);
        calibrate<N>(found, *link, inner, group, found.bandwidth * used,
                     sharesPorts(group, hardware.devicesPerNode, *coefficients), *coefficients);
        return found;
    }
    const ByteRate<N> inside = N::leaf(inner->bandwidth.value, W_("node_bandwidth"),
                                       sourceOf(inner->bandwidth), inner->bandwidth.source);
    found.bandwidth = N::named(W_("group_bandwidth"), minimum(found.bandwidth * rails, inside), kRing);
    return found;
}

template <class N>
Algorithm allReduceAlgorithm(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    if (link.calibrated)
        return {"ring", "calibrated_rings"};
    if (measured<N>(link, W_("all_reduce"), payload))
        return kMeasuredAlgorithm;
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
Duration<N> allReduceTime(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    if (link.calibrated)
        return ringReduce<N>(link, payload);
    if (const auto known = measured<N>(link, W_("all_reduce"), payload))
        return *known;
    const Algorithm chosen = allReduceAlgorithm<N>(link, payload);
    const auto worked = [&] {
        if (chosen.name == "tree")
            return treeReduce<N>(link, payload);
        if (chosen.name == "hierarchical")
            return levelsReduce<N>(link, payload);
        if (chosen.name == "in_network")
            return switchReduce<N>(link, payload);
        return ringReduce<N>(link, payload);
    };
    return atLeastInside<N>(link, W_("all_reduce"), 2, payload, worked());
}

template <class N>
Algorithm ringAlgorithm(const GroupLink<N>& link, std::string_view operation)
{
    if (measured<N>(link, operation, N::leaf(core::Bytes{1}, "byte", core::SourceKind::Constant, "")))
        return kMeasuredAlgorithm;
    return operation == "all_to_all" ? kPairwiseAlgorithm : kRingAlgorithm;
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
        return N::named(W_("all_to_all"),
                        link.start + others * link.latency +
                            others / link.ranks * sent / achieved<N>(link, sent),
                        kPairs);
    const Count<N> far = link.ranks - link.members;
    const Count<N> near = link.members - constant<N>(1);
    ByteRate<N> port = efficient<N>(link, link.port, Efficiency::Collective, sent);
    const auto share =
        link.calibrated ? std::nullopt : measuredPortShare(*link.hardware, N::plain(link.nodes).value());
    if (share)
        port =
            port * N::leaf(core::Number{share->seconds}, W_("share_of_port"), share->source, share->citation);
    else if (!link.calibrated)
        port = port * N::leaf(core::Number{headOfLine(N::plain(link.nodes).value())}, W_("incast"),
                              core::SourceKind::Assumed, kIncast);
    const ByteRate<N> inside = efficient<N>(link, link.inside, Efficiency::NodeCollective, sent);
    const Duration<N> moving = maximum(far / link.ranks * sent / port, near / link.ranks * sent / inside);
    return N::named(W_("all_to_all"), link.start + far * link.latency + near * link.insideLatency + moving,
                    kPairs);
}

template <class N>
Duration<N> dispatchTime(const GroupLink<N>& link, const ByteCount<N>& toRanks, const ByteCount<N>& toNodes)
{
    const Count<N> others = link.ranks - constant<N>(1);
    if (!entersNodesOnce<N>(link))
        return allToAllTime<N>(link,
                               N::named(W_("bytes_to_every_rank"), link.ranks / others * toRanks, kOnce));
    // Whoever sends knows what each receiver takes, so that ports do not jam.
    const ByteRate<N> port = efficient<N>(link, link.port, Efficiency::Collective, toNodes);
    const ByteRate<N> inside = efficient<N>(link, link.inside, Efficiency::NodeCollective, toRanks);
    return N::named(W_("dispatch"),
                    link.start + (link.nodes - constant<N>(1)) * link.latency +
                        (link.members - constant<N>(1)) * link.insideLatency +
                        maximum(toNodes / port, toRanks / inside),
                    kOnce);
}

template <class N>
Duration<N> sendTime(const GroupLink<N>& link, const ByteCount<N>& message)
{
    return N::named(W_("send"), link.start + link.latency + message / achieved<N>(link, message),
                    "latency and bandwidth of one hop");
}

#define SHARDSCOPE_COLLECTIVE(N)                                                                             \
    template GroupLink<N> groupLink<N>(const core::HardwareSpec&, const Group&, const Coefficients*);        \
    template Algorithm allReduceAlgorithm<N>(const GroupLink<N>&, const ByteCount<N>&);                      \
    template Duration<N> allReduceTime<N>(const GroupLink<N>&, const ByteCount<N>&);                         \
    template Algorithm ringAlgorithm<N>(const GroupLink<N>&, std::string_view);                              \
    template Duration<N> gatherTime<N>(const GroupLink<N>&, const ByteCount<N>&);                            \
    template Duration<N> scatterTime<N>(const GroupLink<N>&, const ByteCount<N>&);                           \
    template Duration<N> allToAllTime<N>(const GroupLink<N>&, const ByteCount<N>&);                          \
    template Duration<N> dispatchTime<N>(const GroupLink<N>&, const ByteCount<N>&, const ByteCount<N>&);     \
    template Duration<N> sendTime<N>(const GroupLink<N>&, const ByteCount<N>&);
SHARDSCOPE_COLLECTIVE(core::PlainNumbers)
SHARDSCOPE_COLLECTIVE(core::ExplainedNumbers)
#undef SHARDSCOPE_COLLECTIVE

} // namespace shardscope::planner
