// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers each pipeline stage has.
#pragma once

#include "core/plan/plan.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

struct Stage {
    std::int64_t index = 0;
    std::int64_t firstLayer = 0;
    std::int64_t layers = 0;
    bool first = false; ///< has the embedding
    bool last = false;  ///< has the head
};

/// The plan's own division, or the layers spread as evenly as whole layers allow.
[[nodiscard]] std::vector<Stage> stagesOf(const core::Plan& plan, std::int64_t layers);

} // namespace shardscope::planner
