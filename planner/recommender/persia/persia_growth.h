// SPDX-License-Identifier: GPL-3.0-or-later
// All of PERSIA's roles growing together.
#pragma once

#include "planner/recommender/persia/persia_rates.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// The most accelerators that the contention between NN workers was fitted on (Kwai's asynchronous runs on 16
/// to 64 V100, see persia_rates.cpp). Beyond them nothing says how it grows.
inline constexpr std::int64_t kContentionFittedFrom = 16;
inline constexpr std::int64_t kContentionFittedTo = 64;
/// The share of an NN worker's time that each doubling of the machines adds. It fits the same runs by another
/// form, which is 11 % from them (root of the mean square) where the form by machines is 9 %.
inline constexpr double kContentionPerDoubling = 0.15;

/// A cluster with some number of times the replicas in every role.
struct RoleGrowth {
    double times = 1; ///< a fraction below the cluster as it is
    std::int64_t accelerators = 0;
    double samplesPerSecond = 0;
    /// The same with contention that grows with each doubling of the machines instead of each machine, from
    /// where the fit ends: as it is up to there.
    double otherwise = 0;
    double efficiency = 0; ///< rate of an accelerator against the smallest size's
    double ofOwn = 0;      ///< the same against that of the cluster as it is
    PersiaRoleKind saturated = PersiaRoleKind::NnWorker; ///< what limits it
    core::Seconds allReduce; ///< of one batch: what a larger ring takes longer for
    [[nodiscard]] bool beyondFit() const { return accelerators > kContentionFittedTo; }
};

/// \p cluster from one accelerator to 32 times as it is, by doublings through its own size. Errors: those of
/// persiaRate.
[[nodiscard]] core::Result<std::vector<RoleGrowth>> persiaGrowth(const core::Recommender& model,
                                                                 const RoleCluster& cluster, PersiaMode mode,
                                                                 const PersiaSettings& settings);

} // namespace shardscope::planner
