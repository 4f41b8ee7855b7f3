// SPDX-License-Identifier: GPL-3.0-or-later
// ZionEX's predecessor, for comparison: network cards on the CPUs, TCP, perceptrons behind one parameter
// server, tables behind several, all updates asynchronous. And what fused embedding operators gained.
#pragma once

#include "core/model/recommender.h"
#include "core/units/quantity.h"
#include "planner/recommender/placement/shard_cost.h"
#include "planner/recommender/zionex/front_end.h"
#include "planner/recommender/zionex/zion_figures.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::planner {

/// What of ZionEX's node a Zion node has been given: none of it is Zion.
struct ZionSwitches {
    core::BytesPerSecond gpuCard{0}; ///< of a network card a GPU, one direction; 0: cards hang on the CPUs
    std::int64_t gpus = 8;
    bool rdma = false; ///< and GPUDirect: what is sent takes no CPU cycles
    /// Batches and checkpoints have a network of their own; each GPU's share of it. 0: they share the cards.
    core::BytesPerSecond frontEnd{0};
};

struct ZionSettings {
    std::int64_t trainers = 1; ///< nodes that compute
    std::int64_t embeddingServers = 1;
    std::int64_t batch = 512;   ///< of one trainer
    core::Seconds denseSeconds; ///< a trainer's forward and backward of one batch
    ZionFigures figures = zionFigures();
    CheckpointSettings checkpoint;
    ZionSwitches switches;

    /// Bandwidth of a node's network in one direction.
    [[nodiscard]] core::BytesPerSecond network() const;
    /// Bandwidth of an embedding server's memory, for rows.
    [[nodiscard]] core::BytesPerSecond rowMemory() const;
};

/// What one resource allows, in samples a second.
struct RoleRate {
    std::string role;
    double samplesPerSecond = 0;
};

struct ZionRate {
    double samplesPerSecond = 0;
    /// trainers mlp_server_network embedding_server_network embedding_server_memory trainer_network
    /// tcp_cycles mlp_server_cycles embedding_server_cycles front_end
    std::string bound;
    std::vector<RoleRate> rates;
};

[[nodiscard]] ZionRate zionRate(const core::Recommender& model, const ZionSettings& settings);
/// Whether \p role is what the article calls Zion's bottleneck: its network, or the CPU cycles for it.
[[nodiscard]] bool isNetworkOrCpu(const std::string& role);

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
