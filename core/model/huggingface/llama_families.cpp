// SPDX-License-Identifier: GPL-3.0-or-later
// The decoders that grew out of Llama's, without experts.
#include "core/base/refusals.h"
#include "core/model/huggingface/families.h"
#include "core/model/huggingface/sizes.h"

namespace shardscope::core::huggingface {

Transformer readLlama(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Llama, 0);
    readAttentionBias(config, model, false);
    model.bias = config.flagOr("mlp_bias", false);
    return model;
}

Transformer readMistral(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Mistral, 0);
    // If a window is given, every layer has it.
    readLocalLayers(config, model, config.wholeOr("sliding_window", 0, kSequenceRange), model.layers + 1);
    return model;
}

Transformer readQwen2(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Qwen2, 0);
    model.attentionBias = true; // q, k, v always, the output never (modeling_qwen2.py)
    return model;
}

Transformer readQwen3(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Qwen3, 128);
    readAttentionBias(config, model, false);
    model.queryKeyNorm = true;
    return model;
}

/// Phi-3 and Phi-4: queries, keys and values are one matrix, gate and up another.
Transformer readPhi3(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Phi3, 0);
    model.hiddenDropout = readDropout(config, "resid_pdrop", 0);
    model.embeddingDropout = readDropout(config, "embd_pdrop", 0);
    model.rotaryFraction = config.numberOr("partial_rotary_factor", 1, 0, 1);
    readLocalLayers(config, model, config.wholeOr("sliding_window", 0, kSequenceRange), model.layers + 1);
    return model;
}

/// Norms stand behind attention and feed-forward, those of queries and keys run over all heads together.
Transformer readOlmo2(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::Olmo2, 0);
    readAttentionBias(config, model, false);
    model.queryKeyNorm = true;
    model.queryKeyNormWhole = true;
    model.normBefore = false;
    return model;
}

Transformer readOlmo3(SpecReader& config)
{
    Transformer model = readOlmo2(config);
    model.family = TransformerFamily::Olmo3;
    readLocalLayers(config, model, config.wholeOr("sliding_window", 4096, kSequenceRange), 4);
    return model;
}

/// The published files of the sizes with a vision tower leave out whatever is the class's default.
Transformer readGemma3(SpecReader& config)
{
    const SizeKeys keys;
    Transformer model;
    model.family = TransformerFamily::Gemma3;
    model.vocabulary = config.wholeOr("vocab_size", 262208, kVocabularyRange);
    model.hidden = config.whole(keys.hidden, kWidthRange);
    model.embeddingWidth = model.hidden;
    model.layers = config.whole(keys.layers, kLayerRange);
    model.heads = config.wholeOr(keys.heads, 8, kHeadRange);
    model.kvHeads = config.wholeOr("num_key_value_heads", 4, kHeadRange);
    model.headDim = config.wholeOr("head_dim", 256, kHeadDimRange);
    model.valueHeadDim = model.headDim;
    model.maxSequence = config.wholeOr(keys.maxSequence, 131072, kSequenceRange);
    model.feedForward = config.whole(keys.feedForward, kFeedForwardRange);
    model.activation = Activation::Geglu;
    model.activationName = config.textOr("hidden_activation", "gelu_pytorch_tanh");
    model.norm = NormKind::RmsNorm;
    model.bias = false;
    readAttentionBias(config, model, false);
    model.learnedPositions = false;
    model.attentionDropout = readDropout(config, "attention_dropout", 0);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", true);
    model.queryKeyNorm = true;
    model.sandwichNorms = true;
    if (!config.failed() && model.heads % model.kvHeads != 0)
        config.fail(notDivisible(keys.heads, model.heads, "num_key_value_heads", model.kvHeads),
                    "num_key_value_heads");
    // Five local layers to a global one (arXiv:2503.19786, section 2).
    readLocalLayers(config, model, config.wholeOr("sliding_window", 4096, kSequenceRange),
                    config.wholeOr("sliding_window_pattern", 6, kLayerRange));
    return model;
}

} // namespace shardscope::core::huggingface
