// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-NeoX (Pythia) as transformers 5.17 runs it (models/gpt_neox/modeling_gpt_neox.py).
#include "planner/tape/models/model.h"

#include <cmath>

namespace shardscope::planner::tape {
namespace {

struct NeoXLayer {
    NormModule inputNorm, secondNorm;
    LinearModule fused, output, widening, narrowing;
};

class GptNeox final : public CausalModel {
public:
    GptNeox(Tape& at, const core::Transformer& of, const RunSettings& how)
        : CausalModel(at, of, how)
    {
        m_rotaryWidth =
            static_cast<std::int64_t>(std::floor(static_cast<double>(of.headDim) * of.rotaryFraction));
        m_words = parameter("gpt_neox.embed_in.weight", {of.vocabulary, of.hidden});
        for (std::int64_t number = 0; number < of.layers; ++number)
            makeLayer("gpt_neox.layers." + std::to_string(number), of);
        m_finalNorm = layerNormModule("gpt_neox.final_layer_norm", of.hidden);
        // inv_freq and original_inv_freq of the rotary embedding.
        buffer(m_rotaryWidth / 2, Element::Float32);
        buffer(m_rotaryWidth / 2, Element::Float32);
        m_head = headModule(*m_words, of.tiedEmbeddings, false);
    }

private:
    void makeLayer(const std::string& prefix, const core::Transformer& of)
    {
        beginLayer();
        NeoXLayer& layer = m_layers.emplace_back();
        layer.inputNorm = layerNormModule(prefix + ".input_layernorm", of.hidden);
        layer.secondNorm = layerNormModule(prefix + ".post_attention_layernorm", of.hidden);
        layer.fused =
            linearModule(prefix + ".attention.query_key_value", of.hidden, 3 * of.hidden, of.attentionBias);
        layer.output = linearModule(prefix + ".attention.dense", of.hidden, of.hidden, of.outputBias);
        layer.widening = linearModule(prefix + ".mlp.dense_h_to_4h", of.hidden, of.feedForward, of.bias);
        layer.narrowing = linearModule(prefix + ".mlp.dense_4h_to_h", of.feedForward, of.hidden, of.bias);
        endLayer();
    }

    [[nodiscard]] Tensor body(const Tensor& ids) override
    {
        const Tensor words = embedding(tape(), ids, m_words->value);
        const Tensor places = tape().empty({1, settings().sequence}, Element::Int64);
        const Tensor mask = eagerMask(words.element);
        Tensor hidden = dropout(tape(), words, settings().dropout ? shape().embeddingDropout : 0);
        const Rotary tables = rotary(m_rotaryWidth, hidden.element);
        hidden = throughLayers(std::move(hidden), [=, this](std::int64_t number, const Tensor& input) {
            return runLayer(m_layers[static_cast<std::size_t>(number)], input, tables, mask);
        });
        return m_finalNorm(tape(), hidden);
    }

    Tensor runLayer(const NeoXLayer& layer, const Tensor& input, const Rotary& tables, const Tensor& mask)
    {
        Tensor attended;
        {
            const Tensor normed = layer.inputNorm(tape(), input);
            attended = attend(layer, normed, tables, mask);
        }
        attended = dropout(tape(), attended, hiddenDropout());
        if (!shape().parallelResidual) {
            attended = add(tape(), attended, input);
            Tensor hidden = feedForward(layer, layer.secondNorm(tape(), attended));
            hidden = dropout(tape(), hidden, hiddenDropout());
            return add(tape(), hidden, attended);
        }
        Tensor hidden = feedForward(layer, layer.secondNorm(tape(), input));
        hidden = dropout(tape(), hidden, hiddenDropout());
        hidden = add(tape(), hidden, attended);
        return add(tape(), hidden, input);
    }

    /// Only the first rotaryWidth numbers of a head turn; the join makes the result contiguous.
    Tensor rotated(const Tensor& x, const Rotary& tables)
    {
        const Tensor turning = sliced(tape(), x, 3, m_rotaryWidth);
        const Tensor passing = sliced(tape(), x, 3, shape().headDim - m_rotaryWidth);
        const Tensor cosine = reshaped(tape(), tables.cosine, {1, 1, settings().sequence, m_rotaryWidth});
        const Tensor sine = reshaped(tape(), tables.sine, {1, 1, settings().sequence, m_rotaryWidth});
        Tensor result = multiply(tape(), turning, cosine);
        Tensor half;
        {
            const Tensor first = sliced(tape(), turning, 3, m_rotaryWidth / 2);
            const Tensor second =
                scaled(tape(), sliced(tape(), turning, 3, m_rotaryWidth - m_rotaryWidth / 2));
            half = concatenated(tape(), {second, first}, 3);
        }
        half = multiply(tape(), half, sine);
        result = add(tape(), result, half);
        return concatenated(tape(), {result, passing}, 3);
    }

    Tensor attend(const NeoXLayer& layer, const Tensor& input, const Rotary& tables, const Tensor& mask)
    {
        const core::Transformer& of = shape();
        Tensor fused = layer.fused(tape(), input);
        fused = inHeads(tape(), fused, of.heads, 3 * of.headDim);
        const std::vector<Tensor> parts = split(tape(), fused, 3, 3);
        const Tensor q = rotated(parts[0], tables);
        const Tensor k = rotated(parts[1], tables);
        const Tensor context = attention(q, k, parts[2], mask, true);
        return layer.output(tape(), context);
    }

    Tensor feedForward(const NeoXLayer& layer, const Tensor& input)
    {
        Tensor hidden = layer.widening(tape(), input);
        hidden = activated(tape(), shape(), hidden);
        return layer.narrowing(tape(), hidden);
    }

    std::int64_t m_rotaryWidth = 0;
    std::vector<NeoXLayer> m_layers;
};

} // namespace

ModelMaker* const kGptNeox = makeModelOf<GptNeox>;

} // namespace shardscope::planner::tape
