// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/huggingface/config.h"

#include "core/base/mapped.h"
#include "core/base/refusals.h"
#include "core/model/huggingface/families.h"
#include "core/model/huggingface/heads.h"

#include <array>

namespace shardscope::core {
namespace {

using namespace huggingface;

/// What a model_type is read as.
struct TypeReader {
    std::string_view type;
    Transformer (*read)(SpecReader&);
    /// Where the model has other parts as well: the object that describes the language model, which alone is
    /// planned.
    const char* inside = nullptr;
};
constexpr std::array kTypes = std::to_array<TypeReader>({
    {"gpt2", readGpt2},
    {"bert", readBert},
    {"llama", readLlama},
    {"mistral", readMistral},
    {"mistral3", readMistral, "text_config"},
    {"qwen2", readQwen2},
    {"qwen3", readQwen3},
    {"qwen3_vl", readQwen3, "text_config"},
    {"qwen3_moe", readQwen3Moe},
    {"qwen3_vl_moe", readQwen3Moe, "text_config"},
    {"mixtral", readMixtral},
    {"deepseek_v3", readDeepseekV3},
    {"deepseek_v32", readDeepseekV32},
    {"kimi_k2", readDeepseekV3}, // its architectures: DeepseekV3ForCausalLM
    {"gpt_oss", readGptOss},
    {"glm4_moe", readGlm4Moe},
    {"llama4_text", readLlama4},
    {"llama4", readLlama4, "text_config"},
    {"minimax", readMiniMax},
    {"minimax_m1", readMiniMax},
    {"minimax_text_01", readMiniMax},
    {"minimax_m2", readMiniMaxM2},
    {"gemma3_text", readGemma3},
    {"gemma3", readGemma3, "text_config"},
    {"phi3", readPhi3},
    {"olmo2", readOlmo2},
    {"olmo3", readOlmo3},
    {"nemotron_h", readNemotronH},
    {"qwen3_next", readQwen3Next},
    {"qwen3_5_moe_text", readQwen35Moe},
    {"qwen3_5_moe", readQwen35Moe, "text_config"},
    {"qwen3_5_text", readQwen35},
    {"qwen3_5", readQwen35, "text_config"},
    {"gpt_neox", readGptNeox},
    {"opt", readOpt},
    {"t5", readT5},
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

/// The language model of a model of several parts, with its head.
Transformer readInside(SpecReader& config, const TypeReader& type)
{
    Transformer model;
    config.inside(type.inside, true, [&](SpecReader& text) { model = type.read(text); });
    readPredictions(config, model);
    model.tiedEmbeddings = config.flagOr("tie_word_embeddings", model.tiedEmbeddings);
    return model;
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
    const TypeReader& entry = kTypes.at(config.choice("model_type", huggingFaceModelTypes()));
    if (config.failed())
        return {};
    if (entry.inside != nullptr)
        return readInside(config, entry);
    Transformer model = entry.read(config);
    readPredictions(config, model);
    readHead(config, model);
    return model;
}

} // namespace shardscope::core
