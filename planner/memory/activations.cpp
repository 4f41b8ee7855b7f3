// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/memory/activations.h"
#include "planner/framework/framework.h"

#include "core/base/text_mark.h"
#include "core/plan/plan_names.h"
#include "planner/formula/program_code.h"
#include "planner/memory/kept_tensors.h"

#include <algorithm>
#include <optional>

namespace shardscope::planner {
namespace {

constexpr auto kParts = "NVIDIA Megatron-LM, core/transformer/transformer_config.py, recompute_modules";
constexpr auto kOperations = "pytorch/torchtitan, distributed/activation_checkpoint.py, _apply_op_sac";
constexpr auto kIndexer = "arXiv:2512.02556, section 2.1";
constexpr auto kHeadNorms = "NVIDIA Megatron-LM, core/transformer/attention.py, q_layernorm and k_layernorm";

/// Adapters of one input: fused kernels share one; GPT-2 and GPT-NeoX project queries, keys and values as
/// one.
double adaptersOfInput(const core::Transformer& model, const core::Plan& plan, bool attention)
{
    if (fusedByMegatronCore(plan))
        return 1;
    if (!attention)
        return core::isGated(model.activation) ? 2 : 1;
    return model.family == core::TransformerFamily::Gpt2 || model.family == core::TransformerFamily::GptNeox
               ? 1
               : 3;
}

bool exchangesHeads(const core::Plan& plan)
{
    return plan.axes.context > 1 && plan.contextExchange == core::ContextExchange::AllToAll;
}

/// Attention keeps its output; the projection behind it keeps another tensor where that came back from an
/// exchange, or was cast.
bool keepsProjectionInput(const core::Plan& plan) { return exchangesHeads(plan) || narrowOperands(plan); }

bool adaptsOthers(const core::Plan& plan) { return plan.adapters.any() && plan.adapters.besideFeedForward(); }

/// What the weight of a written-out norm meets has fp32 in place of its 16 bits.
bool weighsInFp32(const core::Transformer& model, const core::Plan& plan)
{
    return writesModuleNormsOut(model, plan) && weighsNormsInFp32(model);
}

/// Norms keep their inputs, two dropouts one byte a mask. Separate norm kernels keep mean and
/// 1/deviation, 4 B each a token; the published formula leaves them out.
template <class N>
ByteCount<N> normsAndDropouts(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan,
                              const core::LayerParts& parts)
{
    const auto norms = static_cast<double>(model.normsOfLayer(parts));
    ByteCount<N> perToken = norms * s.hiddenHere * s.streamWidth;
    if (keepsMasks(plan))
        perToken = perToken + static_cast<double>(parts.count()) * s.hiddenHere * byte<N>(W_("mask_width"));
    if (writesNormsOut(model, plan) || writesModuleNormsOut(model, plan))
        perToken = perToken + norms * s.hiddenHere * writtenOut<N>();
    if (weighsInFp32(model, plan))
        perToken = perToken + norms * s.hiddenHere * s.streamWidth;
    if (plan.kernels == core::Kernels::Separate)
        perToken = perToken + N::leaf(core::Bytes{8 * norms}, W_("norm_statistics"),
                                      core::SourceKind::Specification, "a norm: 2 · 4 B, PyTorch layer_norm");
    return N::named(W_("norms_and_dropouts"), s.normTokens * perToken, kTable2);
}

/// Attention on compressed keys and values keeps queries as projected and as wide as those, what attention
/// gives, which is as wide, and what is made of it (NVIDIA/Megatron-LM,
/// core/transformer/experimental_attention_variant/absorbed_mla.py).
template <class N>
ByteCount<N> absorbedLinears(const Symbols<N>& s, const core::Transformer& model)
{
    const Count<N> pair = s.heads * (2.0 * sized<N>(model.keyValueRank, W_("key_value_rank")) +
                                     sized<N>(model.ropeHeadDim, W_("rope_head_size")));
    return s.tokens * (s.queryWidth + pair + s.valueWidth) * s.streamWidth / s.innerTensor;
}

/// What chooses a query's keys: its own queries, key and weights, and the index and the score of each key
/// chosen, 4 bytes each.
template <class N>
ByteCount<N> indexerKept(const Symbols<N>& s, const core::Transformer& model)
{
    const core::KeyIndexer& indexer = model.indexer;
    const double keys = std::min(static_cast<double>(indexer.keys), N::plain(s.sequence).value());
    const ByteCount<N> pair =
        N::leaf(core::Bytes{8}, W_("index_and_score"), core::SourceKind::Specification, kIndexer);
    return N::named(
        W_("indexer"),
        s.tokens *
            (sized<N>(indexer.width() + indexer.headDim + indexer.heads, W_("index_widths")) * s.streamWidth +
             N::leaf(core::Number{keys}, W_("chosen_keys"), core::SourceKind::Specification, "index_topk") *
                 pair),
        kIndexer);
}

/// The input that the projections of queries and of compressed keys keep: one tensor, or a cast copy each.
template <class N>
ByteCount<N> latentInput(const Symbols<N>& s, const core::Plan& plan)
{
    const ByteCount<N> input = gatheredTokens<N>(s, plan) * s.hiddenHere * s.operandWidth;
    return narrowOperands(plan) ? 2.0 * input : input;
}

/// The input that a mixture's layer keeps: the router's in 16 bits, the shared experts' as they have cast it.
template <class N>
ByteCount<N> mixtureInput(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan)
{
    const Count<N> elements = gatheredTokens<N>(s, plan) * s.hiddenHere;
    return narrowOperands(plan) && model.sharedExperts > 0
               ? elements * s.streamWidth + elements * s.operandWidth
               : elements * s.streamWidth;
}

/// Latent attention (arXiv:2412.19437, section 2.1.1): the compressed queries and keys, as projected and as
/// normed, on this rank's rows; queries, keys, values and the context by heads.
template <class N>
ByteCount<N> latentLinears(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan)
{
    const ByteCount<N> input = latentInput<N>(s, plan);
    const Count<N> normed =
        sized<N>(model.queryRank, W_("query_rank")) + sized<N>(model.keyValueRank, W_("key_value_rank"));
    const Count<N> rope = sized<N>(model.ropeHeadDim, W_("rope_head_size"));
    const ByteCount<N> compressed =
        s.normTokens * ((normed + rope) * s.streamWidth + normed * s.operandWidth);
    ByteCount<N> split =
        s.tokens * (s.queryWidth + s.keyValueWidth + 2.0 * s.valueWidth) * s.streamWidth / s.innerTensor;
    if (model.indexer.heads > 0)
        split = absorbedLinears<N>(s, model);
    ByteCount<N> all = input + compressed + split;
    if (keepsProjectionInput(plan))
        all = all + s.tokens * s.valueWidth * s.operandWidth / s.innerTensor;
    return N::named(W_("latent_attention_linears"), all, "arXiv:2412.19437, section 2.1.1");
}

/// nanotron copies keys and values for its kernel and turns the queries where they lie, in one block of
/// memory with the projections of keys and values, which stays for as long as the queries do
/// (huggingface/nanotron, models/llama.py, CausalSelfAttention; flash-attn, layers/rotary.py, in place).
/// Grouped keys are copied out.
bool keepsSplitInputs(const core::Transformer& model, const core::Plan& plan)
{
    return factsOf(plan).habits.attention == AttentionCode::SplitCopies && model.kvHeads == model.heads;
}

/// torchtitan copies keys and values to the query heads (models/llama3/model/model.py, repeat_kv).
bool copiesKeys(const core::Transformer& model, const core::Plan& plan)
{
    return factsOf(plan).habits.attention == AttentionCode::CopiesKeys && model.kvHeads < model.heads;
}

/// Norms of queries and keys by heads keep what they normed, a statistic a head and token (Megatron-LM,
/// core/transformer/attention.py, q_layernorm and k_layernorm; Transformer Engine, ops/basic/rmsnorm.py).
template <class N>
ByteCount<N> headNorms(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan)
{
    ByteCount<N> element = s.streamWidth;
    if (writesModuleNormsOut(model, plan))
        element = element + writtenOut<N>();
    if (weighsInFp32(model, plan))
        element = element + s.streamWidth;
    const ByteCount<N> statistic =
        N::leaf(core::Bytes{4}, W_("norm_statistics"), core::SourceKind::Specification, kHeadNorms);
    const std::int64_t norms = model.queryKeyNormWhole ? 2 : model.heads + model.kvHeads;
    return N::named(
        W_("norms_of_queries_and_keys"),
        s.tokens *
            ((s.queryWidth + s.keyValueWidth) * element + sized<N>(norms, W_("norms_a_token")) * statistic) /
            s.innerTensor,
        kHeadNorms);
}

/// Input of the query/key/value projection, its outputs and the context; the attention core apart.
template <class N>
ByteCount<N> attentionLinears(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan)
{
    if (model.keyValueRank > 0)
        return latentLinears<N>(s, model, plan);
    const ByteCount<N> input = keptInput<N>(s, plan, adaptersOfInput(model, plan, true), true,
                                            gatheredTokens<N>(s, plan) * s.hiddenHere * s.operandWidth);
    ByteCount<N> split =
        s.tokens * (2.0 * s.queryWidth + 2.0 * s.keyValueWidth) * s.streamWidth / s.innerTensor;
    const bool besideOutput = plan.adapters.besideOutput(); // an adapter with an input of its own
    if (besideOutput && adaptersDrop(plan))
        split =
            split + s.tokens * s.queryWidth * (s.operandWidth + byte<N>(W_("mask_width"))) / s.innerTensor;
    if (besideOutput && adaptersInFp32(plan))
        split = split + s.tokens * s.queryWidth * singleWidth<N>() / s.innerTensor;
    if (keepsSplitInputs(model, plan))
        split = split + s.tokens * (2.0 * s.keyValueWidth) * s.streamWidth / s.innerTensor;
    if (keepsJoinedHeads(model, plan))
        split = split + s.tokens * (2.0 * s.queryWidth + s.keyValueWidth) * s.streamWidth / s.innerTensor;
    if (keepsProjectionInput(plan) && !model.attentionGate)
        split = split + s.tokens * s.queryWidth * s.operandWidth / s.innerTensor;
    if (model.attentionGate) // the gate and the gated context
        split = split + s.tokens * s.queryWidth * (s.streamWidth + s.operandWidth) / s.innerTensor;
    if (copiesKeys(model, plan))
        split = split + s.tokens * (2.0 * (s.queryWidth - s.keyValueWidth)) * s.streamWidth / s.innerTensor;
    if (model.queryKeyNorm)
        split = split + headNorms<N>(s, model, plan);
    return N::named(W_("attention_linears"), input + split, kTable2);
}

/// What Megatron-LM's delta rule keeps: the convolution's input, queries and keys of unit length and as
/// copied to the values' heads, values, the gate, each chunk's inverse, the rule's output and that normed
/// (core/ssm/gated_delta_net.py).
template <class N>
Count<N> deltaRuleInMegatron(const core::Recurrence& r)
{
    const std::int64_t copies = r.heads > r.groups ? 2 * r.keyWidth() : 0;
    return sized<N>(r.convolved(), W_("recurrence_convolved")) +
           sized<N>(2 * r.heads * r.stateDim + copies, W_("queries_and_keys_of_heads")) +
           4.0 * sized<N>(r.width(), W_("recurrence_width")) +
           sized<N>(r.heads * r.chunk, W_("inverse_of_a_chunk"));
}

/// A recurrent mixer: its input, its projections before the convolution, what the recurrence gives and what
/// the gated norm makes of it; states are made again (mamba_ssm, ops/triton/ssd_combined.py). Megatron-LM's
/// norm is a kernel of its own and keeps the gated output (core/ssm/mamba_mixer.py). The delta rule's kernels
/// also keep the convolution's output and each chunk's inverse (flash-linear-attention,
/// gated_delta_rule/chunk.py); lightning attention keeps what its activation gave.
template <class N>
ByteCount<N> recurrenceKept(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan,
                            core::Mixer mixer)
{
    const core::Recurrence& r = model.recurrence;
    const bool megatron = fusedByMegatronCore(plan);
    const Count<N> width = sized<N>(r.width(), W_("recurrence_width"));
    Count<N> kept = sized<N>(r.inputs(mixer), W_("recurrence_inputs")) + width;
    if (mixer == core::Mixer::DeltaRule && megatron)
        kept = deltaRuleInMegatron<N>(r);
    else if (mixer != core::Mixer::StateSpace)
        kept = kept + sized<N>(r.convolved(), W_("recurrence_convolved"));
    else if (megatron)
        kept = kept + width;
    if (mixer == core::Mixer::DeltaRule && !megatron)
        kept = kept + sized<N>(r.heads * r.chunk, W_("inverse_of_a_chunk"));
    const ByteCount<N> input = gatheredTokens<N>(s, plan) * s.hiddenHere * s.operandWidth;
    const ByteCount<N> inside = kept * s.streamWidth + width * s.operandWidth;
    return N::named(W_("recurrence"), input + s.tokens * inside / s.innerTensor,
                    "arXiv:2405.21060, section 6");
}

/// Eager: softmax output, dropout mask and dropped output, each as large as the scores. Fused kernels keep
/// one fp32 log-sum-exp a head and token (arXiv:2205.14135, section 3.1).
template <class N>
ByteCount<N> attentionCore(const Symbols<N>& s, const core::Plan& plan, const Count<N>& keys)
{
    if (plan.attention != core::Attention::Eager) {
        const ByteCount<N> statistic = N::leaf(core::Bytes{4}, W_("log_sum_exp_width"),
                                               core::SourceKind::Specification, "arXiv:2205.14135");
        return N::named(W_("attention_core"), s.tokens * s.heads * statistic / s.innerTensor,
                        "arXiv:2205.14135, section 3.1");
    }
    ByteCount<N> perScore = s.streamWidth;
    if (keepsMasks(plan))
        perScore = 2.0 * s.streamWidth + byte<N>(W_("mask_width"));
    return N::named(W_("attention_core"), s.tokens * s.heads * keys * perScore / s.innerTensor, kTable2);
}

/// What is kept of a token for a feed-forward of this \p width: the activation's input, both of a gated
/// one's, with separate kernels (nanotron's are: GLUActivation) their product's factor as well; and the
/// activation's output, which is the second matrix's input: a frozen one does not ask for it.
template <class N>
ByteCount<N> keptOfWidth(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan,
                         const Count<N>& width)
{
    const bool separate = plan.kernels == core::Kernels::Separate || writesActivationsOut(model, plan) ||
                          runsLibraryModules(model, plan);
    const double before = !core::isGated(model.activation) ? 1 : separate ? 3 : 2;
    const double output = plan.adapters.any() && !adaptsOthers(plan) ? 0 : 1;
    if (adaptsOthers(plan) && adaptersInFp32(plan))
        return (before * width) * s.streamWidth + width * singleWidth<N>();
    if (adaptsOthers(plan) && adaptersDrop(plan)) // a copy of the output, and a mask
        return ((before + output) * width) * s.streamWidth + width * byte<N>(W_("mask_width"));
    if (!narrowOperands(plan))
        return ((before + output) * width) * s.streamWidth;
    return (before * width) * s.streamWidth + (output * width) * s.operandWidth;
}

template <class N>
ByteCount<N> feedForward(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan,
                         bool experts)
{
    const ByteCount<N> input =
        keptInput<N>(s, plan, adaptersOfInput(model, plan, false), adaptsOthers(plan),
                     experts ? mixtureInput<N>(s, model, plan)
                             : gatheredTokens<N>(s, plan) * s.hiddenHere * s.operandWidth);
    if (!experts)
        return N::named(W_("feed_forward"),
                        input + s.tokens * keptOfWidth<N>(s, model, plan, s.feedForward) / s.innerTensor,
                        kTable2);
    // Every token goes to k experts: their inputs are sorted copies, and each keeps what a feed-forward
    // keeps. Where the product with the probabilities comes after the experts, their outputs stay too.
    const Count<N> expertWidth = sized<N>(model.expertFeedForward, "expert_f");
    const Count<N> shared = sized<N>(model.sharedExperts, W_("shared_experts"));
    const bool narrow = model.expertWidth > 0;
    const Count<N> hidden = narrow ? sized<N>(model.expertWidth, W_("width_of_experts")) : s.hiddenHere;
    ByteCount<N> copies = s.expertTokens * s.choices * hidden * s.operandWidth;
    if (plan.kernels == core::Kernels::Separate)
        copies = copies + s.expertTokens * s.choices * hidden * s.streamWidth;
    const ByteCount<N> scores = s.normTokens * sized<N>(model.experts, W_("experts")) *
                                N::leaf(core::Bytes{plan.kernels == core::Kernels::Separate ? 4.0 : 19.0},
                                        W_("router_bytes_an_expert"), core::SourceKind::Specification,
                                        "docs/memory_model.md, experts");
    const ByteCount<N> inside =
        s.tokens * (s.choices + shared) * keptOfWidth<N>(s, model, plan, expertWidth) / s.innerTensor;
    ByteCount<N> all = input + scores + copies + inside;
    if (narrow) // what the way back to the hidden width reads (Megatron-LM, moe/moe_layer.py)
        all = all + s.normTokens * hidden * s.operandWidth;
    if (model.sharedExpertGate) // what the gate multiplies (moe/shared_experts.py)
        all = all + s.normTokens * s.hiddenHere * s.streamWidth;
    return N::named(W_("experts"), all, "arXiv:2101.03961, section 2");
}

/// A decoder layer's attention to the encoder's output: a norm, a dropout, the queries' input, queries, keys,
/// values and context. The keys' and values' input is the same for all layers and counted once
/// (EndActivations).
template <class N>
ByteCount<N> crossAttention(const Symbols<N>& s, const core::Plan& plan)
{
    ByteCount<N> perToken = 1.0 * s.hiddenHere * s.streamWidth;
    if (plan.dropout)
        perToken = perToken + s.hiddenHere * byte<N>(W_("mask_width"));
    const ByteCount<N> input = gatheredTokens<N>(s, plan) * s.hiddenHere * s.operandWidth;
    ByteCount<N> split = (s.tokens * (2.0 * s.queryWidth) + s.memoryTokens * (2.0 * s.keyValueWidth)) *
                         s.streamWidth / s.innerTensor;
    if (narrowOperands(plan))
        split = split + s.tokens * s.queryWidth * s.operandWidth / s.innerTensor;
    return N::named(W_("cross_attention"), s.normTokens * perToken + input + split,
                    "arXiv:1910.10683, section 2.1; tensors as arXiv:2205.05198, Table 2");
}

/// What selective recompute does not keep of \p part.
template <class N>
std::optional<ByteCount<N>> droppedOf(core::Recompute::Part part, const Symbols<N>& s,
                                      const core::Transformer& model, const core::Plan& plan, LayerForm form)
{
    using core::Recompute;
    const bool latent = form.parts.mixer == core::Mixer::Attention && model.keyValueRank > 0;
    const bool experts = form.hasExperts();
    const Count<N> expertWidth = sized<N>(model.expertFeedForward, "expert_f");
    const auto inside = [&](const Count<N>& count, const ByteCount<N>& kept) {
        return s.tokens * count * kept / s.innerTensor;
    };
    const bool moe = plan.recompute.has(Recompute::Moe); // holds the two after it
    switch (part) {
    case Recompute::MlaUpProjection: {
        if (!latent)
            return std::nullopt;
        const Count<N> ranks =
            sized<N>(model.queryRank, W_("query_rank")) + sized<N>(model.keyValueRank, W_("key_value_rank"));
        return N::named(W_("up_projections"),
                        s.tokens * (s.queryWidth + s.keyValueWidth + s.valueWidth) * s.streamWidth /
                                s.innerTensor +
                            s.normTokens * ranks * s.operandWidth,
                        kParts);
    }
    case Recompute::Layernorm:
        if (!latent && !experts)
            return std::nullopt;
        return N::named(W_("norms_of_their_own"),
                        !experts  ? latentInput<N>(s, plan)
                        : !latent ? mixtureInput<N>(s, model, plan)
                                  : latentInput<N>(s, plan) + mixtureInput<N>(s, model, plan),
                        kParts);
    case Recompute::Mlp:
        if (form.parts.tokens != core::TokenPart::Dense)
            return std::nullopt;
        return feedForward<N>(s, model, plan, false);
    case Recompute::Moe:
        if (!experts)
            return std::nullopt;
        return N::named(W_("experts_but_their_input"),
                        feedForward<N>(s, model, plan, true) -
                            gatheredTokens<N>(s, plan) * s.hiddenHere * s.streamWidth,
                        kParts);
    case Recompute::MoeActivation:
        if (!experts || moe)
            return std::nullopt;
        return N::named(W_("activations_of_experts"), inside(s.choices, expertWidth * s.operandWidth),
                        kParts);
    case Recompute::SharedExperts:
        if (!experts || moe)
            return std::nullopt;
        return N::named(W_("shared_experts"),
                        inside(sized<N>(model.sharedExperts, W_("shared_experts")),
                               keptOfWidth<N>(s, model, plan, expertWidth)),
                        kParts);
    case Recompute::CoreAttention:
    case Recompute::WholeLayer:
    case Recompute::Operations: break;
    }
    return std::nullopt;
}

/// Splits a layer into \p rest and its core: sets what selective recompute keeps, and the largest part that
/// it makes again.
template <class N>
void dropParts(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan, LayerForm form,
               const ByteCount<N>& rest, LayerActivations<N>& layer)
{
    const bool core = plan.recompute.has(core::Recompute::CoreAttention);
    layer.kept = core ? rest : layer.whole;
    std::optional<ByteCount<N>> largest;
    if (core)
        largest = N::named(W_("core_recomputed"), layer.core, "arXiv:2205.05198, section 5");
    for (const auto& [part, name] : core::recomputeParts()) {
        if (!plan.recompute.has(part))
            continue;
        if (const auto dropped = droppedOf<N>(part, s, model, plan, form)) {
            layer.kept = layer.kept - *dropped;
            largest = largest ? maximum(*largest, *dropped) : *dropped;
        }
    }
    layer.kept =
        plan.recompute == core::Recompute::Selective
            ? N::named(W_("layer_activations_without_core"), layer.kept, "arXiv:2205.05198, section 5")
            : N::named(W_("layer_activations_without_parts"), layer.kept, kParts);
    layer.again = largest ? *largest : none<N>(W_("nothing_recomputed"), "/recompute");
}

/// The layer's input; cut over the tensor group where checkpoints are partitioned and not cut already.
template <class N>
ByteCount<N> checkpoint(const Symbols<N>& s, const core::Plan& plan)
{
    const ByteCount<N> input = s.normTokens * s.hiddenHere * s.streamWidth;
    if (plan.partitionedActivations && !plan.axes.sequenceParallel && plan.axes.tensor > 1)
        return N::named(W_("partitioned_layer_input"), input / s.innerTensor,
                        "arXiv:1910.02054, section 6.1");
    return N::named(W_("layer_input"), input, "arXiv:2205.05198, section 5");
}

/// Of attention's products those that a policy by operations keeps, and what fused attention gives. Compiled
/// layers keep what backward reads of it, modules that run one by one all that the policy names.
template <class N>
Count<N> attentionByOperations(const Symbols<N>& s, const core::Transformer& model)
{
    if (model.keyValueRank == 0) // queries and values; of keys and the output the products run again
        return (s.queryWidth + s.keyValueWidth + s.valueWidth) / s.innerTensor;
    const Count<N> rank = sized<N>(model.keyValueRank + model.ropeHeadDim, W_("key_value_rank"));
    if (model.queryRank > 0) // what the low ranks hold
        return sized<N>(model.queryRank, W_("query_rank")) + rank + s.valueWidth / s.innerTensor;
    return (2.0 * s.queryWidth + 2.0 * s.valueWidth) / s.innerTensor; // queries, what keys and values are
}

/// Of a feed-forward what its first product gives; of experts the rows that came to them and what shared ones
/// keep.
template <class N>
Count<N> feedForwardByOperations(const Symbols<N>& s, const core::Transformer& model, bool experts)
{
    if (!experts)
        return s.feedForward / s.innerTensor;
    const Count<N> shared =
        sized<N>(model.sharedExperts, W_("shared_experts")) * sized<N>(model.expertFeedForward, "expert_f");
    return s.choices * s.hiddenHere + shared / s.innerTensor;
}

/// What a policy by operations keeps of a layer (planner/compute/by_operations.cpp): the layer's input, every
/// second product, attention's output and what scatters gave.
template <class N>
void dropOperations(const Symbols<N>& s, const core::Transformer& model, const core::Plan& plan,
                    LayerForm form, LayerActivations<N>& layer)
{
    ByteCount<N> kept = checkpoint<N>(s, plan);
    const bool separate = plan.kernels == core::Kernels::Separate;
    Count<N> ofRows = constant<N>(0); // as norms see them
    if (form.parts.mixer == core::Mixer::Attention) {
        kept = kept + s.tokens * attentionByOperations<N>(s, model) * s.streamWidth;
        if (plan.attention != core::Attention::Eager)
            kept = kept + layer.core;
        if (plan.axes.tensor > 1)
            ofRows = ofRows + s.hiddenHere;
    }
    if (form.parts.tokens != core::TokenPart::None) {
        kept = kept + s.tokens * feedForwardByOperations<N>(s, model, form.hasExperts()) * s.streamWidth;
        if (separate) // what the last product gave, and its sum over the tensor group
            ofRows = ofRows + (plan.axes.tensor > 1 ? 2.0 : 1.0) * s.hiddenHere;
    }
    layer.kept = N::named(W_("layer_activations_by_operations"), kept + s.normTokens * ofRows * s.streamWidth,
                          kOperations);
    layer.again = N::named(W_("layer_recomputed"),
                           maximum(layer.whole - layer.kept, none<N>(W_("nothing_recomputed"), "/recompute")),
                           kOperations);
}

} // namespace

template <class N>
LayerActivations<N> layerActivations(const Symbols<N>& s, const core::Transformer& model,
                                     const core::Plan& plan, LayerForm form)
{
    LayerActivations<N> layer;
    const bool attends = form.parts.mixer == core::Mixer::Attention;
    layer.core = attends ? attentionCore<N>(s, plan, s.sequence) : none<N>(W_("no_attention_core"), "model");
    if (attends && model.indexer.heads > 0)
        layer.core = layer.core + indexerKept<N>(s, model);
    ByteCount<N> rest = normsAndDropouts<N>(s, model, plan, form.parts);
    if (attends)
        rest = rest + attentionLinears<N>(s, model, plan);
    else if (form.parts.recurs())
        rest = rest + recurrenceKept<N>(s, model, plan, form.parts.mixer);
    if (form.parts.tokens != core::TokenPart::None)
        rest = rest + feedForward<N>(s, model, plan, form.hasExperts());
    if (form.decoder) {
        rest = rest + crossAttention<N>(s, plan);
        layer.core = N::named(W_("attention_cores"), layer.core + attentionCore<N>(s, plan, s.memorySequence),
                              "to itself and to the encoder");
    }
    layer.whole = N::named(W_("layer_activations"), rest + layer.core, kTable2);
    if (plan.recompute == core::Recompute::Full) {
        layer.kept = checkpoint<N>(s, plan);
        layer.again = N::named(W_("layer_recomputed"), layer.whole, "arXiv:1604.06174, section 3");
    } else if (plan.recompute == core::Recompute::ByOperations) {
        dropOperations<N>(s, model, plan, form, layer);
    } else if (plan.recompute.selective()) {
        dropParts<N>(s, model, plan, form, rest, layer);
    } else {
        layer.kept = layer.whole;
        layer.again = none<N>(W_("nothing_recomputed"), "/recompute");
    }
    return layer;
}

#define SHARDSCOPE_ACTIVATIONS(N)                                                                            \
    template LayerActivations<N> layerActivations<N>(const Symbols<N>&, const core::Transformer&,            \
                                                     const core::Plan&, LayerForm);
SHARDSCOPE_ACTIVATIONS(core::PlainNumbers)
SHARDSCOPE_ACTIVATIONS(core::ExplainedNumbers)
#undef SHARDSCOPE_ACTIVATIONS

} // namespace shardscope::planner
