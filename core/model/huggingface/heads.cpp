// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/huggingface/heads.h"

#include "core/base/refusals.h"

#include <array>
#include <span>

namespace shardscope::core {
namespace {

enum class Classes { None, Labels, Two, One };

/// A class of transformers by what follows the family's prefix, and what it puts on the base model.
struct HeadClass {
    std::string_view suffix;
    bool vocabulary = false;
    Classes classes = Classes::None;
    bool classifierBias = false;
    bool pooler = false; ///< BERT
};

// transformers 5: modeling_bert.py, modeling_gpt2.py, modeling_opt.py, modeling_t5.py, modeling_layers.py
// (the Generic… classes).
constexpr std::array kBertHeads = std::to_array<HeadClass>({
    {"ForMaskedLM", true},
    {"LMHeadModel", true},
    {"ForPreTraining", true, Classes::Two, true, true},
    {"Model", false, Classes::None, false, true},
    {"ForNextSentencePrediction", false, Classes::Two, true, true},
    {"ForSequenceClassification", false, Classes::Labels, true, true},
    {"ForMultipleChoice", false, Classes::One, true, true},
    {"ForTokenClassification", false, Classes::Labels, true},
    {"ForQuestionAnswering", false, Classes::Labels, true},
});
constexpr std::array kGpt2Heads = std::to_array<HeadClass>({
    {"LMHeadModel", true},
    {"Model"},
    {"ForSequenceClassification", false, Classes::Labels},
    {"ForTokenClassification", false, Classes::Labels, true},
    {"ForQuestionAnswering", false, Classes::Two, true},
});
constexpr std::array kDecoderHeads = std::to_array<HeadClass>({
    {"ForCausalLM", true},
    {"Model"},
    {"ForSequenceClassification", false, Classes::Labels},
    {"ForTokenClassification", false, Classes::Labels, true},
    {"ForQuestionAnswering", false, Classes::Two, true},
});
constexpr std::array kMiniMaxHeads = std::to_array<HeadClass>({
    {"ForCausalLM", true},
    {"M1ForCausalLM", true}, // the names in the published configurations
    {"Text01ForCausalLM", true},
    {"Model"},
});
constexpr std::array kT5Heads = std::to_array<HeadClass>({
    {"ForConditionalGeneration", true},
    {"WithLMHeadModel", true}, // the name in the published configurations
    {"Model"},
});

struct FamilyHeads {
    std::string_view prefix;
    std::span<const HeadClass> classes; ///< the first is the one taken where none is named
};

FamilyHeads headsOf(TransformerFamily family)
{
    switch (family) {
    case TransformerFamily::Gpt2: return {"GPT2", kGpt2Heads};
    case TransformerFamily::Bert: return {"Bert", kBertHeads};
    case TransformerFamily::T5: return {"T5", kT5Heads};
    case TransformerFamily::Llama: return {"Llama", kDecoderHeads};
    case TransformerFamily::Mistral: return {"Mistral", kDecoderHeads};
    case TransformerFamily::Qwen2: return {"Qwen2", kDecoderHeads};
    case TransformerFamily::Qwen3: return {"Qwen3", kDecoderHeads};
    case TransformerFamily::Qwen3Moe: return {"Qwen3Moe", kDecoderHeads};
    case TransformerFamily::Mixtral: return {"Mixtral", kDecoderHeads};
    case TransformerFamily::DeepseekV3: return {"DeepseekV3", kDecoderHeads};
    case TransformerFamily::DeepseekV32: return {"DeepseekV32", kDecoderHeads};
    case TransformerFamily::GptOss: return {"GptOss", kDecoderHeads};
    case TransformerFamily::Glm4Moe: return {"Glm4Moe", kDecoderHeads};
    case TransformerFamily::Llama4: return {"Llama4", kDecoderHeads};
    case TransformerFamily::MiniMax: return {"MiniMax", kMiniMaxHeads};
    case TransformerFamily::MiniMaxM2: return {"MiniMaxM2", kDecoderHeads};
    case TransformerFamily::Gemma3: return {"Gemma3", kDecoderHeads};
    case TransformerFamily::Phi3: return {"Phi3", kDecoderHeads};
    case TransformerFamily::Olmo2: return {"Olmo2", kDecoderHeads};
    case TransformerFamily::Olmo3: return {"Olmo3", kDecoderHeads};
    case TransformerFamily::NemotronH: return {"NemotronH", kDecoderHeads};
    case TransformerFamily::Qwen3Next: return {"Qwen3Next", kDecoderHeads};
    case TransformerFamily::Qwen35Moe: return {"Qwen3_5Moe", kDecoderHeads};
    case TransformerFamily::Qwen35: return {"Qwen3_5", kDecoderHeads};
    case TransformerFamily::GptNeox: return {"GPTNeoX", kDecoderHeads};
    case TransformerFamily::Opt: return {"OPT", kDecoderHeads};
    case TransformerFamily::Native: break;
    }
    return {};
}

const HeadClass* findHead(SpecReader& config, const FamilyHeads& heads)
{
    const std::vector<std::string> named = config.textsOr("architectures");
    if (named.empty())
        return &heads.classes.front();
    std::vector<std::string> known;
    for (const HeadClass& candidate : heads.classes) {
        known.push_back(std::string(heads.prefix).append(candidate.suffix));
        if (known.back() == named.front())
            return &candidate;
    }
    config.fail(unknownValue(named.front(), known), "architectures");
    return nullptr;
}

} // namespace

void readHead(SpecReader& config, Transformer& model)
{
    constexpr WholeRange kLabelRange{1, std::int64_t{1} << 24};
    const HeadClass* head = findHead(config, headsOf(model.family));
    const Value* labels = config.find("id2label");
    std::int64_t labelCount = 2; // PreTrainedConfig's default
    if (labels != nullptr && !labels->members.empty())
        labelCount = static_cast<std::int64_t>(labels->members.size());
    labelCount = config.wholeOr("num_labels", labelCount, kLabelRange);
    if (head == nullptr)
        return;
    model.vocabularyHead = head->vocabulary;
    model.maskedHead = head->vocabulary && model.family == TransformerFamily::Bert;
    model.pooler = head->pooler;
    model.classifierBias = head->classifierBias;
    switch (head->classes) {
    case Classes::None: model.classes = 0; break;
    case Classes::Labels: model.classes = labelCount; break;
    case Classes::Two: model.classes = 2; break;
    case Classes::One: model.classes = 1; break;
    }
}

} // namespace shardscope::core
