// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-2 as transformers 5.17 runs it (models/gpt2/modeling_gpt2.py): Conv1D projections, GELU written out.
#include "planner/tape/models/model.h"

namespace shardscope::planner::tape {
namespace {

/// Conv1D: a linear layer whose weight lies as [in, out].
struct Projection {
    Parameter* weight = nullptr;
    Parameter* bias = nullptr;
    const Adapter* adapter = nullptr;

    [[nodiscard]] Tensor operator()(Tape& tape, const Tensor& x) const
    {
        const std::int64_t in = weight->value.size(0);
        const Tensor rows = reshaped(tape, x, {x.elements() / in, in});
        const Tensor product = addProduct(tape, bias->value, rows, weight->value);
        return adapted(tape, adapter, x,
                       reshaped(tape, product, {x.size(0), x.size(1), weight->value.size(1)}));
    }
};

struct Gpt2Layer {
    NormModule firstNorm;
    Projection fused;
    Projection output;
    NormModule secondNorm;
    Projection widening;
    Projection narrowing;
};

class Gpt2 final : public CausalModel {
public:
    Gpt2(Tape& at, const core::Transformer& of, const RunSettings& how)
        : CausalModel(at, of, how)
    {
        m_words = parameter("transformer.wte.weight", {of.vocabulary, of.hidden});
        m_positions = parameter("transformer.wpe.weight", {of.maxSequence, of.hidden});
        for (std::int64_t number = 0; number < of.layers; ++number) {
            beginLayer();
            const std::string prefix = "transformer.h." + std::to_string(number);
            Gpt2Layer& layer = m_layers.emplace_back();
            layer.firstNorm = layerNormModule(prefix + ".ln_1", of.hidden);
            layer.fused = projection(prefix + ".attn.c_attn", of.hidden, 3 * of.hidden);
            layer.output = projection(prefix + ".attn.c_proj", of.hidden, of.hidden);
            layer.secondNorm = layerNormModule(prefix + ".ln_2", of.hidden);
            layer.widening = projection(prefix + ".mlp.c_fc", of.hidden, of.feedForward);
            layer.narrowing = projection(prefix + ".mlp.c_proj", of.feedForward, of.hidden);
            endLayer();
        }
        m_finalNorm = layerNormModule("transformer.ln_f", of.hidden);
        m_head = headModule(*m_words, of.tiedEmbeddings, false);
    }

private:
    Projection projection(const std::string& name, std::int64_t in, std::int64_t out)
    {
        Projection made;
        made.weight = parameter(name + ".weight", {in, out});
        made.bias = parameter(name + ".bias", {out});
        made.adapter = adapterBeside(name, in, out);
        return made;
    }

    [[nodiscard]] Tensor body(const Tensor& ids) override
    {
        const Tensor words = embedding(tape(), ids, m_words->value);
        const Tensor places = tape().empty({1, settings().sequence}, Element::Int64);
        const Tensor positions = embedding(tape(), places, m_positions->value);
        Tensor hidden = add(tape(), words, positions);
        const Tensor mask = eagerMask(words.element);
        hidden = dropout(tape(), hidden, settings().dropout ? shape().embeddingDropout : 0);
        hidden = throughLayers(std::move(hidden), [=, this](std::int64_t number, const Tensor& input) {
            return runLayer(m_layers[static_cast<std::size_t>(number)], input, mask);
        });
        return m_finalNorm(tape(), hidden);
    }

    Tensor runLayer(const Gpt2Layer& layer, const Tensor& input, const Tensor& mask)
    {
        Tensor residual = input;
        Tensor hidden = layer.firstNorm(tape(), input);
        hidden = add(tape(), attend(layer, hidden, mask), residual);
        residual = hidden;
        hidden = layer.secondNorm(tape(), hidden);
        return add(tape(), residual, feedForward(layer, hidden));
    }

    Tensor attend(const Gpt2Layer& layer, const Tensor& input, const Tensor& mask)
    {
        Tensor q, k, v;
        {
            const Tensor fused = layer.fused(tape(), input);
            const std::vector<Tensor> parts = split(tape(), fused, 2, 3);
            q = inHeads(tape(), parts[0], shape().heads, shape().headDim);
            k = inHeads(tape(), parts[1], shape().heads, shape().headDim);
            v = inHeads(tape(), parts[2], shape().heads, shape().headDim);
        }
        Tensor context = attention(q, k, v, mask, false);
        context = layer.output(tape(), context);
        return dropout(tape(), context, hiddenDropout());
    }

    Tensor feedForward(const Gpt2Layer& layer, const Tensor& input)
    {
        Tensor hidden = layer.widening(tape(), input);
        hidden = activated(tape(), shape(), hidden);
        hidden = layer.narrowing(tape(), hidden);
        return dropout(tape(), hidden, hiddenDropout());
    }

    Parameter* m_positions = nullptr;
    std::vector<Gpt2Layer> m_layers;
};

} // namespace

ModelMaker* const kGpt2 = makeModelOf<Gpt2>;

} // namespace shardscope::planner::tape
