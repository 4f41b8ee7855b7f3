// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a derivation's text back: "2 B · 3 / max(4, 5)" -> its value. Proves that what is printed is what was
// computed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope::tests {

/// What a word stands for; none: unknown.
using Lookup = std::function<std::optional<double>(std::string_view word)>;

/// Evaluates \p text with + − · / ( ) max(a, b) min(a, b) ceil(a / b) in the order it is written. Numbers may
/// carry a unit; \p lookup gives the values of labels. None where the text does not follow this grammar.
[[nodiscard]] std::optional<double> evaluateFormula(std::string_view text, const Lookup& lookup = {});

} // namespace shardscope::tests
