// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/role_cluster.h"

#include "core/base/text_mark.h"
#include "core/io/value.h"
#include "core/units/text.h"

namespace shardscope::planner {

using core::ValueReader;

namespace {

constexpr std::int64_t kMostReplicas = 1'000'000;

core::Result<double> quantityAt(const ValueReader& reader, core::Dimension dimension)
{
    SHARDSCOPE_TRY(const std::string text, reader.text());
    const auto value = core::parseQuantityText(text, dimension);
    if (!value.ok())
        return reader.error(value.error().code, value.error().args);
    return *value;
}

core::Result<RoleMachines> readMachines(const ValueReader& reader)
{
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done known,
                   reader.requireKnownKeys({"instance", "replicas", "devices", "device", "hardware", "cores",
                                            "memory", "network", "price_per_hour"}));
    for (const char* key : {"replicas", "cores", "memory", "network"}) {
        SHARDSCOPE_TRY([[maybe_unused]] const core::Done present, reader.requireKey(key));
    }
    RoleMachines machines;
    SHARDSCOPE_TRY(machines.instance, reader.textOr("instance", ""));
    SHARDSCOPE_TRY(machines.replicas, reader.at("replicas").integer(1, kMostReplicas));
    SHARDSCOPE_TRY(machines.devices, reader.integerOr("devices", 0, 0, 64));
    SHARDSCOPE_TRY(machines.device, reader.textOr("device", ""));
    SHARDSCOPE_TRY(machines.hardware, reader.textOr("hardware", ""));
    SHARDSCOPE_TRY(machines.cores, reader.at("cores").number(0.001, 1e6));
    SHARDSCOPE_TRY(const double memory, quantityAt(reader.at("memory"), core::kByte));
    SHARDSCOPE_TRY(const double network, quantityAt(reader.at("network"), core::kBytePerSecond));
    machines.memory = core::Bytes{memory};
    machines.network = core::BytesPerSecond{network};
    if (reader.has("price_per_hour")) {
        SHARDSCOPE_TRY(machines.pricePerHour, reader.at("price_per_hour").number(0, 1e6));
    }
    return machines;
}

core::Result<std::vector<std::string>> textsAt(const ValueReader& reader, const char* key)
{
    std::vector<std::string> all;
    if (!reader.has(key))
        return all;
    SHARDSCOPE_TRY(const std::size_t count, reader.at(key).arraySize());
    for (std::size_t i = 0; i < count; ++i) {
        SHARDSCOPE_TRY(std::string one, reader.at(key).at(i).text());
        all.push_back(std::move(one));
    }
    return all;
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

std::string_view nameOf(PersiaRoleKind role)
{
    switch (role) {
    case PersiaRoleKind::DataLoader: return W_("data_loader");
    case PersiaRoleKind::EmbeddingWorker: return W_("embedding_worker");
    case PersiaRoleKind::ParameterServer: return W_("parameter_server");
    case PersiaRoleKind::NnWorker: return W_("nn_worker");
    }
    return {};
}

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
    const ValueReader reader(document, file);
    SHARDSCOPE_TRY(
        [[maybe_unused]] const core::Done known,
        reader.requireKnownKeys({"kind", "name", "title", "source", "roles", "unverified", "notes"}));
    SHARDSCOPE_TRY([[maybe_unused]] const core::Done hasRoles, reader.requireKey("roles"));
    RoleCluster cluster;
    SHARDSCOPE_TRY(cluster.name, reader.textOr("name", ""));
    SHARDSCOPE_TRY(cluster.title, reader.textOr("title", cluster.name));
    SHARDSCOPE_TRY(cluster.source, reader.textOr("source", file));
    const ValueReader roles = reader.at("roles");
    SHARDSCOPE_TRY(
        [[maybe_unused]] const core::Done knownRoles,
        roles.requireKnownKeys({"data_loader", "embedding_worker", "parameter_server", "nn_worker"}));
    for (const PersiaRoleKind role : kPersiaRoles) {
        SHARDSCOPE_TRY([[maybe_unused]] const core::Done present, roles.requireKey(nameOf(role)));
        SHARDSCOPE_TRY(cluster[role], readMachines(roles.at(nameOf(role))));
    }
    if (cluster[PersiaRoleKind::NnWorker].devices < 1)
        return roles.at("nn_worker").error(core::ErrorCode::MissingKey, {"devices"});
    SHARDSCOPE_TRY(cluster.unverified, textsAt(reader, "unverified"));
    SHARDSCOPE_TRY(cluster.notes, textsAt(reader, "notes"));
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
