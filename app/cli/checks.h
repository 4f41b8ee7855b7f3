// SPDX-License-Identifier: GPL-3.0-or-later
// What a call may say: numbers within their range, files that are not overwritten by what is made of them.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace shardscope::app {

/// \p option takes whole numbers from \p lowest to \p highest.
void takesWhole(CLI::Option* option, std::int64_t lowest,
                std::int64_t highest = std::numeric_limits<std::int64_t>::max());
/// \p option takes numbers from \p lowest to \p highest; not a number is none.
void takesNumber(CLI::Option* option, double lowest, double highest);
/// \p option takes one of \p names.
void takesOneOf(CLI::Option* option, const std::vector<std::string>& names);

/// Refuses what would be ignored: an option of \p options that the call gives. Error: Inconsistent with
/// \p why, placed at the option.
[[nodiscard]] core::Result<core::Done>
takesNoneOf(const CLI::App& verb, std::initializer_list<const char*> options, const std::string& why);

} // namespace shardscope::app
