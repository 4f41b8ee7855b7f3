// SPDX-License-Identifier: GPL-3.0-or-later
// What each row of a device's work is to its program: pass, class, shape, operator. Plans' rows say it; of
// recorded ones the operators that launched them tell.
#pragma once

#include "core/run/work.h"
#include "profiler/analyze/input/analysis.h"

#include <cstdint>
#include <vector>

namespace shardscope::profiler {

struct WorkKeys {
    std::vector<core::WorkKey> keys; ///< distinct ones, in the order in which they first run
    std::vector<std::uint32_t> of;   ///< by index into DeviceWork's rows: index into keys
    bool planned = false;            ///< the rows say it themselves: a simulation
    double toForward = 0; ///< share of the backward pass' device time whose forward operator is known
};

/// The pass of what a host itself computes, by the operator's name and class alone.
[[nodiscard]] core::Pass hostPass(const core::WorkKey& key);

/// Of a part's device. A row launched in an operator is that operator's (the innermost one); its pass is
/// backward where it ran in a node of autograd's engine, and recompute where that node's thread ran forward
/// operators, which number themselves; sequence numbers lead from a node to the operator that made it
/// (torch/csrc/autograd/record_function_ops, "Sequence number"). A class that a kernel's name leaves at
/// element-wise or unknown is the operator's where that says more. Collectives are of the class of their
/// group, where that is known (trace/mesh_from_groups). Layers are those of compare/layers. Errors:
/// Cancelled.
[[nodiscard]] core::Result<WorkKeys> workKeys(const AnalysisInput& input, std::size_t part,
                                              const core::Task& task);

} // namespace shardscope::profiler
