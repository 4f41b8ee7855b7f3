// SPDX-License-Identifier: GPL-3.0-or-later
// The known word nearest to a mistyped one, for errors that say what would be right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::core {

/// The member of \p known with the smallest edit distance to \p word (ties: the first), or "" when nothing is
/// within a third of the word's length (at least 2 edits).
[[nodiscard]] std::string nearestName(std::string_view word, const std::vector<std::string>& known);

} // namespace shardscope::core
