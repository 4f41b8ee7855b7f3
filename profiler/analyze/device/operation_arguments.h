// SPDX-License-Identifier: GPL-3.0-or-later
// What PyTorch's profiler records of an operation's operands (record_shapes=True).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// Sizes of a tensor; empty: a number, or nothing that is recorded (a list of tensors).
using Shape = std::vector<double>;

struct OperationArguments {
    std::vector<Shape> shapes;
    std::vector<std::string> types;  ///< as written: "c10::BFloat16", "float", "Scalar", "TensorList"
    std::vector<std::string> values; ///< "Concrete Inputs", where recorded
};

/// Reads the JSON of a call ("Input Dims", "Input type", "Concrete Inputs"; see core::ArgumentVisitor for
/// what may be read behind it). All empty if shapes were not recorded.
[[nodiscard]] OperationArguments readArguments(std::string_view object);
/// "[1, 2]" inside a string; empty for anything else.
[[nodiscard]] Shape numbersOfText(const std::string& text);

/// How many elements; of a number 1.
[[nodiscard]] double product(const Shape& shape);
/// Whether there is an operand of so many dimensions at \p at.
[[nodiscard]] bool isShape(const OperationArguments& arguments, std::size_t at, std::size_t dimensions);
/// "8192x1024".
[[nodiscard]] std::string shapeText(const Shape& shape);
/// Bytes an element of \p dtype takes; 0 for what is no tensor's type.
[[nodiscard]] double elementBytes(std::string_view dtype);

} // namespace shardscope::profiler
