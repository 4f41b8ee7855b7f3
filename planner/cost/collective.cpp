// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/cost/collective.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

constexpr auto kRing = "ring algorithm, Patarasuk and Yuan 2009 (doi:10.1016/j.jpdc.2008.09.002)";

/// Devices within one level of the network; none: everything.
std::int64_t spanOf(const core::HardwareSpec& hardware, const core::Link& link)
{
    if (link.level == core::LinkLevel::Node)
        return hardware.devicesPerNode;
    return link.span;
}

/// The innermost link that reaches \p reach consecutive ranks.
const core::Link* reaching(const core::HardwareSpec& hardware, std::int64_t reach)
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

/// The link's bandwidth times the fraction achieved for such a payload.
template <class N>
ByteRate<N> achieved(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    const Achieved fraction =
        achievedFraction(*link.hardware, link.achieved, core::Dtype::Bf16, N::plain(payload).value());
    return link.bandwidth *
           N::leaf(core::Number{fraction.fraction}, "link_efficiency", fraction.source, fraction.citation);
}

} // namespace

Group groupOf(const core::Plan& plan, core::MeshAxis axis)
{
    const core::Mesh mesh(plan.axes);
    return {mesh.degree(axis), mesh.stride(axis)};
}

template <class N>
GroupLink<N> groupLink(const core::HardwareSpec& hardware, const Group& group)
{
    GroupLink<N> found;
    found.ranks = N::leaf(core::Number{static_cast<double>(group.degree)}, "n", core::SourceKind::Given,
                          "ranks of the group");
    found.hardware = &hardware;
    const core::Link* link = reaching(hardware, group.degree * group.stride);
    found.latency =
        N::leaf(link->latency.value, "link_latency", sourceOf(link->latency), link->latency.source);
    found.bandwidth =
        N::leaf(link->bandwidth.value, "link_bandwidth", sourceOf(link->bandwidth), link->bandwidth.source);
    const core::Link* inner = hardware.link(core::LinkLevel::Node);
    found.achieved =
        link->level == core::LinkLevel::Node ? Efficiency::NodeCollective : Efficiency::Collective;
    if (link->level == core::LinkLevel::Node || inner == nullptr)
        return found;
    const std::int64_t members =
        std::clamp<std::int64_t>(hardware.devicesPerNode / group.stride, 1, group.degree);
    const Count<N> rails =
        N::leaf(core::Number{static_cast<double>(members)}, "members_in_node", core::SourceKind::Assumed,
                "a ring leaves the node over each member's own link");
    const ByteRate<N> inside = N::leaf(inner->bandwidth.value, "node_bandwidth", sourceOf(inner->bandwidth),
                                       inner->bandwidth.source);
    found.bandwidth = N::named("group_bandwidth", minimum(found.bandwidth * rails, inside), kRing);
    return found;
}

template <class N>
Duration<N> allReduceTime(const GroupLink<N>& link, const ByteCount<N>& payload)
{
    const Count<N> hops = 2.0 * (link.ranks - constant<N>(1));
    return N::named("all_reduce",
                    hops * link.latency + hops / link.ranks * payload / achieved<N>(link, payload), kRing);
}

template <class N>
Duration<N> gatherTime(const GroupLink<N>& link, const ByteCount<N>& whole)
{
    const Count<N> hops = link.ranks - constant<N>(1);
    return N::named("gather_or_scatter",
                    hops * link.latency + hops / link.ranks * whole / achieved<N>(link, whole), kRing);
}

template <class N>
Duration<N> sendTime(const GroupLink<N>& link, const ByteCount<N>& message)
{
    return N::named("send", link.latency + message / achieved<N>(link, message),
                    "latency and bandwidth of one hop");
}

#define SHARDSCOPE_COLLECTIVE(N)                                                                             \
    template GroupLink<N> groupLink<N>(const core::HardwareSpec&, const Group&);                             \
    template Duration<N> allReduceTime<N>(const GroupLink<N>&, const ByteCount<N>&);                         \
    template Duration<N> gatherTime<N>(const GroupLink<N>&, const ByteCount<N>&);                            \
    template Duration<N> sendTime<N>(const GroupLink<N>&, const ByteCount<N>&);
SHARDSCOPE_COLLECTIVE(core::PlainNumbers)
SHARDSCOPE_COLLECTIVE(core::ExplainedNumbers)
#undef SHARDSCOPE_COLLECTIVE

} // namespace shardscope::planner
