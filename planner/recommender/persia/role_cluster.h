// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster as PERSIA sees it: four roles, each with replicas of one kind of machine.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/base/text_mark.h"
#include "core/model/persia_config.h"
#include "core/units/quantity.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

using core::nameOf;

enum class PersiaRoleKind { DataLoader, EmbeddingWorker, ParameterServer, NnWorker };
constexpr auto enumNames(PersiaRoleKind)
{
    return core::namesUpTo<PersiaRoleKind::NnWorker>(W_("data_loader"), W_("embedding_worker"),
                                                     W_("parameter_server"), W_("nn_worker"));
}
inline constexpr auto kPersiaRoles = core::valuesOf<PersiaRoleKind>();

/// Replicas of one machine.
struct RoleMachines {
    std::string instance;
    std::int64_t replicas = 1;
    std::int64_t devices = 0; ///< accelerators of one
    std::string device;
    std::string hardware; ///< hardware description that knows the device; empty: none
    double cores = 1;
    core::Bytes memory;
    core::BytesPerSecond network; ///< a direction
    std::optional<double> pricePerHour;
};

struct RoleCluster {
    std::string name;
    std::string title;
    std::string source;
    std::array<RoleMachines, kPersiaRoles.size()> roles;
    std::vector<std::string> unverified; ///< JSON pointers
    std::vector<std::string> notes;

    [[nodiscard]] const RoleMachines& operator[](PersiaRoleKind role) const
    {
        return roles[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] RoleMachines& operator[](PersiaRoleKind role)
    {
        return roles[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] std::int64_t accelerators() const;
    [[nodiscard]] std::int64_t machines() const;
    [[nodiscard]] std::optional<double> costPerHour() const; ///< none where a price is missing
};

/// {"kind": "cluster", "name", "title", "source", "roles": {ROLE: {"instance", "replicas", "devices",
/// "device", "hardware", "cores", "memory": "120 GB", "network": "4 GB/s", "price_per_hour"}}, "unverified",
/// "notes"}: resources/clusters/*.json.
[[nodiscard]] core::Result<RoleCluster> parseRoleCluster(std::string_view json, const std::string& file);
/// Replicas, cores, memory and GPUs of \p job over the machines of \p base.
[[nodiscard]] RoleCluster withJob(const RoleCluster& base, const core::PersiaJob& job);
/// The job that asks for \p cluster.
[[nodiscard]] core::PersiaJob jobOf(const RoleCluster& cluster, const core::PersiaJob& base);

} // namespace shardscope::planner
