// SPDX-License-Identifier: GPL-3.0-or-later
// ZeRO as the paper draws it: bytes for each parameter, stage by stage.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/questions/zero_stages.h"

#include <vector>

namespace shardscope::app {

/// One column for each stage: weights, gradients and optimizer state for each parameter; below it what that
/// comes to, whether it fits, and what is moved. Spots are called "zero.0" to "zero.3".
[[nodiscard]] Scene zeroStackScene(const std::vector<ZeroStage>& stages, double width, const Theme& theme);

} // namespace shardscope::app
