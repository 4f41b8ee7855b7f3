// SPDX-License-Identifier: GPL-3.0-or-later
// How the t x p x r lattice comes about, in four frames.
#pragma once

#include "app/desktop/charts/plan/lattice.h"

namespace shardscope::app {

/// The whole model, cut along t, along p, copied r times; with the shares that a device uses and stores. A
/// spot a block, called "device.RANK".
[[nodiscard]] Scene cubeCutScene(const std::shared_ptr<const core::Evaluation>& evaluation,
                                 std::int64_t devicesPerNode, LatticeColor by, std::size_t frame,
                                 double width, const Theme& theme);
inline constexpr std::size_t kCutFrames = 4;

} // namespace shardscope::app
