// SPDX-License-Identifier: GPL-3.0-or-later
// What kinds of kernels the time model tells apart.
#pragma once

#include <cstddef>
#include <cstdint>

namespace shardscope::planner {

enum class KernelClass : std::uint8_t {
    // Memory-bound, each with an achieved rate of its own.
    Plain,
    Fill,
    Concatenate,
    Tanh,
    Power,
    GeluForward,
    GeluBackward,
    MixedAdd,
    AutocastCast,
    RowBroadcast,
    Broadcast,
    Rotary,
    StridedCopy,
    TokenPermutation,
    MaskedFill,
    Repeat,
    RowReduction,
    ColumnReduction,
    NormForward,
    NormBackward,
    NormWeight,
    DropoutForward,
    DropoutBackward,
    Softmax,
    SoftmaxBackward,
    SoftmaxSingle,
    LogitCast,
    LogSoftmax,
    LogSoftmaxBackward,
    FusedNorm,
    FusedElementwise,
    FusedScores,
    FusedLogits,
    Scatter, ///< Plain with a fixed part: sorted indices
    Tiny,    ///< a few values: a launch and nothing else
    // Bound by arithmetic.
    Product,
    ProductBackward,
    HeadProduct,
    HeadProductBackward,
    Grouped,
    GroupedBackward,
    Batched,
    Scan, ///< the small products inside chunks of a recurrence
    AttentionForward,
    AttentionDropoutForward,
    AttentionBackward,
    AttentionDropoutBackward,
};
/// How many classes have a rate of their own: those before Scatter.
inline constexpr std::size_t kMemoryClasses = static_cast<std::size_t>(KernelClass::Scatter);

} // namespace shardscope::planner
