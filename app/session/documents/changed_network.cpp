// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/documents/changed_network.h"

#include "core/units/text.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr const char* kSetByHand = "set by hand";
constexpr std::string_view kTitled = " \u00b7 network "; ///< in the title of what was changed

bool betweenNodes(const core::Link& link)
{
    return link.level == core::LinkLevel::Pod || link.level == core::LinkLevel::Cluster;
}

} // namespace

core::HardwareSpec withNetwork(core::HardwareSpec hardware, double factor)
{
    const bool beyond = std::ranges::any_of(hardware.links, betweenNodes);
    std::string told;
    for (core::Link& link : hardware.links) {
        if (beyond ? !betweenNodes(link) : link.level != core::LinkLevel::Node)
            continue;
        link.bandwidth = {link.bandwidth.value * factor, kSetByHand, false};
        told = core::toText(link.bandwidth.value);
    }
    std::string title = hardware.title.empty() ? hardware.name : hardware.title;
    title.resize(std::min(title.size(), title.rfind(kTitled)));
    if (!told.empty())
        hardware.title = title + std::string(kTitled) + told;
    return hardware;
}

} // namespace shardscope::app
