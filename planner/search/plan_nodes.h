// SPDX-License-Identifier: GPL-3.0-or-later
// A node of the search: axes that decide links and kernels are settled; batch, recompute, schedule and
// sharding are open.
#pragma once

#include "planner/search/plan_search.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

struct PlanNode {
    std::size_t machine = 0;
    std::size_t variant = 0;
    core::Axes axes;                          ///< without virtual stages
    std::vector<std::int64_t> layersPerStage; ///< empty: even
};

/// \p devices devices of \p machine in every legal division, appended to \p nodes in a fixed order;
/// combinations that cannot be are counted.
void addNodes(const PlanSearch& search, std::size_t machine, std::int64_t devices,
              std::vector<PlanNode>& nodes, PlanTally& tally);

} // namespace shardscope::planner
