// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/device/operation_flops.h"

#include "profiler/analyze/device/operation_arguments.h"

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope::profiler {

namespace {

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
    int causalAt =
        -1; ///< which argument is "is_causal" (pytorch, aten/src/ATen/native/native_functions.yaml)
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
    Operation{"aten::_scaled_dot_product_flash_attention", Kind::Attention, 4},
    Operation{"aten::_scaled_dot_product_efficient_attention", Kind::Attention, 6},
    Operation{"aten::_scaled_dot_product_cudnn_attention", Kind::Attention, 6},
    Operation{"aten::_scaled_dot_product_flash_attention_backward", Kind::AttentionBackward, 11},
    Operation{"aten::_scaled_dot_product_efficient_attention_backward", Kind::AttentionBackward, 11},
    Operation{"aten::_scaled_dot_product_cudnn_attention_backward", Kind::AttentionBackward, 14},
};

const Operation* findOperation(std::string_view name)
{
    const auto found = std::ranges::find(kOperations, name, &Operation::name);
    return found == kOperations.end() ? nullptr : &*found;
}

struct Sizes {
    double flops;
    double elements;
};

/// [b x] m x k times [b x] k x n; \p first is the left operand.
std::optional<Sizes> productWork(const OperationArguments& arguments, std::size_t first,
                                 std::size_t dimensions)
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
std::optional<Sizes> attentionWork(const OperationArguments& arguments, std::size_t first, double products)
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

/// The share of the scores of \p queries and \p keys that a causal mask leaves: a query sees the keys up to
/// its own place (torch.nn.functional.scaled_dot_product_attention: the mask's diagonal begins at the upper
/// left).
double causalShareOf(double queries, double keys)
{
    if (queries <= 0 || keys <= 0)
        return 1;
    const double slope = std::min(queries, keys); // queries that do not see all
    const double seen = slope * (slope + 1) / 2 + (queries - slope) * keys;
    return seen / (queries * keys);
}

/// Elements of a convolution's output, from padding, stride and dilation; none where they are not recorded.
std::optional<double> outputPositions(const OperationArguments& arguments)
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

std::optional<Sizes> convolutionWork(const OperationArguments& arguments, const ConvolutionOutputs& outputs)
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
std::optional<Sizes> convolutionBackwardWork(const OperationArguments& arguments, std::size_t gradientAt)
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

std::optional<Sizes> sizesOf(Kind kind, const OperationArguments& arguments,
                             const ConvolutionOutputs& outputs)
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

/// What an operation and its gradients have in common: m, k and n of a product, whichever of them it sums
/// over; the query and key of an attention; the input and weight of a convolution.
std::string familyOf(Kind kind, const OperationArguments& arguments, std::size_t first)
{
    const auto shapeAt = [&](std::size_t at) {
        return at < arguments.shapes.size() ? shapeText(arguments.shapes[at]) : std::string();
    };
    switch (kind) {
    case Kind::Product:
    case Kind::AddedProduct:
    case Kind::Batched:
    case Kind::AddedBatched: {
        const Shape& left = arguments.shapes[first];
        Shape sizes{left[left.size() - 2], left.back(), arguments.shapes[first + 1].back()};
        std::ranges::sort(sizes);
        sizes.push_back(left.size() == 3 ? left.front() : 1);
        return "product " + shapeText(sizes);
    }
    case Kind::Convolution: return "convolution " + convolutionKey(arguments.shapes[0], arguments.shapes[1]);
    case Kind::ConvolutionBackward: return "convolution " + shapeAt(1) + ' ' + shapeAt(2);
    case Kind::OldConvolutionBackward: return "convolution " + shapeAt(0) + ' ' + shapeAt(2);
    case Kind::Attention: return "attention " + shapeAt(0) + ' ' + shapeAt(1);
    case Kind::AttentionBackward: return "attention " + shapeAt(1) + ' ' + shapeAt(2);
    }
    return {};
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
    const OperationArguments arguments = readArguments(text);
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
    const OperationArguments arguments = readArguments(text);
    const auto sizes = sizesOf(operation->kind, arguments, outputs);
    if (!sizes)
        return std::nullopt;
    const std::size_t first =
        operation->kind == Kind::AddedProduct || operation->kind == Kind::AddedBatched ? 1 : 0;
    OperationWork work;
    work.flops = sizes->flops;
    work.elements = sizes->elements;
    work.dtype = first < arguments.types.size() ? arguments.types[first] : std::string();
    work.shape = shapeText(arguments.shapes[first]) + " " + shapeText(arguments.shapes[first + 1]);
    work.family = familyOf(operation->kind, arguments, first);
    if (operation->causalAt >= 0) {
        const std::size_t query = operation->kind == Kind::AttentionBackward ? 1 : 0;
        work.mask = CausalMask::NotTold;
        work.causalShare = causalShareOf(arguments.shapes[query][2], arguments.shapes[query + 1][2]);
        const auto at = static_cast<std::size_t>(operation->causalAt);
        const std::string told = at < arguments.values.size() ? arguments.values[at] : std::string();
        if (told == "True" || told == "False")
            tellMask(work, told == "True");
    }
    return work;
}

void tellMask(OperationWork& work, bool causal)
{
    if (work.mask != CausalMask::NotTold)
        return;
    work.mask = causal ? CausalMask::Causal : CausalMask::None;
    work.flops *= causal ? work.causalShare : 1;
}

CausalMask maskOfKernel(std::string_view kernel)
{
    // FlashAttention 2: flash_fwd_kernel<traits, Is_dropout, Is_causal, …>, and so of its other kernels
    // (Dao-AILab/flash-attention, csrc/flash_attn/src/flash_fwd_launch_template.h,
    // flash_bwd_launch_template.h).
    constexpr std::string_view kTraits = "kernel_traits<";
    if (kernel.find("flash_") != std::string_view::npos) {
        if (const auto traits = kernel.find(kTraits); traits != std::string_view::npos) {
            std::size_t at = traits + kTraits.size();
            for (int open = 1; at < kernel.size() && open > 0; ++at)
                open += kernel[at] == '<' ? 1 : kernel[at] == '>' ? -1 : 0;
            std::array<std::string_view, 2> flags; // dropout, causal
            std::string_view rest = kernel.substr(at);
            for (std::string_view& flag : flags) {
                const auto begin = rest.find_first_not_of(", ");
                const auto end = rest.find_first_of(",>", begin);
                if (begin == std::string_view::npos || end == std::string_view::npos)
                    return CausalMask::NotTold;
                flag = rest.substr(begin, end - begin);
                rest.remove_prefix(end);
            }
            if (flags[1].starts_with("(bool)")) // as demanglers write flags
                flags[1].remove_prefix(std::string_view("(bool)").size());
            return flags[1] == "true" || flags[1] == "1"    ? CausalMask::Causal
                   : flags[1] == "false" || flags[1] == "0" ? CausalMask::None
                                                            : CausalMask::NotTold;
        }
    }
    // AOTriton and FlashInfer say it in a word, cuDNN and Composable Kernel nowhere that is documented.
    if (kernel.find("causal") != std::string_view::npos &&
        kernel.find("non_causal") == std::string_view::npos &&
        kernel.find("noncausal") == std::string_view::npos &&
        kernel.find("causal_conv") == std::string_view::npos)
        return CausalMask::Causal;
    return CausalMask::NotTold;
}

} // namespace shardscope::profiler
