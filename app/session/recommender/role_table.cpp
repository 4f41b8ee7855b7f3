// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/role_table.h"

#include <QCoreApplication>

#include <string>

namespace shardscope::app {

core::Table roleTable(const char* title, const planner::PersiaRate& rate, const planner::RoleCluster& cluster)
{
    using core::CellKind;
    core::Table table{"roles", title, {}, {}};
    table.columns = {
        {"role", QT_TRANSLATE_NOOP("Source", "Role"), CellKind::Text, {}, {}},
        {"replicas", QT_TRANSLATE_NOOP("Source", "Replicas"), CellKind::Integer, {}, {}},
        {"instance", QT_TRANSLATE_NOOP("Source", "Machine"), CellKind::Text, {}, {}},
        {"samples_per_second", QT_TRANSLATE_NOOP("Source", "Could do, samples/s"), CellKind::Real, {}, {}},
        {"utilisation", QT_TRANSLATE_NOOP("Source", "In use"), CellKind::Fraction, {}, {}}};
    for (const planner::PersiaRoleRate& role : rate.roles) {
        const planner::RoleMachines& machines = cluster[role.role];
        table.rows.push_back({std::string(planner::nameOf(role.role)), machines.replicas, machines.instance,
                              role.samplesPerSecond, role.utilisation});
    }
    return table;
}

} // namespace shardscope::app
