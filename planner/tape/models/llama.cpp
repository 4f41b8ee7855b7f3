// SPDX-License-Identifier: GPL-3.0-or-later
// Llama and its kin as transformers 5.17 runs them
// (models/{llama,mistral,qwen2,qwen3,mixtral,phi3,olmo2,gemma3}/modeling_*.py): RMSNorm and rotary embedding
// written out, gated feed-forward or grouped experts.
#include "planner/tape/models/model.h"

namespace shardscope::planner::tape {
namespace {

struct LlamaLayer {
    LinearModule q, k, v, output;
    LinearModule qkv, gateUp;    ///< phi3: one matrix for what is three and two elsewhere
    NormModule qNorm, kNorm;     ///< qwen3, over a head; olmo2, over all
    LinearModule gate, up, down; ///< dense
    Parameter* router = nullptr; ///< experts
    Parameter* expertGateUp = nullptr;
    Parameter* expertDown = nullptr;
    NormModule inputNorm, secondNorm;     ///< before attention and feed-forward; olmo2: behind them
    NormModule behindFirst, behindSecond; ///< gemma3: behind them as well
};

class Llama final : public CausalModel {
public:
    Llama(Tape& at, const core::Transformer& of, const RunSettings& how)
        : CausalModel(at, of, how)
    {
        m_words = parameter("model.embed_tokens.weight", {of.vocabulary, of.hidden});
        for (std::int64_t number = 0; number < of.layers; ++number)
            makeLayer("model.layers." + std::to_string(number), of, of.hasExperts(number));
        m_finalNorm = rmsNormModule("model.norm", of.hidden, scale());
        // inv_freq and original_inv_freq of the rotary embedding.
        buffer(rotaryWidth() / 2, Element::Float32);
        buffer(rotaryWidth() / 2, Element::Float32);
        m_head = headModule(*m_words, of.tiedEmbeddings, false);
    }

private:
    void makeLayer(const std::string& prefix, const core::Transformer& of, bool experts)
    {
        beginLayer();
        LlamaLayer& layer = m_layers.emplace_back();
        const std::string attention = prefix + ".self_attn";
        if (fused()) {
            layer.output = linearModule(attention + ".o_proj", of.heads * of.headDim, of.hidden, false);
            layer.qkv = linearModule(attention + ".qkv_proj", of.hidden,
                                     (of.heads + 2 * of.kvHeads) * of.headDim, false);
        } else {
            makeAttention(layer, attention, of);
        }
        if (experts) {
            layer.router = parameter(prefix + ".mlp.gate.weight", {of.experts, of.hidden});
            layer.expertGateUp = parameter(prefix + ".mlp.experts.gate_up_proj",
                                           {of.experts, 2 * of.expertFeedForward, of.hidden});
            layer.expertDown =
                parameter(prefix + ".mlp.experts.down_proj", {of.experts, of.hidden, of.expertFeedForward});
        } else if (fused()) {
            layer.gateUp = linearModule(prefix + ".mlp.gate_up_proj", of.hidden, 2 * of.feedForward, false);
            layer.down = linearModule(prefix + ".mlp.down_proj", of.feedForward, of.hidden, false);
        } else {
            layer.gate = linearModule(prefix + ".mlp.gate_proj", of.hidden, of.feedForward, of.bias);
            layer.up = linearModule(prefix + ".mlp.up_proj", of.hidden, of.feedForward, of.bias);
            layer.down = linearModule(prefix + ".mlp.down_proj", of.feedForward, of.hidden, of.bias);
        }
        layer.inputNorm = rmsNormModule(prefix + ".input_layernorm", of.hidden, scale());
        if (of.sandwichNorms)
            layer.behindFirst = rmsNormModule(prefix + ".post_attention_layernorm", of.hidden, scale());
        layer.secondNorm = rmsNormModule(
            prefix + (of.sandwichNorms ? ".pre_feedforward_layernorm" : ".post_attention_layernorm"),
            of.hidden, scale());
        if (of.sandwichNorms)
            layer.behindSecond = rmsNormModule(prefix + ".post_feedforward_layernorm", of.hidden, scale());
        endLayer();
    }

    void makeAttention(LlamaLayer& layer, const std::string& attention, const core::Transformer& of)
    {
        layer.q = linearModule(attention + ".q_proj", of.hidden, of.heads * of.headDim, of.attentionBias);
        layer.k = linearModule(attention + ".k_proj", of.hidden, of.kvHeads * of.headDim, of.attentionBias);
        layer.v = linearModule(attention + ".v_proj", of.hidden, of.kvHeads * of.headDim, of.attentionBias);
        layer.output = linearModule(attention + ".o_proj", of.heads * of.headDim, of.hidden, of.outputBias);
        if (of.queryKeyNorm) {
            const bool whole = of.queryKeyNormWhole;
            layer.qNorm = rmsNormModule(attention + ".q_norm", (whole ? of.heads : 1) * of.headDim, scale());
            layer.kNorm =
                rmsNormModule(attention + ".k_norm", (whole ? of.kvHeads : 1) * of.headDim, scale());
        }
    }

    [[nodiscard]] bool fused() const { return shape().family == core::TransformerFamily::Phi3; }
    [[nodiscard]] RmsScale scale() const
    {
        switch (shape().family) {
        case core::TransformerFamily::Olmo2: return RmsScale::Wide;
        case core::TransformerFamily::Gemma3: return RmsScale::WideOnePlus;
        default: return RmsScale::Narrow;
        }
    }

    [[nodiscard]] Tensor body(const Tensor& ids) override
    {
        const bool gemma = shape().family == core::TransformerFamily::Gemma3;
        Tensor words = embedding(tape(), ids, m_words->value);
        if (gemma)
            words = scaled(tape(), words);
        const Tensor places = tape().empty({1, settings().sequence}, Element::Int64);
        const Tensor mask = eagerMask(words.element);
        const Tensor window = windowMask();
        // OLMo's tables stay in fp32.
        const Rotary tables =
            rotary(rotaryWidth(), scale() == RmsScale::Wide ? Element::Float32 : words.element);
        const Rotary local = gemma ? rotary(rotaryWidth(), words.element) : tables; // another base
        const Tensor hidden = throughLayers(words, [=, this](std::int64_t number, const Tensor& input) {
            const LlamaLayer& layer = m_layers[static_cast<std::size_t>(number)];
            return isLocal(number) && window.defined() ? runLayer(layer, input, local, window)
                                                       : runLayer(layer, input, tables, mask);
        });
        return m_finalNorm(tape(), hidden);
    }

    Tensor runLayer(const LlamaLayer& layer, const Tensor& input, const Rotary& tables, const Tensor& mask)
    {
        const bool before = shape().normBefore;
        Tensor residual = input;
        Tensor hidden = before ? layer.inputNorm(tape(), input) : input;
        hidden = attend(layer, hidden, tables, mask);
        if (!before)
            hidden = layer.inputNorm(tape(), hidden);
        if (shape().sandwichNorms)
            hidden = layer.behindFirst(tape(), hidden);
        hidden = add(tape(), residual, dropout(tape(), hidden, hiddenDropout()));
        residual = hidden;
        if (before)
            hidden = layer.secondNorm(tape(), hidden);
        hidden = layer.router != nullptr ? throughExperts(layer, hidden) : feedForward(layer, hidden);
        if (!before)
            hidden = layer.secondNorm(tape(), hidden);
        if (shape().sandwichNorms)
            hidden = layer.behindSecond(tape(), hidden);
        return add(tape(), residual, dropout(tape(), hidden, hiddenDropout()));
    }

    [[nodiscard]] std::int64_t rotaryWidth() const
    {
        return static_cast<std::int64_t>(static_cast<double>(shape().headDim) * shape().rotaryFraction);
    }

    Tensor rotated(const Tensor& x, const Rotary& tables)
    {
        const std::int64_t width = rotaryWidth();
        const Tensor cosine = reshaped(tape(), tables.cosine, {1, 1, settings().sequence, width});
        const Tensor sine = reshaped(tape(), tables.sine, {1, 1, settings().sequence, width});
        const Tensor part = fused() ? sliced(tape(), x, 3, width) : x;
        const Tensor rest = fused() ? sliced(tape(), x, 3, shape().headDim - width) : Tensor{};
        const Tensor straight = multiply(tape(), part, cosine);
        Tensor turned;
        {
            const Tensor first = sliced(tape(), part, 3, width / 2);
            const Tensor second = scaled(tape(), sliced(tape(), part, 3, width - width / 2));
            turned = concatenated(tape(), {second, first}, 3);
        }
        turned = multiply(tape(), turned, sine);
        turned = add(tape(), straight, turned);
        return fused() ? concatenated(tape(), {turned, rest}, 3) : cast(tape(), turned, x.element);
    }

    /// A projection's result [b, s, count * width] as heads, normalised as the family has it.
    Tensor heads(Tensor x, const NormModule& norm, std::int64_t count)
    {
        if (norm.weight != nullptr && shape().queryKeyNormWhole)
            x = norm(tape(), x);
        x = reshaped(tape(), x, {x.size(0), x.size(1), count, shape().headDim});
        if (norm.weight != nullptr && !shape().queryKeyNormWhole)
            x = norm(tape(), x);
        return transposed(tape(), x, 1, 2);
    }

    struct Heads {
        Tensor q, k, v;
    };
    Heads project(const LlamaLayer& layer, const Tensor& input)
    {
        const core::Transformer& of = shape();
        if (!fused())
            return {heads(layer.q(tape(), input), layer.qNorm, of.heads),
                    heads(layer.k(tape(), input), layer.kNorm, of.kvHeads),
                    heads(layer.v(tape(), input), {}, of.kvHeads)};
        const Tensor all = layer.qkv(tape(), input);
        const auto part = [&](std::int64_t count) {
            return heads(sliced(tape(), all, 2, count * of.headDim), {}, count);
        };
        return {part(of.heads), part(of.kvHeads), part(of.kvHeads)};
    }

    Tensor attend(const LlamaLayer& layer, const Tensor& input, const Rotary& tables, const Tensor& mask)
    {
        const core::Transformer& of = shape();
        auto [q, k, v] = project(layer, input);
        {
            Tensor turnedQ = rotated(q, tables);
            k = rotated(k, tables);
            q = std::move(turnedQ);
        }
        const std::int64_t repeats = of.heads / of.kvHeads;
        const Tensor context = attention(q, k, v, mask, true, repeats);
        return layer.output(tape(), context);
    }

    Tensor feedForward(const LlamaLayer& layer, const Tensor& input)
    {
        if (fused()) {
            const std::vector<Tensor> parts = split(tape(), layer.gateUp(tape(), input), 2, 2);
            return layer.down(tape(), multiply(tape(), parts[1], activated(tape(), shape(), parts[0])));
        }
        Tensor hidden = layer.gate(tape(), input);
        hidden = activated(tape(), shape(), hidden);
        hidden = multiply(tape(), hidden, layer.up(tape(), input));
        return layer.down(tape(), hidden);
    }

    /// Tokens sorted by expert, one grouped product for all experts (integrations/moe.py, grouped_mm).
    Tensor throughExperts(const LlamaLayer& layer, const Tensor& input)
    {
        const core::Transformer& of = shape();
        const std::int64_t tokens = settings().batch * settings().sequence;
        const std::int64_t chosen = tokens * of.expertsPerToken;
        const Tensor flat = reshaped(tape(), input, {tokens, of.hidden});
        const TopK routed = route(layer, flat);

        const Tensor tokenIndex = tape().empty({chosen}, Element::Int64);
        const Tensor weights = reshaped(tape(), routed.values, {chosen});
        const Tensor unsorted = gathered(tape(), flat, tokenIndex);
        const Tensor order = tape().empty({chosen}, Element::Int64);
        const Tensor inverse = tape().empty({chosen}, Element::Int64);
        const Tensor sortedExperts = tape().empty({chosen}, Element::Int64);
        const Tensor sortedWeights = gathered(tape(), weights, order);
        const Tensor sorted = gathered(tape(), unsorted, order);
        const Tensor offsets = tape().empty({of.experts}, Element::Int32);

        const Tensor gateUp = transposed(tape(), layer.expertGateUp->value, 1, 2);
        Tensor hidden = groupedProduct(tape(), cast(tape(), sorted, gateUp.element), gateUp, offsets);
        hidden = gated(hidden);
        const Tensor down = transposed(tape(), layer.expertDown->value, 1, 2);
        Tensor result = groupedProduct(tape(), cast(tape(), hidden, down.element), down, offsets);
        result = multiply(tape(), result, reshaped(tape(), sortedWeights, {chosen, 1}));
        result = gathered(tape(), result, inverse);
        result = reshaped(tape(), result, {tokens, of.expertsPerToken, of.hidden});
        result = summed(tape(), result, 1);
        result = cast(tape(), result, input.element);
        return reshaped(tape(), result, {settings().batch, settings().sequence, of.hidden});
    }

    Tensor gated(const Tensor& x)
    {
        const std::vector<Tensor> parts = split(tape(), x, 1, 2);
        const Tensor gate = activated(tape(), shape(), parts[0]);
        return multiply(tape(), gate, parts[1]);
    }

    TopK route(const LlamaLayer& layer, const Tensor& flat)
    {
        Tensor scores = linear(tape(), flat, layer.router->value, {});
        scores = cast(tape(), scores, Element::Float32);
        scores = softmax(tape(), scores);
        TopK routed = topK(tape(), scores, shape().expertsPerToken);
        // values /= values.sum(-1, keepdim): both operands are kept, the values as a copy.
        Tensor total = summed(tape(), routed.values, 1);
        total = reshaped(tape(), total, {routed.values.size(0), 1});
        routed.values = multiply(tape(), routed.values, total);
        return routed;
    }

    std::vector<LlamaLayer> m_layers;
};

} // namespace

ModelMaker* const kLlama = makeModelOf<Llama>;

} // namespace shardscope::planner::tape
