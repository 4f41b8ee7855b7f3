// SPDX-License-Identifier: GPL-3.0-or-later
// What core/base/enum_names.h makes of an enum, for the choice that is none: what is computed again.
#pragma once

#include "core/plan/plan.h"

#include <array>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace shardscope::core {

/// Parts of a layer by Megatron Core's names.
[[nodiscard]] std::span<const std::pair<Recompute::Part, std::string_view>> recomputeParts();

/// One of the contract's three words (section 3), "operations", or else the parts' names, joined by "+".
[[nodiscard]] std::string nameOf(Recompute recompute);

/// None: a name is unknown.
template <std::same_as<Recompute>>
[[nodiscard]] std::optional<Recompute> fromName(std::string_view name);
template <>
[[nodiscard]] std::optional<Recompute> fromName<Recompute>(std::string_view name);

/// The choices that have a word of their own.
template <std::same_as<Recompute>>
[[nodiscard]] constexpr std::array<Recompute, 3> valuesOf()
{
    return {Recompute::None, Recompute::Selective, Recompute::Full};
}

} // namespace shardscope::core
