// SPDX-License-Identifier: GPL-3.0-or-later
// What a trace file tells before it is read: its format, and the rank in its name.
#pragma once

#include "profiler/import/importer.h"

#include <filesystem>
#include <optional>

namespace shardscope::profiler {

/// Who reads \p file. Errors: FileNotFound, FileUnreadable, FileEmpty, FormatUnknown.
[[nodiscard]] core::Result<const Importer*> importerOf(const std::filesystem::path& file);

/// The number behind "rank" or "worker" in a file's name: "h200.rank3.json.gz",
/// "rank-0.Apr_03.pt.trace.json", "worker7_step_12.json".
[[nodiscard]] std::optional<std::int32_t> rankOfFileName(const std::filesystem::path& file);

} // namespace shardscope::profiler
