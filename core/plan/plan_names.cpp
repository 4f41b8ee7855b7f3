// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_names.h"

#include "core/base/split_at.h"

#include <array>

namespace shardscope::core {

template <>
std::span<const ChoiceName<Recompute>> choiceNames()
{
    static constexpr std::array<ChoiceName<Recompute>, 3> kNames{
        {{Recompute::None, "none"}, {Recompute::Selective, "selective"}, {Recompute::Full, "full"}}};
    return kNames;
}

std::span<const ChoiceName<Recompute::Part>> recomputeParts()
{
    static constexpr std::array<ChoiceName<Recompute::Part>, 7> kNames{
        {{Recompute::CoreAttention, "core_attn"},
         {Recompute::MlaUpProjection, "mla_up_proj"},
         {Recompute::Layernorm, "layernorm"},
         {Recompute::Mlp, "mlp"},
         {Recompute::Moe, "moe"},
         {Recompute::MoeActivation, "moe_act"},
         {Recompute::SharedExperts, "shared_experts"}}};
    return kNames;
}

std::string choiceName(Recompute recompute)
{
    for (const auto& [choice, name] : choiceNames<Recompute>()) {
        if (choice == recompute)
            return std::string(name);
    }
    std::string joined;
    for (const auto& [part, name] : recomputeParts()) {
        if (recompute.has(part))
            joined.append(joined.empty() ? "" : "+").append(name);
    }
    return joined;
}

template <>
std::optional<Recompute> choiceFromName(std::string_view name)
{
    for (const auto& [choice, word] : choiceNames<Recompute>()) {
        if (word == name)
            return choice;
    }
    Recompute found;
    for (const std::string& word : splitAt(std::string(name), '+')) {
        const auto parts = recomputeParts();
        const auto part = std::ranges::find(parts, word, &ChoiceName<Recompute::Part>::name);
        if (part == parts.end())
            return std::nullopt;
        found.parts = static_cast<std::uint8_t>(found.parts | part->choice);
    }
    return found;
}

} // namespace shardscope::core
