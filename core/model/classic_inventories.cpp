// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of GPT-2, BERT, GPT-NeoX, OPT, T5, and of transformers in our own words.
#include "core/model/inventory_writer.h"

namespace shardscope::core {
namespace {

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

} // namespace

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

} // namespace shardscope::core
