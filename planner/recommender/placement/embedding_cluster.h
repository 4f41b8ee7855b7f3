// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster as embedding tables see it: memory tiers of one device and the two links between devices.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "planner/formula/recommender_rates.h"
#include "planner/machine/collective.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::planner {

/// Payload a second of a collective of large messages: what placing counts with, where the tables that will
/// share a message are not known yet. Their step takes as long as its messages do (planner/machine).
struct CollectiveRate {
    core::BytesPerSecond rate; ///< 0: there is nobody to send to
    core::Seconds start;       ///< of a message without bytes: its hops
    RateSource source = {};
};

/// Per device; what a node shares is divided evenly.
struct EmbeddingCluster {
    std::int64_t devices = 1;        ///< W
    std::int64_t devicesPerNode = 1; ///< l
    core::Bytes deviceCapacity;
    core::Bytes hostCapacity; ///< 0: no such tier
    core::Bytes nvmeCapacity;
    core::BytesPerSecond deviceBandwidth;
    core::BytesPerSecond hostBandwidth; ///< between a device and host memory
    core::BytesPerSecond nvmeBandwidth;
    core::BytesPerSecond nodeLink; ///< one direction, to devices of the same node
    core::BytesPerSecond clusterLink;
    core::BytesPerSecond frontEndLink; ///< to readers and storage; 0: not described
    core::Seconds nodeLatency;
    core::Seconds clusterLatency;
    CollectiveRate exchange;             ///< all-to-alls of all devices
    CollectiveRate across;               ///< all-to-alls of the devices with one place in their nodes
    CollectiveRate scatter;              ///< reduce-scatters in a node
    CollectiveRate gather;               ///< all-gathers in a node
    CollectiveRate reduce;               ///< all-reduces of all devices
    std::vector<std::string> unverified; ///< operations whose curves in the machine's file nobody checked

    [[nodiscard]] std::int64_t nodes() const { return (devices + devicesPerNode - 1) / devicesPerNode; }
    [[nodiscard]] core::Bytes capacity(core::Tier tier) const;
};

/// Which devices of \p cluster take part: all of them, those of a node, or those with one place in their
/// nodes.
[[nodiscard]] inline Ranks allDevices(const EmbeddingCluster& cluster) { return {cluster.devices, 1}; }
[[nodiscard]] inline Ranks inNode(const EmbeddingCluster& cluster) { return {cluster.devicesPerNode, 1}; }
[[nodiscard]] inline Ranks acrossNodes(const EmbeddingCluster& cluster)
{
    return {cluster.nodes(), cluster.devicesPerNode, cluster.devices};
}

/// \p devices of \p hardware (whole nodes where more than one), whose collectives take what \p links says
/// (null: what they were measured to take alone). Errors: MissingKey (no device memory or no link between
/// nodes), OutOfRange (more devices than there are), NotDivisible.
[[nodiscard]] core::Result<EmbeddingCluster> embeddingCluster(const core::HardwareSpec& hardware,
                                                              std::int64_t devices,
                                                              const Coefficients* links = nullptr);

} // namespace shardscope::planner
