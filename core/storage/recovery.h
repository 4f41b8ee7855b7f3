// SPDX-License-Identifier: GPL-3.0-or-later
// What a damaged project file still holds, read row by row into a new one.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace shardscope::core {

struct RecoveryReport {
    std::size_t items = 0;            ///< read as they were
    std::vector<std::string> rebuilt; ///< names of items made again of their last change
    std::size_t steps = 0;            ///< that can still be undone
    std::size_t lostSteps = 0;        ///< that are known to have been there
    bool readable = false;            ///< anything at all of it was a project
};

/// Reads \p damaged, which stays as it is, and makes \p file of what can be read. Steps are kept as far back
/// as they and what they change hang together. Errors: FileUnwritable, StorageFailure, Inconsistent where
/// there is a file of that name.
[[nodiscard]] Result<RecoveryReport> recoverProject(const std::filesystem::path& damaged,
                                                    const std::filesystem::path& file);

} // namespace shardscope::core
