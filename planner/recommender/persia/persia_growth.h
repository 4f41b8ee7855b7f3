// SPDX-License-Identifier: GPL-3.0-or-later
// All of PERSIA's roles growing together.
#pragma once

#include "planner/recommender/persia/persia_rates.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// A cluster with some number of times the replicas in every role.
struct RoleGrowth {
    std::int64_t times = 1;
    std::int64_t accelerators = 0;
    double samplesPerSecond = 0;
    double efficiency = 0;                               ///< rate of an accelerator against the first one's
    PersiaRoleKind saturated = PersiaRoleKind::NnWorker; ///< what limits it
    core::Seconds allReduce; ///< of one batch: what a larger ring takes longer for
};

/// \p cluster as it is and doubled up to 32 times. Errors: those of persiaRate.
[[nodiscard]] core::Result<std::vector<RoleGrowth>> persiaGrowth(const core::Recommender& model,
                                                                 const RoleCluster& cluster, PersiaMode mode,
                                                                 const PersiaSettings& settings);

} // namespace shardscope::planner
