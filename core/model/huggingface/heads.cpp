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

/// The first is the one taken where none is named.
std::span<const HeadClass> headsOf(TransformerFamily family)
{
    switch (family) {
    case TransformerFamily::Gpt2: return kGpt2Heads;
    case TransformerFamily::Bert: return kBertHeads;
    case TransformerFamily::T5: return kT5Heads;
    case TransformerFamily::MiniMax: return kMiniMaxHeads;
    default: return kDecoderHeads;
    }
}

const HeadClass* findHead(SpecReader& config, std::span<const HeadClass> heads, std::string_view prefix)
{
    const std::vector<std::string> named = config.textsOr("architectures");
    if (named.empty())
        return &heads.front();
    std::vector<std::string> known;
    for (const HeadClass& candidate : heads) {
        known.push_back(std::string(prefix).append(candidate.suffix));
        if (known.back() == named.front())
            return &candidate;
    }
    config.fail(unknownValue(named.front(), known), "architectures");
    return nullptr;
}

} // namespace

void readHead(SpecReader& config, Transformer& model, std::string_view prefix)
{
    constexpr WholeRange kLabelRange{1, std::int64_t{1} << 24};
    const HeadClass* head = findHead(config, headsOf(model.family), prefix);
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
