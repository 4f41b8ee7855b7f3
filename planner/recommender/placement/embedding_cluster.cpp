// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/embedding_cluster.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"

#include <algorithm>

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

/// The all-to-all between most nodes that the hardware's file has a measurement of.
void addMeasuredExchange(const core::HardwareSpec& hardware, EmbeddingCluster& cluster)
{
    const core::CollectiveCurve* widest = nullptr;
    for (const core::CollectiveCurve& curve : hardware.collectives) {
        if (curve.operation == "all_to_all" && curve.level == core::LinkLevel::Cluster &&
            curve.ranks > hardware.devicesPerNode && (widest == nullptr || widest->ranks < curve.ranks))
            widest = &curve;
    }
    if (widest == nullptr)
        return;
    const auto ranks = static_cast<double>(widest->ranks);
    const double abroad = (ranks - static_cast<double>(hardware.devicesPerNode)) / ranks;
    cluster.exchange = core::BytesPerSecond{abroad * widest->bytes.back() / widest->seconds.back()};
    cluster.exchangeNodes = widest->ranks / hardware.devicesPerNode;
    cluster.exchangeSource = widest->source;
    const std::string own = "/collectives/" + std::to_string(widest - hardware.collectives.data());
    cluster.exchangeUnverified = std::ranges::find(hardware.unverified, own) != hardware.unverified.end();
}

/// Devices that reach each other over the links of scaleUp(): a node's, or of a rack whose switches join
/// several as many whole nodes as leave every rack the same number.
std::int64_t devicesInside(const core::HardwareSpec& hardware, std::int64_t devices)
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

} // namespace

core::Result<EmbeddingCluster> embeddingCluster(const core::HardwareSpec& hardware, std::int64_t devices)
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
    cluster.devicesPerNode = devicesInside(hardware, devices);
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
    if ((cluster.devicesPerNode > 1 && !node && !between) || (cluster.nodes() > 1 && !between))
        return Error{ErrorCode::MissingKey,
                     {core::phrase(W_("link of level \"%1\""), {cluster.nodes() > 1 ? "cluster" : "node"})}};
    const core::Link* inside = node ? node : between;
    if (inside) {
        cluster.nodeLink = inside->bandwidth.value;
        cluster.nodeLatency = inside->latency.value;
    }
    if (between) {
        cluster.clusterLink = between->bandwidth.value;
        cluster.clusterLatency = between->latency.value;
    }
    if (cluster.nodes() > 1)
        addMeasuredExchange(hardware, cluster);
    if (const core::Link* frontEnd = hardware.link(core::LinkLevel::FrontEnd))
        cluster.frontEndLink = frontEnd->bandwidth.value;
    return cluster;
}

} // namespace shardscope::planner
