// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/traffic/routes.h"

#include "planner/machine/collective.h"

namespace shardscope::planner {
namespace {

/// Where the ranks of \p group lie; none: it is of no ranks.
std::optional<Group> placed(const core::Plan& plan, core::TrafficGroup group)
{
    using core::TrafficGroup;
    const core::Axes& axes = plan.axes;
    switch (group) {
    case TrafficGroup::Tensor: return groupOf(plan, core::MeshAxis::Tensor);
    case TrafficGroup::Context: return groupOf(plan, core::MeshAxis::Context);
    case TrafficGroup::Expert: return Group{axes.expert, axes.expertSlices(), 0};
    case TrafficGroup::Replica: return Group{axes.replicas(), axes.tensor, 0};
    case TrafficGroup::Pipeline: return groupOf(plan, core::MeshAxis::Pipeline);
    case TrafficGroup::EmbeddingIds:
    case TrafficGroup::Embedding:
    case TrafficGroup::EmbeddingBackward: // a recommender's tables lie over all devices
        return Group{axes.devices(), 1, 0};
    default: return std::nullopt;
    }
}

} // namespace

std::optional<Route> routeOf(const core::HardwareSpec& hardware, const core::Plan& plan,
                             const core::CommunicationEntry& entry)
{
    Route route;
    if (entry.operation == core::Transfer::Streaming)
        return route;
    if (entry.operation == core::Transfer::ParameterServer)
        return std::nullopt; // roles on machines of their own, no ranks
    const std::optional<Group> group = placed(plan, entry.group);
    if (!group || !hardware.connectsDevices())
        return std::nullopt;
    route.ranks = group->degree;
    route.stride = group->stride;
    if (entry.operation == core::Transfer::AllReduce && entry.group == core::TrafficGroup::Pipeline) {
        route.ranks = 2; // the first and the last stage, which hold the same embedding
        route.stride = group->stride * (group->degree - 1);
    }
    // A pipeline's hops wait for those between nodes, where there are any.
    route.link = linkReaching(hardware, group->reach());
    return route;
}

} // namespace shardscope::planner
