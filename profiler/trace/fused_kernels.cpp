// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/fused_kernels.h"
#include "core/base/joined.h"

#include <algorithm>
#include <array>
#include <set>

namespace shardscope::profiler {

namespace {

/// Operators of ATen whose names are of several words, or begin with an underscore, as graphs of training and
/// inference hold them before they are decomposed: aten/src/ATen/native/native_functions.yaml.
constexpr std::array kFusedWords = std::to_array<std::string_view>({
    "_adaptive_avg_pool2d",
    "_adaptive_avg_pool2d_backward",
    "_batch_norm_no_update",
    "_batch_norm_with_update",
    "_embedding_bag",
    "_embedding_bag_backward",
    "_embedding_bag_forward_only",
    "_fft_c2c",
    "_fft_c2r",
    "_fft_r2c",
    "_fused_rms_norm",
    "_fused_rms_norm_backward",
    "_grouped_mm",
    "_int_mm",
    "_log_softmax",
    "_log_softmax_backward_data",
    "_native_batch_norm_legit",
    "_native_batch_norm_legit_functional",
    "_native_batch_norm_legit_no_training",
    "_scaled_dot_product_cudnn_attention",
    "_scaled_dot_product_cudnn_attention_backward",
    "_scaled_dot_product_efficient_attention",
    "_scaled_dot_product_efficient_attention_backward",
    "_scaled_dot_product_flash_attention",
    "_scaled_dot_product_flash_attention_backward",
    "_scaled_mm",
    "_softmax",
    "_softmax_backward_data",
    "_to_copy",
    "_unsafe_index",
    "_unsafe_index_put",
    "_unsafe_masked_index",
    "_unsafe_masked_index_put_accumulate",
    "_unsafe_view",
    "_weight_norm_interface",
    "_weight_norm_interface_backward",
    "adaptive_avg_pool2d",
    "adaptive_max_pool2d",
    "as_strided",
    "as_strided_scatter",
    "avg_pool2d",
    "avg_pool2d_backward",
    "batch_norm_backward",
    "binary_cross_entropy",
    "binary_cross_entropy_backward",
    "binary_cross_entropy_with_logits",
    "bitwise_and",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "broadcast_tensors",
    "broadcast_to",
    "clamp_max",
    "clamp_min",
    "constant_pad_nd",
    "convolution_backward",
    "cross_entropy_loss",
    "elu_backward",
    "embedding_bag",
    "embedding_dense_backward",
    "empty_like",
    "empty_strided",
    "expand_as",
    "floor_divide",
    "full_like",
    "gelu_backward",
    "glu_backward",
    "grid_sampler_2d",
    "grid_sampler_2d_backward",
    "group_norm",
    "hardsigmoid_backward",
    "hardswish_backward",
    "hardtanh_backward",
    "huber_loss",
    "huber_loss_backward",
    "index_add",
    "index_copy",
    "index_fill",
    "index_put",
    "index_select",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "leaky_relu_backward",
    "lift_fresh_copy",
    "linalg_vector_norm",
    "log_sigmoid_backward",
    "log_sigmoid_forward",
    "log_softmax",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logit_backward",
    "masked_fill",
    "masked_scatter",
    "max_pool2d",
    "max_pool2d_with_indices",
    "max_pool2d_with_indices_backward",
    "mish_backward",
    "mse_loss",
    "mse_loss_backward",
    "nan_to_num",
    "native_batch_norm",
    "native_batch_norm_backward",
    "native_dropout",
    "native_dropout_backward",
    "native_group_norm",
    "native_group_norm_backward",
    "native_layer_norm",
    "native_layer_norm_backward",
    "new_empty",
    "new_empty_strided",
    "new_full",
    "new_ones",
    "new_zeros",
    "nll_loss2d_backward",
    "nll_loss2d_forward",
    "nll_loss_backward",
    "nll_loss_forward",
    "ones_like",
    "pixel_shuffle",
    "pixel_unshuffle",
    "rand_like",
    "randint_like",
    "randn_like",
    "reflection_pad2d",
    "reflection_pad2d_backward",
    "repeat_interleave",
    "replication_pad2d",
    "replication_pad2d_backward",
    "rms_norm",
    "scalar_tensor",
    "scaled_dot_product_attention",
    "scatter_add",
    "scatter_reduce",
    "select_backward",
    "select_scatter",
    "sigmoid_backward",
    "silu_backward",
    "slice_backward",
    "slice_scatter",
    "smooth_l1_loss",
    "smooth_l1_loss_backward",
    "softplus_backward",
    "split_with_sizes",
    "tanh_backward",
    "threshold_backward",
    "upsample_bilinear2d",
    "upsample_bilinear2d_backward",
    "upsample_nearest2d",
    "upsample_nearest2d_backward",
    "value_selecting_reduction_backward",
    "view_as_complex",
    "view_as_real",
    "zeros_like",
});

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// \p text without "_" and what follows the last one, where \p end takes that.
template <class End>
std::string_view without(std::string_view text, const End& end)
{
    const std::size_t at = text.rfind('_');
    return at != std::string_view::npos && at + 1 < text.size() && end(text.substr(at + 1))
               ? text.substr(0, at)
               : text;
}

bool isNumber(std::string_view text) { return std::ranges::all_of(text, isDigit); }

/// Triton 2 appended how each argument was specialised, "0d1d2de": numbers with d (divisible by 16), c
/// (constant) and e behind them (triton/runtime/jit.py, KernelSpecialization's name).
bool isSpecialisation(std::string_view text)
{
    return isDigit(text.front()) && text.find('d') != std::string_view::npos &&
           std::ranges::all_of(text, [](char c) { return isDigit(c) || c == 'd' || c == 'c' || c == 'e'; });
}

/// What stands between "triton_" and a kind of three letters, "_fused_", and the kernel's number
/// (torch/_inductor/codegen/triton.py: "triton", kernel_category, fused_name, next_kernel_suffix).
std::string_view fusedPart(std::string_view kernel)
{
    constexpr std::string_view kFused = "_fused_";
    if (!kernel.starts_with("triton_"))
        return {};
    const std::size_t at = kernel.find(kFused);
    if (at == std::string_view::npos)
        return {};
    const std::string_view behind = kernel.substr(at + kFused.size());
    const std::string_view numbered = without(behind, isSpecialisation);
    const std::string_view part = without(numbered, isNumber);
    return part == numbered ? std::string_view() : part; // "triton_for_fused_0": nothing is named
}

std::string listed(const std::set<std::string>& names) { return core::joined(names, ", "); }

} // namespace

std::vector<std::string> operatorsInName(std::string_view kernel, const std::vector<std::string>& words)
{
    std::vector<std::string> operators;
    std::string_view rest = fusedPart(kernel);
    while (!rest.empty()) {
        // The longest operator of several words, else up to the next underscore.
        std::size_t length = std::min(rest.find('_', 1), rest.size());
        const auto take = [&](std::string_view word) {
            if (word.size() > length && rest.starts_with(word) &&
                (rest.size() == word.size() || rest[word.size()] == '_'))
                length = word.size();
        };
        std::ranges::for_each(kFusedWords, take);
        std::ranges::for_each(words, take);
        operators.emplace_back(rest.substr(0, length));
        rest.remove_prefix(std::min(rest.size(), length + 1));
    }
    return operators;
}

std::string operatorOfNode(std::string_view node)
{
    constexpr std::array kOverloads = std::to_array<std::string_view>({"default", "tensor", "scalar"});
    const std::string_view name = without(node, isNumber);
    return std::string(without(name, [&](std::string_view word) {
        return std::ranges::find(kOverloads, word) != kOverloads.end();
    }));
}

FusedKernels::FusedKernels(const core::Run& run)
{
    for (const core::KernelOrigin& origin : run.kernelOrigins) {
        std::set<std::string> operators;
        for (const std::string& node : origin.nodes)
            operators.insert(operatorOfNode(node));
        m_known.emplace(origin.kernel, FusedKernel{listed(operators), true,
                                                   listed({origin.nodes.begin(), origin.nodes.end()}),
                                                   listed({origin.sources.begin(), origin.sources.end()})});
    }
    const core::StringPool& names = run.timeline->names();
    for (std::size_t at = 0; at < names.size(); ++at) {
        constexpr std::string_view kAten = "aten::";
        const std::string_view name = names.text(core::NameId(at));
        if (name.starts_with(kAten) && name.find('_') < name.size() - 1)
            m_words.emplace_back(name.substr(kAten.size()));
    }
}

const FusedKernel* FusedKernels::named(std::string_view name)
{
    const auto [found, isNew] = m_known.try_emplace(name);
    if (isNew) {
        const std::vector<std::string> operators = operatorsInName(name, m_words);
        if (!operators.empty())
            found->second = FusedKernel{listed({operators.begin(), operators.end()}), false, {}, {}};
    }
    return found->second ? &*found->second : nullptr;
}

const FusedKernel* FusedKernels::of(std::string_view kernel, std::string_view operation)
{
    const FusedKernel* const asKernel = named(kernel);
    if (asKernel != nullptr && asKernel->mapped)
        return asKernel;
    // A kernel that an operator of inductor's launches is that operator's, whatever the device calls it.
    const FusedKernel* const asOperator =
        operation.starts_with("triton_") && kernel.starts_with("triton_") ? named(operation) : nullptr;
    return asOperator != nullptr ? asOperator : asKernel;
}

} // namespace shardscope::profiler
