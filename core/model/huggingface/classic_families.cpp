// SPDX-License-Identifier: GPL-3.0-or-later
// gpt2, bert, gpt_neox, opt, t5: each with keys and defaults of its own.
#include "core/base/refusals.h"
#include "core/model/huggingface/families.h"
#include "core/model/huggingface/sizes.h"

#include <array>

namespace shardscope::core::huggingface {
namespace {

/// Defaults that an encoder or decoder with biases everywhere shares (GPT-2, BERT, GPT-NeoX, OPT).
void readBiasedFamily(SpecReader& config, Transformer& model, const SizeKeys& keys)
{
    readSizes(config, model, keys);
    readHeadDim(config, model, keys, 0);
    model.activation = readActivation(config, keys.activation, false, model.activationName);
}

} // namespace

Transformer readGpt2(SpecReader& config)
{
    const SizeKeys keys{"n_embd", "n_layer", "n_head", "n_inner", "n_positions", "activation_function"};
    Transformer model;
    model.family = TransformerFamily::Gpt2;
    readBiasedFamily(config, model, keys);
    model.feedForward = config.wholeOr(keys.feedForward, 4 * model.hidden, kFeedForwardRange);
    model.attentionDropout = readDropout(config, "attn_pdrop", 0.1);
    model.hiddenDropout = readDropout(config, "resid_pdrop", 0.1);
    model.embeddingDropout = readDropout(config, "embd_pdrop", 0.1);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", true);
    if (config.flagOr("add_cross_attention", false))
        config.fail(notSupported(W_("cross-attention in gpt2"), W_("only t5 is read as encoder and decoder")),
                    "add_cross_attention");
    return model;
}

Transformer readBert(SpecReader& config)
{
    const SizeKeys keys;
    Transformer model;
    model.family = TransformerFamily::Bert;
    readBiasedFamily(config, model, keys);
    model.feedForward = config.whole(keys.feedForward, kFeedForwardRange);
    model.tokenTypes = config.wholeOr("type_vocab_size", 2, {1, 1 << 16});
    model.attentionDropout = readDropout(config, "attention_probs_dropout_prob", 0.1);
    model.hiddenDropout = readDropout(config, "hidden_dropout_prob", 0.1);
    model.embeddingDropout = model.hiddenDropout;
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", true);
    model.normBefore = false;
    model.finalNorm = false;
    if (config.flagOr("add_cross_attention", false))
        config.fail(notSupported(W_("cross-attention in bert"), W_("only t5 is read as encoder and decoder")),
                    "add_cross_attention");
    if (config.textOr("position_embedding_type", "absolute") != "absolute")
        config.fail(
            notSupported(W_("relative positions in bert"), W_("transformers 5 builds absolute ones only")),
            "position_embedding_type");
    return model;
}

Transformer readGptNeox(SpecReader& config)
{
    const SizeKeys keys;
    Transformer model;
    model.family = TransformerFamily::GptNeox;
    readBiasedFamily(config, model, keys);
    model.feedForward = config.whole(keys.feedForward, kFeedForwardRange);
    model.attentionBias = config.flagOr("attention_bias", true);
    model.outputBias = model.attentionBias;
    model.attentionDropout = readDropout(config, "attention_dropout", 0);
    model.hiddenDropout = readDropout(config, "hidden_dropout", 0);
    model.embeddingDropout = model.hiddenDropout;
    model.parallelResidual = config.flagOr("use_parallel_residual", true);
    model.rotaryFraction = config.numberOr("rotary_pct", 0.25, 0.0, 1.0);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", false);
    model.learnedPositions = false;
    return model;
}

Transformer readOpt(SpecReader& config)
{
    const SizeKeys keys{"hidden_size", "num_hidden_layers",       "num_attention_heads",
                        "ffn_dim",     "max_position_embeddings", "activation_function"};
    Transformer model;
    model.family = TransformerFamily::Opt;
    readBiasedFamily(config, model, keys);
    model.feedForward = config.whole(keys.feedForward, kFeedForwardRange);
    model.embeddingWidth = config.wholeOr("word_embed_proj_dim", model.hidden, kWidthRange);
    model.positionOffset = 2; // OPTLearnedPositionalEmbedding keeps fairseq's two reserved rows
    model.attentionDropout = readDropout(config, "attention_dropout", 0);
    model.hiddenDropout = readDropout(config, "dropout", 0.1);
    model.bias = config.flagOr("enable_bias", true);
    model.attentionBias = model.bias;
    model.outputBias = model.bias;
    model.normAffine = config.flagOr("layer_norm_elementwise_affine", true);
    model.normBefore = config.flagOr("do_layer_norm_before", true);
    model.finalNorm = model.normBefore && !config.flagOr("_remove_final_layer_norm", false);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", true);
    return model;
}

Transformer readT5(SpecReader& config)
{
    Transformer model;
    model.family = TransformerFamily::T5;
    model.vocabulary = config.whole("vocab_size", kVocabularyRange);
    model.hidden = config.whole("d_model", kWidthRange);
    model.embeddingWidth = model.hidden;
    model.heads = config.whole("num_heads", kHeadRange);
    model.kvHeads = model.heads;
    model.headDim = config.whole("d_kv", kHeadDimRange);
    model.valueHeadDim = model.headDim;
    model.feedForward = config.whole("d_ff", kFeedForwardRange);
    const std::int64_t encoder = config.whole("num_layers", kLayerRange);
    model.decoderLayers = config.wholeOr("num_decoder_layers", encoder, kLayerRange);
    model.layers = encoder + model.decoderLayers;
    model.maxSequence =
        config.wholeOr("n_positions", 512, kSequenceRange); // bounds nothing: positions are relative
    model.relativeBuckets = config.wholeOr("relative_attention_num_buckets", 32, {1, 1 << 16});
    static const std::vector<std::string> kForms = {"relu", "gated-gelu", "gelu", "gated-silu", "silu"};
    static constexpr std::array kActivations = {Activation::Relu, Activation::Geglu, Activation::Gelu,
                                                Activation::Swiglu, Activation::Silu};
    const std::size_t form = config.choiceOr("feed_forward_proj", kForms, 0);
    model.activation = kActivations[form];
    model.activationName = kForms[form];
    model.hiddenDropout = readDropout(config, "dropout_rate", 0.1);
    model.attentionDropout = model.hiddenDropout;
    model.embeddingDropout = model.hiddenDropout;
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", true);
    model.norm = NormKind::RmsNorm;
    model.bias = false;
    model.attentionBias = false;
    model.outputBias = false;
    model.learnedPositions = false;
    return model;
}

} // namespace shardscope::core::huggingface
