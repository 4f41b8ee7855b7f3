// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a difference: the waterfall from A's step to B's, and both steps on one ruler.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/compare/difference.h"
#include "app/session/compare/step_lanes.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace shardscope::app {

/// What the Compare page shows, as a value.
struct ShownDifference {
    SideDifference difference;
    StepLanes lanes; ///< of one pair of devices
};
using ShownDifferencePtr = std::shared_ptr<const ShownDifference>;

/// One row for each bar; the spot's path is the part's number among StepDifference::parts. Where the steps
/// are much longer than what differs their bars are cut, which is said. \p chosen: that part is marked.
[[nodiscard]] Scene waterfallScene(const SideDifference& difference, std::optional<std::size_t> chosen,
                                   double width, const Theme& theme);

/// What of the ruler is seen, ns from the steps' begin.
struct RulerWindow {
    double begin = 0;
    double end = 0;
};
inline constexpr double kRulerNames = 150; ///< pixels of the lanes' names, left of the ruler

/// One scale for all lanes. Spots: boxes, their path "LANE:BEGIN:END" in ns from the step's begin. \p marked:
/// other terms are pale, and gaps of these are drawn; empty: none is.
[[nodiscard]] Scene lanesScene(const StepLanes& lanes, const RulerWindow& window,
                               const std::vector<core::StepTerm>& marked, double width, const Theme& theme);

} // namespace shardscope::app
