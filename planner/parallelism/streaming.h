// SPDX-License-Identifier: GPL-3.0-or-later
// Moving bytes between the device and another memory tier: shared by offload and phased execution.
#pragma once

#include "planner/parallelism/parallelism.h"

#include <vector>

namespace shardscope::planner {

/// Adds \p bytes a step to the streaming of \p tier, hidden as far as \p window reaches.
template <class N>
void stream(const StepSetting<N>& step, core::Tier tier, const ByteCount<N>& bytes, const Duration<N>& window,
            std::vector<Traffic<N>>& traffic);

/// How much of \p phases phases' streaming runs beside \p computing. Devices that copy in the background hide
/// all of it; a bulk-synchronous one (IPU) streams and computes in turn, unless IO tiles stream while the
/// others compute (Graphcore PopART, overlapped IO). They hold what they have fetched until the phase's next
/// exchange: one fill of their memory for each pass of a micro-batch (assumed).
template <class N>
[[nodiscard]] Duration<N> streamingWindow(const core::HardwareSpec& hardware, const core::Plan& plan,
                                          const Count<N>& phases, const Duration<N>& computing);

/// The nearest tier beside the device's that the hardware has: host, streaming, then nvme; null where there
/// is none.
[[nodiscard]] const core::MemoryTier* nearestTier(const core::HardwareSpec& hardware);

} // namespace shardscope::planner
