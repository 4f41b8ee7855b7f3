// SPDX-License-Identifier: GPL-3.0-or-later
// A run's columns as a file that is mapped back in at once, kept in the user's cache folder. It is only ever
// a copy: what is missing, old or damaged is ignored, and the trace is read again.
#pragma once

#include "core/base/result.h"
#include "profiler/remarks/imported_run.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// Runs with fewer events are read again faster than a user notices.
inline constexpr std::uint64_t kCachePays = 200'000;

/// Where caches are kept: the environment's SHARDSCOPE_CACHE, else shardscope/ in XDG_CACHE_HOME or ~/.cache.
/// None where SHARDSCOPE_CACHE is "off" or nothing is known.
[[nodiscard]] std::optional<std::filesystem::path> cacheFolder();

/// What tells one state of files from another: of each its absolute path, size, time of change, and a hash of
/// its head, its tail and pieces between. None where one cannot be read or is no plain file.
[[nodiscard]] std::optional<std::string> fingerprintOf(const std::vector<std::filesystem::path>& files);

/// The cache of files with that fingerprint.
[[nodiscard]] std::filesystem::path cacheFileOf(const std::filesystem::path& folder,
                                                const std::vector<std::filesystem::path>& files);

/// Writes \p imported whole or not at all, for this user alone. Runs with allocator snapshots are not taken.
/// Errors: FileUnwritable, NotSupported.
[[nodiscard]] core::Result<core::Done>
writeCache(const std::filesystem::path& file, const std::string& fingerprint, const ImportedRun& imported);

/// Maps what writeCache wrote: a file that only this user may have written, whose checksums all match, and in
/// which every number that leads somewhere leads into its column. The run has no arguments yet. Errors:
/// FileNotFound, FileUnreadable, Inconsistent (another fingerprint, another user), DataCorrupt (another
/// version, or damage).
[[nodiscard]] core::Result<ImportedRun> readCache(const std::filesystem::path& file,
                                                  const std::string& fingerprint);

struct Reopened {
    std::optional<ImportedRun> run; ///< none where there is no good cache
    bool refused = false;           ///< there is one of these files, but damaged or of another version
};

/// The run of \p files from \p cache beside them: columns from the cache, arguments from the files.
[[nodiscard]] Reopened reopen(const std::filesystem::path& cache,
                              const std::vector<std::filesystem::path>& files);

/// Removes what killed programs left half written in \p folder, then the oldest caches until at most \p bytes
/// are left.
void trimCache(const std::filesystem::path& folder, std::uint64_t bytes);

} // namespace shardscope::profiler
