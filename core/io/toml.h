// SPDX-License-Identifier: GPL-3.0-or-later
// TOML (toml.io, 1.0) as the plain tree.
#pragma once

#include "core/base/result.h"
#include "core/io/value.h"

#include <string>
#include <string_view>

namespace shardscope::core {

/// One tree, as JSON would give, in the order of the file; dates and times are texts. Errors, each with its
/// line: SyntaxError (a key that is given twice is one), NestingTooDeep, NumberMalformed for numbers that
/// JSON does not have.
[[nodiscard]] Result<Value> parseTomlText(std::string_view text, const std::string& file);

} // namespace shardscope::core
