// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a device that only move memory, by the operation that each was launched for.
#pragma once

#include "profiler/analyze/device/moved_bytes.h"
#include "profiler/analyze/input/input.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::profiler {

/// One call of such an operation.
struct MovingCall {
    std::uint32_t row = kNoRow; ///< of the host
    core::NameId name;
    std::optional<MovedBytes> moved; ///< none: shapes were not recorded, or it takes lists of tensors
    bool apart =
        false; ///< adds to a gradient that is kept (autograd's AccumulateGrad): no neighbour needs it
};

struct MovingCalls {
    std::vector<MovingCall> calls;
    std::vector<std::uint32_t> callOf; ///< into calls, by index into DeviceWork's columns; kNoRow: of none
    bool anyShapes = false;
};

/// \p readShapes: false where the run is known to have none. Errors: Cancelled.
[[nodiscard]] core::Result<MovingCalls> movingCalls(const AnalysisInput& input, std::size_t part,
                                                    bool readShapes, const core::Task& task);

} // namespace shardscope::profiler
