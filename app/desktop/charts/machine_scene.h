// SPDX-License-Identifier: GPL-3.0-or-later
// A machine as a picture: a node's devices and memories, and the networks that join them.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/hardware/hardware_spec.h"

namespace shardscope::app {

/// "within a node", "between nodes"…, in the reader's language.
[[nodiscard]] QString linkLevelText(core::LinkLevel level);

/// One node with its devices, above them what they share with the host, below them the levels of the network;
/// a link as thick as the logarithm of its bandwidth. A spot tells a figure and where it is from; what nobody
/// could check is marked.
[[nodiscard]] Scene machineScene(const core::HardwareSpec& hardware, double width, const Theme& theme);

/// What of the peaks is reached, against the size of one call: products and attention of the matrix engine's,
/// the rest of the memory's or the link's bandwidth; the points of the description, with their sources. Empty
/// where it has none.
[[nodiscard]] Scene efficiencyScene(const core::HardwareSpec& hardware, double width, const Theme& theme);

} // namespace shardscope::app
