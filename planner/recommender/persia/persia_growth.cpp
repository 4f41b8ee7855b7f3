// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/persia_growth.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

namespace {

/// \p cluster with \p accelerators, its other roles in proportion: whole machines of NN workers, or a part of
/// one.
RoleCluster resized(const RoleCluster& cluster, std::int64_t accelerators)
{
    RoleCluster made = cluster;
    RoleMachines& workers = made[PersiaRoleKind::NnWorker];
    workers.devices = std::min(workers.devices, accelerators);
    workers.replicas = accelerators / workers.devices;
    const double times = static_cast<double>(accelerators) /
                         static_cast<double>(std::max<std::int64_t>(1, cluster.accelerators()));
    for (const PersiaRoleKind role : kPersiaRoles) {
        if (role != PersiaRoleKind::NnWorker)
            made[role].replicas =
                std::max<std::int64_t>(1, std::llround(times * static_cast<double>(cluster[role].replicas)));
    }
    return made;
}

/// Doublings down from the cluster's own size as far as machines stay whole, then those within one machine.
std::vector<std::int64_t> sizesOf(const RoleCluster& cluster)
{
    constexpr std::int64_t kMostTimes = 32;
    const RoleMachines& workers = cluster[PersiaRoleKind::NnWorker];
    std::vector<std::int64_t> sizes;
    for (std::int64_t machines = workers.replicas; machines >= 1; machines /= 2) {
        sizes.push_back(machines * workers.devices);
        if (machines % 2 != 0)
            break;
    }
    if (sizes.back() == workers.devices) {
        for (std::int64_t devices = workers.devices / 2; devices >= 1; devices /= 2)
            sizes.push_back(devices);
    }
    for (std::int64_t times = 2; times <= kMostTimes; times *= 2)
        sizes.push_back(times * cluster.accelerators());
    std::ranges::sort(sizes);
    return sizes;
}

/// What contention of \p machines comes to by doublings, where both forms agree on \p agreed of them; as the
/// coefficient of the form by machines that says the same.
double byDoublings(double perMachine, std::int64_t machines, std::int64_t agreed)
{
    if (machines < 2)
        return perMachine;
    const auto doubled = [](std::int64_t count) {
        return 1 + kContentionPerDoubling * std::log2(static_cast<double>(count));
    };
    const double there = 1 + perMachine * static_cast<double>(agreed - 1);
    return (there * doubled(machines) / doubled(agreed) - 1) / static_cast<double>(machines - 1);
}

} // namespace

core::Result<std::vector<RoleGrowth>> persiaGrowth(const core::Recommender& model, const RoleCluster& cluster,
                                                   PersiaMode mode, const PersiaSettings& settings)
{
    std::vector<RoleGrowth> all;
    const std::int64_t own = std::max<std::int64_t>(1, cluster.accelerators());
    const std::int64_t perMachine = std::max<std::int64_t>(1, cluster[PersiaRoleKind::NnWorker].devices);
    // Within the fit both forms say much the same; beyond it they part from where the fit ends.
    const std::int64_t agreed = std::max<std::int64_t>(1, kContentionFittedTo / perMachine);
    for (const std::int64_t accelerators : sizesOf(cluster)) {
        const RoleCluster grown = resized(cluster, accelerators);
        SHARDSCOPE_TRY(const PersiaRate rate, persiaRate(model, grown, mode, settings));
        RoleGrowth growth;
        growth.times = static_cast<double>(accelerators) / static_cast<double>(own);
        growth.accelerators = accelerators;
        growth.samplesPerSecond = rate.samplesPerSecond;
        growth.otherwise = rate.samplesPerSecond;
        growth.saturated = rate.saturated;
        growth.allReduce = rate.stages.allReduce;
        if (growth.beyondFit()) {
            PersiaSettings other = settings;
            other.coefficients.contentionPerNode = byDoublings(
                settings.coefficients.contentionPerNode, grown[PersiaRoleKind::NnWorker].replicas, agreed);
            SHARDSCOPE_TRY(const PersiaRate otherwise, persiaRate(model, grown, mode, other));
            growth.otherwise = otherwise.samplesPerSecond;
        }
        all.push_back(growth);
    }
    const auto pace = [](const RoleGrowth& one) {
        return one.samplesPerSecond / static_cast<double>(one.accelerators);
    };
    const auto asItIs = std::ranges::find(all, own, &RoleGrowth::accelerators);
    for (RoleGrowth& one : all) {
        one.efficiency = pace(all.front()) > 0 ? pace(one) / pace(all.front()) : 0;
        one.ofOwn = asItIs != all.end() && pace(*asItIs) > 0 ? pace(one) / pace(*asItIs) : 0;
    }
    return all;
}

} // namespace shardscope::planner
