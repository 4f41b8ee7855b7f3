// SPDX-License-Identifier: GPL-3.0-or-later
// What operations that compute next to nothing (element-wise ones, norms, softmax, reductions) must at least
// read and write, from the shapes and types that were recorded.
#pragma once

#include "profiler/analyze/device/operation_arguments.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// A tensor as an operation takes or makes it.
struct Operand {
    std::string shape; ///< "8x1024x4096"
    std::string dtype;
    double bytes = 0;
    friend bool operator==(const Operand& a, const Operand& b)
    {
        return a.shape == b.shape && a.dtype == b.dtype;
    }
};

struct MovedBytes {
    std::vector<Operand> read; ///< each once
    Operand written;           ///< bytes 0: less than what is read, and its shape is not recorded
    bool elementwise = false;  ///< each element for itself: it could be part of a larger kernel

    [[nodiscard]] double bytes() const;
};

/// Whether movedBytes knows \p name.
[[nodiscard]] bool isMovingOperation(std::string_view name);
/// Bytes that a call moves; none if shapes or types are missing or are lists of tensors. A result is as large
/// as its operands broadcast together (torch's docs: broadcasting semantics), in the type of the largest.
[[nodiscard]] std::optional<MovedBytes> movedBytes(std::string_view name,
                                                   const OperationArguments& arguments);

} // namespace shardscope::profiler
