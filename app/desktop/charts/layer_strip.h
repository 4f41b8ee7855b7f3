// SPDX-License-Identifier: GPL-3.0-or-later
// A model as a strip of its layers: how large each is, how much of it a token goes through, what it computes.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/model/model_spec.h"

namespace shardscope::app {

/// A block a layer, as high as it has parameters, its lower part what is active for a token; below, a row a
/// run of equal layers with parameters, active ones, FLOPs and bytes as bars. Empty where layerRuns() is.
[[nodiscard]] Scene layerStripScene(const core::ModelSpec& model, double width, const Theme& theme);

} // namespace shardscope::app
