// SPDX-License-Identifier: GPL-3.0-or-later
// The decoders whose layers are not all alike: state spaces or the delta rule in most, attention in some.
#include "core/base/mapped.h"
#include "core/base/nearest.h"
#include "core/base/refusals.h"
#include "core/model/huggingface/families.h"
#include "core/model/huggingface/sizes.h"

#include <algorithm>
#include <array>
#include <string>

namespace shardscope::core::huggingface {
namespace {

/// Tokens of a chunk of the gated delta rule's kernels (flash-linear-attention, chunk_gated_delta_rule).
constexpr std::int64_t kDeltaRuleChunk = 64;

/// A kind of layer, as the pattern and as the list of a configuration spell it (configuration_nemotron_h.py).
struct Block {
    char letter;
    const char* word;
    LayerParts parts;
};
constexpr std::array kBlocks = std::to_array<Block>({
    {'M', "mamba", {Mixer::StateSpace, TokenPart::None}},
    {'*', "attention", {Mixer::Attention, TokenPart::None}},
    {'-', "mlp", {Mixer::None, TokenPart::Dense}},
    {'E', "moe", {Mixer::None, TokenPart::Experts}},
});

/// Reads the pattern as Megatron-LM writes it: the layers, then behind a stroke those of each module that
/// predicts a further token.
std::vector<LayerParts> readPattern(SpecReader& config, Transformer& model)
{
    const char* key = "hybrid_override_pattern";
    const std::string pattern = config.text(key);
    std::vector<LayerParts> parts;
    parts.reserve(pattern.size());
    for (const char letter : pattern) {
        if (letter == '/') {
            ++model.predictions;
            continue;
        }
        model.predictionLayers += model.predictions > 0 ? 1 : 0;
        const auto* const block = std::ranges::find(kBlocks, letter, &Block::letter);
        if (block == kBlocks.end()) {
            config.fail(ErrorCode::UnknownValue, {std::string(1, letter), "M", "M * - E /"}, key);
            return {};
        }
        parts.push_back(block->parts);
    }
    return parts;
}

std::vector<LayerParts> readBlocks(SpecReader& config)
{
    const char* key = "layers_block_type";
    auto names = mapped<std::string>(kBlocks, &Block::word);
    std::vector<LayerParts> parts;
    for (const std::string& word : config.textsOr(key)) {
        const auto at = std::ranges::find(names, word);
        if (at == names.end()) {
            config.fail(ErrorCode::UnknownValue, {word, nearestName(word, names), "mamba attention mlp moe"},
                        key);
            return {};
        }
        parts.push_back(kBlocks.at(static_cast<std::size_t>(at - names.begin())).parts);
    }
    return parts;
}

bool any(const std::vector<LayerParts>& parts, TokenPart wanted)
{
    return std::ranges::any_of(parts, [wanted](const LayerParts& layer) { return layer.tokens == wanted; });
}

void readNemotronExperts(SpecReader& config, Transformer& model)
{
    readExperts(config, model, "n_routed_experts", true);
    model.expertWidth = config.wholeOr("moe_latent_size", 0, {0, kWidthRange.highest});
    readSharedExperts(config, model, "moe_shared_expert_intermediate_size");
}

/// Tokens of a block of lightning attention (MiniMaxConfig, block_size).
constexpr std::int64_t kLightningBlock = 256;

/// MiniMax' layers: a list of 0 (lightning) and 1 (attention) in its own files, words in transformers'.
std::vector<LayerParts> readMiniMaxLayers(SpecReader& config, const Transformer& model)
{
    const bool own = config.has("attn_type_list");
    const char* key = own ? "attn_type_list" : "layer_types";
    std::vector<LayerParts> parts;
    const auto put = [&parts](bool attends) {
        parts.push_back({attends ? Mixer::Attention : Mixer::Lightning, TokenPart::Experts});
    };
    if (own) {
        for (const std::int64_t type : config.wholesOr(key, {0, 1}))
            put(type == 1);
    } else if (config.has(key)) {
        for (const std::string& type : config.textsOr(key)) {
            if (type != "full_attention" && type != "linear_attention") {
                config.fail(ErrorCode::UnknownValue,
                            {type, nearestName(type, {"full_attention", "linear_attention"}),
                             "full_attention linear_attention"},
                            key);
                return {};
            }
            put(type == "full_attention");
        }
    } else {
        for (std::int64_t layer = 0; !config.failed() && layer < model.layers; ++layer)
            put(layer % 2 == 0); // MiniMaxConfig's own
    }
    if (!config.failed() && static_cast<std::int64_t>(parts.size()) != model.layers)
        config.fail(inconsistent(W_("%1 layer types for %2 layers"),
                                 {std::to_string(parts.size()), std::to_string(model.layers)}),
                    key);
    return parts;
}

/// What Qwen3-Next and Qwen3.5 share: every so many layers gated attention, the others the delta rule.
Transformer readQwenHybrid(SpecReader& config, TransformerFamily family, TokenPart tokens)
{
    Transformer model;
    model.family = family;
    const SizeKeys keys;
    readSizes(config, model, keys);
    readGroupedQueries(config, model, 256);
    model.activation = readActivation(config, "hidden_act", true, model.activationName);
    model.norm = NormKind::RmsNorm;
    model.bias = false;
    model.learnedPositions = false;
    readAttentionBias(config, model, false);
    model.attentionDropout = readDropout(config, "attention_dropout", 0);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", false);
    model.queryKeyNorm = true;
    model.attentionGate = true;
    model.rotaryFraction = config.numberOr("partial_rotary_factor", 0.25, 0, 1);
    model.recurrence = {config.whole("linear_num_value_heads", kHeadRange),
                        config.whole("linear_value_head_dim", kHeadDimRange),
                        config.whole("linear_num_key_heads", kHeadRange),
                        config.whole("linear_key_head_dim", kHeadDimRange),
                        config.wholeOr("linear_conv_kernel_dim", 4, kHeadDimRange),
                        kDeltaRuleChunk,
                        false};
    if (tokens == TokenPart::Experts) {
        readExperts(config, model, "num_experts", true);
        model.feedForward = model.expertFeedForward;
        model.sharedExpertGate = true;
        readSharedExperts(config, model, "shared_expert_intermediate_size");
    } else {
        model.feedForward = config.whole("intermediate_size", kFeedForwardRange);
    }
    const std::int64_t interval = config.wholeOr("full_attention_interval", 4, kLayerRange);
    for (std::int64_t layer = 1; !config.failed() && layer <= model.layers; ++layer)
        model.parts.push_back({layer % interval == 0 ? Mixer::Attention : Mixer::DeltaRule, tokens});
    return model;
}

} // namespace

/// MiniMax-Text-01 and M1 (arXiv:2501.08313, section 2): experts in every layer, lightning attention in most,
/// in the others softmax attention whose heads are turned in part.
Transformer readMiniMax(SpecReader& config)
{
    Transformer model = readGroupedDecoder(config, TransformerFamily::MiniMax, 0);
    const std::int64_t turned = config.wholeOr("rotary_dim", model.headDim, kHeadDimRange);
    if (!config.failed())
        model.rotaryFraction =
            std::min(1.0, static_cast<double>(turned) / static_cast<double>(model.headDim));
    readExperts(config, model, "num_local_experts", false);
    model.parts = readMiniMaxLayers(config, model);
    model.recurrence = {model.heads, model.headDim,
                        model.heads, model.headDim,
                        0,           config.wholeOr("block_size", kLightningBlock, kSequenceRange),
                        false};
    return model;
}

/// Nemotron-H and Nemotron 3 (arXiv:2504.03624, section 2; arXiv:2512.20848): each layer one of Mamba-2,
/// attention without positions, feed-forward with a squared ReLU, experts. Without the multi-token prediction
/// layers.
Transformer readNemotronH(SpecReader& config)
{
    Transformer model;
    model.family = TransformerFamily::NemotronH;
    SizeKeys keys;
    keys.layers = nullptr;
    readSizes(config, model, keys);
    if (config.has("attention_head_dim") && !config.has("head_dim"))
        model.headDim = config.whole("attention_head_dim", kHeadDimRange);
    readGroupedQueries(config, model, model.headDim);
    model.feedForward = config.whole(keys.feedForward, kFeedForwardRange);
    model.activation = readActivation(config, "mlp_hidden_act", false, model.activationName);
    model.norm = NormKind::RmsNorm;
    model.bias = config.flagOr("mlp_bias", false);
    readAttentionBias(config, model, false);
    model.learnedPositions = false;
    model.rotaryFraction = 0;
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", false);
    model.parts = config.has("layers_block_type") ? readBlocks(config) : readPattern(config, model);
    model.layers = static_cast<std::int64_t>(model.parts.size());
    const std::int64_t own = model.layers - model.predictionLayers;
    const std::int64_t told = config.wholeOr("num_hidden_layers", own, kLayerRange);
    if (!config.failed() && (told != own || own == 0 || model.layers > kLayerRange.highest))
        config.fail(
            inconsistent(W_("%1 layer types for %2 layers"), {std::to_string(own), std::to_string(told)}),
            "num_hidden_layers");
    model.recurrence = {config.whole("mamba_num_heads", kHeadRange),
                        config.whole("mamba_head_dim", kHeadDimRange),
                        config.whole("n_groups", kHeadRange),
                        config.whole("ssm_state_size", kHeadDimRange),
                        config.wholeOr("conv_kernel", 4, kHeadDimRange),
                        config.wholeOr("chunk_size", 128, kSequenceRange),
                        config.flagOr("use_conv_bias", true)};
    if (any(model.parts, TokenPart::Experts))
        readNemotronExperts(config, model);
    return model;
}

/// Granite 4: Mamba-2 or attention without positions, then in every layer experts and a shared one, or a
/// feed-forward of the shared one's width alone (modular_granitemoehybrid.py).
Transformer readGraniteHybrid(SpecReader& config)
{
    const bool sparse = config.wholeOr("num_local_experts", 0, {0, kExpertRange.highest}) > 0;
    Transformer model = sparse ? readGraniteMoe(config) : readGranite(config);
    if (sparse)
        readSharedExperts(config, model, "shared_intermediate_size");
    else
        model.feedForward = config.whole("shared_intermediate_size", kFeedForwardRange);
    model.rotaryFraction = config.textOr("position_embedding_type", "nope") == "rope" ? 1 : 0;
    for (const std::string& type : config.textsOr("layer_types")) {
        if (type != "mamba" && type != "attention")
            config.fail(unknownValue(type, {"mamba", "attention"}), "layer_types");
        model.parts.push_back({type == "mamba" ? Mixer::StateSpace : Mixer::Attention,
                               sparse ? TokenPart::Experts : TokenPart::Dense});
    }
    if (model.parts.empty()) // its own default: Mamba-2 in all
        model.parts.assign(static_cast<std::size_t>(model.layers),
                           {Mixer::StateSpace, sparse ? TokenPart::Experts : TokenPart::Dense});
    if (!config.failed() && std::ssize(model.parts) != model.layers)
        config.fail(inconsistent(W_("%1 layer types for %2 layers"),
                                 {std::to_string(model.parts.size()), std::to_string(model.layers)}),
                    "layer_types");
    const std::int64_t heads = config.wholeOr("mamba_n_heads", 128, kHeadRange);
    const std::int64_t width = config.wholeOr("mamba_expand", 2, {1, 16}) * model.hidden;
    if (!config.failed() && width % heads != 0)
        config.fail(notDivisible("mamba_expand * hidden_size", width, "mamba_n_heads", heads),
                    "mamba_n_heads");
    model.recurrence = {heads,
                        width / heads,
                        config.wholeOr("mamba_n_groups", 1, kHeadRange),
                        config.wholeOr("mamba_d_state", 256, kHeadDimRange),
                        config.wholeOr("mamba_d_conv", 4, kHeadDimRange),
                        config.wholeOr("mamba_chunk_size", 256, kSequenceRange),
                        config.flagOr("mamba_conv_bias", true)};
    if (config.flagOr("mamba_proj_bias", false))
        config.fail(notSupported(W_("Mamba's projections with biases"), W_("no published model has them")),
                    "mamba_proj_bias");
    return model;
}

Transformer readQwen3Next(SpecReader& config)
{
    return readQwenHybrid(config, TransformerFamily::Qwen3Next, TokenPart::Experts);
}

Transformer readQwen35Moe(SpecReader& config)
{
    return readQwenHybrid(config, TransformerFamily::Qwen35Moe, TokenPart::Experts);
}

Transformer readQwen35(SpecReader& config)
{
    return readQwenHybrid(config, TransformerFamily::Qwen35, TokenPart::Dense);
}

} // namespace shardscope::core::huggingface
