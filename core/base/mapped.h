// SPDX-License-Identifier: GPL-3.0-or-later
// What a function makes of each element of a range, as a vector.
#pragma once

#include <functional>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

namespace shardscope::core {

/// \p function of each element of \p range, in their order: a lambda, or a pointer to a member. \p As is the
/// type to keep, where it is not what the function returns.
template <class As = void, class Range, class Function>
[[nodiscard]] auto mapped(Range&& range, Function function)
{
    using Returned = std::invoke_result_t<Function&, std::ranges::range_reference_t<Range>>;
    std::vector<std::conditional_t<std::is_void_v<As>, std::remove_cvref_t<Returned>, As>> all;
    if constexpr (std::ranges::sized_range<Range>)
        all.reserve(static_cast<std::size_t>(std::ranges::size(range)));
    for (auto&& element : range)
        all.emplace_back(std::invoke(function, std::forward<decltype(element)>(element)));
    return all;
}

} // namespace shardscope::core
