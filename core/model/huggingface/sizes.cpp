// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/huggingface/sizes.h"

#include "core/base/nearest.h"
#include "core/base/refusals.h"

#include <algorithm>

namespace shardscope::core::huggingface {
namespace {

/// What transformers 5 writes for the number of experts, whatever the family's own files call it
/// (configuration_*.py, attribute_map).
constexpr const char* kSameNumber = "num_local_experts";

} // namespace

Activation readActivation(SpecReader& config, std::string_view key, bool gated, std::string& written)
{
    static const std::vector<std::string> kNames = {
        "gelu", "gelu_new", "gelu_fast", "gelu_pytorch_tanh", "gelu_python", "relu",
        "silu", "swish",    "relu2"};
    const std::size_t index = config.choice(key, kNames);
    written = kNames[index];
    const bool silu = written == "silu" || written == "swish";
    const bool relu = written == "relu" || written == "relu2"; // squared: Nemotron
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

void readSizes(SpecReader& config, Transformer& model, const SizeKeys& keys)
{
    model.vocabulary = config.whole("vocab_size", kVocabularyRange);
    model.hidden = config.whole(keys.hidden, kWidthRange);
    model.embeddingWidth = model.hidden;
    if (keys.layers != nullptr)
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
        config.fail(notDivisible(keys.hidden, model.hidden, keys.heads, model.heads), keys.hidden);
    model.valueHeadDim = model.headDim;
}

Transformer readDecoder(SpecReader& config, TransformerFamily family, const char* activationKey)
{
    const SizeKeys keys;
    Transformer model;
    model.family = family;
    readSizes(config, model, keys);
    model.feedForward = config.whole(keys.feedForward, kFeedForwardRange);
    model.activation = readActivation(config, activationKey, true, model.activationName);
    model.norm = NormKind::RmsNorm;
    model.bias = false;
    model.attentionBias = false;
    model.outputBias = false;
    model.learnedPositions = false;
    model.attentionDropout = readDropout(config, "attention_dropout", 0);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", false);
    return model;
}

void readGroupedQueries(SpecReader& config, Transformer& model, std::int64_t headDimOtherwise)
{
    const SizeKeys keys;
    readHeadDim(config, model, keys, headDimOtherwise);
    const bool optional = model.family == TransformerFamily::Llama;
    model.kvHeads = optional ? config.wholeOr("num_key_value_heads", model.heads, kHeadRange)
                             : config.whole("num_key_value_heads", kHeadRange);
    if (!config.failed() && model.heads % model.kvHeads != 0)
        config.fail(notDivisible(keys.heads, model.heads, "num_key_value_heads", model.kvHeads),
                    "num_key_value_heads");
}

Transformer readGroupedDecoder(SpecReader& config, TransformerFamily family, std::int64_t headDimOtherwise)
{
    Transformer model = readDecoder(config, family);
    readGroupedQueries(config, model, headDimOtherwise);
    return model;
}

void readAttentionBias(SpecReader& config, Transformer& model, bool otherwise)
{
    model.attentionBias = config.flagOr("attention_bias", otherwise);
    model.outputBias = model.attentionBias;
}

void readExperts(SpecReader& config, Transformer& model, const char* key, bool own, const char* perTokenKey)
{
    if (!config.has(key) && config.has(kSameNumber))
        key = kSameNumber;
    model.experts = config.whole(key, kExpertRange);
    model.expertsPerToken = config.whole(perTokenKey, kExpertRange);
    model.expertFeedForward =
        own ? config.whole("moe_intermediate_size", kFeedForwardRange) : model.feedForward;
    if (!config.failed() && model.expertsPerToken > model.experts)
        config.fail(outOfRange(model.expertsPerToken, "1", model.experts), "num_experts_per_tok");
}

void readSharedExperts(SpecReader& config, Transformer& model, const char* key)
{
    const std::int64_t width = config.wholeOr(key, 0, {0, kFeedForwardRange.highest});
    if (config.failed())
        return;
    if (width % model.expertFeedForward != 0)
        return config.fail(notDivisible(key, width, "moe_intermediate_size", model.expertFeedForward), key);
    model.sharedExperts = width / model.expertFeedForward;
}

void readLocalLayers(SpecReader& config, Transformer& model, std::int64_t window, std::int64_t globalStep)
{
    static const std::vector<std::string> kTypes = {"full_attention", "sliding_attention",
                                                    "chunked_attention"};
    const std::vector<std::string> types = config.textsOr("layer_types");
    if (config.failed() || window == 0)
        return;
    model.local = {model.layers - model.layers / globalStep, window, false};
    if (types.empty())
        return;
    if (static_cast<std::int64_t>(types.size()) != model.layers)
        return config.fail(inconsistent(W_("%1 layer types for %2 layers"),
                                        {std::to_string(types.size()), std::to_string(model.layers)}),
                           "layer_types");
    model.local.layers = 0;
    for (const std::string& type : types) {
        if (std::ranges::find(kTypes, type) == kTypes.end())
            return config.fail(
                ErrorCode::UnknownValue,
                {type, nearestName(type, kTypes), "full_attention sliding_attention chunked_attention"},
                "layer_types");
        model.local.layers += type == kTypes.front() ? 0 : 1;
    }
}

} // namespace shardscope::core::huggingface
