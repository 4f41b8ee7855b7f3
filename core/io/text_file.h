// SPDX-License-Identifier: GPL-3.0-or-later
// Whole small files (specifications, plans), with a limit: traces are streamed elsewhere.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace shardscope::core {

inline constexpr std::uintmax_t kSpecificationLimitBytes = 64u << 20;

[[nodiscard]] Result<std::string> readTextFile(const std::filesystem::path& path,
                                               std::uintmax_t limitBytes = kSpecificationLimitBytes);
/// The first \p bytes of a file, or all of it.
[[nodiscard]] Result<std::string> readTextHead(const std::filesystem::path& path, std::size_t bytes);
/// Whole or not at all (OutputFile): a failure leaves the old file.
[[nodiscard]] Result<Done> writeTextFile(const std::filesystem::path& path, std::string_view text);

} // namespace shardscope::core
