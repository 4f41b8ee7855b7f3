// SPDX-License-Identifier: GPL-3.0-or-later
// Transformers' layers and ends as PyTorch runs them: which modules follow which (transformers 5.17).
#include "core/base/text_mark.h"
#include "planner/compute/module_writer.h"
#include "planner/formula/program_code.h"

namespace shardscope::planner {
namespace {

using core::TransformerFamily;
using K = KernelClass;
using E = Extent;

class ModuleLayers : private ModuleWriter {
public:
    using ModuleWriter::ModuleWriter;

    SegmentRows layer(LayerForm form)
    {
        const bool experts = form.hasExperts();
        switch (m_model.family) {
        case TransformerFamily::Gpt2: gpt2Layer(); break;
        case TransformerFamily::Bert: bertLayer(); break;
        case TransformerFamily::GptNeox: neoxLayer(); break;
        case TransformerFamily::Opt: optLayer(); break;
        case TransformerFamily::T5: t5Layer(form.decoder); break;
        default: m_rms || core::isGated(m_model.activation) ? llamaLayer(experts) : optLayer(); break;
        }
        m_rows.nodes = form.decoder ? kDecoderNodes : nodesOfLayer(experts);
        return std::move(m_rows);
    }

    SegmentRows embedding()
    {
        const bool learned = m_model.learnedPositions;
        forward(K::Plain, 2 * m_stream, E::Tokens, E::Hidden, E::One, W_("embedding_rows"));
        if (learned)
            forward(K::Broadcast, 3 * m_stream, E::Tokens, E::Hidden, E::One, W_("add_positions"));
        if (m_model.tokenTypes > 0) {
            forward(K::Plain, 2 * m_stream, E::Tokens, E::Hidden, E::One, W_("token_type_rows"));
            forward(K::Plain, 3 * m_stream, E::Tokens, E::Hidden, E::One, W_("add_token_types"));
            norm(E::Tokens, E::Hidden);
        }
        if (m_model.embeddingDropout > 0 && m_plan.dropout)
            dropout(m_stream);
        tiny(12, 20);
        backward(K::Fill, m_stream, E::WholeVocabulary, E::Hidden, E::One, W_("zero_embedding_gradient"));
        backward(K::Scatter, 3 * m_stream, E::Tokens, E::Hidden, E::One, W_("scatter_embedding_gradient"));
        if (m_model.tiedEmbeddings)
            backward(K::Plain, 3 * m_stream, E::WholeVocabulary, E::Hidden, E::One, W_("add_tied_gradient"));
        m_rows.nodes = kEndNodes;
        return std::move(m_rows);
    }

    SegmentRows head()
    {
        if (m_model.finalNorm)
            norm(E::Tokens, E::Hidden);
        if (m_model.maskedHead) {
            linear(E::Tokens, E::Hidden, E::Hidden, true, W_("head_transform"));
            gelu(E::Hidden);
            norm(E::Tokens, E::Hidden);
        }
        linear(E::Tokens, E::Hidden, E::Vocabulary, m_model.maskedHead, W_("logits"), K::HeadProduct);
        const bool upcast = m_model.family != TransformerFamily::Bert || m_autocast;
        const double loss = upcast ? 4 : m_width;
        if (upcast && m_width == 2)
            forward(K::LogitCast, 6, E::Tokens, E::Vocabulary, E::One, W_("cast_logits"));
        forward(K::LogSoftmax, 2 * loss, E::Tokens, E::Vocabulary, E::One, W_("log_softmax"));
        tiny(2, 0);
        backward(K::Fill, loss, E::Tokens, E::Vocabulary, E::One, W_("zero_logit_gradient"));
        backward(K::LogSoftmaxBackward, 3 * loss, E::Tokens, E::Vocabulary, E::One,
                 W_("log_softmax_backward"));
        if (upcast && m_width == 2)
            backward(K::LogitCast, 6, E::Tokens, E::Vocabulary, E::One, W_("cast_logit_gradient"));
        m_rows.nodes = kEndNodes;
        return std::move(m_rows);
    }

private:
    static constexpr int kEndNodes = 12;
    static constexpr int kDecoderNodes = 100; ///< T5's block with its second attention

    /// Counted from the modules' graphs.
    [[nodiscard]] int nodesOfLayer(bool experts) const
    {
        if (experts)
            return 150;
        switch (m_model.family) {
        case TransformerFamily::Gpt2: return 50;
        case TransformerFamily::Bert:
        case TransformerFamily::Opt: return 62;
        case TransformerFamily::GptNeox: return 60;
        case TransformerFamily::Qwen2: return 76;
        case TransformerFamily::Qwen3: return 95;
        default: return m_rms ? 73 : 62;
        }
    }

    void feedForward(bool bias)
    {
        linear(E::Tokens, E::Hidden, E::FeedForward, bias, W_("feed_forward_in"));
        if (m_model.activationName == "gelu_new") {
            tanhGelu();
        } else if (m_model.activation == core::Activation::Relu) {
            forward(K::Plain, 2 * m_width, E::Tokens, E::FeedForward, E::One, W_("relu"));
            backward(K::Plain, 3 * m_width, E::Tokens, E::FeedForward, E::One, W_("relu_backward"));
        } else {
            gelu(E::FeedForward);
        }
        linear(E::Tokens, E::FeedForward, E::Hidden, bias, W_("feed_forward_out"));
    }

    void afterAttention()
    {
        linear(E::Tokens, E::Query, E::Hidden, true, W_("output_projection"));
        residual();
        layerNorm(E::Tokens, E::Hidden);
        castForProducts();
        feedForward(true);
        residual();
    }

    void gpt2Layer()
    {
        layerNorm(E::Tokens, E::Hidden);
        castForProducts();
        linear(E::Tokens, E::Hidden, E::QueryKeyValue, true, W_("qkv_projection"));
        attention();
        backward(K::Concatenate, 2 * m_width, E::Tokens, E::QueryKeyValue, E::One, W_("concatenate_qkv"));
        afterAttention();
        accumulate(E::Tokens, E::Hidden, 2);
        m_repeats.whole(m_rows, 1); // the residual's sum is saved by nobody
    }
    void separateProjections()
    {
        castForProducts(3);
        linear(E::Tokens, E::Hidden, E::Query, m_model.attentionBias, W_("query_projection"));
        linear(E::Tokens, E::Hidden, E::KeyValue, m_model.attentionBias, W_("key_projection"));
        linear(E::Tokens, E::Hidden, E::KeyValue, m_model.attentionBias, W_("value_projection"));
        accumulate(E::Tokens, E::Hidden, 2);
    }

    void bertLayer()
    {
        separateProjections();
        attention();
        afterAttention();
        layerNorm(E::Tokens, E::Hidden);
        accumulate(E::Tokens, E::Hidden, 2);
        m_repeats.whole(m_rows, 1);
    }

    void optLayer()
    {
        norm(E::Tokens, E::Hidden);
        separateProjections();
        attention();
        linear(E::Tokens, E::Query, E::Hidden, m_model.outputBias, W_("output_projection"));
        residual();
        norm(E::Tokens, E::Hidden);
        castForProducts();
        feedForward(m_model.bias);
        residual();
        accumulate(E::Tokens, E::Hidden, 2);
        m_repeats.whole(m_rows, 1);
    }

    /// T5Block: norms without mean, no biases; scores get the relative position bias.
    void t5Layer(bool decoder)
    {
        t5Attention(W_("query_projection"), E::Tokens, E::Scores);
        if (decoder)
            t5Attention(W_("cross_query_projection"), E::MemoryTokens, E::CrossScores);
        norm(E::Tokens, E::Hidden);
        castForProducts();
        if (core::isGated(m_model.activation))
            gatedFeedForward();
        else
            feedForward(false);
        residual();
        accumulate(E::Tokens, E::Hidden, 2);
        m_repeats.whole(m_rows, 1);
    }
    void t5Attention(const char* queries, E keys, E scores)
    {
        norm(E::Tokens, E::Hidden);
        castForProducts(3);
        linear(E::Tokens, E::Hidden, E::Query, false, queries);
        linear(keys, E::Hidden, E::KeyValue, false, W_("key_projection"));
        linear(keys, E::Hidden, E::KeyValue, false, W_("value_projection"));
        accumulate(keys, E::Hidden, 2);
        attention(scores);
        linear(E::Tokens, E::Query, E::Hidden, false, W_("output_projection"));
        residual();
    }

    void neoxLayer()
    {
        layerNorm(E::Tokens, E::Hidden);
        layerNorm(E::Tokens, E::Hidden);
        castForProducts(2);
        linear(E::Tokens, E::Hidden, E::QueryKeyValue, true, W_("qkv_projection"));
        for (const auto& [turned, whole] : {std::pair(E::RotaryQuery, E::Query), {E::RotaryKey, E::KeyValue}})
            joinRotary(turned, whole);
        attention();
        backward(K::StridedCopy, 2 * m_width, E::Tokens, E::QueryKeyValue, E::One, W_("concatenate_qkv"));
        linear(E::Tokens, E::Query, E::Hidden, true, W_("output_projection"));
        feedForward(true);
        m_repeats.whole(m_rows, 1);
        residual();
        forward(K::Plain, 3 * m_stream, E::Tokens, E::Hidden, E::One, W_("add_residual"));
        accumulate(E::Tokens, E::Hidden, 2);
    }

    [[nodiscard]] bool fusedProjections() const { return keepsJoinedHeads(m_model, m_plan); }

    /// Phi3Attention: one product, three slices whose gradients are a zero and a copy each, then summed.
    void fusedProjection()
    {
        linear(E::Tokens, E::Hidden, E::QueryKeyValue, false, W_("qkv_projection"));
        backward(K::Fill, 3 * m_width, E::Tokens, E::QueryKeyValue, E::One, W_("zero_qkv"), 3);
        backward(K::StridedCopy, 2 * m_width, E::Tokens, E::QueryKeyValue, E::One, W_("copy_qkv"), 3);
        backward(K::Plain, 6 * m_width, E::Tokens, E::QueryKeyValue, E::One, W_("add_gradients"), 2);
    }
    /// Puts the turned part and the rest together, though nothing may be left over. The two slices'
    /// gradients: a full-size zero and a copy each, then their sum.
    void joinRotary(E turned, E whole)
    {
        rotary(turned);
        forward(K::Concatenate, 2 * m_width, E::Tokens, whole, E::One, W_("rotary_join"));
        backward(K::Fill, 2 * m_width, E::Tokens, whole, E::One, W_("rotary_zero"), 2);
        backward(K::Rotary, 2 * m_width, E::Tokens, whole, E::One, W_("rotary_copy"), 2);
        backward(K::Plain, 3 * m_width, E::Tokens, whole, E::One, W_("rotary_add"));
    }

    void llamaLayer(bool experts)
    {
        if (m_model.normBefore)
            rmsNorm(E::Tokens, E::Hidden);
        fusedProjections() ? fusedProjection() : separateProjections();
        if (m_model.queryKeyNorm) {
            rmsNormOfHeads(E::Query);
            rmsNormOfHeads(E::KeyValue);
        }
        if (fusedProjections()) {
            joinRotary(E::RotaryQuery, E::Query);
            joinRotary(E::RotaryKey, E::KeyValue);
        } else {
            rotary(E::Query);
            rotary(E::KeyValue);
        }
        if (m_eager && m_model.kvHeads < m_model.heads) {
            forward(K::Repeat, 4 * m_width, E::Tokens, E::Query, E::One, W_("repeat_keys_and_values"), 2);
            backward(K::Repeat, 4 * m_width, E::Tokens, E::Query, E::One, W_("sum_keys_and_values"), 2);
        }
        attention();
        linear(E::Tokens, E::Query, E::Hidden, m_model.outputBias, W_("output_projection"));
        if (m_model.sandwichNorms || !m_model.normBefore)
            rmsNorm(E::Tokens, E::Hidden);
        residual();
        if (m_model.normBefore)
            rmsNorm(E::Tokens, E::Hidden);
        experts ? expertFeedForward() : gatedFeedForward();
        if (m_model.sandwichNorms || !m_model.normBefore)
            rmsNorm(E::Tokens, E::Hidden);
        m_repeats.whole(m_rows, 1);
        residual();
        accumulate(E::Tokens, E::Hidden, 2);
    }
    void gatedFeedForward()
    {
        if (fusedProjections()) {
            castForProducts(1);
            linear(E::Tokens, E::Hidden, E::GateUp, false, W_("feed_forward_in"));
            backward(K::Concatenate, 2 * m_width, E::Tokens, E::GateUp, E::One, W_("concatenate_gate"));
            gated(E::Tokens, E::FeedForward, true);
        } else {
            castForProducts(2);
            linear(E::Tokens, E::Hidden, E::FeedForward, m_model.bias, W_("gate_projection"));
            linear(E::Tokens, E::Hidden, E::FeedForward, m_model.bias, W_("up_projection"));
            gated(E::Tokens, E::FeedForward);
            accumulate(E::Tokens, E::Hidden, 1);
        }
        linear(E::Tokens, E::FeedForward, E::Hidden, m_model.bias, W_("down_projection"));
    }
    /// Router, tokens sorted by expert, grouped products, weighted sum (integrations/moe.py, grouped_mm).
    void expertFeedForward()
    {
        castForProducts(1);
        linear(E::Tokens, E::Hidden, E::Experts, false, W_("router"));
        tiny(14, 16);
        forward(K::Plain, 4 * m_width, E::ChosenTokens, E::Hidden, E::One, W_("gather_tokens"), 2);
        backward(K::Scatter, 3 * m_width, E::ChosenTokens, E::Hidden, E::One, W_("scatter_tokens"));
        backward(K::Fill, m_width, E::ChosenTokens, E::Hidden, E::One, W_("zero_tokens"));
        // Rows without an expert are zeroed before, between and behind the products, and in their gradients.
        both(K::MaskedFill, 4 * m_width, 4 * m_width, E::ChosenTokens, E::Hidden, W_("zero_rows"));
        both(K::MaskedFill, 2 * m_width, 2 * m_width, E::ChosenTokens, E::ExpertGateUp, W_("zero_rows"));
        both(K::Plain, 2 * m_width, 2 * m_width, E::ChosenTokens, E::ExpertGateUp, W_("copy_rows"));
        linear(E::ChosenTokens, E::Hidden, E::ExpertGateUp, false, W_("experts_in"), K::Grouped);
        gated(E::ChosenTokens, E::ExpertFeedForward, true);
        backward(K::Concatenate, 2 * m_width, E::ChosenTokens, E::ExpertGateUp, E::One,
                 W_("concatenate_gate"));
        linear(E::ChosenTokens, E::ExpertFeedForward, E::Hidden, false, W_("experts_out"), K::Grouped);
        // Mixtral's router leaves its weights in fp32, and so is what they weigh.
        const double wide = m_model.family == TransformerFamily::Mixtral ? 4 : m_width;
        forward(K::RowBroadcast, m_width + wide, E::ChosenTokens, E::Hidden, E::One, W_("weigh_experts"));
        forward(K::Plain, 2 * wide, E::ChosenTokens, E::Hidden, E::One, W_("gather_outputs"));
        forward(K::RowReduction, 1.5 * wide, E::ChosenTokens, E::Hidden, E::One, W_("sum_experts"));
        backward(K::Plain, 2 * wide, E::ChosenTokens, E::Hidden, E::One, W_("expand_outputs"));
        backward(K::Scatter, 2 * wide, E::ChosenTokens, E::Hidden, E::One, W_("scatter_outputs"));
        backward(K::RowBroadcast, 3 * wide + 2 * m_width, E::ChosenTokens, E::Hidden, E::One,
                 W_("weigh_experts"), 2);
        if (m_model.sharedExperts > 0) {
            linear(E::Tokens, E::Hidden, E::SharedGateUp, false, W_("shared_experts_in"));
            gated(E::Tokens, E::SharedFeedForward);
            linear(E::Tokens, E::SharedFeedForward, E::Hidden, false, W_("shared_experts_out"));
        }
    }
};

} // namespace

SegmentRows moduleRows(Segment segment, const core::Transformer& model, const core::Plan& plan)
{
    return writtenBy(ModuleLayers(model, plan), segment);
}

} // namespace shardscope::planner
