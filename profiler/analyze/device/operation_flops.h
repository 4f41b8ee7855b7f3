// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point operations of one PyTorch operation, from the shapes the profiler recorded. Formulas: a
// product of m x k and k x n takes 2mkn (torch/utils/flop_counter.py); attention's backward counts the four
// products it needs, not the scores it computes again (as MFU does: PaLM, arXiv:2204.02311, appendix B).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler {

struct OperationWork {
    double flops = 0;
    double elements = 0; ///< read and written once each
    std::string dtype;   ///< of the first operand, as written: "c10::BFloat16", "float"
    std::string shape;   ///< "8192x1024 1024x3072"
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

/// Whether operationWork knows \p name.
[[nodiscard]] bool isCountedOperation(std::string_view name);

/// The work of a call from its arguments ("Input Dims", "Input type", "Concrete Inputs" as JSON; see
/// core::ArgumentVisitor for what may be read behind). None where the shapes are missing or do not fit.
/// \p outputs: of convolutions whose stride is not recorded.
[[nodiscard]] std::optional<OperationWork> operationWork(std::string_view name, std::string_view arguments,
                                                         const ConvolutionOutputs& outputs = {});

/// Bytes an element of \p dtype takes; 0 for unknown ones.
[[nodiscard]] double elementBytes(std::string_view dtype);

} // namespace shardscope::profiler
