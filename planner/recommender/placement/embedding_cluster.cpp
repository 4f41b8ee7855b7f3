// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/placement/embedding_cluster.h"

#include "core/base/phrase.h"
#include "core/base/refusals.h"

#include <algorithm>
#include <limits>
#include <string_view>

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

constexpr auto kOtherLink =
    "measured over a link of another bandwidth (link_bandwidth), scaled by the bandwidths";

/// \p operation on \p level as the hardware's file has it measured, of the most ranks from \p fewest to
/// \p most. What a rank sends to \p beside of them crosses no link of the level.
MeasuredRate measuredRate(const core::HardwareSpec& hardware, std::string_view operation,
                          core::LinkLevel level, std::int64_t fewest, std::int64_t most, std::int64_t beside)
{
    const core::CollectiveCurve* widest = nullptr;
    for (const core::CollectiveCurve& curve : hardware.collectives) {
        if (curve.operation == operation && curve.level == level && curve.ranks >= fewest &&
            curve.ranks <= most && (widest == nullptr || widest->ranks < curve.ranks))
            widest = &curve;
    }
    if (widest == nullptr)
        return {};
    const auto ranks = static_cast<double>(widest->ranks);
    const double passes = operation == "all_reduce" ? 2 : 1; // a scatter and a gather
    const double crossing = passes * (ranks - static_cast<double>(beside)) / ranks;
    const std::string own = "/collectives/" + std::to_string(widest - hardware.collectives.data());
    MeasuredRate measured;
    measured.rate = core::BytesPerSecond{crossing * widest->bytes.back() / widest->seconds.back()};
    measured.nodes = std::max<std::int64_t>(1, widest->ranks / hardware.devicesPerNode);
    measured.source = {core::SourceKind::Measured, widest->source};
    measured.unverified = std::ranges::find(hardware.unverified, own) != hardware.unverified.end();
    const core::Link* link = hardware.link(level);
    const core::BytesPerSecond over = widest->linkBandwidth;
    if (link != nullptr && over.value() > 0 && over != link->bandwidth.value) {
        measured.rate = measured.rate * (link->bandwidth.value / over).value();
        measured.source = {core::SourceKind::Assumed, kOtherLink};
    }
    return measured;
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
    // Of fewer than half of the peers a measurement says too little: 2, 4 and 8 B200s reach 331, 488, 563
    // GB/s.
    const std::int64_t local = cluster.devicesPerNode;
    const auto inNode = [&hardware, local](std::string_view operation) {
        return measuredRate(hardware, operation, core::LinkLevel::Node,
                            std::max<std::int64_t>(2, (local + 1) / 2), local, 1);
    };
    cluster.exchangeInside = inNode("all_to_all");
    cluster.scatterInside = inNode("reduce_scatter");
    cluster.reduceInside = inNode("all_reduce");
    if (cluster.nodes() > 1)
        cluster.exchangeBetween =
            measuredRate(hardware, "all_to_all", core::LinkLevel::Cluster, hardware.devicesPerNode + 1,
                         std::numeric_limits<std::int64_t>::max(), hardware.devicesPerNode);
    if (const core::Link* frontEnd = hardware.link(core::LinkLevel::FrontEnd))
        cluster.frontEndLink = frontEnd->bandwidth.value;
    return cluster;
}

} // namespace shardscope::planner
