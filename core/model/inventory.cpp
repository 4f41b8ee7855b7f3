// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/inventory.h"

#include <utility>

namespace shardscope::core {
namespace {

using Shape = std::vector<std::int64_t>;

/// Consecutive layers that hold the same tensors.
struct LayerRun {
    std::int64_t first = 0;
    std::int64_t count = 0;
    LayerParts parts;
};

std::vector<LayerRun> layerRuns(const Transformer& model)
{
    std::vector<LayerRun> runs;
    for (std::int64_t layer = 0; layer < model.layers; ++layer) {
        const LayerParts parts = model.partsOf(layer);
        if (runs.empty() || !(runs.back().parts == parts))
            runs.push_back({layer, 0, parts});
        ++runs.back().count;
    }
    return runs;
}

class Inventory {
public:
    explicit Inventory(const Transformer& model)
        : m_model(model)
        , m_run{0, model.layers, {}}
    {
    }

    std::vector<ParameterTensor> take() { return std::move(m_tensors); }
    /// What follows belongs to these layers.
    void layers(LayerRun run)
    {
        m_section = Section::Layer;
        m_run = run;
    }
    void section(Section section) { m_section = section; }

    ParameterTensor& tensor(std::string name, Shape shape, TensorSplit split = TensorSplit::Replicated)
    {
        ParameterTensor added;
        added.name = std::move(name);
        added.shape = std::move(shape);
        added.section = m_section;
        added.split = split;
        if (m_section == Section::Layer) {
            added.count = m_run.count;
            added.firstLayer = m_run.first;
        }
        return m_tensors.emplace_back(std::move(added));
    }
    /// torch.nn.Linear: weight [out, in]. A row-split layer adds its bias after the sum, whole on every rank.
    void linear(const std::string& name, std::int64_t out, std::int64_t in, bool bias, TensorSplit split)
    {
        tensor(name + ".weight", {out, in}, split);
        if (bias)
            tensor(name + ".bias", {out}, split == TensorSplit::Rows ? TensorSplit::Replicated : split);
    }
    /// GPT-2's Conv1D: weight [in, out].
    void conv1d(const std::string& name, std::int64_t in, std::int64_t out, TensorSplit split)
    {
        tensor(name + ".weight", {in, out}, split);
        tensor(name + ".bias", {out}, split == TensorSplit::Rows ? TensorSplit::Replicated : split);
    }
    void norm(const std::string& name) { norm(name, m_model.hidden); }
    void norm(const std::string& name, std::int64_t width)
    {
        if (!m_model.normAffine)
            return;
        tensor(name + ".weight", {width});
        if (m_model.norm == NormKind::LayerNorm)
            tensor(name + ".bias", {width});
    }
    void expertTensor(std::string name, std::int64_t out, std::int64_t in, TensorSplit split)
    {
        tensor(std::move(name), {m_model.experts, out, in}, split).experts = m_model.experts;
    }
    /// Projection onto the vocabulary, and a classifier where the model has one.
    void heads(const std::string& vocabularyName, const std::string& classifierName)
    {
        section(Section::Head);
        if (m_model.vocabularyHead)
            tensor(vocabularyName + ".weight", {m_model.vocabulary, m_model.embeddingWidth},
                   TensorSplit::Vocabulary)
                .shared = m_model.tiedEmbeddings;
        if (m_model.classes > 0)
            linear(classifierName, m_model.classes, m_model.embeddingWidth, m_model.classifierBias,
                   TensorSplit::Replicated);
    }
    [[nodiscard]] std::string classifierName() const
    {
        return m_model.classifierBias ? "classifier" : "score";
    }

private:
    const Transformer& m_model;
    LayerRun m_run;
    Section m_section = Section::Embedding;
    std::vector<ParameterTensor> m_tensors;
};

constexpr auto kColumns = TensorSplit::Columns;
constexpr auto kRows = TensorSplit::Rows;
constexpr auto kVocabulary = TensorSplit::Vocabulary;
constexpr auto kWhole = TensorSplit::Replicated;

std::vector<ParameterTensor> gpt2Tensors(const Transformer& m)
{
    Inventory all(m);
    all.tensor("transformer.wte.weight", {m.vocabulary, m.hidden}, kVocabulary);
    all.tensor("transformer.wpe.weight", {m.maxSequence, m.hidden}, kVocabulary);
    all.layers({0, m.layers, {}});
    const std::string layer = "transformer.h.{layer}.";
    all.norm(layer + "ln_1");
    all.conv1d(layer + "attn.c_attn", m.hidden, 3 * m.hidden, kColumns);
    all.conv1d(layer + "attn.c_proj", m.hidden, m.hidden, kRows);
    all.norm(layer + "ln_2");
    all.conv1d(layer + "mlp.c_fc", m.hidden, m.feedForward, kColumns);
    all.conv1d(layer + "mlp.c_proj", m.feedForward, m.hidden, kRows);
    all.section(Section::Final);
    all.norm("transformer.ln_f");
    all.heads("lm_head", all.classifierName());
    return all.take();
}

std::vector<ParameterTensor> bertTensors(const Transformer& m)
{
    Inventory all(m);
    const std::string embeddings = "bert.embeddings.";
    all.tensor(embeddings + "word_embeddings.weight", {m.vocabulary, m.hidden}, kVocabulary);
    all.tensor(embeddings + "position_embeddings.weight", {m.maxSequence, m.hidden}, kVocabulary);
    all.tensor(embeddings + "token_type_embeddings.weight", {m.tokenTypes, m.hidden});
    all.norm(embeddings + "LayerNorm");
    all.layers({0, m.layers, {}});
    const std::string layer = "bert.encoder.layer.{layer}.";
    for (const char* name : {"query", "key", "value"})
        all.linear(layer + "attention.self." + name, m.hidden, m.hidden, true, kColumns);
    all.linear(layer + "attention.output.dense", m.hidden, m.hidden, true, kRows);
    all.norm(layer + "attention.output.LayerNorm");
    all.linear(layer + "intermediate.dense", m.feedForward, m.hidden, true, kColumns);
    all.linear(layer + "output.dense", m.hidden, m.feedForward, true, kRows);
    all.norm(layer + "output.LayerNorm");
    all.section(Section::Head);
    if (m.pooler)
        all.linear("bert.pooler.dense", m.hidden, m.hidden, true, kWhole);
    if (m.maskedHead) {
        all.tensor("cls.predictions.bias", {m.vocabulary}, kVocabulary);
        all.linear("cls.predictions.transform.dense", m.hidden, m.hidden, true, kWhole);
        all.norm("cls.predictions.transform.LayerNorm");
    }
    all.heads("cls.predictions.decoder", m.vocabularyHead ? "cls.seq_relationship" : "classifier");
    return all.take();
}

/// Attention of the Llama kind, grouped-query, with or without biases and head norms.
void llamaAttention(Inventory& all, const Transformer& m, const std::string& layer)
{
    all.linear(layer + "self_attn.q_proj", (m.attentionGate ? 2 : 1) * m.queryWidth(), m.hidden,
               m.attentionBias, kColumns);
    all.linear(layer + "self_attn.k_proj", m.keyValueWidth(), m.hidden, m.attentionBias, kColumns);
    all.linear(layer + "self_attn.v_proj", m.keyValueWidth(), m.hidden, m.attentionBias, kColumns);
    all.linear(layer + "self_attn.o_proj", m.hidden, m.queryWidth(), m.outputBias, kRows);
    if (m.queryKeyNorm) {
        all.norm(layer + "self_attn.q_norm", m.queryKeyNormWhole ? m.queryWidth() : m.headDim);
        all.norm(layer + "self_attn.k_norm", m.queryKeyNormWhole ? m.keyValueWidth() : m.headDim);
    }
    if (m.attentionSinks)
        all.tensor(layer + "self_attn.sinks", {m.heads}, kColumns);
}

/// Multi-head latent attention, arXiv:2412.19437 section 2.1.1: queries, keys and values through low ranks.
void latentAttention(Inventory& all, const Transformer& m, const std::string& layer)
{
    if (m.queryRank > 0) {
        all.linear(layer + "self_attn.q_a_proj", m.queryRank, m.hidden, m.attentionBias, kWhole);
        all.norm(layer + "self_attn.q_a_layernorm", m.queryRank);
        all.linear(layer + "self_attn.q_b_proj", m.queryWidth(), m.queryRank, false, kColumns);
    } else {
        all.linear(layer + "self_attn.q_proj", m.queryWidth(), m.hidden, false, kColumns);
    }
    all.linear(layer + "self_attn.kv_a_proj_with_mqa", m.keyValueRank + m.ropeHeadDim, m.hidden,
               m.attentionBias, kWhole);
    all.norm(layer + "self_attn.kv_a_layernorm", m.keyValueRank);
    const std::int64_t widths = m.heads * (m.headDim - m.ropeHeadDim + m.valueHeadDim);
    all.linear(layer + "self_attn.kv_b_proj", widths, m.keyValueRank, false, kColumns);
    all.linear(layer + "self_attn.o_proj", m.hidden, m.heads * m.valueHeadDim, m.outputBias, kRows);
}

void gatedFeedForward(Inventory& all, const Transformer& m, const std::string& name, std::int64_t width)
{
    all.linear(name + "gate_proj", width, m.hidden, m.bias, kColumns);
    all.linear(name + "up_proj", width, m.hidden, m.bias, kColumns);
    all.linear(name + "down_proj", m.hidden, width, m.bias, kRows);
}

/// transformers 5 keeps the experts of a layer in two tensors.
void expertFeedForward(Inventory& all, const Transformer& m, const std::string& name)
{
    all.linear(name + "gate", m.experts, m.hidden, false, kWhole);
    all.expertTensor(name + "experts.gate_up_proj", 2 * m.expertFeedForward, m.hidden, kColumns);
    all.expertTensor(name + "experts.down_proj", m.hidden, m.expertFeedForward, kRows);
    if (m.sharedExperts > 0)
        gatedFeedForward(all, m, name + (m.sharedExpertGate ? "shared_expert." : "shared_experts."),
                         m.sharedExperts * m.expertFeedForward);
    if (m.sharedExpertGate)
        all.linear(name + "shared_expert_gate", 1, m.hidden, false, kWhole);
}

/// gpt-oss and Llama 4 keep the matrices of their experts the other way round, gpt-oss with biases.
void expertFeedForwardTurned(Inventory& all, const Transformer& m, const std::string& name)
{
    all.linear(name + "router", m.experts, m.hidden, m.expertBiases, kWhole);
    all.expertTensor(name + "experts.gate_up_proj", m.hidden, 2 * m.expertFeedForward, kColumns);
    all.expertTensor(name + "experts.down_proj", m.expertFeedForward, m.hidden, kRows);
    if (m.expertBiases) {
        all.expertTensor(name + "experts.gate_up_proj_bias", 1, 2 * m.expertFeedForward, kColumns);
        all.expertTensor(name + "experts.down_proj_bias", 1, m.hidden, kWhole);
    }
    if (m.sharedExperts > 0)
        gatedFeedForward(all, m, name + "shared_expert.", m.sharedExperts * m.expertFeedForward);
}

/// Two matrices where Llama has five (modeling_phi3.py).
void phi3Linears(Inventory& all, const Transformer& m, const std::string& layer)
{
    all.linear(layer + "self_attn.qkv_proj", m.queryWidth() + 2 * m.keyValueWidth(), m.hidden, false,
               kColumns);
    all.linear(layer + "self_attn.o_proj", m.hidden, m.queryWidth(), false, kRows);
    all.linear(layer + "mlp.gate_up_proj", 2 * m.feedForward, m.hidden, false, kColumns);
    all.linear(layer + "mlp.down_proj", m.hidden, m.feedForward, false, kRows);
}

/// The norms over a layer's whole width.
void layerNorms(Inventory& all, const Transformer& m, const std::string& layer)
{
    if (m.normBefore)
        all.norm(layer + "input_layernorm");
    all.norm(layer + "post_attention_layernorm");
    if (m.sandwichNorms)
        all.norm(layer + "pre_feedforward_layernorm");
    if (m.sandwichNorms || !m.normBefore)
        all.norm(layer + "post_feedforward_layernorm");
}

/// Queries, keys and values of as many heads, a gate and a norm over all of them (modeling_minimax.py).
void lightningAttention(Inventory& all, const Transformer& m, const std::string& layer)
{
    const Recurrence& r = m.recurrence;
    all.linear(layer + "self_attn.qkv_proj", r.convolved(), m.hidden, false, kColumns);
    all.linear(layer + "self_attn.output_gate", r.width(), m.hidden, false, kColumns);
    all.tensor(layer + "self_attn.norm.weight", {r.width()}, kColumns);
    all.linear(layer + "self_attn.out_proj", m.hidden, r.width(), false, kRows);
}

/// Mamba-2 and the gated delta rule keep the same kinds of tensors (modeling_nemotron_h.py,
/// modeling_qwen3_next.py).
void recurrentMixer(Inventory& all, const Transformer& m, const std::string& name, Mixer mixer)
{
    const Recurrence& r = m.recurrence;
    if (mixer == Mixer::DeltaRule && m.family == TransformerFamily::Qwen3Next) {
        all.linear(name + "in_proj_qkvz", 2 * (r.width() + r.keyWidth()), m.hidden, false, kColumns);
        all.linear(name + "in_proj_ba", 2 * r.heads, m.hidden, false, kColumns);
    } else if (mixer == Mixer::DeltaRule) {
        all.linear(name + "in_proj_qkv", r.convolved(), m.hidden, false, kColumns);
        all.linear(name + "in_proj_z", r.width(), m.hidden, false, kColumns);
        all.linear(name + "in_proj_b", r.heads, m.hidden, false, kColumns);
        all.linear(name + "in_proj_a", r.heads, m.hidden, false, kColumns);
    } else {
        all.linear(name + "in_proj", r.inputs(mixer), m.hidden, m.bias, kColumns);
        all.tensor(name + "D", {r.heads}, kColumns);
    }
    all.tensor(name + "conv1d.weight", {r.convolved(), 1, r.kernel}, kColumns);
    if (r.kernelBias)
        all.tensor(name + "conv1d.bias", {r.convolved()}, kColumns);
    all.tensor(name + "dt_bias", {r.heads}, kColumns);
    all.tensor(name + "A_log", {r.heads}, kColumns);
    // Mamba-2 norms groups of heads apart; the delta rule's heads share one norm.
    all.tensor(name + "norm.weight", {mixer == Mixer::DeltaRule ? r.headDim : r.width()},
               mixer == Mixer::DeltaRule ? kWhole : kColumns);
    all.linear(name + "out_proj", m.hidden, r.width(), mixer == Mixer::StateSpace && m.bias, kRows);
}

/// What joins a module's input to the next token's embedding; its layers are among the model's, its head is
/// the model's.
void predictionModules(Inventory& all, const Transformer& m)
{
    for (std::int64_t module = 0; module < m.predictions; ++module) {
        const std::string name = "mtp." + std::to_string(module) + '.';
        all.norm(name + "enorm");
        all.norm(name + "hnorm");
        all.linear(name + "eh_proj", m.hidden, 2 * m.hidden, false, kColumns);
        all.norm(name + "norm");
    }
}

/// Llama and what grew out of it: one decoder with different attention, norms and experts.
std::vector<ParameterTensor> llamaTensors(const Transformer& m)
{
    Inventory all(m);
    all.tensor("model.embed_tokens.weight", {m.vocabulary, m.hidden}, kVocabulary);
    const std::string layer = "model.layers.{layer}.";
    const bool llama4 = m.family == TransformerFamily::Llama4;
    const bool turned = llama4 || m.family == TransformerFamily::GptOss;
    const std::string feedForward = layer + (llama4 ? "feed_forward." : "mlp.");
    for (const LayerRun& run : layerRuns(m)) {
        all.layers(run);
        if (run.parts.mixer == Mixer::Lightning)
            lightningAttention(all, m, layer);
        else if (run.parts.recurs())
            recurrentMixer(all, m, layer + "linear_attn.", run.parts.mixer);
        else if (m.keyValueRank > 0)
            latentAttention(all, m, layer);
        else if (m.family != TransformerFamily::Phi3)
            llamaAttention(all, m, layer);
        if (m.family == TransformerFamily::Phi3)
            phi3Linears(all, m, layer);
        else if (run.parts.tokens == TokenPart::Experts)
            turned ? expertFeedForwardTurned(all, m, feedForward) : expertFeedForward(all, m, feedForward);
        else
            gatedFeedForward(all, m, feedForward, m.feedForward);
        layerNorms(all, m, layer);
    }
    all.section(Section::Final);
    all.norm("model.norm");
    predictionModules(all, m);
    all.heads("lm_head", all.classifierName());
    return all.take();
}

/// Nemotron-H's feed-forwards have two matrices; Nemotron 3's experts may work in a narrower width
/// (modeling_nemotron_h.py).
void nemotronTokens(Inventory& all, const Transformer& m, const std::string& name, TokenPart part)
{
    const auto feedForward = [&](const std::string& of, std::int64_t width) {
        all.linear(of + "up_proj", width, m.hidden, m.bias, kColumns);
        all.linear(of + "down_proj", m.hidden, width, m.bias, kRows);
    };
    if (part == TokenPart::Dense)
        return feedForward(name, m.feedForward);
    all.linear(name + "gate", m.experts, m.hidden, false, kWhole);
    if (m.expertWidth > 0) {
        all.linear(name + "fc1_latent_proj", m.expertWidth, m.hidden, m.bias, kWhole);
        all.linear(name + "fc2_latent_proj", m.hidden, m.expertWidth, m.bias, kWhole);
    }
    all.expertTensor(name + "experts.up_proj", m.expertFeedForward, m.widthOfExperts(), kColumns);
    all.expertTensor(name + "experts.down_proj", m.widthOfExperts(), m.expertFeedForward, kRows);
    if (m.sharedExperts > 0)
        feedForward(name + "shared_experts.", m.sharedExperts * m.expertFeedForward);
}

/// Each layer a norm and one part (arXiv:2504.03624, section 2).
std::vector<ParameterTensor> nemotronTensors(const Transformer& m)
{
    Inventory all(m);
    all.tensor("backbone.embeddings.weight", {m.vocabulary, m.hidden}, kVocabulary);
    const std::string layer = "backbone.layers.{layer}.";
    for (const LayerRun& run : layerRuns(m)) {
        all.layers(run);
        all.norm(layer + "norm");
        if (run.parts.recurs())
            recurrentMixer(all, m, layer + "mixer.", run.parts.mixer);
        else if (run.parts.mixer == Mixer::Attention)
            llamaAttention(all, m, layer);
        else
            nemotronTokens(all, m, layer + "mixer.", run.parts.tokens);
    }
    all.section(Section::Final);
    all.norm("backbone.norm_f");
    predictionModules(all, m);
    all.heads("lm_head", all.classifierName());
    return all.take();
}

std::vector<ParameterTensor> gptNeoxTensors(const Transformer& m)
{
    Inventory all(m);
    all.tensor("gpt_neox.embed_in.weight", {m.vocabulary, m.hidden}, kVocabulary);
    all.layers({0, m.layers, {}});
    const std::string layer = "gpt_neox.layers.{layer}.";
    all.norm(layer + "input_layernorm");
    all.norm(layer + "post_attention_layernorm");
    all.linear(layer + "attention.query_key_value", 3 * m.hidden, m.hidden, m.attentionBias, kColumns);
    all.linear(layer + "attention.dense", m.hidden, m.hidden, m.outputBias, kRows);
    all.linear(layer + "mlp.dense_h_to_4h", m.feedForward, m.hidden, true, kColumns);
    all.linear(layer + "mlp.dense_4h_to_h", m.hidden, m.feedForward, true, kRows);
    all.section(Section::Final);
    all.norm("gpt_neox.final_layer_norm");
    all.heads("embed_out", all.classifierName());
    return all.take();
}

std::vector<ParameterTensor> optTensors(const Transformer& m)
{
    Inventory all(m);
    const std::string decoder = "model.decoder.";
    all.tensor(decoder + "embed_tokens.weight", {m.vocabulary, m.embeddingWidth}, kVocabulary);
    all.tensor(decoder + "embed_positions.weight", {m.maxSequence + m.positionOffset, m.hidden}, kVocabulary);
    if (m.embeddingWidth != m.hidden)
        all.linear(decoder + "project_in", m.hidden, m.embeddingWidth, false, kWhole);
    all.layers({0, m.layers, {}});
    const std::string layer = decoder + "layers.{layer}.";
    for (const char* name : {"k_proj", "v_proj", "q_proj"})
        all.linear(layer + "self_attn." + name, m.hidden, m.hidden, m.attentionBias, kColumns);
    all.linear(layer + "self_attn.out_proj", m.hidden, m.hidden, m.outputBias, kRows);
    all.norm(layer + "self_attn_layer_norm");
    all.linear(layer + "fc1", m.feedForward, m.hidden, m.bias, kColumns);
    all.linear(layer + "fc2", m.hidden, m.feedForward, m.bias, kRows);
    all.norm(layer + "final_layer_norm");
    all.section(Section::Final);
    if (m.finalNorm)
        all.norm(decoder + "final_layer_norm");
    if (m.embeddingWidth != m.hidden)
        all.linear(decoder + "project_out", m.embeddingWidth, m.hidden, false, kWhole);
    all.heads("lm_head", m.classifierBias ? "qa_outputs" : "score");
    return all.take();
}

void t5Attention(Inventory& all, const Transformer& m, const std::string& name)
{
    for (const char* part : {".q", ".k", ".v"})
        all.linear(name + part, m.queryWidth(), m.hidden, false, kColumns);
    all.linear(name + ".o", m.hidden, m.queryWidth(), false, kRows);
}

/// One of T5's two stacks. Its first layer alone holds the relative position bias, its last the norm behind
/// the stack.
void t5Stack(Inventory& all, const Transformer& m, const std::string& stack, LayerRun run, bool decoder)
{
    const std::string layer = stack + ".block.{layer}.layer.";
    all.layers(run);
    t5Attention(all, m, layer + "0.SelfAttention");
    all.norm(layer + "0.layer_norm");
    if (decoder) {
        t5Attention(all, m, layer + "1.EncDecAttention");
        all.norm(layer + "1.layer_norm");
    }
    const std::string feedForward = layer + (decoder ? "2" : "1");
    if (isGated(m.activation)) {
        all.linear(feedForward + ".DenseReluDense.wi_0", m.feedForward, m.hidden, false, kColumns);
        all.linear(feedForward + ".DenseReluDense.wi_1", m.feedForward, m.hidden, false, kColumns);
    } else {
        all.linear(feedForward + ".DenseReluDense.wi", m.feedForward, m.hidden, false, kColumns);
    }
    all.linear(feedForward + ".DenseReluDense.wo", m.hidden, m.feedForward, false, kRows);
    all.norm(feedForward + ".layer_norm");
    all.layers({run.first, 1, {}});
    all.tensor(stack + ".block.0.layer.0.SelfAttention.relative_attention_bias.weight",
               {m.relativeBuckets, m.heads}, kRows);
    all.layers({run.first + run.count - 1, 1, {}});
    all.norm(stack + ".final_layer_norm");
}

std::vector<ParameterTensor> t5Tensors(const Transformer& m)
{
    Inventory all(m);
    all.tensor("shared.weight", {m.vocabulary, m.hidden}, kVocabulary);
    const std::int64_t encoderLayers = m.layers - m.decoderLayers;
    t5Stack(all, m, "encoder", {0, encoderLayers, {}}, false);
    t5Stack(all, m, "decoder", {encoderLayers, m.decoderLayers, {}}, true);
    all.heads("lm_head", "classifier");
    return all.take();
}

std::vector<ParameterTensor> nativeTensors(const Transformer& m)
{
    Inventory all(m);
    all.tensor("embedding.tokens.weight", {m.vocabulary, m.hidden}, kVocabulary);
    if (m.learnedPositions)
        all.tensor("embedding.positions.weight", {m.maxSequence, m.hidden}, kVocabulary);
    all.layers({0, m.layers, {}});
    const std::string layer = "layers.{layer}.";
    all.norm(layer + "attention_norm");
    all.linear(layer + "attention.query", m.queryWidth(), m.hidden, m.attentionBias, kColumns);
    all.linear(layer + "attention.key", m.keyValueWidth(), m.hidden, m.attentionBias, kColumns);
    all.linear(layer + "attention.value", m.keyValueWidth(), m.hidden, m.attentionBias, kColumns);
    all.linear(layer + "attention.output", m.hidden, m.queryWidth(), m.outputBias, kRows);
    all.norm(layer + "feed_forward_norm");
    const std::int64_t inputs = isGated(m.activation) ? 2 : 1; // gate and up
    if (m.experts > 0) {
        all.linear(layer + "router", m.experts, m.hidden, false, kWhole);
        all.expertTensor(layer + "experts.up.weight", inputs * m.expertFeedForward, m.hidden, kColumns);
        all.expertTensor(layer + "experts.down.weight", m.hidden, m.expertFeedForward, kRows);
        if (m.bias) {
            all.expertTensor(layer + "experts.up.bias", 1, inputs * m.expertFeedForward, kColumns);
            all.expertTensor(layer + "experts.down.bias", 1, m.hidden, kWhole);
        }
    } else {
        all.linear(layer + "feed_forward.up", inputs * m.feedForward, m.hidden, m.bias, kColumns);
        all.linear(layer + "feed_forward.down", m.hidden, m.feedForward, m.bias, kRows);
    }
    all.section(Section::Final);
    all.norm("final_norm");
    all.heads("head", "classifier");
    return all.take();
}

} // namespace

std::vector<ParameterTensor> transformerTensors(const Transformer& model)
{
    switch (model.family) {
    case TransformerFamily::Native: return nativeTensors(model);
    case TransformerFamily::Gpt2: return gpt2Tensors(model);
    case TransformerFamily::Bert: return bertTensors(model);
    case TransformerFamily::GptNeox: return gptNeoxTensors(model);
    case TransformerFamily::Opt: return optTensors(model);
    case TransformerFamily::T5: return t5Tensors(model);
    case TransformerFamily::Llama:
    case TransformerFamily::Mistral:
    case TransformerFamily::Qwen2:
    case TransformerFamily::Qwen3:
    case TransformerFamily::Qwen3Moe:
    case TransformerFamily::Mixtral:
    case TransformerFamily::DeepseekV3:
    case TransformerFamily::GptOss:
    case TransformerFamily::Glm4Moe:
    case TransformerFamily::Llama4:
    case TransformerFamily::MiniMax:
    case TransformerFamily::MiniMaxM2:
    case TransformerFamily::Gemma3:
    case TransformerFamily::Phi3:
    case TransformerFamily::Olmo2:
    case TransformerFamily::Olmo3:
    case TransformerFamily::Qwen3Next:
    case TransformerFamily::Qwen35Moe:
    case TransformerFamily::Qwen35: return llamaTensors(model);
    case TransformerFamily::NemotronH: return nemotronTensors(model);
    }
    return {};
}

} // namespace shardscope::core
