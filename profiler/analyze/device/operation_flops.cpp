// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/device/operation_flops.h"

#include "core/base/joined.h"
#include "profiler/import/text/json_walk.h"

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope::profiler {

namespace {

using Shape = std::vector<double>;

enum class Kind {
    Product,
    AddedProduct,
    Batched,
    AddedBatched,
    Convolution,
    ConvolutionBackward,
    OldConvolutionBackward,
    Attention,
    AttentionBackward
};

struct Operation {
    std::string_view name;
    Kind kind;
};

constexpr std::array kOperations{
    Operation{"aten::mm", Kind::Product},
    Operation{"aten::_scaled_mm", Kind::Product},
    Operation{"aten::addmm", Kind::AddedProduct},
    Operation{"aten::bmm", Kind::Batched},
    Operation{"aten::baddbmm", Kind::AddedBatched},
    Operation{"aten::convolution", Kind::Convolution},
    Operation{"aten::convolution_backward", Kind::ConvolutionBackward},
    Operation{"aten::cudnn_convolution_backward", Kind::OldConvolutionBackward},
    Operation{"aten::miopen_convolution_backward", Kind::OldConvolutionBackward},
    Operation{"aten::_scaled_dot_product_flash_attention", Kind::Attention},
    Operation{"aten::_scaled_dot_product_efficient_attention", Kind::Attention},
    Operation{"aten::_scaled_dot_product_cudnn_attention", Kind::Attention},
    Operation{"aten::_scaled_dot_product_flash_attention_backward", Kind::AttentionBackward},
    Operation{"aten::_scaled_dot_product_efficient_attention_backward", Kind::AttentionBackward},
    Operation{"aten::_scaled_dot_product_cudnn_attention_backward", Kind::AttentionBackward},
};

const Operation* findOperation(std::string_view name)
{
    const auto found = std::ranges::find(kOperations, name, &Operation::name);
    return found == kOperations.end() ? nullptr : &*found;
}

struct Arguments {
    std::vector<Shape> shapes;
    std::vector<std::string> types;
    std::vector<std::string> values;
};

/// Numbers of "[1, 2]"; empty for anything else.
Shape numbersOf(std::string_view array)
{
    Shape shape;
    json::walkArray(array,
                    [&](std::string_view value, bool) { shape.push_back(json::realOf(value).value_or(-1)); });
    return shape;
}

/// "[1, 2]" inside a string.
Shape numbersOfText(const std::string& text)
{
    std::string padded = text;
    padded.resize(padded.size() + json::kPadding);
    return numbersOf(std::string_view(padded).substr(0, text.size()));
}

Arguments readArguments(std::string_view object)
{
    Arguments arguments;
    const auto texts = [](std::string_view array, std::vector<std::string>& into) {
        json::walkArray(array, [&](std::string_view value, bool) { into.push_back(json::textOf(value)); });
    };
    json::walkObject(object, [&](std::string_view key, std::string_view value) {
        if (key == "Input Dims" || key == "Input dims")
            json::walkArray(
                value, [&](std::string_view shape, bool) { arguments.shapes.push_back(numbersOf(shape)); });
        else if (key == "Input type")
            texts(value, arguments.types);
        else if (key == "Concrete Inputs")
            texts(value, arguments.values);
    });
    return arguments;
}

double product(const Shape& shape)
{
    double all = 1;
    for (const double size : shape)
        all *= size;
    return all;
}

bool isShape(const Arguments& arguments, std::size_t at, std::size_t dimensions)
{
    return at < arguments.shapes.size() && arguments.shapes[at].size() == dimensions &&
           std::ranges::all_of(arguments.shapes[at], [](double size) { return size >= 0; });
}

std::string shapeText(const Shape& shape)
{
    return core::joined(shape, "x", [](double size) { return static_cast<std::int64_t>(size); });
}

struct Sizes {
    double flops;
    double elements;
};

/// [b x] m x k times [b x] k x n; \p first is the left operand.
std::optional<Sizes> productWork(const Arguments& arguments, std::size_t first, std::size_t dimensions)
{
    if (!isShape(arguments, first, dimensions) || !isShape(arguments, first + 1, dimensions))
        return std::nullopt;
    const Shape& left = arguments.shapes[first];
    const Shape& right = arguments.shapes[first + 1];
    const double batch = dimensions == 3 ? left[0] : 1;
    const double m = left[dimensions - 2];
    const double k = left[dimensions - 1];
    const double n = right[dimensions - 1];
    if (right[dimensions - 2] != k || (dimensions == 3 && right[0] != batch))
        return std::nullopt;
    return Sizes{2 * batch * m * k * n, batch * (m * k + k * n + m * n)};
}

/// Queries, keys and values [b, h, s, d] from \p first on; \p products of the size of the scores' one.
std::optional<Sizes> attentionWork(const Arguments& arguments, std::size_t first, double products)
{
    for (std::size_t at = first; at < first + 3; ++at) {
        if (!isShape(arguments, at, 4))
            return std::nullopt;
    }
    const Shape& query = arguments.shapes[first];
    const Shape& key = arguments.shapes[first + 1];
    const Shape& value = arguments.shapes[first + 2];
    const double scores = 2 * query[0] * query[1] * query[2] * key[2];
    const double elements = 2 * product(query) + product(key) + product(value);
    return Sizes{products / 2 * scores * (query[3] + value[3]), products / 2 * elements};
}

/// Elements of a convolution's output, from padding, stride and dilation; none where they are not recorded.
std::optional<double> outputPositions(const Arguments& arguments)
{
    if (arguments.values.size() < 7 || arguments.shapes[1].size() < 3 || arguments.values[6] == "True")
        return std::nullopt; // a transposed one is not counted
    const Shape stride = numbersOfText(arguments.values[3]);
    const Shape padding = numbersOfText(arguments.values[4]);
    const Shape dilation = numbersOfText(arguments.values[5]);
    const Shape& input = arguments.shapes[0];
    const Shape& weight = arguments.shapes[1];
    const std::size_t space = weight.size() - 2;
    if (stride.size() != space || padding.size() != space || dilation.size() != space ||
        input.size() != weight.size())
        return std::nullopt;
    double positions = input[0];
    for (std::size_t axis = 0; axis < space; ++axis) {
        const double reach = dilation[axis] * (weight[axis + 2] - 1) + 1;
        if (stride[axis] <= 0)
            return std::nullopt;
        positions *= static_cast<double>(static_cast<std::int64_t>(
                         (input[axis + 2] + 2 * padding[axis] - reach) / stride[axis])) +
                     1;
    }
    return positions;
}

/// What a convolution is known by where its stride is not recorded: its input and its weight.
std::string convolutionKey(const Shape& input, const Shape& weight)
{
    return shapeText(input) + ' ' + shapeText(weight);
}

std::optional<Sizes> convolutionWork(const Arguments& arguments, const ConvolutionOutputs& outputs)
{
    if (arguments.shapes.size() < 2)
        return std::nullopt;
    auto positions = outputPositions(arguments);
    if (!positions && arguments.values.empty()) {
        const auto known = outputs.find(convolutionKey(arguments.shapes[0], arguments.shapes[1]));
        if (known != outputs.end() && known->second != kAmbiguous)
            positions = known->second;
    }
    if (!positions)
        return std::nullopt;
    const Shape& weight = arguments.shapes[1]; // out, in / groups, kernel…
    return Sizes{2 * *positions * product(weight),
                 product(arguments.shapes[0]) + product(weight) + *positions * weight[0]};
}

/// Positions of \p gradient, that of a convolution's output: samples times places.
double positionsOf(const Shape& gradient) { return product(gradient) / std::max(1.0, gradient[1]); }

/// Inputs: gradient of the output, input (the other way round in PyTorch up to 1.10), weight. As many
/// products for each gradient asked for.
std::optional<Sizes> convolutionBackwardWork(const Arguments& arguments, std::size_t gradientAt)
{
    if (arguments.shapes.size() < 3 || arguments.shapes[gradientAt].size() < 3 ||
        arguments.shapes[gradientAt].size() != arguments.shapes[2].size())
        return std::nullopt;
    const Shape& gradient = arguments.shapes[gradientAt];
    const Shape& weight = arguments.shapes[2];
    double outputs = 2; // of the input and of the weight, unless the mask says less
    if (arguments.values.size() > 10 && arguments.values[10].starts_with('[')) {
        const std::string& mask = arguments.values[10]; // "[True, True, False]"
        const std::size_t second = mask.find(", ");
        outputs = (mask.starts_with("[True") ? 1 : 0) +
                  (second != std::string::npos && mask.compare(second + 2, 4, "True") == 0 ? 1 : 0);
    }
    return Sizes{outputs * 2 * positionsOf(gradient) * product(weight),
                 outputs * (product(gradient) + product(arguments.shapes[1 - gradientAt]) + product(weight))};
}

std::optional<Sizes> sizesOf(Kind kind, const Arguments& arguments, const ConvolutionOutputs& outputs)
{
    switch (kind) {
    case Kind::Product: return productWork(arguments, 0, 2);
    case Kind::AddedProduct: return productWork(arguments, 1, 2);
    case Kind::Batched: return productWork(arguments, 0, 3);
    case Kind::AddedBatched: return productWork(arguments, 1, 3);
    case Kind::Convolution: return convolutionWork(arguments, outputs);
    case Kind::ConvolutionBackward: return convolutionBackwardWork(arguments, 0);
    case Kind::OldConvolutionBackward: return convolutionBackwardWork(arguments, 1);
    case Kind::Attention: return attentionWork(arguments, 0, 2);
    case Kind::AttentionBackward: return attentionWork(arguments, 1, 4);
    }
    return std::nullopt;
}

} // namespace

bool isCountedOperation(std::string_view name) { return findOperation(name) != nullptr; }

bool isConvolutionGradientPart(std::string_view name)
{
    return name.starts_with("aten::") &&
           (name.ends_with("convolution_backward_input") || name.ends_with("convolution_backward_weight"));
}

void noteConvolutionOutput(std::string_view name, std::string_view text, ConvolutionOutputs& outputs)
{
    const Operation* const operation = findOperation(name);
    if (operation == nullptr ||
        (operation->kind != Kind::ConvolutionBackward && operation->kind != Kind::OldConvolutionBackward))
        return;
    const Arguments arguments = readArguments(text);
    const std::size_t gradientAt = operation->kind == Kind::ConvolutionBackward ? 0 : 1;
    if (arguments.shapes.size() < 3 || arguments.shapes[gradientAt].size() < 3)
        return;
    const double positions = positionsOf(arguments.shapes[gradientAt]);
    const auto [known, isNew] =
        outputs.try_emplace(convolutionKey(arguments.shapes[1 - gradientAt], arguments.shapes[2]), positions);
    if (!isNew && known->second != positions)
        known->second = kAmbiguous;
}

std::optional<OperationWork> operationWork(std::string_view name, std::string_view text,
                                           const ConvolutionOutputs& outputs)
{
    const Operation* const operation = findOperation(name);
    if (operation == nullptr)
        return std::nullopt;
    const Arguments arguments = readArguments(text);
    const auto sizes = sizesOf(operation->kind, arguments, outputs);
    if (!sizes)
        return std::nullopt;
    const std::size_t first =
        operation->kind == Kind::AddedProduct || operation->kind == Kind::AddedBatched ? 1 : 0;
    return OperationWork{.flops = sizes->flops,
                         .elements = sizes->elements,
                         .dtype = first < arguments.types.size() ? arguments.types[first] : std::string(),
                         .shape = shapeText(arguments.shapes[first]) + " " +
                                  shapeText(arguments.shapes[first + 1])};
}

double elementBytes(std::string_view dtype)
{
    if (dtype.find("Float8") != std::string_view::npos || dtype == "signed char" || dtype == "unsigned char")
        return 1;
    if (dtype == "c10::BFloat16" || dtype == "c10::Half")
        return 2;
    if (dtype == "float")
        return 4;
    return dtype == "double" ? 8 : 0;
}

} // namespace shardscope::profiler
