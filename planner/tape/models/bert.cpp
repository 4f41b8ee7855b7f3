// SPDX-License-Identifier: GPL-3.0-or-later
// BERT with its masked-LM head as transformers 5.17 runs it (models/bert/modeling_bert.py).
#include "planner/tape/models/model.h"

namespace shardscope::planner::tape {
namespace {

struct Layer {
    LinearModule q, k, v, output;
    NormModule attentionNorm;
    LinearModule widening, narrowing;
    NormModule outputNorm;
};

class Bert final : public Model {
public:
    Bert(Tape& at, const core::Transformer& of, const RunSettings& how)
        : Model(at, of, how)
    {
        const std::string embeddings = "bert.embeddings.";
        m_words = parameter(embeddings + "word_embeddings.weight", {of.vocabulary, of.hidden});
        m_positions = parameter(embeddings + "position_embeddings.weight", {of.maxSequence, of.hidden});
        m_types = parameter(embeddings + "token_type_embeddings.weight", {of.tokenTypes, of.hidden});
        m_embeddingNorm = layerNormModule(embeddings + "LayerNorm", of.hidden);
        buffer(of.maxSequence, Element::Int64); // position_ids
        buffer(of.maxSequence, Element::Int64); // token_type_ids
        for (std::int64_t number = 0; number < of.layers; ++number)
            makeLayer("bert.encoder.layer." + std::to_string(number), of);
        const std::string head = "cls.predictions.";
        m_transform = linearModule(head + "transform.dense", of.hidden, of.hidden, true);
        m_transformNorm = layerNormModule(head + "transform.LayerNorm", of.hidden);
        m_decoder = headModule(*m_words, of.tiedEmbeddings, true);
    }

    /// Cross entropy of all positions in the logits' own type.
    [[nodiscard]] Tensor loss(const Tensor& ids, const Tensor& labels) override
    {
        const Tensor hidden = body(ids);
        Tensor scores = m_transform(tape(), hidden);
        scores = activated(tape(), shape(), scores);
        scores = m_transformNorm(tape(), scores);
        const Tensor logits = m_decoder(tape(), scores);
        const ModuleScope scope(tape(), "loss");
        return crossEntropy(tape(), reshaped(tape(), logits, {ids.elements(), shape().vocabulary}), labels);
    }

private:
    void makeLayer(const std::string& prefix, const core::Transformer& of)
    {
        beginLayer();
        Layer& layer = m_layers.emplace_back();
        layer.q = linearModule(prefix + ".attention.self.query", of.hidden, of.hidden, true);
        layer.k = linearModule(prefix + ".attention.self.key", of.hidden, of.hidden, true);
        layer.v = linearModule(prefix + ".attention.self.value", of.hidden, of.hidden, true);
        layer.output = linearModule(prefix + ".attention.output.dense", of.hidden, of.hidden, true);
        layer.attentionNorm = layerNormModule(prefix + ".attention.output.LayerNorm", of.hidden);
        layer.widening = linearModule(prefix + ".intermediate.dense", of.hidden, of.feedForward, true);
        layer.narrowing = linearModule(prefix + ".output.dense", of.feedForward, of.hidden, true);
        layer.outputNorm = layerNormModule(prefix + ".output.LayerNorm", of.hidden);
        endLayer();
    }

    Tensor embed(const Tensor& ids)
    {
        const Tensor words = embedding(tape(), ids, m_words->value);
        const Tensor typeIds = ids.detached(); // a buffer of the model, repeated: no memory of its own
        Tensor hidden = add(tape(), words, embedding(tape(), typeIds, m_types->value));
        const Tensor places = tape().empty({1, settings().sequence}, Element::Int64);
        hidden = add(tape(), hidden, embedding(tape(), places, m_positions->value));
        hidden = m_embeddingNorm(tape(), hidden);
        return dropout(tape(), hidden, settings().dropout ? shape().embeddingDropout : 0);
    }

    Tensor body(const Tensor& ids)
    {
        const Tensor hidden = embed(ids);
        const Tensor mask = eagerMask(hidden.element);
        return throughLayers(hidden, [=, this](std::int64_t number, const Tensor& input) {
            return runLayer(m_layers[static_cast<std::size_t>(number)], input, mask);
        });
    }

    Tensor runLayer(const Layer& layer, const Tensor& input, const Tensor& mask)
    {
        Tensor hidden = attend(layer, input, mask);
        hidden = layer.output(tape(), hidden);
        hidden = dropout(tape(), hidden, hiddenDropout());
        hidden = add(tape(), hidden, input);
        const Tensor attended = layer.attentionNorm(tape(), hidden);
        hidden = layer.widening(tape(), attended);
        hidden = activated(tape(), shape(), hidden);
        hidden = layer.narrowing(tape(), hidden);
        hidden = dropout(tape(), hidden, hiddenDropout());
        hidden = add(tape(), hidden, attended);
        return layer.outputNorm(tape(), hidden);
    }

    Tensor attend(const Layer& layer, const Tensor& input, const Tensor& mask)
    {
        const Tensor q = inHeads(tape(), layer.q(tape(), input), shape().heads, shape().headDim);
        const Tensor k = inHeads(tape(), layer.k(tape(), input), shape().heads, shape().headDim);
        const Tensor v = inHeads(tape(), layer.v(tape(), input), shape().heads, shape().headDim);
        return attention(q, k, v, mask, false);
    }

    Parameter* m_words = nullptr;
    Parameter* m_positions = nullptr;
    Parameter* m_types = nullptr;
    NormModule m_embeddingNorm;
    std::vector<Layer> m_layers;
    LinearModule m_transform;
    NormModule m_transformNorm;
    LinearModule m_decoder;
};

} // namespace

ModelMaker* const kBert = makeModelOf<Bert>;

} // namespace shardscope::planner::tape
