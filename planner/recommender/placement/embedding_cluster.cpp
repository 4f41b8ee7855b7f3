// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/embedding_cluster.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"

#include <algorithm>
#include <string>

namespace shardscope::planner {

core::Bytes EmbeddingCluster::capacity(core::Tier tier) const
{
    switch (tier) {
    case core::Tier::Device: return deviceCapacity;
    case core::Tier::Host:
    case core::Tier::Streaming: return hostCapacity;
    case core::Tier::Nvme: return nvmeCapacity;
    case core::Tier::ParameterServer: break;
    }
    return core::Bytes{};
}

namespace {

constexpr auto kLargeMessages = "collectives of 64 MiB on the machine (docs/formulas.md, collectives)";

CollectiveRate rateOf(const Machine& machine, Collective collective, const Ranks& ranks)
{
    constexpr core::Bytes kLarge{1 << 26};
    constexpr core::Bytes kLeast{1};
    if (ranks.count < 2)
        return {};
    const auto time = collectiveTime<core::PlainNumbers>(machine, collective, ranks, kLarge);
    const bool measured = time.algorithm.name == kMeasuredAlgorithm.name;
    return {kLarge / time.seconds,
            collectiveTime<core::PlainNumbers>(machine, collective, ranks, kLeast).seconds,
            {measured ? core::SourceKind::Measured : core::SourceKind::Assumed, kLargeMessages}};
}

/// Operations of a step whose curves nobody could check.
std::vector<std::string> uncheckedCurves(const core::HardwareSpec& hardware, const EmbeddingCluster& cluster)
{
    std::vector<std::string> found;
    for (std::size_t i = 0; i < hardware.collectives.size(); ++i) {
        const core::CollectiveCurve& curve = hardware.collectives[i];
        const bool between = curve.level == core::LinkLevel::Cluster;
        if ((between ? cluster.domains() > 1 : cluster.devicesPerDomain > 1) &&
            curve.operation != "all_gather" && std::ranges::find(found, curve.operation) == found.end() &&
            std::ranges::find(hardware.unverified, "/collectives/" + std::to_string(i)) !=
                hardware.unverified.end())
            found.push_back(curve.operation);
    }
    return found;
}

/// Devices that reach each other over the links of scaleUp(): a node's, or of a rack whose switches join
/// several as many whole nodes as leave every rack the same number.
std::int64_t devicesOfDomain(const core::HardwareSpec& hardware, std::int64_t devices)
{
    const std::int64_t node = hardware.devicesPerNode;
    const core::Link* inside = hardware.scaleUp();
    const std::int64_t span = inside != nullptr ? std::max(node, inside->span) : node;
    if (devices <= span)
        return devices;
    std::int64_t whole = span / node * node;
    while (whole > node && devices % whole != 0)
        whole -= node;
    return whole;
}

/// The part of an all-reduce that the scatter and the gather in the domains take, of large messages; the
/// ports between have the rest.
double reducedInside(const Machine& machine, const EmbeddingCluster& cluster)
{
    if (cluster.domains() == 1)
        return 1;
    if (cluster.devicesPerDomain == 1)
        return 0;
    const Ranks domain{cluster.devicesPerDomain, 1};
    const auto partOf = [&](Collective collective) {
        return (cluster.reduce.rate / rateOf(machine, collective, domain).rate).value();
    };
    return std::min(1.0, partOf(Collective::ReduceScatter) + partOf(Collective::AllGather));
}

} // namespace

core::Result<EmbeddingCluster> embeddingCluster(const core::HardwareSpec& hardware, std::int64_t devices,
                                                const Coefficients* links)
{
    using core::Error;
    using core::ErrorCode;
    const core::MemoryTier* device = hardware.tier(core::Tier::Device);
    if (!device)
        return Error{ErrorCode::MissingKey, {core::phrase(W_("memory tier \"%1\""), {"device"})}};
    const auto available = hardware.devices();
    if (devices < 1 || (available && devices > *available))
        return core::outOfRange(devices, "1", available ? std::to_string(*available) : "any");
    EmbeddingCluster cluster;
    cluster.devices = devices;
    cluster.devicesPerNode = std::min(devices, std::int64_t{hardware.devicesPerNode});
    cluster.devicesPerDomain = devicesOfDomain(hardware, devices);
    if (devices % cluster.devicesPerNode != 0)
        return core::notDivisible("devices", devices, core::phrase(W_("devices a node")),
                                  cluster.devicesPerNode);
    const auto share = [](const core::MemoryTier& tier) { return 1.0 / static_cast<double>(tier.sharedBy); };
    cluster.deviceCapacity = device->capacity.value * share(*device);
    cluster.deviceBandwidth = device->bandwidth.value * share(*device);
    for (const core::Tier tier : {core::Tier::Host, core::Tier::Streaming}) {
        if (const core::MemoryTier* host = hardware.tier(tier); host && cluster.hostCapacity.value() == 0) {
            cluster.hostCapacity = host->capacity.value * share(*host);
            cluster.hostBandwidth = host->bandwidth.value * share(*host);
        }
    }
    if (const core::MemoryTier* nvme = hardware.tier(core::Tier::Nvme)) {
        cluster.nvmeCapacity = nvme->capacity.value * share(*nvme);
        cluster.nvmeBandwidth = nvme->bandwidth.value * share(*nvme);
    }
    const core::Link* node = hardware.scaleUp();
    const core::Link* between = hardware.link(core::LinkLevel::Cluster);
    if (!between)
        between = hardware.link(core::LinkLevel::Pod);
    if ((cluster.devicesPerDomain > 1 && !node && !between) || (cluster.domains() > 1 && !between))
        return Error{
            ErrorCode::MissingKey,
            {core::phrase(W_("link of level \"%1\""), {cluster.domains() > 1 ? "cluster" : "node"})}};
    const core::Link* inside = node ? node : between;
    if (inside)
        cluster.insideLink = inside->bandwidth.value;
    if (between)
        cluster.outsideLink = between->bandwidth.value;
    if (devices > 1) {
        const Machine machine{hardware, links};
        cluster.exchange = rateOf(machine, Collective::AllToAll, allDevices(cluster));
        cluster.across = rateOf(machine, Collective::AllToAll, acrossNodes(cluster));
        cluster.scatter = rateOf(machine, Collective::ReduceScatter, inNode(cluster));
        cluster.reduce = rateOf(machine, Collective::AllReduce, allDevices(cluster));
        cluster.reducedInside = reducedInside(machine, cluster);
        cluster.unverified = uncheckedCurves(hardware, cluster);
    }
    if (const core::Link* frontEnd = hardware.link(core::LinkLevel::FrontEnd))
        cluster.frontEndLink = frontEnd->bandwidth.value;
    return cluster;
}

} // namespace shardscope::planner
