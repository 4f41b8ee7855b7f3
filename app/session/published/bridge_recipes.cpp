// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of NVIDIA-NeMo/Megatron-Bridge (Apache-2.0),
// scripts/performance/configs/*/*_workload_base_configs.py: deepseek at f0e2c37 and 0426418, qwen at f29a269
// and 01b2977, llama (cpu_offloading_num_layers) at 3dafb00, gpt_oss at 1e7adfa and 07eea52, nemotronh at
// f601ba9, kimi at 013180a; src/megatron/bridge/perf_recipes/qwen/common.py. Graphs of the router alone leave
// attention to the host: "none" here.
#include "app/session/published/bridge_recipes.h"

#include <algorithm>
#include <array>

namespace shardscope::app::published {
namespace {

using Recipe = BridgeRecipe;

constexpr Recipe kEager{"once", false, "none", "separate", "none", ""};
constexpr Recipe kPartial{"once", false, "partial", "separate", "none", ""};
constexpr Recipe kFull{"once", true, "full_iteration", "fused", "none", "mxfp8"};
constexpr Recipe kPlain{"all_to_all", false, "none", "separate", "none", ""};
constexpr Recipe kPlainPartial{"all_to_all", false, "partial", "separate", "none", ""};
constexpr Recipe kPlainOverlap{"all_to_all", true, "none", "separate", "none", ""};

constexpr Recipe again(Recipe recipe, std::string_view parts)
{
    recipe.recompute = parts;
    return recipe;
}

constexpr Recipe offloading(long long layers)
{
    Recipe recipe;
    recipe.offloadedLayers = layers;
    return recipe;
}

struct Entry {
    std::string_view model;
    std::string_view system;
    int first; ///< release
    int last;
    Recipe recipe;
    std::string_view precision = {}; ///< empty: any
    long long stages = 0;            ///< 0: any
};

constexpr std::array kRecipes{
    Entry{"DeepSeekV3", "DGX-GB300", 2602, 2604, again(kEager, "mla_up_proj")},
    Entry{"DeepSeekV3", "DGX-GB300", 2606, 2608, kFull},
    Entry{"DeepSeekV3", "DGX-GB200", 2602, 2604, again(kPartial, "mla_up_proj")},
    Entry{"DeepSeekV3", "DGX-B300", 2602, 2606, again(kEager, "mla_up_proj")},
    Entry{"DeepSeekV3", "DGX-B200", 2602, 2604, again(kEager, "mla_up_proj"), {}, 16},
    Entry{"DeepSeekV3",
          "DGX-B200",
          2604,
          2604,
          {"once", true, "partial", "separate", "mla_up_proj+mlp"},
          {},
          8},
    Entry{"Kimi_K2", "DGX-GB300", 2604, 2606, again(kEager, "mla_up_proj")},
    Entry{"Qwen3_235B_a22B", "DGX-GB300", 2602, 2604, kPartial},
    Entry{"Qwen3_235B_a22B", "DGX-GB300", 2606, 2608, kFull},
    Entry{"Qwen3_235B_a22B", "DGX-GB200", 2602, 2604, kPartial},
    Entry{"Qwen3_235B_a22B", "DGX-B300", 2602, 2602, kPlainOverlap},
    Entry{"Qwen3_235B_a22B", "DGX-B200", 2602, 2604, kPlain},
    Entry{"Qwen3_235B_a22B", "DGX-B200", 2511, 2511, kPlainOverlap},
    Entry{"Qwen3_235B_a22B", "DGX-H100", 2511, 2604, kPlainOverlap},
    Entry{"Qwen3_235B_a22B (tokendrop)",
          "DGX-GB200",
          2509,
          2509,
          {"all_to_all", false, "full_iteration", "separate"}},
    Entry{"Qwen3_235B_a22B (tokendrop)", "", 2509, 2509, kPlain},
    Entry{"Qwen3_30B_a3B", "DGX-GB300", 2602, 2604, kEager},
    Entry{"Qwen3_30B_a3B", "DGX-GB300", 2606, 2608, kFull},
    Entry{"Qwen3_30B_a3B", "DGX-GB200", 2602, 2604, kEager},
    Entry{"Qwen3_30B_a3B", "DGX-B300", 2602, 2604, kEager},
    Entry{"Qwen3_30B_a3B", "DGX-B300", 2606, 2608, kFull},
    Entry{"Qwen3_30B_a3B", "DGX-B200", 2602, 2602, kPlain},
    Entry{"Qwen3_30B_a3B", "DGX-H100", 2602, 2604, kEager},
    Entry{"GPT OSS 120B", "DGX-GB300", 2602, 2604, kPlainPartial, "BF16"},
    Entry{"GPT OSS 120B", "DGX-B300", 2602, 2604, kPlainPartial, "BF16"},
    Entry{"GPT OSS 120B", "DGX-GB200", 2602, 2604, again(kPlain, "layernorm+moe_act"), "BF16"},
    Entry{"GPT OSS 120B", "DGX-B200", 2602, 2604, again(kPlain, "layernorm+moe_act"), "BF16"},
    Entry{"GPT OSS 120B", "DGX-H100", 2602, 2604, again(kPlain, "layernorm+moe_act"), "BF16"},
    Entry{"GPT OSS 120B", "DGX-GB300", 2606, 2608, kFull, "MXFP8"},
    Entry{"GPT OSS 120B", "DGX-GB200", 2606, 2608, kFull, "MXFP8"},
    Entry{"Nemotron_3_Nano", "DGX-H100", 2602, 2606, again(kPartial, "moe+layernorm+core_attn")},
    Entry{"Nemotron_3_Nano", "", 2602, 2608, kPartial},
    Entry{"Nemotron_3_Super", "DGX-B200", 2602, 2608, again(kEager, "moe_act+layernorm")},
    Entry{"Nemotron_3_Super", "DGX-B300", 2602, 2608, again(kPartial, "moe_act+layernorm"), "NVFP4"},
    Entry{"Nemotron_3_Super", "", 2602, 2608, kPartial},
    Entry{"LLAMA3_70B", "DGX-GB300", 2509, 2608, offloading(20), "FP8"},
    Entry{"LLAMA3_70B", "DGX-GB200", 2509, 2608, offloading(40), "FP8"},
    Entry{"LLAMA3_70B", "DGX-B200", 2509, 2608, offloading(5), "FP8"},
    Entry{"LLAMA3_70B", "DGX-GB300", 2509, 2608, offloading(30), "BF16"},
    Entry{"LLAMA3_70B", "DGX-GB200", 2509, 2608, offloading(20), "BF16"},
    Entry{"LLAMA3.1_405B", "DGX-GB300", 2509, 2608, offloading(10), "FP8"},
    Entry{"LLAMA3.1_405B", "DGX-GB200", 2509, 2608, offloading(95), "FP8"},
    Entry{"LLAMA3.1_405B", "DGX-GB300", 2509, 2608, offloading(40), "BF16"},
};

} // namespace

BridgeRecipe bridgeRecipe(std::string_view model, std::string_view system, std::string_view precision,
                          int release, long long stages)
{
    const auto* const found = std::ranges::find_if(kRecipes, [&](const Entry& entry) {
        return entry.model == model && (entry.system.empty() || entry.system == system) &&
               (entry.precision.empty() || entry.precision == precision) && entry.first <= release &&
               release <= entry.last && (entry.stages == 0 || entry.stages == stages);
    });
    return found == kRecipes.end() ? BridgeRecipe{} : found->recipe;
}

} // namespace shardscope::app::published
