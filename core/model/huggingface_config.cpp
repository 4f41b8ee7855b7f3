// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/huggingface_config.h"

#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/model/huggingface_heads.h"
#include "core/model/model_sizes.h"

#include <algorithm>
#include <array>

namespace shardscope::core {
namespace {

/// What a family calls the sizes that all of them have.
struct SizeKeys {
    const char* hidden = "hidden_size";
    const char* layers = "num_hidden_layers";
    const char* heads = "num_attention_heads";
    const char* feedForward = "intermediate_size";
    const char* maxSequence = "max_position_embeddings";
    const char* activation = "hidden_act";
};

/// hidden_act, as transformers spells it (activations.py). Gated feed-forwards call SiLU and GELU by the same
/// names.
Activation readActivation(SpecReader& config, std::string_view key, bool gated, std::string& written)
{
    static const std::vector<std::string> kNames = {
        "gelu", "gelu_new", "gelu_fast", "gelu_pytorch_tanh", "gelu_python", "relu", "silu", "swish"};
    const std::size_t index = config.choice(key, kNames);
    written = kNames[index];
    const bool silu = written == "silu" || written == "swish";
    const bool relu = written == "relu";
    if (gated && relu)
        config.fail(ErrorCode::UnknownValue, {written, "silu", "silu swish gelu gelu_pytorch_tanh"}, key);
    if (silu)
        return gated ? Activation::Swiglu : Activation::Silu;
    if (relu)
        return Activation::Relu;
    return gated ? Activation::Geglu : Activation::Gelu;
}

double readDropout(SpecReader& config, std::string_view key, double otherwise)
{
    return config.numberOr(key, otherwise, kDropoutLowest, kDropoutHighest);
}

/// hidden, layers, heads, head size, vocabulary, longest sequence; head sizes must come out whole.
void readSizes(SpecReader& config, Transformer& model, const SizeKeys& keys)
{
    model.vocabulary = config.whole("vocab_size", kVocabularyRange);
    model.hidden = config.whole(keys.hidden, kWidthRange);
    model.embeddingWidth = model.hidden;
    model.layers = config.whole(keys.layers, kLayerRange);
    model.heads = config.whole(keys.heads, kHeadRange);
    model.kvHeads = model.heads;
    // Only a table of positions has that many rows; rotary positions need no bound, and some files give none.
    const bool table = model.family == TransformerFamily::Gpt2 || model.family == TransformerFamily::Bert ||
                       model.family == TransformerFamily::Opt;
    model.maxSequence = table ? config.whole(keys.maxSequence, kSequenceRange)
                              : config.wholeOr(keys.maxSequence, 0, kSequenceRange);
    if (!config.failed() && model.hidden % model.heads == 0)
        model.headDim = model.hidden / model.heads;
}

void readHeadDim(SpecReader& config, Transformer& model, const SizeKeys& keys, std::int64_t otherwise)
{
    if (config.has("head_dim"))
        model.headDim = config.whole("head_dim", kHeadDimRange);
    else if (otherwise > 0)
        model.headDim = otherwise;
    if (!config.failed() && model.headDim == 0)
        config.fail(ErrorCode::NotDivisible,
                    {keys.hidden, std::to_string(model.hidden), keys.heads, std::to_string(model.heads)},
                    keys.hidden);
    model.valueHeadDim = model.headDim;
}

/// Defaults that an encoder or decoder with biases everywhere shares (GPT-2, BERT, GPT-NeoX, OPT).
void readBiasedFamily(SpecReader& config, Transformer& model, const SizeKeys& keys)
{
    readSizes(config, model, keys);
    readHeadDim(config, model, keys, 0);
    model.activation = readActivation(config, keys.activation, false, model.activationName);
}

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
        config.fail(
            ErrorCode::NotSupported,
            {phrase(W_("cross-attention in gpt2")), phrase(W_("only t5 is read as encoder and decoder"))},
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
        config.fail(
            ErrorCode::NotSupported,
            {phrase(W_("cross-attention in bert")), phrase(W_("only t5 is read as encoder and decoder"))},
            "add_cross_attention");
    if (config.textOr("position_embedding_type", "absolute") != "absolute")
        config.fail(ErrorCode::NotSupported,
                    {phrase(W_("relative positions in bert")),
                     phrase(W_("transformers 5 builds absolute ones only"))},
                    "position_embedding_type");
    return model;
}

/// What llama, mistral, qwen2, qwen3, qwen3_moe, mixtral and deepseek_v3 have in common.
Transformer readDecoder(SpecReader& config, TransformerFamily family)
{
    const SizeKeys keys;
    Transformer model;
    model.family = family;
    readSizes(config, model, keys);
    model.feedForward = config.whole(keys.feedForward, kFeedForwardRange);
    model.activation = readActivation(config, keys.activation, true, model.activationName);
    model.norm = NormKind::RmsNorm;
    model.bias = false;
    model.attentionBias = false;
    model.outputBias = false;
    model.learnedPositions = false;
    model.attentionDropout = readDropout(config, "attention_dropout", 0);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", false);
    return model;
}

/// Grouped-query attention. Only llama may leave the number of key heads out: elsewhere the class default
/// differs from the number of heads, and a file that omits it is more likely cut than meant.
void readGroupedQueries(SpecReader& config, Transformer& model, std::int64_t headDimOtherwise)
{
    const SizeKeys keys;
    readHeadDim(config, model, keys, headDimOtherwise);
    const bool optional = model.family == TransformerFamily::Llama;
    model.kvHeads = optional ? config.wholeOr("num_key_value_heads", model.heads, kHeadRange)
                             : config.whole("num_key_value_heads", kHeadRange);
    if (!config.failed() && model.heads % model.kvHeads != 0)
        config.fail(
            ErrorCode::NotDivisible,
            {keys.heads, std::to_string(model.heads), "num_key_value_heads", std::to_string(model.kvHeads)},
            "num_key_value_heads");
}

Transformer readLlama(SpecReader& config)
{
    Transformer model = readDecoder(config, TransformerFamily::Llama);
    readGroupedQueries(config, model, 0);
    model.attentionBias = config.flagOr("attention_bias", false);
    model.outputBias = model.attentionBias;
    model.bias = config.flagOr("mlp_bias", false);
    return model;
}

Transformer readMistral(SpecReader& config)
{
    Transformer model = readDecoder(config, TransformerFamily::Mistral);
    readGroupedQueries(config, model, 0);
    return model;
}

Transformer readQwen2(SpecReader& config)
{
    Transformer model = readDecoder(config, TransformerFamily::Qwen2);
    readGroupedQueries(config, model, 0);
    model.attentionBias = true; // q, k, v always, the output never (modeling_qwen2.py)
    return model;
}

Transformer readQwen3(SpecReader& config, TransformerFamily family)
{
    Transformer model = readDecoder(config, family);
    const std::int64_t headDim = family == TransformerFamily::Qwen3 ? 128 : 0; // default of Qwen3Config
    readGroupedQueries(config, model, headDim);
    model.attentionBias = config.flagOr("attention_bias", false);
    model.outputBias = model.attentionBias;
    model.queryKeyNorm = true;
    return model;
}

void checkExpertsPerToken(SpecReader& config, const Transformer& model)
{
    if (!config.failed() && model.expertsPerToken > model.experts)
        config.fail(ErrorCode::OutOfRange,
                    {std::to_string(model.expertsPerToken), "1", std::to_string(model.experts)},
                    "num_experts_per_tok");
}

Transformer readQwen3Moe(SpecReader& config)
{
    Transformer model = readQwen3(config, TransformerFamily::Qwen3Moe);
    model.experts = config.whole("num_experts", kExpertRange);
    model.expertsPerToken = config.whole("num_experts_per_tok", kExpertRange);
    model.expertFeedForward = config.whole("moe_intermediate_size", kFeedForwardRange);
    model.expertStep = config.wholeOr("decoder_sparse_step", 1, kLayerRange);
    model.denseLayers = config.wholesOr("mlp_only_layers", {0, kLayerRange.highest});
    std::sort(model.denseLayers.begin(), model.denseLayers.end());
    checkExpertsPerToken(config, model);
    return model;
}

Transformer readMixtral(SpecReader& config)
{
    Transformer model = readDecoder(config, TransformerFamily::Mixtral);
    readGroupedQueries(config, model, 0);
    model.experts = config.whole("num_local_experts", kExpertRange);
    model.expertsPerToken = config.whole("num_experts_per_tok", kExpertRange);
    model.expertFeedForward = model.feedForward;
    checkExpertsPerToken(config, model);
    return model;
}

/// Without the multi-token prediction module (num_nextn_predict_layers): transformers does not build it
/// either.
Transformer readDeepseekV3(SpecReader& config)
{
    Transformer model = readDecoder(config, TransformerFamily::DeepseekV3);
    model.attentionBias = config.flagOr("attention_bias", false);
    model.outputBias = model.attentionBias;
    model.queryRank = config.wholeOr("q_lora_rank", 0, kWidthRange);
    model.keyValueRank = config.whole("kv_lora_rank", kWidthRange);
    model.ropeHeadDim = config.whole("qk_rope_head_dim", kHeadDimRange);
    model.headDim = config.whole("qk_nope_head_dim", kHeadDimRange) + model.ropeHeadDim;
    model.valueHeadDim = config.whole("v_head_dim", kHeadDimRange);
    // Some copies of the file spell these two num_routed_experts and num_shared_experts.
    const bool respelled = !config.has("n_routed_experts") && config.has("num_routed_experts");
    model.experts = config.whole(respelled ? "num_routed_experts" : "n_routed_experts", kExpertRange);
    const bool respelledShared = !config.has("n_shared_experts") && config.has("num_shared_experts");
    model.sharedExperts = config.wholeOr(respelledShared ? "num_shared_experts" : "n_shared_experts", 0,
                                         {0, kExpertRange.highest});
    model.expertsPerToken = config.whole("num_experts_per_tok", kExpertRange);
    model.expertFeedForward = config.whole("moe_intermediate_size", kFeedForwardRange);
    model.leadingDenseLayers = config.wholeOr("first_k_dense_replace", 0, {0, kLayerRange.highest});
    model.expertStep = config.wholeOr("moe_layer_freq", 1, kLayerRange);
    checkExpertsPerToken(config, model);
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

struct FamilyReader {
    TransformerFamily family;
    Transformer (*read)(SpecReader&);
    std::string_view type = {}; ///< config.json's word, where it is not the family's name
};
constexpr std::array kFamilies = std::to_array<FamilyReader>({
    {TransformerFamily::Gpt2, readGpt2},
    {TransformerFamily::Bert, readBert},
    {TransformerFamily::Llama, readLlama},
    {TransformerFamily::Mistral, readMistral},
    {TransformerFamily::Qwen2, readQwen2},
    {TransformerFamily::Qwen3,
     [](SpecReader& config) { return readQwen3(config, TransformerFamily::Qwen3); }},
    {TransformerFamily::Qwen3Moe, readQwen3Moe},
    {TransformerFamily::Mixtral, readMixtral},
    {TransformerFamily::DeepseekV3, readDeepseekV3},
    {TransformerFamily::DeepseekV3, readDeepseekV3, "kimi_k2"}, // its architectures: DeepseekV3ForCausalLM
    {TransformerFamily::GptNeox, readGptNeox},
    {TransformerFamily::Opt, readOpt},
    {TransformerFamily::T5, readT5},
});

} // namespace

const std::vector<std::string>& huggingFaceModelTypes()
{
    static const std::vector<std::string> kTypes = [] {
        std::vector<std::string> types;
        types.reserve(kFamilies.size());
        for (const FamilyReader& entry : kFamilies)
            types.emplace_back(entry.type.empty() ? nameOf(entry.family) : entry.type);
        return types;
    }();
    return kTypes;
}

Transformer readHuggingFaceConfig(SpecReader& config)
{
    const FamilyReader& entry = kFamilies.at(config.choice("model_type", huggingFaceModelTypes()));
    if (config.failed())
        return {};
    Transformer model = entry.read(config);
    readHead(config, model);
    return model;
}

} // namespace shardscope::core
