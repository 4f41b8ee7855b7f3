// SPDX-License-Identifier: GPL-3.0-or-later
// The contract's words for a plan's choices (section 3), in both directions.
#pragma once

#include "core/plan/plan.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shardscope::core {

template <class Choice>
struct ChoiceName {
    Choice choice;
    std::string_view name;
};

/// All choices with their names, in the contract's order.
template <class Choice>
[[nodiscard]] std::span<const ChoiceName<Choice>> choiceNames();

template <>
std::span<const ChoiceName<Schedule>> choiceNames();
template <>
std::span<const ChoiceName<Recompute>> choiceNames();
template <>
std::span<const ChoiceName<Attention>> choiceNames();
template <>
std::span<const ChoiceName<GatheredInputs>> choiceNames();
template <>
std::span<const ChoiceName<Implementation>> choiceNames();
template <>
std::span<const ChoiceName<ContextExchange>> choiceNames();
template <>
std::span<const ChoiceName<ExpertDispatch>> choiceNames();
template <>
std::span<const ChoiceName<AdapterTargets>> choiceNames();
template <>
std::span<const ChoiceName<Kernels>> choiceNames();
template <>
std::span<const ChoiceName<OptimizerKind>> choiceNames();
template <>
std::span<const ChoiceName<Consistency>> choiceNames();
template <>
std::span<const ChoiceName<Tier>> choiceNames();
template <>
std::span<const ChoiceName<Dtype>> choiceNames();

/// The contract's word for \p choice.
template <class Choice>
[[nodiscard]] std::string_view choiceName(Choice choice)
{
    const auto names = choiceNames<Choice>();
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const auto& named) { return named.choice == choice; });
    return found == names.end() ? std::string_view{} : found->name;
}

template <class Choice>
[[nodiscard]] std::optional<Choice> choiceFromName(std::string_view name)
{
    for (const auto& named : choiceNames<Choice>()) {
        if (named.name == name)
            return named.choice;
    }
    return std::nullopt;
}

/// Parts of a layer by Megatron Core's names.
[[nodiscard]] std::span<const ChoiceName<Recompute::Part>> recomputeParts();
/// One of the contract's three words, or else the parts' names, joined by "+".
[[nodiscard]] std::string choiceName(Recompute recompute);
/// None: a name is unknown.
template <>
[[nodiscard]] std::optional<Recompute> choiceFromName(std::string_view name);

} // namespace shardscope::core
