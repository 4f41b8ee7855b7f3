// SPDX-License-Identifier: GPL-3.0-or-later
// The plans around one: a key changed at a time, replicas taking up the devices, everything else as it is.
#pragma once

#include "planner/search.h"

#include <string>
#include <vector>

namespace shardscope::app {

struct PlanNeighbour {
    const char* key; ///< a search's word for the axis
    std::string value;
    core::Plan plan;
    bool own = false; ///< the plan itself, at its own value of the key
};

/// Lists all that somebody might try, whether it fits or not, and whether it can be laid out or not. \p space
/// and \p variant say which schedules and cuts of the layers are asked for.
[[nodiscard]] std::vector<PlanNeighbour> neighboursOf(const core::ModelSpec& model,
                                                      const planner::PlanSpace& space,
                                                      const core::Plan& variant, const core::Plan& plan);

} // namespace shardscope::app
