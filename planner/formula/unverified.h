// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that nobody could check, by the names an evaluation lists them under.
#pragma once

#include "core/hardware/hardware_spec.h"

#include <string>
#include <vector>

namespace shardscope::planner {

/// Adds "pod link" where a figure of \p link, which the plan uses, is unverified.
inline void noteUnverified(const core::Link& link, std::vector<std::string>& names)
{
    if (link.bandwidth.unverified || link.latency.unverified)
        names.push_back(std::string(core::nameOf(link.level)) + " link");
}

} // namespace shardscope::planner
