// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_names.h"

#include "core/base/split_at.h"

#include <algorithm>

namespace shardscope::core {
namespace {

constexpr std::array<std::string_view, 3> kWords{"none", "selective", "full"}; // of valuesOf<Recompute>
constexpr std::string_view kOperations = "operations";

} // namespace

std::span<const std::pair<Recompute::Part, std::string_view>> recomputeParts()
{
    static constexpr std::array<std::pair<Recompute::Part, std::string_view>, 7> kNames{
        {{Recompute::CoreAttention, "core_attn"},
         {Recompute::MlaUpProjection, "mla_up_proj"},
         {Recompute::Layernorm, "layernorm"},
         {Recompute::Mlp, "mlp"},
         {Recompute::Moe, "moe"},
         {Recompute::MoeActivation, "moe_act"},
         {Recompute::SharedExperts, "shared_experts"}}};
    return kNames;
}

std::string nameOf(Recompute recompute)
{
    constexpr auto kValues = valuesOf<Recompute>();
    const auto value = std::ranges::find(kValues, recompute);
    if (value != kValues.end())
        return std::string(kWords[static_cast<std::size_t>(value - kValues.begin())]);
    if (recompute == Recompute::ByOperations)
        return std::string(kOperations);
    std::string joined;
    for (const auto& [part, name] : recomputeParts()) {
        if (recompute.has(part))
            joined.append(joined.empty() ? "" : "+").append(name);
    }
    return joined;
}

template <>
std::optional<Recompute> fromName<Recompute>(std::string_view name)
{
    const auto word = std::ranges::find(kWords, name);
    if (word != kWords.end())
        return valuesOf<Recompute>()[static_cast<std::size_t>(word - kWords.begin())];
    if (name == kOperations)
        return Recompute::ByOperations;
    Recompute found;
    for (const std::string& one : splitAt(std::string(name), '+')) {
        const auto parts = recomputeParts();
        const auto part = std::ranges::find(parts, one, [](const auto& known) { return known.second; });
        if (part == parts.end())
            return std::nullopt;
        found.parts = static_cast<std::uint16_t>(found.parts | part->first);
    }
    return found;
}

} // namespace shardscope::core
