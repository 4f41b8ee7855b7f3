// SPDX-License-Identifier: GPL-3.0-or-later
// The contract's words for a plan's choices (section 3), in both directions.
#pragma once

#include "core/plan/plan.h"

#include <array>
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
[[nodiscard]] std::span<const ChoiceName<Choice>> choiceNames()
{
    static constexpr auto kAll = [] {
        std::array<ChoiceName<Choice>, kEnumNames<Choice>.size()> all{};
        for (std::size_t index = 0; index < all.size(); ++index)
            all[index] = {static_cast<Choice>(index), kEnumNames<Choice>[index]};
        return all;
    }();
    return kAll;
}
template <>
std::span<const ChoiceName<Recompute>> choiceNames();

/// The contract's word for \p choice.
template <class Choice>
[[nodiscard]] std::string_view choiceName(Choice choice)
{
    return nameOf(choice);
}

template <class Choice>
[[nodiscard]] std::optional<Choice> choiceFromName(std::string_view name)
{
    return fromName<Choice>(name);
}

/// Parts of a layer by Megatron Core's names.
[[nodiscard]] std::span<const ChoiceName<Recompute::Part>> recomputeParts();
/// One of the contract's three words, or else the parts' names, joined by "+".
[[nodiscard]] std::string choiceName(Recompute recompute);
/// None: a name is unknown.
template <>
[[nodiscard]] std::optional<Recompute> choiceFromName(std::string_view name);

} // namespace shardscope::core
