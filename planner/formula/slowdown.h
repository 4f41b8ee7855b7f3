// SPDX-License-Identifier: GPL-3.0-or-later
// How much longer something takes where it was asked to.
#pragma once

#include "planner/formula/what_if.h"

#include <string>
#include <vector>

namespace shardscope::planner {

/// How much longer \p what takes: the product of its slowdowns.
[[nodiscard]] inline double factorOf(const std::vector<Slowdown>& slowdowns, const std::string& what)
{
    double factor = 1;
    for (const Slowdown& slowdown : slowdowns)
        factor *= slowdown.what == what ? slowdown.factor : 1;
    return factor;
}

} // namespace shardscope::planner
