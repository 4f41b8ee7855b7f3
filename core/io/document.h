// SPDX-License-Identifier: GPL-3.0-or-later
// A file that people write by hand, in the notation that its name says.
#pragma once

#include "core/base/result.h"
#include "core/io/value.h"

#include <filesystem>
#include <string>

namespace shardscope::core {

/// \p text of \p file as one tree: TOML and YAML by the file's ending, else JSON. Errors: those of the
/// notation's reader; Inconsistent where YAML holds several documents.
[[nodiscard]] Result<Value> parseDocument(const std::string& text, const std::filesystem::path& file);

} // namespace shardscope::core
