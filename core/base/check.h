// SPDX-License-Identifier: GPL-3.0-or-later
// Programmer errors, never bad input: a broken promise inside the program ends the answer that was being
// worked out. Whoever asked for the answer catches it (kept.h); where nobody does, it ends the program with
// its place.
#pragma once

#include <exception>
#include <string>

namespace shardscope::core {

/// what(): "promise (file:line)".
class BrokenPromise : public std::exception {
public:
    BrokenPromise(const char* promise, const char* file, int line);
    [[nodiscard]] const char* what() const noexcept override { return m_text.c_str(); }

private:
    std::string m_text;
};

/// Throws BrokenPromise.
[[noreturn]] void checkFailed(const char* what, const char* file, int line);

} // namespace shardscope::core

#define SHARDSCOPE_CHECK(condition)                                                                          \
    (static_cast<bool>(condition) ? void(0) : ::shardscope::core::checkFailed(#condition, __FILE__, __LINE__))
