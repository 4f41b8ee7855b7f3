// SPDX-License-Identifier: GPL-3.0-or-later
// Shares and changes in percent.
#pragma once

#include <string>

namespace shardscope::core {

/// \p fraction in percent with so many digits behind its point: "12.3 %"; beyond a million percent, which
/// tells nobody anything, that bound: "> 1000000 %", "< -1000000 %".
[[nodiscard]] std::string percentText(double fraction, int decimals);

} // namespace shardscope::core
