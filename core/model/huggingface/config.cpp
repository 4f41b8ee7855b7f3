// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/huggingface/config.h"

#include "core/base/mapped.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/model/huggingface/families.h"
#include "core/model/huggingface/heads.h"

#include <algorithm>
#include <array>

namespace shardscope::core {
namespace {

using namespace huggingface;

/// What a model_type is read as.
struct TypeReader {
    std::string_view type;
    /// What transformers' classes of it begin with; empty: the model has other parts as well, and kInside is
    /// the object that describes its language model, which alone is planned.
    std::string_view classes;
    Transformer (*read)(SpecReader&);
};
constexpr const char* kInside = "text_config";
constexpr std::array kTypes = std::to_array<TypeReader>({
    {"gpt2", "GPT2", readGpt2},
    {"bert", "Bert", readBert},
    {"llama", "Llama", readLlama},
    {"mistral", "Mistral", readMistral},
    {"ministral3", "Ministral3", readMinistral3},
    {"mistral3", {}, readMistral},
    {"qwen2", "Qwen2", readQwen2},
    {"qwen2_vl", {}, readQwen2},
    {"qwen2_5_vl", {}, readQwen2},
    {"mimo", "MiMo", readQwen2}, // its modeling_mimo.py derives from Qwen2's
    {"internvl", {}, readQwen2},
    {"qwen3", "Qwen3", readQwen3},
    {"qwen3_vl", {}, readQwen3},
    {"qwen2_moe", "Qwen2Moe", readQwen2Moe},
    {"qwen3_moe", "Qwen3Moe", readQwen3Moe},
    {"qwen3_vl_moe", {}, readQwen3Moe},
    {"mixtral", "Mixtral", readMixtral},
    {"deepseek_v2", "DeepseekV2", readDeepseekV3},
    {"deepseek_v3", "DeepseekV3", readDeepseekV3},
    {"deepseek_v32", "DeepseekV32", readDeepseekV32},
    {"kimi_k2", "DeepseekV3", readDeepseekV3},
    {"kimi_k25", {}, readDeepseekV3},
    {"gpt_oss", "GptOss", readGptOss},
    {"glm", "Glm", readGlm},
    {"glm4", "Glm4", readGlm4},
    {"glm4_moe", "Glm4Moe", readGlm4Moe},
    {"glm4v_moe", {}, readGlm4Moe},
    {"glm_moe_dsa", "GlmMoeDsa", readGlmMoeDsa},
    {"llama4_text", "Llama4", readLlama4},
    {"llama4", {}, readLlama4},
    {"minimax", "MiniMax", readMiniMax},
    {"minimax_m1", "MiniMax", readMiniMax},
    {"minimax_text_01", "MiniMax", readMiniMax},
    {"minimax_m2", "MiniMaxM2", readMiniMaxM2},
    {"gemma", "Gemma", readGemma},
    {"gemma3_text", "Gemma3", readGemma3},
    {"gemma3", {}, readGemma3},
    {"phi3", "Phi3", readPhi3},
    {"olmo", "Olmo", readOlmo},
    {"olmo2", "Olmo2", readOlmo2},
    {"olmo3", "Olmo3", readOlmo3},
    {"olmoe", "Olmoe", readOlmoe},
    {"nemotron", "Nemotron", readNemotron},
    {"nemotron_h", "NemotronH", readNemotronH},
    {"qwen3_next", "Qwen3Next", readQwen3Next},
    {"qwen3_5_moe_text", "Qwen3_5Moe", readQwen35Moe},
    {"qwen3_5_moe", {}, readQwen35Moe},
    {"qwen3_5_text", "Qwen3_5", readQwen35},
    {"qwen3_5", {}, readQwen35},
    {"arcee", "Arcee", readArcee},
    {"bailing_moe_v2", "BailingMoeV2", readBailingMoe},
    {"dots1", "Dots1", readDots1},
    {"ernie4_5", "Ernie4_5", readErnie},
    {"ernie4_5_moe", "Ernie4_5_Moe", readErnieMoe},
    {"exaone4", "Exaone4", readExaone4},
    {"granite", "Granite", readGranite},
    {"granitemoe", "GraniteMoe", readGraniteMoe},
    {"granitemoehybrid", "GraniteMoeHybrid", readGraniteHybrid},
    {"hunyuan_v1_dense", "HunYuanDenseV1", readHunyuanDense},
    {"hunyuan_v1_moe", "HunYuanMoEV1", readHunyuanMoe},
    {"seed_oss", "SeedOss", readSeedOss},
    {"smollm3", "SmolLM3", readSmolLm3},
    {"starcoder2", "Starcoder2", readStarcoder2},
    {"gpt_neox", "GPTNeoX", readGptNeox},
    {"opt", "OPT", readOpt},
    {"t5", "T5", readT5},
});

/// Types that are known and not read, and the key of what would be missing: a name near theirs would be no
/// help, and reading them as a relative a wrong answer.
struct UnreadType {
    std::string_view type;
    const char* key;
    const char* what;
};
constexpr const char* kKeysOfTheirOwn = W_("layers whose heads differ in number or size");
constexpr const char* kConvolution = W_("layers of a short convolution");
constexpr std::array kUnread = std::to_array<UnreadType>({
    {"deepseek_v4", "hc_mult", W_("several residual streams and compressed keys")},
    {"minimax_m3", "sparse_attention_config", W_("attention to chosen blocks of keys")},
    {"mimo_v2_flash", "swa_num_key_value_heads", kKeysOfTheirOwn},
    {"gemma2", "final_logit_softcapping", W_("logits and scores behind a tanh")},
    {"gemma3n", "altup_num_inputs", W_("several residual streams and tables of its layers' own")},
    {"gemma4", "global_head_dim", kKeysOfTheirOwn},
    {"gemma4_text", "global_head_dim", kKeysOfTheirOwn},
    {"kimi_linear", "linear_attn_config", W_("Kimi's delta attention")},
    {"kimi_k3", "linear_attn_config", W_("Kimi's delta attention")},
    {"nemotron-nas", "block_configs", W_("layers that differ in width")},
    {"step3p5", "attention_other_setting", kKeysOfTheirOwn},
    {"step3p7", "attention_other_setting", kKeysOfTheirOwn},
    {"jamba", "mamba_dt_rank", W_("Mamba's first version")},
    {"mamba", "time_step_rank", W_("Mamba's first version")},
    {"lfm2", "conv_L_cache", kConvolution},
    {"lfm2_moe", "conv_L_cache", kConvolution},
    {"falcon_h1", "mamba_d_ssm", W_("attention and Mamba-2 side by side")},
    {"longcat_flash", "zero_expert_num", W_("experts that do nothing")},
    {"mllama", "cross_attention_layers", W_("layers that attend to pictures")},
    {"apertus", "hidden_act", W_("activations with parameters")},
});

/// Modules that predict further tokens, where the file asks for them: a layer like the last, with the model's
/// head (arXiv:2412.19437, section 2.2). Those that a configuration merely mentions are not built by
/// transformers either.
void readPredictions(SpecReader& config, Transformer& model)
{
    const std::int64_t modules = config.wholeOr("multi_token_prediction", 0, {0, 8});
    if (config.failed() || modules == 0)
        return;
    // Nemotron-H's pattern names the layers of its modules itself.
    const bool llama = model.norm == NormKind::RmsNorm && model.decoderLayers == 0;
    if (!llama || model.family == TransformerFamily::NemotronH)
        return config.fail(
            inconsistent(
                W_("multi_token_prediction is for decoders of Llama's kind, Nemotron-H's pattern apart")),
            "multi_token_prediction");
    model.predictions += modules;
    model.predictionLayers += modules;
    model.layers += modules;
    if (model.hybrid()) // attention in each: Qwen3-Next
        model.parts.insert(model.parts.end(), static_cast<std::size_t>(modules),
                           {Mixer::Attention, model.parts.back().tokens});
}

const TypeReader* typeReader(std::string_view type)
{
    const auto* const at = std::ranges::find(kTypes, type, &TypeReader::type);
    return at == kTypes.end() ? nullptr : at;
}

/// The language model of a model of several parts, with its head: of the type that it names itself, where
/// that is one, else of the usual.
Transformer readInside(SpecReader& config, const TypeReader& type)
{
    Transformer model;
    const auto read = [&](SpecReader& text) {
        const TypeReader* own = typeReader(text.textOr("model_type", {}));
        model = (own != nullptr && !own->classes.empty() ? own : &type)->read(text);
    };
    // Files older than text_config have the language model's keys beside the others.
    if (config.has(kInside) || !config.has("hidden_size"))
        config.inside(kInside, true, read);
    else
        model = type.read(config);
    readPredictions(config, model);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", model.tiedEmbeddings);
    return model;
}

/// Whether the file is of a type that is known and not read.
bool refused(SpecReader& config)
{
    const auto* const unread = std::ranges::find(kUnread, config.textOr("model_type", {}), &UnreadType::type);
    if (unread == kUnread.end())
        return false;
    config.fail(ErrorCode::NotSupported,
                {std::string(unread->type) + " (" + unread->key + ")", phrase(unread->what)}, "model_type");
    return true;
}

} // namespace

const std::vector<std::string>& huggingFaceModelTypes()
{
    static const std::vector<std::string> kNames = [] {
        return mapped<std::string>(kTypes, &TypeReader::type);
    }();
    return kNames;
}

Transformer readHuggingFaceConfig(SpecReader& config)
{
    if (refused(config))
        return {};
    const TypeReader& entry = kTypes.at(config.choice("model_type", huggingFaceModelTypes()));
    if (config.failed())
        return {};
    if (entry.classes.empty())
        return readInside(config, entry);
    Transformer model = entry.read(config);
    readPredictions(config, model);
    readHead(config, model, entry.classes);
    return model;
}

bool readAsLanguageModel(std::string_view modelType)
{
    const TypeReader* entry = typeReader(modelType);
    return entry != nullptr && entry->classes.empty();
}

} // namespace shardscope::core
