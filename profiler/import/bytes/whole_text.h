// SPDX-License-Identifier: GPL-3.0-or-later
// For formats that are read as a whole: the uncompressed text in memory, with a limit.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "profiler/import/bytes/byte_source.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace shardscope::profiler {

/// Formats that are not streamed take files up to this size.
inline constexpr std::uint64_t kWholeTextLimit = (std::uint64_t{1} << 32) - 1;

/// Reads all of \p source. Errors: its own, FileTooLarge, Cancelled.
[[nodiscard]] core::Result<std::string> readWhole(ByteSource& source, const core::Task& task,
                                                  std::uint64_t limit = kWholeTextLimit);

/// Whether \p file itself, uncompressed, begins with \p magic.
[[nodiscard]] bool isPlainFile(const std::filesystem::path& file, std::string_view magic);

} // namespace shardscope::profiler
