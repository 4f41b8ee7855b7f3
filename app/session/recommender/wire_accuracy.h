// SPDX-License-Identifier: GPL-3.0-or-later
// What was published of training recommenders with fewer bits on the wire.
#pragma once

#include "core/plan/plan.h"
#include "core/report/table.h"

#include <string>
#include <vector>

namespace shardscope::app {

struct WireAccuracy {
    std::string collective; ///< a key of the plan's wire formats
    core::Dtype dtype;
    const char* finding; ///< English source text: a sentence
    const char* source;
};

/// Every collective of \p plan that travels in 16 bits or fewer; what is not listed travels in 32.
[[nodiscard]] std::vector<WireAccuracy> wireAccuracy(const core::Plan& plan);
[[nodiscard]] core::Table wireTable(const core::Plan& plan);

} // namespace shardscope::app
