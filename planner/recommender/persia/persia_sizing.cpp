// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/persia_sizing.h"

#include "core/base/refusals.h"

#include <algorithm>
#include <cmath>

namespace shardscope::planner {

namespace {

constexpr std::int64_t kMostMachines = 100'000;

double rateOf(const PersiaRate& rate, PersiaRoleKind role)
{
    for (const PersiaRoleRate& one : rate.roles)
        if (one.role == role)
            return one.samplesPerSecond;
    return 0;
}

std::int64_t serversFor(const core::Recommender& model, const RoleMachines& machines, double memoryShare)
{
    core::Bytes rows;
    for (const core::EmbeddingTable& table : model.tables)
        rows += static_cast<double>(table.count) * static_cast<double>(table.rows) * persiaRowBytes(table);
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::ceil(rows.value() / (machines.memory.value() * memoryShare))));
}

} // namespace

core::Result<std::vector<RatioPoint>> exploreRatio(const core::Recommender& model, const RoleCluster& cluster,
                                                   PersiaMode mode, const PersiaSettings& settings,
                                                   PersiaRoleKind first,
                                                   const std::vector<std::int64_t>& firstReplicas,
                                                   PersiaRoleKind second,
                                                   const std::vector<std::int64_t>& secondReplicas)
{
    std::vector<RatioPoint> points;
    RoleCluster tried = cluster;
    for (const std::int64_t a : firstReplicas) {
        for (const std::int64_t b : secondReplicas) {
            tried[first].replicas = a;
            tried[second].replicas = b;
            SHARDSCOPE_TRY(const PersiaRate rate, persiaRate(model, tried, mode, settings));
            points.push_back({a, b, rate.samplesPerSecond, tried.costPerHour(),
                              1 - rate.samplesPerSecond / rateOf(rate, PersiaRoleKind::NnWorker),
                              rate.saturated});
        }
    }
    return points;
}

core::Result<SizedCluster> sizeCluster(const core::Recommender& model, const RoleCluster& cluster,
                                       PersiaMode mode, const PersiaSettings& settings,
                                       double samplesPerSecond, SizingGoal goal, double memoryShare)
{
    SizedCluster sized{cluster, {}, 0};
    RoleMachines& workers = sized.cluster[PersiaRoleKind::NnWorker];
    const auto workerRate = [&](std::int64_t replicas) -> core::Result<double> {
        workers.replicas = replicas;
        SHARDSCOPE_TRY(const PersiaRate rate, persiaRate(model, sized.cluster, mode, settings));
        return rateOf(rate, PersiaRoleKind::NnWorker);
    };
    // More machines give more until contention takes it back: double, then halve the interval.
    std::int64_t high = 1;
    double last = 0;
    for (;; high *= 2) {
        SHARDSCOPE_TRY(const double rate, workerRate(high));
        if (rate >= samplesPerSecond)
            break;
        if (high >= kMostMachines || rate <= last)
            return core::outOfRange(samplesPerSecond, "0", std::max(rate, last));
        last = rate;
    }
    std::int64_t low = high / 2;
    while (high - low > 1) {
        const std::int64_t middle = (low + high) / 2;
        SHARDSCOPE_TRY(const double rate, workerRate(middle));
        (rate >= samplesPerSecond ? high : low) = middle;
    }
    workers.replicas = high;
    SHARDSCOPE_TRY(const PersiaRate one, persiaRate(model, sized.cluster, mode, settings));
    for (const PersiaRoleKind role :
         {PersiaRoleKind::DataLoader, PersiaRoleKind::EmbeddingWorker, PersiaRoleKind::ParameterServer}) {
        RoleMachines& machines = sized.cluster[role];
        const double each = rateOf(one, role) / static_cast<double>(machines.replicas);
        machines.replicas =
            std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(samplesPerSecond / each)));
    }
    RoleMachines& servers = sized.cluster[PersiaRoleKind::ParameterServer];
    servers.replicas = std::max(servers.replicas, serversFor(model, servers, memoryShare));
    SHARDSCOPE_TRY(sized.rate, persiaRate(model, sized.cluster, mode, settings));
    const auto cost = sized.cluster.costPerHour();
    if (goal == SizingGoal::LowestCost && !cost)
        return core::Error{core::ErrorCode::MissingKey, {"price_per_hour"}};
    sized.goal = goal == SizingGoal::LowestCost ? *cost : static_cast<double>(sized.cluster.machines());
    return sized;
}

core::Result<ServingRate> servingRate(const core::Recommender& model, const RoleCluster& cluster,
                                      const PersiaSettings& settings, const ServingSettings& serving)
{
    PersiaSettings asked = settings;
    asked.batch = serving.batch;
    asked.sync = DenseSync::Asynchronous;
    // Fitted on training, whose workers write to the same rows; readers are assumed not to disturb each
    // other.
    asked.coefficients.contentionPerNode = 0;
    RoleCluster machines = cluster;
    machines[PersiaRoleKind::NnWorker].replicas = serving.replicas;
    machines[PersiaRoleKind::NnWorker].devices = 1;
    SHARDSCOPE_TRY(const PersiaRate rate, persiaRate(model, machines, PersiaMode::FullAsync, asked));
    // Only forward, and only one way: half of the embedding roles' work, a third of the perceptrons'.
    const double forward = rate.stages.dense.value() / 3;
    const double inference = static_cast<double>(serving.replicas * serving.batch) / forward;
    ServingRate answer;
    answer.requestsPerSecond = inference;
    for (const PersiaRoleKind role : {PersiaRoleKind::EmbeddingWorker, PersiaRoleKind::ParameterServer}) {
        const double lookup = 2 * rateOf(rate, role);
        if (lookup < answer.requestsPerSecond) {
            answer.requestsPerSecond = lookup;
            answer.saturated = role;
        }
    }
    answer.latency = 2.0 * serving.networkLatency + 2.0 * serving.networkLatency + rate.stages.get +
                     core::Seconds{forward};
    answer.sharedBytes = model.embeddingBytes();
    return answer;
}

} // namespace shardscope::planner
