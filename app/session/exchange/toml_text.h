// SPDX-License-Identifier: GPL-3.0-or-later
// TOML as configurations of training jobs use it (toml.io, 1.0): tables, texts, numbers, flags, lists.
#pragma once

#include "core/base/result.h"
#include "core/io/value.h"

#include <string>

namespace shardscope::app {

/// One tree, as JSON would give. Errors: SyntaxError with its line, also for what is not read (dates, inline
/// tables, lists of tables, texts of several lines); Inconsistent for a key that is given twice.
[[nodiscard]] core::Result<core::Value> parseTomlText(const std::string& text, const std::string& file);

/// Whether \p text has a line "[name]".
[[nodiscard]] bool hasTomlTable(const std::string& text, const std::string& name);

} // namespace shardscope::app
