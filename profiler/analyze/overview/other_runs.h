// SPDX-License-Identifier: GPL-3.0-or-later
// Files of different runs that were opened together: no figure is of both.
#pragma once

#include "profiler/analyze/input/input.h"

#include <cstdint>
#include <vector>

namespace shardscope::profiler {

/// Sources with slices that are of another run than the first such one: of a world of another size; or, where
/// their ranks do not tell them apart, recorded at another time or with device work of their own. Ascending.
[[nodiscard]] std::vector<std::uint32_t> sourcesOfOtherRuns(const AnalysisInput& input);

} // namespace shardscope::profiler
