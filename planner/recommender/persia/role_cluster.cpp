// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/role_cluster.h"

#include "core/io/spec_reader.h"

namespace shardscope::planner {

using core::SpecReader;

namespace {

constexpr std::int64_t kMostReplicas = 1'000'000;

RoleMachines readMachines(SpecReader& reader)
{
    RoleMachines machines;
    machines.instance = reader.textOr("instance", "");
    machines.replicas = reader.whole("replicas", {1, kMostReplicas});
    machines.devices = reader.wholeOr("devices", 0, {0, 64});
    machines.device = reader.textOr("device", "");
    machines.hardware = reader.textOr("hardware", "");
    machines.cores = reader.number("cores", 0.001, 1e6);
    machines.memory = core::Bytes{reader.quantity("memory", core::kByte)};
    machines.network = core::BytesPerSecond{reader.quantity("network", core::kBytePerSecond)};
    if (reader.has("price_per_hour"))
        machines.pricePerHour = reader.number("price_per_hour", 0, 1e6);
    reader.rejectUnused();
    return machines;
}

void takeRole(RoleMachines& machines, const core::PersiaRole& role)
{
    machines.replicas = role.replicas;
    if (role.cores)
        machines.cores = *role.cores;
    if (role.memory)
        machines.memory = *role.memory;
    if (role.gpus > 0)
        machines.devices = role.gpus;
}

core::PersiaRole roleOf(const RoleMachines& machines)
{
    core::PersiaRole role;
    role.replicas = machines.replicas;
    role.cores = machines.cores;
    role.memory = machines.memory;
    role.gpus = machines.devices;
    role.processesPerNode = machines.devices > 0 ? machines.devices : 1;
    return role;
}

} // namespace

std::int64_t RoleCluster::accelerators() const
{
    const RoleMachines& workers = (*this)[PersiaRoleKind::NnWorker];
    return workers.replicas * workers.devices;
}

std::int64_t RoleCluster::machines() const
{
    std::int64_t total = 0;
    for (const RoleMachines& role : roles)
        total += role.replicas;
    return total;
}

std::optional<double> RoleCluster::costPerHour() const
{
    double total = 0;
    for (const RoleMachines& role : roles) {
        if (!role.pricePerHour)
            return std::nullopt;
        total += static_cast<double>(role.replicas) * *role.pricePerHour;
    }
    return total;
}

core::Result<RoleCluster> parseRoleCluster(std::string_view json, const std::string& file)
{
    SHARDSCOPE_TRY(const core::Value document, core::parseJsonText(json, file));
    core::FirstError errors;
    SpecReader reader(document, {}, errors);
    RoleCluster cluster;
    cluster.name = reader.textOr("name", "");
    cluster.title = reader.textOr("title", cluster.name);
    cluster.source = reader.textOr("source", file);
    reader.inside("roles", true, [&cluster](SpecReader& roles) {
        for (const PersiaRoleKind role : kPersiaRoles)
            roles.inside(nameOf(role), true,
                         [&cluster, role](SpecReader& machines) { cluster[role] = readMachines(machines); });
        roles.inside("nn_worker", true, [&cluster](SpecReader& workers) {
            if (cluster[PersiaRoleKind::NnWorker].devices < 1)
                workers.fail(core::ErrorCode::MissingKey, {"devices"});
        });
        roles.rejectUnused();
    });
    cluster.unverified = reader.textsOr("unverified");
    cluster.notes = reader.textsOr("notes");
    reader.ignore({"kind"});
    reader.rejectUnused();
    if (errors)
        return errors.get()->in(file);
    return cluster;
}

RoleCluster withJob(const RoleCluster& base, const core::PersiaJob& job)
{
    RoleCluster cluster = base;
    cluster.name = job.name.empty() ? base.name : job.name;
    takeRole(cluster[PersiaRoleKind::DataLoader], job.dataLoader);
    takeRole(cluster[PersiaRoleKind::EmbeddingWorker], job.embeddingWorker);
    takeRole(cluster[PersiaRoleKind::ParameterServer], job.parameterServer);
    takeRole(cluster[PersiaRoleKind::NnWorker], job.nnWorker);
    return cluster;
}

core::PersiaJob jobOf(const RoleCluster& cluster, const core::PersiaJob& base)
{
    core::PersiaJob job = base;
    job.dataLoader = roleOf(cluster[PersiaRoleKind::DataLoader]);
    job.embeddingWorker = roleOf(cluster[PersiaRoleKind::EmbeddingWorker]);
    job.parameterServer = roleOf(cluster[PersiaRoleKind::ParameterServer]);
    job.nnWorker = roleOf(cluster[PersiaRoleKind::NnWorker]);
    return job;
}

} // namespace shardscope::planner
