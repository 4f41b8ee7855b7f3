// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of Llama and what grew out of it, hybrids with recurrent layers among them.
#include "core/model/inventory_writer.h"

namespace shardscope::core {
namespace {

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
    if (m.indexer.heads == 0)
        return;
    const std::string indexer = layer + "self_attn.indexer.";
    all.linear(indexer + "wq_b", m.indexer.width(), m.queryRank, false, kWhole);
    all.linear(indexer + "wk", m.indexer.headDim, m.hidden, false, kWhole);
    all.tensor(indexer + "k_norm.weight", {m.indexer.headDim}, kWhole); // a LayerNorm, unlike all others
    all.tensor(indexer + "k_norm.bias", {m.indexer.headDim}, kWhole);
    all.linear(indexer + "weights_proj", m.indexer.heads, m.hidden, false, kWhole);
}

void feedForward(Inventory& all, const Transformer& m, const std::string& name, std::int64_t width)
{
    if (isGated(m.activation))
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
        feedForward(all, m, name + (m.sharedExpertGate ? "shared_expert." : "shared_experts."),
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
        feedForward(all, m, name + "shared_expert.", m.sharedExperts * m.expertFeedForward);
}

/// Phi-3 has two matrices where Llama has five (modeling_phi3.py).
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

} // namespace

std::vector<ParameterTensor> llamaTensors(const Transformer& m)
{
    Inventory all(m);
    all.tensor("model.embed_tokens.weight", {m.vocabulary, m.hidden}, kVocabulary);
    const std::string layer = "model.layers.{layer}.";
    const bool llama4 = m.family == TransformerFamily::Llama4;
    const bool turned = llama4 || m.family == TransformerFamily::GptOss;
    const std::string tokens = layer + (llama4 ? "feed_forward." : "mlp.");
    for (const LayerRun& run : layerRuns(m)) {
        all.layers(run);
        if (run.parts.mixer == Mixer::Lightning)
            lightningAttention(all, m, layer);
        else if (run.parts.recurs())
            recurrentMixer(all, m, layer + (run.parts.mixer == Mixer::StateSpace ? "mamba." : "linear_attn."),
                           run.parts.mixer);
        else if (m.keyValueRank > 0)
            latentAttention(all, m, layer);
        else if (m.family != TransformerFamily::Phi3)
            llamaAttention(all, m, layer);
        if (m.family == TransformerFamily::Phi3)
            phi3Linears(all, m, layer);
        else if (run.parts.tokens == TokenPart::Experts)
            turned ? expertFeedForwardTurned(all, m, tokens) : expertFeedForward(all, m, tokens);
        else
            feedForward(all, m, tokens, m.feedForward);
        layerNorms(all, m, layer);
    }
    all.section(Section::Final);
    all.norm("model.norm");
    predictionModules(all, m);
    all.heads("lm_head", all.classifierName());
    return all.take();
}

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

} // namespace shardscope::core
