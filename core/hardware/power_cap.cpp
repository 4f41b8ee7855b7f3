// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/power_cap.h"

#include <algorithm>
#include <cmath>

namespace shardscope::core {
namespace {

/// The share of its power that an idle board draws: an H200 130.5 of 700 W (measured for this project).
constexpr double kIdleShare = 0.186;
/// Voltage follows the clock, so that what transistors draw grows with its cube (assumed; Chandrakasan et
/// al., doi:10.1109/4.126534: CMOS draws C V^2 f).
constexpr double kExponent = 1.0 / 3;
/// Clocks fall no further than about a fifth of the highest.
constexpr double kSlowest = 0.2;

/// How fast what draws \p busy at full clocks runs under \p cap.
double clockUnder(Watts cap, Watts busy, Watts idle)
{
    if (!(cap < busy))
        return 1;
    const double left = std::max(0.0, (cap - idle).value()) / (busy - idle).value();
    return std::clamp(std::pow(left, kExponent), kSlowest, 1.0);
}

} // namespace

void capPower(HardwareSpec& hardware, Watts cap)
{
    hardware.powerCap = cap;
    if (!hardware.power && !hardware.draw)
        return;
    const Watts board = hardware.power ? hardware.power->value : hardware.draw->products.value;
    const Watts idle = hardware.draw ? hardware.draw->idle.value : kIdleShare * board;
    const Watts products = hardware.draw ? hardware.draw->products.value : board;
    const Watts memory = hardware.draw ? hardware.draw->memory.value : board;
    for (Engine& engine : hardware.engines)
        engine.peak.value = clockUnder(cap, products, idle) * engine.peak.value;
    for (MemoryTier& tier : hardware.memory) {
        if (tier.tier == Tier::Device && hardware.draw)
            tier.bandwidth.value = clockUnder(cap, memory, idle) * tier.bandwidth.value;
    }
    const auto hold = [cap](Sourced<Watts>& figure) { figure.value = std::min(figure.value, cap); };
    if (hardware.power)
        hold(*hardware.power);
    if (hardware.draw) {
        hold(hardware.draw->memory);
        hold(hardware.draw->products);
    }
}

} // namespace shardscope::core
