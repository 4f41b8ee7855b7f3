// SPDX-License-Identifier: GPL-3.0-or-later
// How many of each role: the ratio explorer, the smallest or cheapest cluster for a wanted rate, and serving.
#pragma once

#include "planner/recommender/persia/persia_memory.h"
#include "planner/recommender/persia/persia_rates.h"

#include <optional>
#include <vector>

namespace shardscope::planner {

/// One cell of the explorer.
struct RatioPoint {
    std::int64_t first = 0; ///< replicas of the first role
    std::int64_t second = 0;
    double samplesPerSecond = 0;
    std::optional<double> costPerHour;
    double idleAccelerators = 0; ///< share of NN worker time that waits for others
    PersiaRoleKind saturated = PersiaRoleKind::NnWorker;
};

/// Every pair of \p firstReplicas and \p secondReplicas, row by row.
[[nodiscard]] core::Result<std::vector<RatioPoint>>
exploreRatio(const core::Recommender& model, const RoleCluster& cluster, PersiaMode mode,
             const PersiaSettings& settings, PersiaRoleKind first,
             const std::vector<std::int64_t>& firstReplicas, PersiaRoleKind second,
             const std::vector<std::int64_t>& secondReplicas);

enum class SizingGoal { FewestMachines, LowestCost };

struct SizedCluster {
    RoleCluster cluster;
    PersiaRate rate;
    double goal = 0; ///< machines, or currency an hour
};

/// The fewest replicas that reach \p samplesPerSecond and hold every row. Roles are independent but for the
/// NN workers, whose number changes their own contention. Errors: OutOfRange (no number of NN workers reaches
/// it), MissingKey (LowestCost without prices).
[[nodiscard]] core::Result<SizedCluster> sizeCluster(const core::Recommender& model,
                                                     const RoleCluster& cluster, PersiaMode mode,
                                                     const PersiaSettings& settings, double samplesPerSecond,
                                                     SizingGoal goal, double memoryShare = 0.9);

/// Serving: the same tables behind parameter servers and embedding workers, inference replicas in place of NN
/// workers.
struct ServingSettings {
    std::int64_t replicas = 1;            ///< inference processes, one accelerator each
    std::int64_t batch = 64;              ///< requests answered together
    core::Seconds networkLatency{100e-6}; ///< one RPC between machines of a data centre: assumed
};
struct ServingRate {
    double requestsPerSecond = 0;
    core::Seconds latency; ///< of one batch through all roles, nobody waiting
    PersiaRoleKind saturated = PersiaRoleKind::NnWorker;
    core::Bytes sharedBytes; ///< tables that training and serving share
};
[[nodiscard]] core::Result<ServingRate> servingRate(const core::Recommender& model,
                                                    const RoleCluster& cluster,
                                                    const PersiaSettings& settings,
                                                    const ServingSettings& serving);

} // namespace shardscope::planner
