// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/traffic/routes.h"

#include "planner/machine/collective.h"

namespace shardscope::planner {
namespace {

/// The group by the names that the files of planner/parallelism give their traffic.
std::optional<Group> namedGroup(const core::Plan& plan, std::string_view name)
{
    const core::Axes& axes = plan.axes;
    if (name == "tensor")
        return groupOf(plan, core::MeshAxis::Tensor);
    if (name == "context")
        return groupOf(plan, core::MeshAxis::Context);
    if (name == "expert")
        return Group{axes.expert, axes.expertSlices(), 0};
    if (name == "replica")
        return Group{axes.replicas(), axes.tensor, 0};
    if (name == "pipeline")
        return groupOf(plan, core::MeshAxis::Pipeline);
    if (name.substr(0, 9) == "embedding") // a recommender's tables lie over all devices
        return Group{axes.devices(), 1, 0};
    return std::nullopt;
}

} // namespace

std::optional<Route> routeOf(const core::HardwareSpec& hardware, const core::Plan& plan,
                             const core::CommunicationEntry& entry)
{
    Route route;
    if (entry.operation == "streaming")
        return route;
    if (entry.operation == "parameter_server")
        return std::nullopt; // roles on machines of their own, no ranks
    const std::optional<Group> group = namedGroup(plan, entry.group);
    if (!group || !hardware.connectsDevices())
        return std::nullopt;
    route.ranks = group->degree;
    route.stride = group->stride;
    if (entry.operation == "all_reduce" && entry.group == "pipeline") {
        route.ranks = 2; // the first and the last stage, which hold the same embedding
        route.stride = group->stride * (group->degree - 1);
    }
    // A pipeline's hops wait for those between nodes, where there are any.
    route.link = linkReaching(hardware, group->reach());
    return route;
}

} // namespace shardscope::planner
