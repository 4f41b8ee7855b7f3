// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/group_link.h"

#include "core/base/text_mark.h"
#include "planner/machine/network_scaling.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {
namespace {

constexpr auto kGroupRing = "ring algorithm, Patarasuk and Yuan 2009 (doi:10.1016/j.jpdc.2008.09.002)";

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
    found.bandwidth = N::named(W_("group_bandwidth"), rate, kGroupRing);
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
    if (own != nullptr) { // a rack's switches carry on what the node's do (NVL72)
        const bool outside = link->level == core::LinkLevel::Cluster;
        const Coefficient which = outside ? Coefficient::ClusterCollectives : Coefficient::NodeCollectives;
        found.slower = calibrated<N>(core::Number{(*own)[which]}, *own, which);
        found.starts = (*own)[outside ? Coefficient::ClusterStarts : Coefficient::NodeStarts];
    }
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
    found.bandwidth = N::named(W_("group_bandwidth"), minimum(found.bandwidth * rails, inside), kGroupRing);
    return found;
}

#define SHARDSCOPE_GROUP_LINK(N)                                                                             \
    template GroupLink<N> groupLink<N>(const core::HardwareSpec&, const Group&, const Coefficients*);
SHARDSCOPE_GROUP_LINK(core::PlainNumbers)
SHARDSCOPE_GROUP_LINK(core::ExplainedNumbers)
#undef SHARDSCOPE_GROUP_LINK

} // namespace shardscope::planner
