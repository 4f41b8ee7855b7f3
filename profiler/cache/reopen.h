// SPDX-License-Identifier: GPL-3.0-or-later
// A run from the columnar cache beside its files: columns from the cache, arguments from the files.
#pragma once

#include "profiler/remarks/imported_run.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace shardscope::profiler {

struct Reopened {
    std::optional<ImportedRun> run; ///< none where there is no good cache
    bool refused = false;           ///< there is one of these files, but damaged or of another version
};

[[nodiscard]] Reopened reopen(const std::filesystem::path& cache,
                              const std::vector<std::filesystem::path>& files);

} // namespace shardscope::profiler
