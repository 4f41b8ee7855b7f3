// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommender/persia/persia_growth.h"

#include <algorithm>

namespace shardscope::planner {

core::Result<std::vector<RoleGrowth>> persiaGrowth(const core::Recommender& model, const RoleCluster& cluster,
                                                   PersiaMode mode, const PersiaSettings& settings)
{
    constexpr std::int64_t kMostTimes = 32;
    std::vector<RoleGrowth> all;
    double first = 0;
    for (std::int64_t times = 1; times <= kMostTimes; times *= 2) {
        RoleCluster grown = cluster;
        for (RoleMachines& role : grown.roles)
            role.replicas *= times;
        SHARDSCOPE_TRY(const PersiaRate rate, persiaRate(model, grown, mode, settings));
        RoleGrowth growth{times, grown.accelerators(), rate.samplesPerSecond,
                          0,     rate.saturated,       rate.stages.allReduce};
        const double pace =
            rate.samplesPerSecond / static_cast<double>(std::max<std::int64_t>(1, growth.accelerators));
        first = times == 1 ? pace : first;
        growth.efficiency = first > 0 ? pace / first : 0;
        all.push_back(growth);
    }
    return all;
}

} // namespace shardscope::planner
