// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/published/published_names.h"

#include "core/base/plain_name.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace shardscope::app::published {
namespace {

const std::map<std::string, std::string>& modelNames()
{
    static const std::map<std::string, std::string> names{
        {"DeepSeek3-671B", "deepseek-v3"},
        {"Nemotron_3_Nano", "nemotron-3-nano-30b-a3b"},
        {"Nemotron_3_Super", "nemotron-3-super-120b-a12b-mtp"},
        {"Nemotron_3_Ultra", "nemotron-3-ultra-550b-a55b-mtp"},
        {"MT-NLG-530B", "megatron-529.6b"},
        {kMlperfRecommender, "dlrm-v2-mlperf"}};
    return names;
}

/// The model's name as core::plainName() writes it, without how a mixture's tokens were treated: "llama370b".
std::string plainModel(std::string_view name)
{
    return core::plainName(name.substr(0, std::min(name.find(" (tokendrop)"), name.find(" (dropless)"))));
}

/// The catalogue's models that lists name by their own names; empty: none of them.
std::string cataloguedName(std::string_view name)
{
    static constexpr std::array kNames{"deepseek-v3",     "gemma-3-12b",
                                       "gemma-3-27b",     "gpt-oss-120b",
                                       "gpt-oss-20b",     "gpt3-175b",
                                       "kimi-k2",         "llama-2-13b",
                                       "llama-2-70b",     "llama-2-7b",
                                       "llama-3-70b",     "llama-3-8b",
                                       "llama-3.1-405b",  "llama-3.1-70b",
                                       "llama-3.1-8b",    "llama-3.3-70b",
                                       "mixtral-8x22b",   "mixtral-8x7b",
                                       "olmo-3-32b",      "olmo-3-7b",
                                       "qwen3-14b",       "qwen3-32b",
                                       "qwen3-8b",        "qwen3-30b-a3b",
                                       "qwen3-235b-a22b", "nemotron-3-super-120b-a12b"};
    const std::string plain = plainModel(name);
    const auto found =
        std::ranges::find_if(kNames, [&](const char* known) { return plainModel(known) == plain; });
    return found == kNames.end() ? std::string() : *found;
}

/// Layers, width and heads of models that are in no catalogue: llm-foundry's scripts/train/yamls/pretrain,
/// arXiv:2401.10241 Table 3.
struct Shape {
    const char* name;
    std::int64_t layers;
    std::int64_t hidden;
    std::int64_t heads;
};
constexpr std::array kShapes{
    Shape{"MPT-125m", 12, 768, 12},  Shape{"MPT-350m", 24, 1024, 16}, Shape{"MPT-760m", 24, 1536, 12},
    Shape{"MPT-1b", 24, 2048, 16},   Shape{"MPT-3b", 32, 2560, 20},   Shape{"MPT-7b", 32, 4096, 32},
    Shape{"MPT-13b", 40, 5120, 40},  Shape{"MPT-30b", 48, 7168, 56},  Shape{"MPT-70b", 80, 8192, 64},
    Shape{"GPT-1.5B", 22, 2304, 24}, Shape{"GPT-6.2B", 30, 4096, 32}, Shape{"GPT-14.6B", 46, 5120, 40},
    Shape{"GPT-28.3B", 62, 6144, 48}};

} // namespace

Json modelOf(const std::string& name)
{
    if (const auto known = modelNames().find(name); known != modelNames().end())
        return known->second;
    if (const std::string catalogued = cataloguedName(name); !catalogued.empty())
        return catalogued;
    const auto shape = std::ranges::find_if(kShapes, [&](const Shape& one) { return name == one.name; });
    if (shape == kShapes.end())
        return {};
    const bool mpt = name.starts_with("MPT"); // ALiBi: no table of positions
    return {{"kind", "transformer"},
            {"name", name},
            {"layers", shape->layers},
            {"hidden", shape->hidden},
            {"heads", shape->heads},
            {"feed_forward", 4 * shape->hidden},
            {"vocabulary", mpt ? 50368 : 50304},
            {"max_sequence", 65536},
            {"activation", "gelu"},
            {"bias", !mpt},
            {"tied_embeddings", true},
            {"learned_positions", !mpt}};
}

} // namespace shardscope::app::published
