// SPDX-License-Identifier: GPL-3.0-or-later
// A value or the reason why there is none.
#pragma once

#include "core/base/check.h"
#include "core/base/error.h"

#include <utility>
#include <variant>

namespace shardscope::core {

/// Success that carries nothing.
struct Done {};

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    {
    } // NOLINT(google-explicit-constructor)
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    {
    } // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const T& value() const&
    {
        SHARDSCOPE_CHECK(ok());
        return std::get<0>(m_state);
    }
    [[nodiscard]] T& value() &
    {
        SHARDSCOPE_CHECK(ok());
        return std::get<0>(m_state);
    }
    [[nodiscard]] T&& value() &&
    {
        SHARDSCOPE_CHECK(ok());
        return std::get<0>(std::move(m_state));
    }
    [[nodiscard]] const T& operator*() const& { return value(); }
    [[nodiscard]] T& operator*() & { return value(); }
    [[nodiscard]] const T* operator->() const { return &value(); }
    [[nodiscard]] T* operator->() { return &value(); }

    [[nodiscard]] const Error& error() const
    {
        SHARDSCOPE_CHECK(!ok());
        return std::get<1>(m_state);
    }
    /// The same result with its error placed in \p file.
    [[nodiscard]] Result in(const std::string& file) &&
    {
        if (!ok())
            return error().in(file);
        return std::move(*this);
    }

private:
    std::variant<T, Error> m_state;
};

} // namespace shardscope::core

#define SHARDSCOPE_CONCAT_INNER(a, b) a##b
#define SHARDSCOPE_CONCAT(a, b) SHARDSCOPE_CONCAT_INNER(a, b)
/// SHARDSCOPE_TRY(auto x, f()): x is f's value, or the enclosing function returns f's error.
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration cannot stand in parentheses.
#define SHARDSCOPE_TRY(declaration, expression)                                                              \
    auto SHARDSCOPE_CONCAT(tried, __LINE__) = (expression);                                                  \
    if (!SHARDSCOPE_CONCAT(tried, __LINE__).ok())                                                            \
        return SHARDSCOPE_CONCAT(tried, __LINE__).error();                                                   \
    declaration = std::move(SHARDSCOPE_CONCAT(tried, __LINE__)).value()
// NOLINTEND(bugprone-macro-parentheses)
/// SHARDSCOPE_TRY_DONE(f()): f succeeds, or the enclosing function returns its error.
#define SHARDSCOPE_TRY_DONE(expression)                                                                      \
    do {                                                                                                     \
        if (auto SHARDSCOPE_CONCAT(tried, __LINE__) = (expression);                                          \
            !SHARDSCOPE_CONCAT(tried, __LINE__).ok())                                                        \
            return SHARDSCOPE_CONCAT(tried, __LINE__).error();                                               \
    } while (false)
