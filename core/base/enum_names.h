// SPDX-License-Identifier: GPL-3.0-or-later
// The words that files and tables have for an enum's values. Beside an enum that counts from 0 stands
//     constexpr auto enumNames(Color) { return core::namesUpTo<Color::Blue>("red", "green", "blue"); }
// and what is here is made of that one list.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace shardscope::core {

/// \p names, one for each value up to \p Last.
template <auto Last, class... Text>
[[nodiscard]] constexpr auto namesUpTo(Text... names)
{
    static_assert(sizeof...(names) == static_cast<std::size_t>(Last) + 1, "one name for each value");
    return std::array<std::string_view, sizeof...(names)>{names...};
}

template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires(Enum value)
{
    enumNames(value);
};

template <NamedEnum Enum>
inline constexpr auto kEnumNames = enumNames(Enum{});

/// Empty where \p value is none of the enum's.
template <NamedEnum Enum>
[[nodiscard]] constexpr std::string_view nameOf(Enum value)
{
    const auto index = static_cast<std::size_t>(value);
    return index < kEnumNames<Enum>.size() ? kEnumNames<Enum>[index] : std::string_view{};
}

template <NamedEnum Enum>
[[nodiscard]] constexpr std::optional<Enum> fromName(std::string_view name)
{
    const auto found = std::ranges::find(kEnumNames<Enum>, name);
    return found == kEnumNames<Enum>.end()
               ? std::nullopt
               : std::optional(static_cast<Enum>(found - kEnumNames<Enum>.begin()));
}

/// All names, in the order of the values.
template <NamedEnum Enum>
[[nodiscard]] const std::vector<std::string>& namesOf()
{
    static const std::vector<std::string> names(kEnumNames<Enum>.begin(), kEnumNames<Enum>.end());
    return names;
}

/// All values of the enum.
template <NamedEnum Enum>
[[nodiscard]] constexpr auto valuesOf()
{
    std::array<Enum, kEnumNames<Enum>.size()> values{};
    for (std::size_t index = 0; index < values.size(); ++index)
        values[index] = static_cast<Enum>(index);
    return values;
}

} // namespace shardscope::core
