// SPDX-License-Identifier: GPL-3.0-or-later
// Opens recorded runs: files one a rank, folders, archives, or one pack.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "profiler/remarks/imported_run.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace shardscope::profiler {

struct ImportOptions {
    /// A coarse picture while a large file is still being read: called now and then, in the thread that
    /// called importTrace, with a timeline of what has been read of the first file so far: its longest slices
    /// (about 100,000), no instants, counters, flows or steps. Its ids and rows are its own: nothing
    /// of it may be carried over to the final timeline but times, and names as text. Not called for files
    /// that are read in a moment, nor for every format. Empty: no pictures are made.
    std::function<void(core::TimelinePtr)> partial;
    /// Whether the columnar cache may be read and written (the environment's SHARDSCOPE_CACHE=off says no as
    /// well).
    bool cache = true;
    /// The files are a part of a run, which others are added to: they may hold nothing for its timeline.
    bool part = false;
    /// A file that is lost is an error: what is made of a part would be taken for the whole's.
    bool whole = false;
};

/// Reads one run from \p files (one a rank), or from one pack. Files that cannot be read at all are lost
/// (ImportReport::lost) and the others opened; where none can be read, the first one's error. Odd content is
/// counted in the report and never aborts. Works in core::threadCount() threads; the result does not depend
/// on them.
[[nodiscard]] core::Result<ImportedRun> importTrace(const std::vector<std::filesystem::path>& files,
                                                    const core::Task& task = {},
                                                    const ImportOptions& options = {});

/// How many bytes all columnar caches together may have; 0: none are read or written. What is beyond goes at
/// once, in a thread of its own, the oldest first.
[[nodiscard]] std::uint64_t cacheLimit();
void setCacheLimit(std::uint64_t bytes);

/// Whether \p file is of a trace format that its first bytes tell apart from any other JSON or text, an
/// archive, or compressed. False for what cannot be read.
[[nodiscard]] bool isTraceFile(const std::filesystem::path& file);
/// An error for a \p file of a format that is known and not read: it says how to convert it.
[[nodiscard]] std::optional<core::Error> foreignTrace(const std::filesystem::path& file);

} // namespace shardscope::profiler
