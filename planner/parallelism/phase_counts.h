// SPDX-License-Identifier: GPL-3.0-or-later
// Into how many phases a stage may be cut: one list for whoever looks for a number by himself, the search as
// well as what is said to help.
#pragma once

#include "core/hardware/hardware_spec.h"

#include <cstdint>
#include <vector>

namespace shardscope::planner {

/// The finest cut of a stage of \p layers layers: attention and feed-forward of each, and both ends.
constexpr std::int64_t mostPhases(std::int64_t layers) { return 2 * layers + 2; }

/// Numbers worth trying that are finer than \p than, ascending: doublings, a layer each, and the finest.
[[nodiscard]] std::vector<std::int64_t> phaseCounts(std::int64_t layers, std::int64_t than = 0);

/// Where phases wait: the memory that was built for it, else the nearest; Device: the machine has none.
[[nodiscard]] core::Tier phaseSourceOf(const core::HardwareSpec& hardware);

} // namespace shardscope::planner
