// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exchange/launch_files.h"

#include "core/base/ascii.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"

#include <algorithm>

namespace shardscope::app {

core::Result<LaunchedNodes> launchedNodes(const PlanResult& result)
{
    const std::int64_t devices = result.evaluation.devices;
    const std::int64_t perNode = std::clamp<std::int64_t>(result.hardware.devicesPerNode, 1, devices);
    if (devices % perNode != 0)
        return core::notDivisible("devices", devices, core::phrase(W_("the devices of a node")), perNode);
    return LaunchedNodes{devices / perNode, perNode};
}

std::string jobName(const PlanResult& result)
{
    std::string name;
    for (const char letter : result.model.name) {
        const bool plain = core::isLetterOrDigit(letter);
        if (plain || (!name.empty() && name.back() != '-'))
            name += plain ? core::lowered(letter) : '-';
    }
    return name + (name.empty() || name.back() == '-' ? "" : "-") + std::to_string(result.evaluation.devices);
}

} // namespace shardscope::app
