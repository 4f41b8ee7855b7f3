// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/other_words.h"

#include "core/base/plain_name.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace shardscope::core {
namespace {

using Other = std::pair<std::string_view, std::string_view>;

/// Other words as plainName() writes them, and our word for each: frameworks and what is built on them,
/// number formats as PyTorch calls them, schedules as their papers do.
constexpr Other kOthers[]{{"megatronlm", "megatron"},
                          {"megatroncore", "megatron"},
                          {"mcore", "megatron"},
                          {"megatronbridge", "megatron"},
                          {"nemo", "megatron"},
                          {"nvidianemo", "megatron"},
                          {"hf", "huggingface"},
                          {"transformers", "huggingface"},
                          {"huggingfacetrainer", "huggingface"},
                          {"hftrainer", "huggingface"},
                          {"pytorchfsdp2", "fsdp2"},
                          {"torchfsdp2", "fsdp2"},
                          {"fullyshard", "fsdp2"},
                          {"nemoautomodel", "automodel"},
                          {"huggingfaceaccelerate", "accelerate"},
                          {"mosaicml", "llm-foundry"},
                          {"scaling", "aleph-alpha-scaling"},
                          {"alephalpha", "aleph-alpha-scaling"},
                          {"bfloat16", "bf16"},
                          {"float16", "fp16"},
                          {"half", "fp16"},
                          {"float32", "fp32"},
                          {"zbh1", "zero_bubble"},
                          {"interleaved1f1b", "interleaved"},
                          {"onefonebinterleaved", "interleaved"},
                          {"zbvhalf", "v_half"},
                          {"zbvmin", "v_min"}};

} // namespace

std::string wordMeant(std::string_view said, const std::vector<std::string>& words)
{
    std::string plain = plainName(said);
    if (plain.empty())
        return {};
    const auto written = [&] {
        return std::ranges::find_if(words, [&](const std::string& word) { return plainName(word) == plain; });
    };
    if (const auto word = written(); word != words.end())
        return *word;
    const auto* const other = std::ranges::find(kOthers, plain, &Other::first);
    if (other == std::end(kOthers))
        return {};
    plain = plainName(other->second);
    const auto word = written();
    return word == words.end() ? std::string() : *word;
}

} // namespace shardscope::core
