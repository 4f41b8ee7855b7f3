// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster as embedding tables see it: memory tiers of one device and the two links between devices. A node
// is the devices of one host, which share its memory and add up their parts of sums before they send them on.
// A domain is the devices that reach each other over the faster link: a node, or the nodes of a rack that the
// same switches join (NVL72).
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
    std::int64_t devices = 1;          ///< W
    std::int64_t devicesPerNode = 1;   ///< l
    std::int64_t devicesPerDomain = 1; ///< whole nodes, as many in each
    core::Bytes deviceCapacity;
    core::Bytes hostCapacity; ///< 0: no such tier
    core::Bytes nvmeCapacity;
    core::BytesPerSecond deviceBandwidth;
    core::BytesPerSecond hostBandwidth; ///< between a device and host memory
    core::BytesPerSecond nvmeBandwidth;
    core::BytesPerSecond insideLink;     ///< one direction, to devices of the same domain
    core::BytesPerSecond outsideLink;    ///< to those of others
    core::BytesPerSecond frontEndLink;   ///< to readers and storage; 0: not described
    CollectiveRate exchange;             ///< all-to-alls of all devices
    CollectiveRate across;               ///< all-to-alls of the devices with one place in their nodes
    CollectiveRate scatter;              ///< reduce-scatters in a node
    CollectiveRate reduce;               ///< all-reduces of all devices
    double reducedInside = 1;            ///< the part of a large one's time that passes inside the domains
    std::vector<std::string> unverified; ///< operations whose curves in the machine's file nobody checked

    [[nodiscard]] std::int64_t nodes() const { return (devices + devicesPerNode - 1) / devicesPerNode; }
    [[nodiscard]] std::int64_t domains() const { return (devices + devicesPerDomain - 1) / devicesPerDomain; }
    /// What carries messages between nodes.
    [[nodiscard]] core::BytesPerSecond nodesLink() const { return domains() > 1 ? outsideLink : insideLink; }
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
