// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/device/moved_bytes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace shardscope::profiler {

namespace {

enum class Way : std::uint8_t {
    Map,          ///< reads its operands, writes a result as large as they are broadcast
    InPlace,      ///< reads its operands, writes the first one
    Into,         ///< reads all but the first operand and writes that
    Reduce,       ///< reads the first operand, writes less than that
    Rows,         ///< a norm or softmax: reads the first operand, writes as much
    RowsBackward, ///< reads the first two operands, writes as much as the second
};

struct Moving {
    std::string_view name; ///< behind "aten::"
    Way way;
    bool elementwise;
};

// Operations of ATen (aten/src/ATen/native/native_functions.yaml); those that work in place end in "_".
constexpr std::array kMoving{
    Moving{"abs", Way::Map, true},
    Moving{"add", Way::Map, true},
    Moving{"addcdiv", Way::Map, true},
    Moving{"addcmul", Way::Map, true},
    Moving{"bitwise_and", Way::Map, true},
    Moving{"bitwise_not", Way::Map, true},
    Moving{"bitwise_or", Way::Map, true},
    Moving{"clamp", Way::Map, true},
    Moving{"clamp_min", Way::Map, true},
    Moving{"cos", Way::Map, true},
    Moving{"div", Way::Map, true},
    Moving{"elu", Way::Map, true},
    Moving{"elu_backward", Way::Map, true},
    Moving{"erf", Way::Map, true},
    Moving{"exp", Way::Map, true},
    Moving{"gelu", Way::Map, true},
    Moving{"gelu_backward", Way::Map, true},
    Moving{"hardtanh", Way::Map, true},
    Moving{"leaky_relu", Way::Map, true},
    Moving{"log", Way::Map, true},
    Moving{"masked_fill", Way::Map, true},
    Moving{"maximum", Way::Map, true},
    Moving{"minimum", Way::Map, true},
    Moving{"mul", Way::Map, true},
    Moving{"native_dropout", Way::Map, true},
    Moving{"native_dropout_backward", Way::Map, true},
    Moving{"neg", Way::Map, true},
    Moving{"pow", Way::Map, true},
    Moving{"reciprocal", Way::Map, true},
    Moving{"relu", Way::Map, true},
    Moving{"rsqrt", Way::Map, true},
    Moving{"rsub", Way::Map, true},
    Moving{"sigmoid", Way::Map, true},
    Moving{"sigmoid_backward", Way::Map, true},
    Moving{"silu", Way::Map, true},
    Moving{"silu_backward", Way::Map, true},
    Moving{"sin", Way::Map, true},
    Moving{"sqrt", Way::Map, true},
    Moving{"sub", Way::Map, true},
    Moving{"tanh", Way::Map, true},
    Moving{"tanh_backward", Way::Map, true},
    Moving{"threshold_backward", Way::Map, true},
    Moving{"where", Way::Map, true},
    Moving{"copy_", Way::Into, true},
    Moving{"fill_", Way::Into, true},
    Moving{"zero_", Way::Into, true},
    Moving{"all", Way::Reduce, false},
    Moving{"amax", Way::Reduce, false},
    Moving{"amin", Way::Reduce, false},
    Moving{"any", Way::Reduce, false},
    Moving{"argmax", Way::Reduce, false},
    Moving{"linalg_vector_norm", Way::Reduce, false},
    Moving{"mean", Way::Reduce, false},
    Moving{"norm", Way::Reduce, false},
    Moving{"std", Way::Reduce, false},
    Moving{"sum", Way::Reduce, false},
    Moving{"var", Way::Reduce, false},
    Moving{"_fused_rms_norm", Way::Rows, false},
    Moving{"_log_softmax", Way::Rows, false},
    Moving{"_safe_softmax", Way::Rows, false},
    Moving{"_softmax", Way::Rows, false},
    Moving{"cudnn_batch_norm", Way::Rows, false},
    Moving{"miopen_batch_norm", Way::Rows, false},
    Moving{"native_batch_norm", Way::Rows, false},
    Moving{"native_group_norm", Way::Rows, false},
    Moving{"native_layer_norm", Way::Rows, false},
    Moving{"_fused_rms_norm_backward", Way::RowsBackward, false},
    Moving{"_log_softmax_backward_data", Way::RowsBackward, false},
    Moving{"_softmax_backward_data", Way::RowsBackward, false},
    Moving{"cudnn_batch_norm_backward", Way::RowsBackward, false},
    Moving{"miopen_batch_norm_backward", Way::RowsBackward, false},
    Moving{"native_batch_norm_backward", Way::RowsBackward, false},
    Moving{"native_group_norm_backward", Way::RowsBackward, false},
    Moving{"native_layer_norm_backward", Way::RowsBackward, false},
};

struct Found {
    const Moving* operation = nullptr;
    Way way = Way::Map;
};

Found findMoving(std::string_view name)
{
    constexpr std::string_view kAten = "aten::";
    if (!name.starts_with(kAten))
        return {};
    name.remove_prefix(kAten.size());
    const auto known = [](std::string_view own) {
        const auto found = std::ranges::find(kMoving, own, &Moving::name);
        return found == kMoving.end() ? nullptr : &*found;
    };
    if (const Moving* const found = known(name))
        return {found, found->way};
    if (!name.ends_with('_'))
        return {};
    const Moving* const found = known(name.substr(0, name.size() - 1));
    return found != nullptr && found->way == Way::Map ? Found{found, Way::InPlace} : Found{};
}

Operand operandOf(const Shape& shape, const std::string& dtype)
{
    return {shapeText(shape), dtype, product(shape) * elementBytes(dtype)};
}

/// Sizes that \p a and \p b have together, from the last on; none where they do not fit.
std::optional<Shape> broadcast(const Shape& a, const Shape& b)
{
    Shape all(std::max(a.size(), b.size()), 1);
    for (std::size_t at = 0; at < all.size(); ++at) {
        const double left = at < a.size() ? a[a.size() - 1 - at] : 1;
        const double right = at < b.size() ? b[b.size() - 1 - at] : 1;
        if (left != right && left != 1 && right != 1)
            return std::nullopt;
        all[all.size() - 1 - at] = left == 1 ? right : left;
    }
    return all;
}

/// Operands that are tensors; none where a list of tensors is among them.
struct Tensors {
    std::vector<Operand> operands;
    std::vector<Shape> shapes;
};
std::optional<Tensors> tensorsOf(const OperationArguments& arguments, std::size_t most)
{
    Tensors tensors;
    for (std::size_t at = 0; at < std::min(arguments.shapes.size(), arguments.types.size()); ++at) {
        const Shape& shape = arguments.shapes[at];
        if (arguments.types[at] == "TensorList" ||
            std::ranges::any_of(shape, [](double size) { return size < 0; }))
            return std::nullopt;
        if (shape.empty() || elementBytes(arguments.types[at]) <= 0 || tensors.operands.size() == most)
            continue; // a number
        tensors.operands.push_back(operandOf(shape, arguments.types[at]));
        tensors.shapes.push_back(shape);
    }
    return tensors.operands.empty() ? std::nullopt : std::optional(std::move(tensors));
}

/// The result of an operation that makes a new tensor.
std::optional<Operand> resultOf(const Tensors& tensors)
{
    Shape all;
    std::size_t largest = 0;
    for (std::size_t at = 0; at < tensors.shapes.size(); ++at) {
        const auto together = broadcast(all, tensors.shapes[at]);
        if (!together)
            return std::nullopt;
        all = *together;
        if (tensors.operands[at].bytes > tensors.operands[largest].bytes)
            largest = at;
    }
    return operandOf(all, tensors.operands[largest].dtype);
}

} // namespace

double MovedBytes::bytes() const
{
    double sum = written.bytes;
    for (const Operand& operand : read)
        sum += operand.bytes;
    return sum;
}

bool isMovingOperation(std::string_view name) { return findMoving(name).operation != nullptr; }

std::optional<MovedBytes> movedBytes(std::string_view name, const OperationArguments& arguments)
{
    const Found found = findMoving(name);
    if (found.operation == nullptr)
        return std::nullopt;
    constexpr std::size_t kAll = 16;
    const std::size_t most = found.way == Way::Rows || found.way == Way::Reduce ? 1
                             : found.way == Way::RowsBackward                   ? 2
                                                                                : kAll;
    auto tensors = tensorsOf(arguments, most);
    if (!tensors)
        return std::nullopt;
    MovedBytes moved;
    moved.elementwise = found.operation->elementwise;
    switch (found.way) {
    case Way::Map: {
        auto result = resultOf(*tensors);
        if (!result)
            return std::nullopt;
        moved.written = std::move(*result);
        break;
    }
    case Way::InPlace:
    case Way::Into:
    case Way::Rows: moved.written = tensors->operands.front(); break;
    case Way::RowsBackward: moved.written = tensors->operands.back(); break;
    case Way::Reduce: break;
    }
    if (found.way == Way::Into)
        tensors->operands.erase(tensors->operands.begin());
    moved.read = std::move(tensors->operands);
    return moved;
}

} // namespace shardscope::profiler
