// SPDX-License-Identifier: GPL-3.0-or-later
// OPT as transformers 5.17 runs it (models/opt/modeling_opt.py).
#include "planner/tape/models/model.h"

namespace shardscope::planner::tape {
namespace {

struct OptLayer {
    LinearModule k, v, q, output;
    NormModule attentionNorm;
    LinearModule widening, narrowing;
    NormModule outputNorm;
};

class Opt final : public Model {
public:
    Opt(Tape& at, const core::Transformer& of, const RunSettings& how)
        : Model(at, of, how)
    {
        const std::string decoder = "model.decoder.";
        const bool narrower = of.embeddingWidth != of.hidden;
        m_words = parameter(decoder + "embed_tokens.weight", {of.vocabulary, of.embeddingWidth});
        m_positions =
            parameter(decoder + "embed_positions.weight", {of.maxSequence + of.positionOffset, of.hidden});
        if (narrower) {
            m_outward = linearModule(decoder + "project_out", of.hidden, of.embeddingWidth, false);
            m_inward = linearModule(decoder + "project_in", of.embeddingWidth, of.hidden, false);
        }
        if (of.finalNorm)
            m_finalNorm = layerNormModule(decoder + "final_layer_norm", of.hidden);
        for (std::int64_t number = 0; number < of.layers; ++number)
            makeLayer(decoder + "layers." + std::to_string(number), of);
        m_head = headModule(*m_words, of.tiedEmbeddings, false);
    }

    [[nodiscard]] Tensor loss(const Tensor& ids, const Tensor& labels) override
    {
        const Tensor hidden = body(ids);
        const Tensor logits = m_head(tape(), hidden);
        return causalLoss(contiguous(tape(), logits), labels);
    }

private:
    void makeLayer(const std::string& prefix, const core::Transformer& of)
    {
        beginLayer();
        OptLayer& layer = m_layers.emplace_back();
        layer.k = linearModule(prefix + ".self_attn.k_proj", of.hidden, of.hidden, of.attentionBias);
        layer.v = linearModule(prefix + ".self_attn.v_proj", of.hidden, of.hidden, of.attentionBias);
        layer.q = linearModule(prefix + ".self_attn.q_proj", of.hidden, of.hidden, of.attentionBias);
        layer.output = linearModule(prefix + ".self_attn.out_proj", of.hidden, of.hidden, of.outputBias);
        layer.attentionNorm = layerNormModule(prefix + ".self_attn_layer_norm", of.hidden);
        layer.widening = linearModule(prefix + ".fc1", of.hidden, of.feedForward, of.bias);
        layer.narrowing = linearModule(prefix + ".fc2", of.feedForward, of.hidden, of.bias);
        layer.outputNorm = layerNormModule(prefix + ".final_layer_norm", of.hidden);
        endLayer();
    }

    Tensor body(const Tensor& ids)
    {
        Tensor words = embedding(tape(), ids, m_words->value);
        if (m_inward.weight != nullptr)
            words = m_inward(tape(), words);
        const Tensor padding = tape().empty(ids.layout, Element::Float32); // of ones: nothing is masked
        const Tensor mask = eagerMask(words.element);
        const Tensor places = tape().empty(ids.layout, Element::Int64);
        const Tensor positions = embedding(tape(), places, m_positions->value);
        Tensor hidden = add(tape(), words, positions);
        hidden = throughLayers(std::move(hidden), [=, this](std::int64_t number, const Tensor& input) {
            return runLayer(m_layers[static_cast<std::size_t>(number)], input, mask);
        });
        if (m_finalNorm.weight != nullptr)
            hidden = m_finalNorm(tape(), hidden);
        if (m_outward.weight != nullptr)
            hidden = m_outward(tape(), hidden);
        return hidden;
    }

    Tensor runLayer(const OptLayer& layer, const Tensor& input, const Tensor& mask)
    {
        const bool before = shape().normBefore;
        Tensor residual = input;
        Tensor hidden = before ? layer.attentionNorm(tape(), input) : input;
        hidden = attend(layer, hidden, mask);
        hidden = dropout(tape(), hidden, hiddenDropout());
        hidden = add(tape(), residual, hidden);
        if (!before)
            hidden = layer.attentionNorm(tape(), hidden);
        hidden = reshaped(tape(), hidden, {input.size(0) * input.size(1), input.size(2)});
        residual = hidden;
        if (before)
            hidden = layer.outputNorm(tape(), hidden);
        hidden = layer.widening(tape(), hidden);
        hidden = activated(tape(), shape(), hidden);
        hidden = layer.narrowing(tape(), hidden);
        hidden = dropout(tape(), hidden, hiddenDropout());
        hidden =
            reshaped(tape(), add(tape(), residual, hidden), {input.size(0), input.size(1), input.size(2)});
        return before ? hidden : layer.outputNorm(tape(), hidden);
    }

    Tensor attend(const OptLayer& layer, const Tensor& input, const Tensor& mask)
    {
        Tensor q = layer.q(tape(), input);
        q = scaled(tape(), q);
        q = inHeads(tape(), q, shape().heads, shape().headDim);
        const Tensor k = inHeads(tape(), layer.k(tape(), input), shape().heads, shape().headDim);
        const Tensor v = inHeads(tape(), layer.v(tape(), input), shape().heads, shape().headDim);
        const Tensor context = attention(q, k, v, mask, true);
        return layer.output(tape(), context);
    }

    Parameter* m_words = nullptr;
    Parameter* m_positions = nullptr;
    LinearModule m_inward, m_outward;
    NormModule m_finalNorm;
    std::vector<OptLayer> m_layers;
    LinearModule m_head;
};

} // namespace

ModelMaker* const kOpt = makeModelOf<Opt>;

} // namespace shardscope::planner::tape
