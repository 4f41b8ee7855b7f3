// SPDX-License-Identifier: GPL-3.0-or-later
// Whose program trains a plan: the names that files and tables have for it. What each of them does, can and
// takes for granted stands in planner/framework, a file each; the enum and every list come of this one.
#pragma once

#include "core/base/enum_names.h"

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

namespace shardscope::core {

/// X(value, word). HugeCTR, TorchRec and PERSIA train recommenders, all others transformers and networks.
#define SHARDSCOPE_FRAMEWORKS(X)                                                                             \
    X(Megatron, "megatron")                                                                                  \
    X(HuggingFace, "huggingface")                                                                            \
    X(Fsdp2, "fsdp2")                                                                                        \
    X(DeepSpeed, "deepspeed")                                                                                \
    X(PopArt, "popart")                                                                                      \
    X(Nanotron, "nanotron")                                                                                  \
    X(Torchtitan, "torchtitan")                                                                              \
    X(HugeCtr, "hugectr")                                                                                    \
    X(MegatronFsdp, "megatron-fsdp")                                                                         \
    X(Accelerate, "accelerate")                                                                              \
    X(AutoModel, "automodel")                                                                                \
    X(LlmFoundry, "llm-foundry")                                                                             \
    X(MaxText, "maxtext")                                                                                    \
    X(PopXl, "popxl")                                                                                        \
    X(TorchRec, "torchrec")                                                                                  \
    X(Persia, "persia")                                                                                      \
    X(Scaling, "aleph-alpha-scaling")

enum class Framework : std::uint8_t {
#define SHARDSCOPE_VALUE(value, word) value,
    SHARDSCOPE_FRAMEWORKS(SHARDSCOPE_VALUE)
#undef SHARDSCOPE_VALUE
};
constexpr auto enumNames(Framework)
{
#define SHARDSCOPE_WORD(value, word) std::string_view(word),
    return std::array{SHARDSCOPE_FRAMEWORKS(SHARDSCOPE_WORD)};
#undef SHARDSCOPE_WORD
}

/// The release of a framework, as far as what it has depends on it: 0.13 of "0.13.1".
struct Release {
    std::int32_t whole = 0;
    std::int32_t part = 0;
    friend constexpr auto operator<=>(const Release&, const Release&) = default;
};

/// The former name of Framework.
using Implementation = Framework;

} // namespace shardscope::core
