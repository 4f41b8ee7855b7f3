// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers every formula is written in: the plan's degrees and the model's sizes, each with where it comes
// from.
#pragma once

#include "core/base/text_mark.h"
#include "core/explain/explained.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"
#include "planner/formula/expert_load.h"
#include "planner/framework/framework.h"

#include <string_view>

namespace shardscope::planner {

template <class N>
using Count = typename N::template Q<core::kNumber>;
template <class N>
using ByteCount = typename N::template Q<core::kByte>;
template <class N>
using Duration = typename N::template Q<core::kSecond>;

/// A bare number of a formula that stands alone.
template <class N>
Count<N> constant(double value)
{
    if constexpr (N::kExplains)
        return core::detail::constant<core::kNumber>(value);
    else
        return core::Number{value};
}

/// How \p value came to be; null for a plain one, which does not know.
template <class Q>
core::DerivationPtr derivationOf(const Q& value)
{
    if constexpr (requires { value.derivation(); })
        return value.derivation();
    else
        return nullptr;
}

/// A number of the plan; \p pointer is its key.
template <class N>
Count<N> planned(std::int64_t value, std::string_view label, std::string_view pointer)
{
    return N::leaf(core::Number{static_cast<double>(value)}, label, core::SourceKind::Given, pointer);
}

/// A size of the model.
template <class N>
Count<N> sized(std::int64_t value, std::string_view label)
{
    return N::leaf(core::Number{static_cast<double>(value)}, label, core::SourceKind::Given, "model");
}

/// The width of an element of \p dtype; \p pointer is the key that chose it.
template <class N>
ByteCount<N> width(core::Dtype dtype, std::string_view label, std::string_view pointer)
{
    return N::leaf(core::widthOf(dtype), label, core::SourceKind::Given, pointer);
}

inline constexpr auto kTwoDimensions = "2D tensor parallelism, Graphcore PopXL examples (GPT-3 175B)";

template <class N>
struct Symbols {
    // the plan
    Count<N> tensor;   ///< t
    Count<N> pipeline; ///< p
    Count<N> virtualStages;
    Count<N> microBatch;       ///< b
    Count<N> microBatches;     ///< m
    Count<N> sequence;         ///< s
    Count<N> context;          ///< ranks a sequence is divided over
    Count<N> tokens;           ///< b · s, over the context ranks
    Count<N> normTokens;       ///< b · s, over t with sequence parallelism: what norms and dropouts see
    Count<N> expertSlices;     ///< ranks an expert's matrices are cut over
    Count<N> expertTokens;     ///< b · s of the ranks that share an expert's matrices
    Count<N> choices;          ///< rows a token gives to experts, as the busiest rank of them has them
    ByteCount<N> operandWidth; ///< of an element of a product's input, as backward keeps it
    ByteCount<N> streamWidth;  ///< of what lies between products and travels between ranks
    // the model
    Count<N> hidden;
    Count<N> heads;
    Count<N> queryWidth;    ///< heads · head size
    Count<N> keyValueWidth; ///< key/value heads · head size
    Count<N> valueWidth;    ///< heads · value head size: the attention's output
    Count<N> feedForward;
    Count<N> vocabulary;
    // on a rank: the same as above, or cut again by the second dimension of 2D tensor parallelism
    Count<N> hiddenHere;        ///< h / t2
    Count<N> innerTensor;       ///< t1: what heads and feed-forward are cut over
    bool encoderOutput = false; ///< goes from stage to stage beside the hidden tensor
    // what a decoder's second attention reads: of its encoder
    Count<N> memorySequence;
    Count<N> memoryTokens;
    Count<N> memoryNormTokens;
};

/// The number format of computation.
[[nodiscard]] inline core::Dtype computeDtype(const core::Plan& plan)
{
    if (plan.precision.compute)
        return *plan.precision.compute;
    return plan.precision.autocast ? core::Dtype::Bf16 : plan.precision.weights;
}

/// The format between products: norms, attention, residuals, collectives. Recipes of 8 and 4 bits narrow only
/// the products' operands (NVIDIA Transformer Engine, user guide, "Using FP8 and FP4").
[[nodiscard]] inline core::Dtype streamDtype(const core::Plan& plan)
{
    const core::Dtype dtype = computeDtype(plan);
    return core::widthOf(dtype).value() < 2 ? core::Dtype::Bf16 : dtype;
}

/// The format in which a product keeps its input. Transformer Engine keeps the operand of the weights'
/// gradient (pytorch/module/linear.py, layernorm_linear.py, grouped_linear.py: saved_inputmat, ln_out);
/// PyTorch's layers keep the input in 16 bits and cast it again (pytorch/ao, float8/float8_linear.py).
[[nodiscard]] inline core::Dtype operandDtype(const core::Plan& plan)
{
    return factsOf(plan).habits.keepsOperands ? computeDtype(plan) : streamDtype(plan);
}

/// Whether products' inputs are kept narrower than what they are made of.
[[nodiscard]] inline bool narrowOperands(const core::Plan& plan)
{
    return operandDtype(plan) != streamDtype(plan);
}

template <class N>
Symbols<N> symbolsOf(const core::Transformer& model, const core::Plan& plan)
{
    Symbols<N> s{planned<N>(plan.axes.tensor, "t", "/parallel/tensor"),
                 planned<N>(plan.axes.pipeline, "p", "/parallel/pipeline"),
                 planned<N>(plan.axes.virtualStages, "v", "/parallel/virtual_stages"),
                 planned<N>(plan.batch.microBatch, "b", "/batch/micro_batch"),
                 planned<N>(plan.batch.microBatches, "m", "/batch/micro_batches"),
                 planned<N>(plan.batch.sequenceLength, "s", "/batch/sequence_length"),
                 planned<N>(plan.axes.context, "c", "/parallel/context"),
                 {},
                 {},
                 {},
                 {},
                 {},
                 width<N>(operandDtype(plan),
                          narrowOperands(plan) ? W_("operand_width") : W_("activation_width"),
                          "/precision/compute"),
                 width<N>(streamDtype(plan), W_("activation_width"), "/precision/compute"),
                 sized<N>(model.hidden, "h"),
                 sized<N>(model.heads, "a"),
                 sized<N>(model.queryWidth(), W_("query_width")),
                 sized<N>(model.keyValueWidth(), W_("key_value_width")),
                 sized<N>(model.heads * model.valueHeadDim, W_("value_width")),
                 sized<N>(model.feedForward, "f"),
                 sized<N>(model.vocabulary, "V"),
                 {},
                 {},
                 model.decoderLayers > 0,
                 {},
                 {},
                 {}};
    s.hiddenHere = s.hidden;
    s.innerTensor = s.tensor;
    if (plan.axes.tensorSecond > 1) {
        const Count<N> second = planned<N>(plan.axes.tensorSecond, "t2", "/parallel/tensor_second");
        s.hiddenHere = N::named(W_("hidden_on_a_rank"), s.hidden / second, kTwoDimensions);
        s.innerTensor = N::named("t1", s.tensor / second, kTwoDimensions);
    }
    s.tokens =
        plan.axes.context > 1
            ? N::named(W_("tokens"), s.microBatch * s.sequence / s.context, "of one micro-batch on a rank")
            : N::named(W_("tokens"), s.microBatch * s.sequence, "of one micro-batch");
    s.normTokens = plan.axes.sequenceParallel ? N::named(W_("tokens_of_norms"), s.tokens / s.tensor,
                                                         "arXiv:2205.05198, section 4.2.2")
                                              : s.tokens;
    const bool narrower = plan.axes.expertSlices() != plan.axes.tensor;
    s.expertSlices =
        narrower ? planned<N>(plan.axes.expertSlices(), W_("expert_slices"), "/parallel/expert_tensor")
                 : s.tensor;
    s.expertTokens = narrower ? N::named(W_("tokens_of_expert_slices"), s.normTokens * s.expertSlices,
                                         "Megatron-LM, moe/token_dispatcher.py")
                              : s.tokens;
    s.choices = busiestChoices<N>(model, plan);
    s.memorySequence = s.sequence;
    s.memoryTokens = s.tokens;
    s.memoryNormTokens = s.normTokens;
    return s;
}

/// The symbols of an encoder-decoder's decoder layers, which see other tokens than the encoder whose output
/// they read.
template <class N>
Symbols<N> decoderSymbolsOf(const core::Transformer& model, const core::Plan& plan)
{
    Symbols<N> s = symbolsOf<N>(model, plan);
    if (plan.batch.decoderLength == 0)
        return s;
    s.sequence = planned<N>(plan.batch.decoderLength, "s_decoder", "/batch/decoder_sequence_length");
    s.tokens = N::named(W_("decoder_tokens"), s.microBatch * s.sequence, "of one micro-batch");
    s.normTokens = plan.axes.sequenceParallel ? N::named(W_("decoder_tokens_of_norms"), s.tokens / s.tensor,
                                                         "arXiv:2205.05198, section 4.2.2")
                                              : s.tokens;
    return s;
}

/// What a token's activation functions run over in a layer with experts (the chosen and the shared), else the
/// feed-forward's width. Of a model with both kinds the experts'.
template <class N>
Count<N> feedForwardOfToken(const Symbols<N>& s, const core::Transformer& model)
{
    if (model.experts == 0)
        return s.feedForward;
    return (sized<N>(model.expertsPerToken, W_("experts_per_token")) +
            sized<N>(model.sharedExperts, W_("shared_experts"))) *
           sized<N>(model.expertFeedForward, "expert_f");
}

} // namespace shardscope::planner
