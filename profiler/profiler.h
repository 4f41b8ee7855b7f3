// SPDX-License-Identifier: GPL-3.0-or-later
// The facade of the profiler: reads recorded runs.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"
#include "profiler/import/import_report.h"

#include <filesystem>
#include <vector>

namespace shardscope::profiler {

struct ImportedRun {
    core::RunPtr run;
    ImportReport report;
};

/// Reads one run from \p files (one a rank). A file that cannot be read at all is an error naming it; odd
/// content is counted in the report and never aborts.
[[nodiscard]] core::Result<ImportedRun> importTrace(const std::vector<std::filesystem::path>& files,
                                                    const core::Task& task = {});

/// Whether \p file is of a trace format that its first bytes tell apart from any other JSON or text, an
/// archive, or compressed. False for what cannot be read.
[[nodiscard]] bool isTraceFile(const std::filesystem::path& file);

} // namespace shardscope::profiler
