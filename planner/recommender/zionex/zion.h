// SPDX-License-Identifier: GPL-3.0-or-later
// ZionEX's predecessor, for comparison: network cards on the CPUs, TCP, perceptrons behind one parameter
// server, tables behind several, all updates asynchronous. And what fused embedding operators gained.
#pragma once

#include "core/model/recommender.h"
#include "core/units/quantity.h"
#include "planner/recommender/placement/shard_cost.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::planner {

struct ZionSettings {
    std::int64_t trainers = 1; ///< nodes that compute
    std::int64_t embeddingServers = 1;
    std::int64_t batch = 512;                ///< of one trainer
    core::Seconds denseSeconds;              ///< a trainer's forward and backward of one batch
    core::BytesPerSecond card{12.5e9};       ///< one network card (100 Gbit/s), a direction
    std::int64_t cardsPerNode = 4;           ///< one a CPU socket (InfoQ on ZionEX, 2021)
    core::BytesPerSecond serverMemory{80e9}; ///< of an embedding server: assumed
    /// TCP costs about a CPU cycle a bit at these rates: assumed (the rule "1 GHz for 1 Gbit/s", A. Foong et
    /// al., ISPASS 2003).
    double cyclesPerByte = 8;
    double cyclesPerSecond = 4 * 16 * 2.5e9; ///< of a node that may go to the network: four sockets, assumed
};

/// What one resource allows, in samples a second.
struct RoleRate {
    std::string role;
    double samplesPerSecond = 0;
};

struct ZionRate {
    double samplesPerSecond = 0;
    std::string
        bound; ///< trainers mlp_server_network embedding_server_network embedding_server_memory tcp_cycles
    std::vector<RoleRate> rates;
};

[[nodiscard]] ZionRate zionRate(const core::Recommender& model, const ZionSettings& settings);

/// Embedding operators of one device in one step: fused (one kernel, optimizer inside) against plain ones (a
/// kernel a table; a dense optimizer that walks whole tables).
struct FusionGain {
    core::Seconds fused;
    core::Seconds plain;
    /// Gradients of the rows that plain operators keep until the optimizer has read them, of all devices;
    /// fused ones update each row as they meet it and keep none.
    core::Bytes plainGradients;
    [[nodiscard]] double factor() const { return plain.value() / fused.value(); }
};
/// \p plainOptimizerIsDense: nn.EmbeddingBag without sparse gradients.
[[nodiscard]] FusionGain fusionGain(const std::vector<core::EmbeddingTable>& tables, std::int64_t batch,
                                    const EmbeddingCluster& cluster, bool plainOptimizerIsDense);

} // namespace shardscope::planner
