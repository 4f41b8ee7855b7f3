// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated plan written as torch.profiler would have recorded the program: other words, the same times.
#pragma once

#include "core/run/run.h"

#include <string>
#include <vector>

namespace shardscope::tests {

/// One text for each rank, in their order. Device rows are kernels of the program's names, launched by
/// operators with shapes and sequence numbers; what the simulation says of itself (pass, class, layer) is
/// left out. The time that a plan has between kernels is spread over its kernels' pauses. \p device: as its
/// driver names it.
[[nodiscard]] std::vector<std::string> recordedPlan(const core::Run& simulated,
                                                    const std::string& device = "NVIDIA H200");

} // namespace shardscope::tests
