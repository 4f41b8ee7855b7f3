// SPDX-License-Identifier: GPL-3.0-or-later
// The cut of a model's layers into pipeline stages, and moving a layer over it.
#pragma once

#include "core/plan/plan.h"
#include "planner/layout.h" // layersOf, for the windows too

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::app {

/// Divides layers over \p stages as evenly as they go; stage i begins at i * layers / stages, as the planner
/// cuts.
[[nodiscard]] std::vector<std::int64_t> evenLayers(std::int64_t layers, std::int64_t stages);
/// Layers of each stage of \p plan: those it gives, else the even cut.
[[nodiscard]] std::vector<std::int64_t> layersOfStages(const core::Plan& plan, std::int64_t layers);

/// Why layers cannot be moved between the stages of a plan.
enum class FixedCut { OneStage, Interleaved, NoLayers };
[[nodiscard]] std::optional<FixedCut> fixedCut(const core::Plan& plan, std::int64_t layers);

/// \p plan with \p count layers of stage \p from on stage \p to; the stages between pass as many on, so that
/// layers stay in order. None where \p from would keep no layer, or the cut is fixed. An even cut is written
/// as none.
[[nodiscard]] std::optional<core::Plan> withLayersMoved(core::Plan plan, std::int64_t layers,
                                                        std::size_t from, std::size_t to,
                                                        std::int64_t count = 1);

} // namespace shardscope::app
