// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/role_table.h"

#include "core/report/columns.h"

#include <string>

namespace shardscope::app {

core::Table roleTable(const char* title, const planner::PersiaRate& rate, const planner::RoleCluster& cluster)
{
    core::Table table{"roles", title, {}, {}};
    table.columns = {core::wordColumn(core::Words::Bound, "role", N_("Role")),
                     core::integerColumn("replicas", N_("Replicas")),
                     core::textColumn("instance", N_("Machine")),
                     core::realColumn("samples_per_second", N_("Could do, samples/s")),
                     core::fractionColumn("utilisation", N_("In use"))};
    for (const planner::PersiaRoleRate& role : rate.roles) {
        const planner::RoleMachines& machines = cluster[role.role];
        table.rows.push_back({std::string(planner::nameOf(role.role)), machines.replicas, machines.instance,
                              role.samplesPerSecond, role.utilisation});
    }
    return table;
}

} // namespace shardscope::app
