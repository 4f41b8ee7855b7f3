// SPDX-License-Identifier: GPL-3.0-or-later
// PERSIA's roles side by side: how many there are of each and how busy they are.
#pragma once

#include "core/report/table.h"
#include "planner/recommender.h"

namespace shardscope::app {

/// One row for each role of \p rate: role, replicas, instance, samples_per_second, utilisation. \p cluster:
/// what was rated; \p title: a literal, marked for translation ("Source").
[[nodiscard]] core::Table roleTable(const char* title, const planner::PersiaRate& rate,
                                    const planner::RoleCluster& cluster);

} // namespace shardscope::app
