// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/documents/changed_machine.h"

#include "app/session/machine/machine_figures.h"
#include "core/units/plain_number.h"
#include "core/units/text.h"

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::string_view kNetwork = " \u00b7 network "; ///< in the title of what was changed
constexpr std::string_view kMemory = " \u00b7 memory ";
constexpr std::string_view kRate = " \u00b7 rate x ";
constexpr std::string_view kHost = " \u00b7 host x ";

bool betweenNodes(const core::Link& link)
{
    return link.level == core::LinkLevel::Pod || link.level == core::LinkLevel::Cluster;
}

/// The title of \p hardware says \p what, in the place of what it said of it before.
void retitle(core::HardwareSpec& hardware, std::string_view titled, const std::string& what)
{
    std::string title = hardware.title.empty() ? hardware.name : hardware.title;
    if (const std::size_t before = title.rfind(titled); before != std::string::npos) {
        const std::size_t end = title.find(" \u00b7 ", before + titled.size());
        title.erase(before, end == std::string::npos ? end : end - before);
    }
    hardware.title = title + std::string(titled) + what;
}

} // namespace

core::HardwareSpec withNetwork(core::HardwareSpec hardware, double factor)
{
    const bool beyond = std::ranges::any_of(hardware.links, betweenNodes);
    std::string told;
    for (core::Link& link : hardware.links) {
        if (beyond ? !betweenNodes(link) : link.level != core::LinkLevel::Node)
            continue;
        link.bandwidth = {link.bandwidth.value * factor, std::string(kSetByHand), false};
        told = core::toText(link.bandwidth.value);
    }
    if (!told.empty())
        retitle(hardware, kNetwork, told);
    return hardware;
}

core::HardwareSpec withRate(core::HardwareSpec hardware, double factor)
{
    for (core::Engine& engine : hardware.engines)
        engine.peak = {engine.peak.value * factor, std::string(kSetByHand), false};
    retitle(hardware, kRate, core::shortestText(factor));
    return hardware;
}

core::HardwareSpec withHost(core::HardwareSpec hardware, double factor)
{
    for (core::MemoryTier& memory : hardware.memory) {
        if (memory.tier == core::Tier::Host || memory.tier == core::Tier::Nvme)
            memory.bandwidth = {memory.bandwidth.value * factor, std::string(kSetByHand), false};
    }
    retitle(hardware, kHost, core::shortestText(factor));
    return hardware;
}

core::HardwareSpec withMemory(core::HardwareSpec hardware, double factor)
{
    for (core::MemoryTier& memory : hardware.memory) {
        if (memory.tier != core::Tier::Device)
            continue;
        memory.capacity = {memory.capacity.value * factor, std::string(kSetByHand), false};
        if (memory.allocatable)
            memory.allocatable = {memory.allocatable->value * factor, std::string(kSetByHand), false};
        retitle(hardware, kMemory, core::toText(memory.capacity.value));
    }
    return hardware;
}

} // namespace shardscope::app
