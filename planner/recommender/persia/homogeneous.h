// SPDX-License-Identifier: GPL-3.0-or-later
// What PERSIA is set against: one kind of machine does everything (the article on PERSIA calls CPU machines
// of that kind mio, and those with accelerators in them mio+). Every machine reads data, holds a share of the
// tables and of the dense weights as a parameter server, and trains; nobody waits for anybody.
#pragma once

#include "planner/recommender/persia/persia_rates.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::planner {

struct HomogeneousCluster {
    std::string system;   ///< mio, mio_plus
    std::string instance; ///< the machine
    std::int64_t machines = 0;
    std::int64_t accelerators = 0;
    std::int64_t forRate = 0; ///< machines that the rate alone needs; the rest hold rows
    double samplesPerSecond = 0;
    std::string bound; ///< of a machine's rate: cpu_cores, network, dense
    double idle =
        0; ///< share of the time in which the arithmetic of the dense part waits, at the wanted rate
    std::optional<double> costPerHour;
};

/// The fewest of the embedding workers' machines without accelerators (mio) and of the NN workers' with them
/// (mio+) that reach \p rate samples a second and hold \p rows. Errors: those of persiaRate.
[[nodiscard]] core::Result<std::vector<HomogeneousCluster>>
homogeneousClusters(const core::Recommender& model, const RoleCluster& cluster,
                    const PersiaSettings& settings, double rate, core::Bytes rows);

} // namespace shardscope::planner
