// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster as embedding tables see it: memory tiers of one device and the two links between devices.
#pragma once

#include "core/base/result.h"
#include "core/hardware/hardware_spec.h"
#include "planner/formula/recommender_rates.h"

#include <cstdint>

namespace shardscope::planner {

/// What a device sends in a collective of large messages, to those that it reaches over links of one kind.
struct MeasuredRate {
    core::BytesPerSecond rate; ///< 0: nobody measured it
    std::int64_t nodes = 1;    ///< that took part: more of them cost each other more
    RateSource source = {};
    bool unverified = false;
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
    MeasuredRate exchangeInside;  ///< all-to-alls
    MeasuredRate exchangeBetween; ///< all-to-alls
    MeasuredRate scatterInside;   ///< reduce-scatters in a node
    MeasuredRate reduceInside;    ///< all-reduces in a node

    [[nodiscard]] std::int64_t nodes() const { return (devices + devicesPerNode - 1) / devicesPerNode; }
    [[nodiscard]] core::Bytes capacity(core::Tier tier) const;
};

/// \p devices of \p hardware (whole nodes where more than one). Errors: MissingKey (no device memory or no
/// link between nodes), OutOfRange (more devices than there are), NotDivisible.
[[nodiscard]] core::Result<EmbeddingCluster> embeddingCluster(const core::HardwareSpec& hardware,
                                                              std::int64_t devices);

} // namespace shardscope::planner
