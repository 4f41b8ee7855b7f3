// SPDX-License-Identifier: GPL-3.0-or-later
// Programmer errors: a broken promise inside the program stops it with its place. Never for bad input.
#pragma once

namespace shardscope::core {

/// Prints "file:line: what" on standard error and aborts.
[[noreturn]] void checkFailed(const char* what, const char* file, int line);

} // namespace shardscope::core

#define SHARDSCOPE_CHECK(condition)                                                                          \
    (static_cast<bool>(condition) ? void(0) : ::shardscope::core::checkFailed(#condition, __FILE__, __LINE__))
