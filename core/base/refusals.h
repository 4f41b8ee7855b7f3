// SPDX-License-Identifier: GPL-3.0-or-later
// The errors met most, made of their arguments. Error::in() and Error::under() say where.
#pragma once

#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/base/nearest.h"
#include "core/base/phrase.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace shardscope::core {

/// An error that two things contradict: a text marked with W_, and what its %1, %2 … stand for.
[[nodiscard]] inline Error inconsistent(std::string_view text, const std::vector<std::string>& values = {})
{
    return {ErrorCode::Inconsistent, {phrase(text, values)}};
}
/// An error that something is not supported, and why: two texts marked with W_.
[[nodiscard]] inline Error notSupported(std::string_view what, std::string_view why)
{
    return {ErrorCode::NotSupported, {phrase(what), phrase(why)}};
}
/// The same of \p name, which is not a word of ours.
[[nodiscard]] inline Error notSupportedFor(const std::string& name, std::string_view why)
{
    return {ErrorCode::NotSupported, {name, phrase(why)}};
}
/// An error that none of \p known has that name; \p what they are is marked with W_.
[[nodiscard]] inline Error unknownName(const std::string& name, const std::vector<std::string>& known,
                                       std::string_view what)
{
    return {ErrorCode::UnknownName, {name, nearestName(name, known), phrase(what)}};
}
/// \p value is none of \p known.
[[nodiscard]] inline Error unknownValue(const std::string& value, const std::vector<std::string>& known)
{
    return {ErrorCode::UnknownValue, {value, nearestName(value, known), joined(known)}};
}
/// \p key is none of \p known.
[[nodiscard]] inline Error unknownKey(const std::string& key, const std::vector<std::string>& known)
{
    return {ErrorCode::UnknownKey, {key, nearestName(key, known), joined(known)}};
}
/// \p what, which is \p value, is not divisible by \p by, which is \p divisor.
[[nodiscard]] inline Error notDivisible(const std::string& what, std::int64_t value, const std::string& by,
                                        std::int64_t divisor)
{
    return {ErrorCode::NotDivisible, {what, std::to_string(value), by, std::to_string(divisor)}};
}
/// The value, the lowest and the highest that may be said: numbers or words.
template <class... Bound>
[[nodiscard]] Error outOfRange(const Bound&... bounds)
{
    const auto text = [](const auto& bound) {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(bound)>>)
            return std::to_string(bound);
        else
            return std::string(bound);
    };
    return {ErrorCode::OutOfRange, {text(bounds)...}};
}

} // namespace shardscope::core
