// SPDX-License-Identifier: GPL-3.0-or-later
// Workers that wait for each other: the larger the cluster, the later the last one comes.
#pragma once

#include "planner/recommender/persia/persia_rates.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// How much longer the slowest of \p workers takes than the mean of them, on average over batches, where the
/// time of a batch is normal with deviation \p share of its mean.
[[nodiscard]] double waitingForSlowest(std::int64_t workers, double share);

/// A cluster some times as large.
struct WaitingPoint {
    std::int64_t accelerators = 0;
    double longer = 0;      ///< the slowest worker's batch, against the mean
    double synchronous = 0; ///< samples a second where every stage waits for the slowest
    double hybrid = 0;      ///< where only the dense part does
    double asynchronous = 0;
};

/// \p cluster as it is and doubled up to 32 times, workers' times deviating by \p share. Errors: those of
/// persiaRate.
[[nodiscard]] core::Result<std::vector<WaitingPoint>> persiaWaiting(const core::Recommender& model,
                                                                    const RoleCluster& cluster,
                                                                    const PersiaSettings& settings,
                                                                    double share);

} // namespace shardscope::planner
