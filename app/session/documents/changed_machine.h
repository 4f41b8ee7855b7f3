// SPDX-License-Identifier: GPL-3.0-or-later
// "What if the network were half as fast": a machine with other links or another memory.
#pragma once

#include "core/hardware/hardware_spec.h"

namespace shardscope::app {

/// \p hardware with the links that collectives take between its nodes \p factor times as fast; where it has
/// none, those within a node. Latencies stay. Its title says so, and each figure that it was set by hand.
[[nodiscard]] core::HardwareSpec withNetwork(core::HardwareSpec hardware, double factor);

/// \p hardware whose matrix and vector engines are \p factor times as fast.
[[nodiscard]] core::HardwareSpec withRate(core::HardwareSpec hardware, double factor);

/// \p hardware whose hosts' memory and NVMe are \p factor times as fast: what is offloaded streams through
/// them.
[[nodiscard]] core::HardwareSpec withHost(core::HardwareSpec hardware, double factor);

/// \p hardware whose devices hold \p factor times as much, as fast as before. Its title and figures say so.
[[nodiscard]] core::HardwareSpec withMemory(core::HardwareSpec hardware, double factor);

} // namespace shardscope::app
