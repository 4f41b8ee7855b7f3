// SPDX-License-Identifier: GPL-3.0-or-later
// Files that the program keeps for itself between two starts: whole or not at all, and known to be as they
// were written.
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace shardscope::core {
struct Value;
}

namespace shardscope::app {

/// Where they lie: the environment variable SHARDSCOPE_DATA, else shardscope/ in XDG_DATA_HOME.
[[nodiscard]] std::filesystem::path dataFolder();

/// Writes \p content with its checksum; folders are made. Errors: FileUnwritable.
[[nodiscard]] core::Result<core::Done> writeKeptFile(const std::filesystem::path& file,
                                                     const core::Value& content);
/// What writeKeptFile() wrote. Errors: FileNotFound, FileUnreadable, DataCorrupt where any byte is another.
[[nodiscard]] core::Result<core::Value> readKeptFile(const std::filesystem::path& file);

} // namespace shardscope::app
