// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/persia_waiting.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {
namespace {

/// \p rate where a batch of an NN worker takes \p wait longer.
double rateWith(const PersiaRate& rate, std::int64_t accelerators, std::int64_t batch, core::Seconds wait)
{
    double least = HUGE_VAL;
    for (const PersiaRoleRate& role : rate.roles) {
        double can = role.samplesPerSecond;
        if (role.role == PersiaRoleKind::NnWorker) {
            const double samples = static_cast<double>(batch) * static_cast<double>(accelerators);
            can = samples / (samples / can + wait.value());
        }
        least = std::min(least, can);
    }
    return least;
}

} // namespace

double waitingForSlowest(std::int64_t workers, double share)
{
    if (workers < 2 || share <= 0)
        return 0;
    // The largest of n normal variates, on average: Φ⁻¹((n - 3/8) / (n + 1/4)), G. Blom, "Statistical
    // Estimates and Transformed Beta-Variables" (1958).
    const double n = static_cast<double>(workers);
    const double wanted = (n - 0.375) / (n + 0.25);
    double low = 0;
    double high = 10;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (std::erfc(-middle / std::sqrt(2.0)) / 2 < wanted ? low : high) = middle;
    }
    return share * (low + high) / 2;
}

core::Result<std::vector<WaitingPoint>> persiaWaiting(const core::Recommender& model,
                                                      const RoleCluster& cluster,
                                                      const PersiaSettings& settings, double share)
{
    constexpr std::int64_t kMostTimes = 32;
    std::vector<WaitingPoint> points;
    for (std::int64_t times = 1; times <= kMostTimes; times *= 2) {
        RoleCluster grown = cluster;
        for (RoleMachines& role : grown.roles)
            role.replicas *= times;
        WaitingPoint point;
        point.accelerators = grown.accelerators();
        point.longer = waitingForSlowest(point.accelerators, share);
        SHARDSCOPE_TRY(const PersiaRate sync, persiaRate(model, grown, PersiaMode::FullSync, settings));
        SHARDSCOPE_TRY(const PersiaRate hybrid, persiaRate(model, grown, PersiaMode::Persia, settings));
        SHARDSCOPE_TRY(const PersiaRate async, persiaRate(model, grown, PersiaMode::FullAsync, settings));
        const PersiaStages& stages = sync.stages;
        const core::Seconds whole = stages.get + stages.dense + stages.put;
        point.synchronous = rateWith(sync, point.accelerators, settings.batch, whole * point.longer);
        point.hybrid =
            rateWith(hybrid, point.accelerators, settings.batch, hybrid.stages.dense * point.longer);
        point.asynchronous = async.samplesPerSecond;
        points.push_back(point);
    }
    return points;
}

} // namespace shardscope::planner
