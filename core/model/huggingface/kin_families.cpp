// SPDX-License-Identifier: GPL-3.0-or-later
// Types whose layers are those of another family under keys, defaults and switches of their own; what each is
// made of stands in transformers' modular_*.py (Ling: configuration_bailing_moe_v2.py of its repository).
#include "core/base/refusals.h"
#include "core/model/huggingface/families.h"
#include "core/model/huggingface/sizes.h"

#include <algorithm>

namespace shardscope::core::huggingface {
namespace {

/// Layers of Llama's kind, with experts or without, that no allocator simulation of transformers' modules is
/// made of: they have steps beside Llama's own, such as factors of the residual, dropout in it or layers
/// without positions.
constexpr auto kPlain = TransformerFamily::Glm4Moe;

/// A head with a bias, which no model that was published has.
void refuseBiasedHead(SpecReader& config, const char* key)
{
    if (config.flagOr(key, false))
        config.fail(notSupported(W_("a vocabulary head with a bias"), W_("no published model has one")), key);
}

/// A list with a value for each layer, which must all be the same, or the value alone.
std::int64_t uniform(SpecReader& config, const char* key, WholeRange range)
{
    const Value* value = config.find(key);
    if (value == nullptr || value->kind != Value::Kind::Array)
        return config.whole(key, range);
    const std::vector<std::int64_t> each = config.wholes(key, range);
    if (config.failed() || each.empty() || std::ranges::count(each, each.front()) != std::ssize(each)) {
        config.fail(notSupportedFor(key, W_("it must be the same in all layers")), key);
        return range.lowest;
    }
    return each.front();
}

/// Keeps all layers dense but every \p step-th, counted from one.
void denseBetween(Transformer& model, std::int64_t step)
{
    for (std::int64_t layer = 0; step > 1 && layer < model.layers; ++layer)
        if ((layer + 1) % step != 0 && !std::ranges::binary_search(model.denseLayers, layer))
            model.denseLayers.push_back(layer);
    std::ranges::sort(model.denseLayers);
}

void readDeepseekExperts(SpecReader& config, Transformer& model)
{
    readExperts(config, model, "n_routed_experts", true);
    model.sharedExperts = config.wholeOr("n_shared_experts", 0, {0, kExpertRange.highest});
    model.leadingDenseLayers = config.wholeOr("first_k_dense_replace", 0, {0, kLayerRange.highest});
}

/// A decoder whose feed-forward is not gated: two matrices.
Transformer readUngated(SpecReader& config)
{
    const SizeKeys keys;
    Transformer model;
    model.family = kPlain;
    readSizes(config, model, keys);
    model.feedForward = config.whole(keys.feedForward, kFeedForwardRange);
    model.activation = readActivation(config, keys.activation, false, model.activationName);
    readGroupedQueries(config, model, 0);
    model.learnedPositions = false;
    model.attentionDropout = readDropout(config, "attention_dropout", 0);
    return model;
}

} // namespace

/// Queries multiplied by a factor of their position.
Transformer readMinistral3(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 0);
    readLocalLayers(config, model, config.wholeOr("sliding_window", 0, kSequenceRange), model.layers + 1);
    return model;
}

Transformer readGemma(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 256);
    readAttentionBias(config, model, false);
    model.activation = Activation::Geglu;
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", true);
    return model;
}

/// Every fourth layer has no positions.
Transformer readSmolLm3(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 0);
    readAttentionBias(config, model, false);
    model.bias = config.flagOr("mlp_bias", false);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", true);
    if (config.flagOr("use_sliding_window", false))
        readLocalLayers(config, model, config.whole("sliding_window", kSequenceRange), model.layers + 1);
    return model;
}

/// Llama's layers, embedding, residual, scores and logits multiplied by constants.
Transformer readGranite(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 0);
    readAttentionBias(config, model, false);
    model.bias = config.flagOr("mlp_bias", false);
    return model;
}

Transformer readGraniteMoe(SpecReader& config)
{
    Transformer model = readGranite(config);
    readExperts(config, model, "num_local_experts", false);
    return model;
}

Transformer readSeedOss(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 128);
    model.attentionBias = config.flagOr("attention_bias", true);
    model.outputBias = config.flagOr("attention_out_bias", false);
    model.bias = config.flagOr("mlp_bias", false);
    model.hiddenDropout = readDropout(config, "residual_dropout", 0.1);
    return model;
}

/// GLM-4-9B of 2024: gate and up in one matrix, half of each head turned.
Transformer readGlm(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 128);
    model.attentionBias = config.flagOr("attention_bias", true); // of q, k, v; the output has none
    model.rotaryFraction = config.numberOr("partial_rotary_factor", 0.5, 0, 1);
    return model;
}

/// GLM-4 of 2025: norms behind attention and feed-forward as well.
Transformer readGlm4(SpecReader& config)
{
    Transformer model = readGlm(config);
    model.attentionBias = config.flagOr("attention_bias", false);
    model.sandwichNorms = true;
    return model;
}

/// EXAONE 4: OLMo's norms behind the parts, those of queries and keys over one head.
Transformer readExaone4(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 0);
    model.queryKeyNorm = true;
    model.normBefore = false;
    const std::int64_t window = config.wholeOr("sliding_window", 0, kSequenceRange);
    // "LLLG": three local layers to a global one; layer_types says the same, where it is given.
    std::int64_t step = 4;
    if (const Value* pattern = config.find("sliding_window_pattern"); pattern != nullptr)
        step = pattern->kind == Value::Kind::Text
                   ? std::max<std::int64_t>(1, std::ssize(config.text("sliding_window_pattern")))
                   : config.whole("sliding_window_pattern", kLayerRange);
    readLocalLayers(config, model, window, step);
    return model;
}

/// Norms without parameters (arXiv:2402.00838, section 2).
Transformer readOlmo(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 0);
    readAttentionBias(config, model, false);
    model.norm = NormKind::LayerNorm;
    model.normAffine = false;
    return model;
}

/// Built like MiniMax-M2: norms over all heads together, experts in every layer.
Transformer readOlmoe(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::MiniMaxM2, 0);
    readAttentionBias(config, model, false);
    model.queryKeyNorm = true;
    model.queryKeyNormWhole = true;
    readExperts(config, model, "num_experts", false);
    return model;
}

/// A shared expert behind a learned gate, biases of q, k and v.
Transformer readQwen2Moe(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 0);
    model.attentionBias = config.flagOr("qkv_bias", true);
    readExperts(config, model, "num_experts", true);
    readSharedExperts(config, model, "shared_expert_intermediate_size");
    model.sharedExpertGate = true;
    model.denseLayers = config.wholesOr("mlp_only_layers", {0, kLayerRange.highest});
    std::ranges::sort(model.denseLayers);
    denseBetween(model, config.wholeOr("decoder_sparse_step", 1, kLayerRange));
    return model;
}

Transformer readDots1(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 0);
    readAttentionBias(config, model, false);
    model.queryKeyNorm = true;
    readDeepseekExperts(config, model);
    if (config.has("sliding_window"))
        readLocalLayers(config, model, config.whole("sliding_window", kSequenceRange), model.layers + 1);
    return model;
}

Transformer readErnie(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 128);
    refuseBiasedHead(config, "use_bias");
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", true);
    return model;
}

/// Experts from a first layer to a last, every so many; the bias that balances them is not learned by
/// gradients and not counted.
Transformer readErnieMoe(SpecReader& config)
{
    Transformer model = readErnie(config);
    readExperts(config, model, "moe_num_experts", true, "moe_k");
    model.sharedExperts = config.wholeOr("moe_num_shared_experts", 2, {0, kExpertRange.highest});
    model.leadingDenseLayers = config.wholeOr("moe_layer_start_index", 1, {0, kLayerRange.highest});
    const std::int64_t last = config.wholeOr("moe_layer_end_index", -1, {-1, kLayerRange.highest});
    for (std::int64_t layer = last + 1; last >= 0 && layer < model.layers; ++layer)
        model.denseLayers.push_back(layer);
    denseBetween(model, config.wholeOr("moe_layer_interval", 1, kLayerRange));
    return model;
}

Transformer readHunyuanDense(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 0);
    readAttentionBias(config, model, false);
    model.queryKeyNorm = true;
    return model;
}

/// Experts and the one that all tokens see are as wide as a dense feed-forward would be.
Transformer readHunyuanMoe(SpecReader& config)
{
    Transformer model = readHunyuanDense(config);
    model.experts = uniform(config, "num_experts", kExpertRange);
    model.expertsPerToken = uniform(config, "moe_topk", {1, std::max<std::int64_t>(1, model.experts)});
    model.expertFeedForward = model.feedForward;
    model.sharedExperts = 1;
    return model;
}

/// Ling and Ring 2.0 (arXiv:2507.17702), without the multi-token prediction layer.
Transformer readBailingMoe(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, kPlain, 0);
    model.attentionBias = config.flagOr("use_qkv_bias", false);
    model.outputBias = config.flagOr("use_bias", false);
    model.queryKeyNorm = config.flagOr("use_qk_norm", false);
    model.rotaryFraction = config.numberOr("partial_rotary_factor", 1, 0, 1);
    readExperts(config, model, "num_experts", true);
    model.sharedExperts = config.wholeOr("num_shared_experts", 0, {0, kExpertRange.highest});
    model.leadingDenseLayers = config.wholeOr("first_k_dense_replace", 0, {0, kLayerRange.highest});
    return model;
}

/// GLM-5 is DeepSeek-V3.2 in other sizes.
Transformer readGlmMoeDsa(SpecReader& config)
{
    Transformer model = readDeepseekV32(config);
    model.sharedExperts = config.wholeOr("n_shared_experts", 1, {0, kExpertRange.highest});
    model.leadingDenseLayers = config.wholeOr("first_k_dense_replace", 3, {0, kLayerRange.highest});
    // GLM-5.2's, the newest, choose keys in some layers for the ones behind them.
    const auto types = config.textsOr("indexer_types");
    if (std::ranges::find(types, "shared") != types.end() || config.wholeOr("index_topk_freq", 1) > 1)
        config.fail(notSupported(W_("layers that take over an earlier layer's choice of keys"),
                                 W_("an indexer in every layer is known alone")),
                    types.empty() ? "index_topk_freq" : "indexer_types");
    return model;
}

/// Nemotron-4 and Minitron (arXiv:2406.11704, section 2): squared ReLU, layer norms, half of each head
/// turned.
Transformer readNemotron(SpecReader& config)
{
    Transformer model = readUngated(config);
    model.bias = config.flagOr("mlp_bias", false);
    readAttentionBias(config, model, false);
    model.rotaryFraction = config.numberOr("partial_rotary_factor", 0.5, 0, 1);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", false);
    return model;
}

/// AFM: Llama's attention and norms, a squared ReLU.
Transformer readArcee(SpecReader& config)
{
    Transformer model = readUngated(config);
    model.norm = NormKind::RmsNorm;
    model.bias = config.flagOr("mlp_bias", false);
    readAttentionBias(config, model, false);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", false);
    return model;
}

Transformer readStarcoder2(SpecReader& config)
{
    Transformer model = readUngated(config);
    model.bias = config.flagOr("use_bias", true);
    model.attentionBias = model.bias;
    model.outputBias = model.bias;
    model.hiddenDropout = readDropout(config, "residual_dropout", 0);
    model.embeddingDropout = readDropout(config, "embedding_dropout", 0);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", true);
    readLocalLayers(config, model, config.wholeOr("sliding_window", 0, kSequenceRange), model.layers + 1);
    return model;
}

} // namespace shardscope::core::huggingface
