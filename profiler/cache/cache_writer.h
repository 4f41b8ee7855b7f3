// SPDX-License-Identifier: GPL-3.0-or-later
// Writes caches beside the program's other work.
#pragma once

#include "profiler/remarks/imported_run.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace shardscope::profiler {

/// Writes the cache in a thread of its own, one after another. What is still to be written when the process
/// ends is written first. Failures are silent: the trace is read again next time.
void cacheInBackground(const std::filesystem::path& file, const std::string& fingerprint,
                       const ImportedRun& imported);
/// importTrace()'s cacheLimit() and setCacheLimit().
[[nodiscard]] std::uint64_t mostCached();
void setMostCached(std::uint64_t bytes);
/// Returns when all that was asked for so far has been written.
void finishCaching();

} // namespace shardscope::profiler
