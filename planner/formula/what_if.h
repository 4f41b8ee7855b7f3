// SPDX-License-Identifier: GPL-3.0-or-later
// A plan on a machine that is slower somewhere, or whose program overlaps otherwise: what a step is asked for
// beside what it takes as it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

/// Something takes \c factor times as long: "compute", "stage 3" (its computing), "optimizer", "host", or a
/// group of ranks ("tensor", "replica", "pipeline", "expert", "context") or tier ("host memory") by its name
/// in the evaluation's communication.
struct Slowdown {
    std::string what;
    double factor = 1;
};

struct WhatIf {
    std::vector<Slowdown> slowdowns;
    /// Whether replica traffic goes out beside the passes; none: as the plan's framework does.
    std::optional<bool> overlap;

    /// How many times as long \p what takes: the product of its slowdowns.
    [[nodiscard]] double of(std::string_view what) const
    {
        double factor = 1;
        for (const Slowdown& one : slowdowns)
            factor *= one.what == what ? one.factor : 1;
        return factor;
    }
};

} // namespace shardscope::planner
