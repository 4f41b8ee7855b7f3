// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of a rank whose work can be counted, with the device time of the kernels they launched.
#pragma once

#include "profiler/analyze/device/operation_flops.h"
#include "profiler/analyze/input/input.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardscope::profiler {

/// One call of a counted operation.
struct OperationCall {
    std::uint32_t row = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::size_t track = 0;
    std::optional<OperationWork> work; ///< none: the file does not say the shapes
    std::int64_t device = 0;           ///< time of the kernels launched inside
    std::int64_t firstStart = 0;
    std::uint32_t longest = kNoRow; ///< of these kernels
    bool transformed = false;       ///< a kernel is Winograd's or FFT's: fewer operations than are counted
    std::vector<std::uint32_t> deviceRows = {}; ///< of these kernels, as indices into DeviceWork's columns
    std::uint32_t gradients = 0; ///< products that an old convolution's gradient calls: one, or both
};

/// Whether a run says the shapes of such operations: shapes are recorded of all or of none.
enum class ShapesKnown : std::uint8_t {
    Nothing, ///< there is no such operation
    No,
    Yes,
};
/// Reads some of each rank's, near the file's beginning, until one has them. Errors: Cancelled.
[[nodiscard]] core::Result<ShapesKnown> shapesKnown(const AnalysisInput& input, const core::Task& task);

/// Outermost calls on the host's threads, by track and time; behind them those that graphs of kernels ran
/// again, each time. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<OperationCall>>
operationCalls(const AnalysisInput& input, std::size_t part, const core::Task& task);

} // namespace shardscope::profiler
