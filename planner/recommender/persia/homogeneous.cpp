// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/homogeneous.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope::planner {
namespace {

constexpr double kGradientElement = 4; // fp32 to and from the parameter server
/// What one hardware thread reaches in fp32: two AVX-512 multiply-adds of 16 numbers a cycle and core at 2.5
/// GHz, shared by two threads (Intel's optimization manual for Skylake servers). Clocks under such load
/// differ, so it is assumed.
constexpr double kThreadFlops = 2 * 2 * 16 * 2.5e9 / 2;
constexpr double kThreadBandwidth =
    4e9; ///< of memory, a thread: six channels of 21 GB/s for 28 threads, assumed

/// One machine in every role. What PERSIA's NN workers lose to each other was fitted on its own runs and is
/// not held against others.
RoleCluster allRolesOn(const RoleCluster& cluster, const RoleMachines& machine)
{
    RoleCluster all = cluster;
    for (const PersiaRoleKind role : kPersiaRoles) {
        all[role] = machine;
        all[role].replicas = 1;
    }
    all[PersiaRoleKind::NnWorker].devices =
        std::max<std::int64_t>(1, machine.devices); // one process for each machine
    return all;
}

/// Machines that do everything. Their cores and network cards are shared by all that is to be done for a
/// sample, so that times of the roles add up; an accelerator's arithmetic runs beside them.
core::Result<HomogeneousCluster> clusterOf(const core::Recommender& model, const RoleCluster& cluster,
                                           const RoleMachines& machine, PersiaSettings settings,
                                           double wanted, core::Bytes rows)
{
    HomogeneousCluster made;
    made.instance = machine.instance;
    if (machine.devices == 0) {
        settings.devicePeak = core::FlopsPerSecond{kThreadFlops * machine.cores};
        settings.deviceBandwidth = core::BytesPerSecond{kThreadBandwidth * machine.cores};
        settings.compute = core::Dtype::Fp32;
    }
    SHARDSCOPE_TRY(const PersiaRate alone,
                   persiaRate(model, allRolesOn(cluster, machine), PersiaMode::FullAsync, settings));
    double cpu = 0; // seconds of one machine for a sample
    double dense = 0;
    for (const PersiaRoleRate& role : alone.roles)
        (role.role == PersiaRoleKind::NnWorker ? dense : cpu) += 1 / role.samplesPerSecond;
    if (machine.devices == 0) { // the same cores
        cpu += dense;
        dense = cpu;
    }
    // The dense weights come from the servers and their gradients go there, for every batch of a process;
    // what a machine sends as a worker, others send to it as a server.
    double sent = 2 * model.denseParameters() * kGradientElement / static_cast<double>(settings.batch);
    for (const PersiaEdge& edge : alone.edges)
        sent += edge.bytesPerSample.value();
    const double network = sent / (machine.network.value() * settings.coefficients.networkEfficiency);
    const double longest = std::max({cpu, network, dense});
    made.bound = longest == network ? "network" : longest == cpu ? "cpu_cores" : "dense";
    made.forRate = std::max<std::int64_t>(1, std::llround(std::ceil(wanted * longest)));
    made.machines =
        std::max(made.forRate, std::int64_t{std::llround(std::ceil(rows.value() / machine.memory.value()))});
    made.accelerators = made.machines * machine.devices;
    made.samplesPerSecond = static_cast<double>(made.machines) / longest;
    made.idle = 1 - wanted * dense / static_cast<double>(made.machines);
    if (machine.pricePerHour && *machine.pricePerHour > 0)
        made.costPerHour = *machine.pricePerHour * static_cast<double>(made.machines);
    return made;
}

} // namespace

core::Result<std::vector<HomogeneousCluster>> homogeneousClusters(const core::Recommender& model,
                                                                  const RoleCluster& cluster,
                                                                  const PersiaSettings& settings, double rate,
                                                                  core::Bytes rows)
{
    RoleMachines cpu = cluster[PersiaRoleKind::EmbeddingWorker];
    cpu.devices = 0;
    SHARDSCOPE_TRY(HomogeneousCluster mio, clusterOf(model, cluster, cpu, settings, rate, rows));
    mio.system = "mio";
    SHARDSCOPE_TRY(HomogeneousCluster plus,
                   clusterOf(model, cluster, cluster[PersiaRoleKind::NnWorker], settings, rate, rows));
    plus.system = "mio_plus";
    return std::vector{std::move(mio), std::move(plus)};
}

} // namespace shardscope::planner
