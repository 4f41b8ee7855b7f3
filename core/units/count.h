// SPDX-License-Identifier: GPL-3.0-or-later
// Counts as people write them.
#pragma once

#include <optional>
#include <string_view>

namespace shardscope::core {

/// The count that is all of \p text: a number, with k, M, G or B, T, P or E behind it where it is meant a
/// thousand times that, and so on ("15T", "2.5B", "300e9"). None of what is no finite number.
[[nodiscard]] std::optional<double> parseCount(std::string_view text);

} // namespace shardscope::core
