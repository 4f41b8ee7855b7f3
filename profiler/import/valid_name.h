// SPDX-License-Identifier: GPL-3.0-or-later
// Names of binary formats, which may hold any bytes; those of JSON are made valid where they are unescaped.
#pragma once

#include "profiler/import/importer.h"

#include <string_view>

namespace shardscope::profiler {

/// The name \p text as valid UTF-8: bytes that are none become U+FFFD, which is remarked.
[[nodiscard]] core::NameId validName(ImportTarget& target, std::string_view text);

} // namespace shardscope::profiler
