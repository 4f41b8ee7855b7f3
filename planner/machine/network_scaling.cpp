// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/machine/network_scaling.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

/// Half of a leaf switch's 64 ports are machines': so many have their network to themselves. Beyond, untuned
/// clusters lay anywhere between a tenth and nine tenths of the ideal, and half is the middle.
const core::NetworkScaling& unknownScaling()
{
    static const core::NetworkScaling scaling{
        {32, 64},
        {1, 0.5},
        "assumed, and conservative: nobody says how this network scales; beyond one leaf switch half of the "
        "ideal, the middle of the 10 to 90 % seen before tuning (Meta Engineering, Building Meta's GenAI "
        "Infrastructure, 2024-03-12)"};
    return scaling;
}

/// The most machines that \p calibration's runs had; 0: it does not say, or one, which has no network.
double machinesSeen(const core::HardwareSpec& hardware, const core::Calibration* calibration)
{
    if (calibration == nullptr)
        return 0;
    const auto devices = calibration->range.find("devices");
    if (devices == calibration->range.end())
        return 0;
    const double most = devices->second.high / static_cast<double>(hardware.devicesPerNode);
    return most > 1 ? most : 0;
}

} // namespace

NetworkShare networkShare(const core::HardwareSpec& hardware, const core::Link& link, double machines,
                          const core::Calibration* calibration)
{
    const bool measured = std::ranges::any_of(hardware.collectives, [&](const core::CollectiveCurve& curve) {
        return curve.level == core::LinkLevel::Cluster;
    });
    if (measured && link.level == core::LinkLevel::Cluster)
        return {NetworkBasis::Measured, 1, {}, 0};
    const double seen = machinesSeen(hardware, calibration);
    if (machines <= seen)
        return {NetworkBasis::Calibrated, 1, {}, seen};
    // A pod is one switch or a wired torus unless its file says otherwise, and so are rings and meshes.
    const bool switched =
        link.level == core::LinkLevel::Cluster && link.topology == core::LinkTopology::Switch;
    if (!link.scaling && !switched)
        return {NetworkBasis::Assumed, 1, {}, seen};
    const core::NetworkScaling& scaling = link.scaling ? *link.scaling : unknownScaling();
    return {link.scaling ? NetworkBasis::Stated : NetworkBasis::Assumed,
            scaling.at(machines) / scaling.at(std::max(1.0, seen)), scaling.source, seen};
}

} // namespace shardscope::planner
