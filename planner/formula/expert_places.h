// SPDX-License-Identifier: GPL-3.0-or-later
// On how many of equal places (ranks, nodes) a token's experts lie, drawn evenly.
#pragma once

#include "core/model/model_spec.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace shardscope::planner {

/// That none of \p chosen experts, drawn without putting back out of \p all, is one of \p among.
[[nodiscard]] inline double chanceOfNone(double all, double among, std::int64_t chosen)
{
    double none = 1;
    for (std::int64_t drawn = 0; drawn < chosen; ++drawn) {
        const auto taken = static_cast<double>(drawn);
        none *= std::max(0.0, all - among - taken) / (all - taken);
    }
    return none;
}

/// That \p chosen of \p groups, drawn without putting back, have \p inside of a place's \p held.
[[nodiscard]] inline double chanceOfGroups(std::int64_t groups, std::int64_t held, std::int64_t chosen,
                                           std::int64_t inside)
{
    const auto choices = [](std::int64_t of, std::int64_t taken) {
        double ways = 1;
        for (std::int64_t one = 0; one < taken; ++one)
            ways *= static_cast<double>(of - one) / static_cast<double>(one + 1);
        return ways;
    };
    return choices(held, inside) * choices(groups - held, chosen - inside) / choices(groups, chosen);
}

/// Of \p places with as many consecutive experts each, those that have at least one of a token's. Where its
/// experts lie in some groups of all (arXiv:2412.19437, section 2.1.2) these are drawn first.
[[nodiscard]] inline double placesOfToken(const core::Transformer& model, std::int64_t places)
{
    const auto count = static_cast<double>(places);
    const auto experts = static_cast<double>(model.experts);
    const std::int64_t chosen = model.expertsPerToken;
    const double free = count * (1 - chanceOfNone(experts, experts / count, chosen));
    const std::int64_t groups = model.expertGroups;
    const std::int64_t limit = model.groupsPerToken;
    if (limit >= groups)
        return free;
    const double ofGroup = experts / static_cast<double>(groups);
    const double open = static_cast<double>(limit) * ofGroup; // experts it chooses from
    if (places <= groups && groups % places == 0) {
        const std::int64_t held = groups / places;
        double none = 0;
        for (std::int64_t inside = std::max<std::int64_t>(0, limit - (groups - held));
             inside <= std::min(held, limit); ++inside)
            none += chanceOfGroups(groups, held, limit, inside) *
                    chanceOfNone(open, static_cast<double>(inside) * ofGroup, chosen);
        return count * (1 - none);
    }
    if (places % groups == 0) {
        const double asked = static_cast<double>(limit) / static_cast<double>(groups);
        return count * asked * (1 - chanceOfNone(open, experts / count, chosen));
    }
    // Groups end inside places: one more than a group fills has a part of it.
    const double touched = std::ceil(count / static_cast<double>(groups)) + 1;
    return std::min(free, static_cast<double>(limit) * touched);
}

} // namespace shardscope::planner
