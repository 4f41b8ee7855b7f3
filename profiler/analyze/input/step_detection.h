// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the steps of a rank: ProfilerStep marks, else annotations that repeat, else the period of its
// kernels.
#pragma once

#include "profiler/analyze/input/input.h"

namespace shardscope::profiler {

/// \p work: of the same rank.
[[nodiscard]] RankSteps detectSteps(const core::Timeline& timeline, const RankPart& part,
                                    const DeviceWork& work, const core::RowKinds& kinds);

/// The length of the shortest pattern that the end of \p sequence repeats, at least three times and over more
/// than half of it; 0 where there is none. \p covered: how many elements at the end follow it.
[[nodiscard]] std::size_t periodOf(const std::vector<std::uint32_t>& sequence, std::size_t& covered);

} // namespace shardscope::profiler
