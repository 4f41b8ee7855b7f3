// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point operations of one PyTorch operation, from the shapes the profiler recorded. Formulas: a
// product of m x k and k x n takes 2mkn (torch/utils/flop_counter.py); attention's backward counts the four
// products it needs, not the scores it computes again (as MFU does: PaLM, arXiv:2204.02311, appendix B), and
// of scores those that a causal mask leaves (half of a square: Dao-AILab/flash-attention,
// benchmarks/benchmark_flash_attention.py), where something tells that there is one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler {

/// Whether an attention's later keys are masked.
enum class CausalMask : std::uint8_t {
    NoAttention, ///< the operation has no scores to mask
    NotTold,     ///< by no argument and no kernel's name: all scores count
    None,
    Causal,
};

struct OperationWork {
    double flops = 0;
    double elements = 0; ///< read and written once each
    std::string dtype;   ///< of the first operand, as written: "c10::BFloat16", "float"
    std::string shape;   ///< "8192x1024 1024x3072"
    CausalMask mask = CausalMask::NoAttention;
    double causalShare = 1; ///< of an attention's scores: what a causal mask would leave
    std::string family;     ///< what an operation and its gradients have in common: their sizes, in no order
};

/// Positions of a convolution's output (samples times places) by the shapes of its input and weight. A
/// recording without "Concrete Inputs" does not say the stride, but the shape of the output's gradient does;
/// kAmbiguous where two gradients of equal shapes differ.
using ConvolutionOutputs = std::map<std::string, double>;
inline constexpr double kAmbiguous = -1;
/// Notes what a convolution's gradient tells of its output; other operations tell nothing.
void noteConvolutionOutput(std::string_view name, std::string_view arguments, ConvolutionOutputs& outputs);
/// Whether \p name is one of the products that an old convolution's gradient calls (PyTorch up to 1.10).
[[nodiscard]] bool isConvolutionGradientPart(std::string_view name);

/// Counts of \p work's scores those that a causal mask leaves, or says that there is none; once.
void tellMask(OperationWork& work, bool causal);
/// What the name of an attention's kernel says of its mask.
[[nodiscard]] CausalMask maskOfKernel(std::string_view kernel);

/// Whether operationWork knows \p name.
[[nodiscard]] bool isCountedOperation(std::string_view name);

/// The work of a call from its arguments ("Input Dims", "Input type", "Concrete Inputs" as JSON; see
/// core::ArgumentVisitor for what may be read behind). None where the shapes are missing or do not fit.
/// \p outputs: of convolutions whose stride is not recorded.
[[nodiscard]] std::optional<OperationWork> operationWork(std::string_view name, std::string_view arguments,
                                                         const ConvolutionOutputs& outputs = {});

} // namespace shardscope::profiler
