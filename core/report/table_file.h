// SPDX-License-Identifier: GPL-3.0-or-later
// A table as a file, written a piece at a time so that it can be stopped.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/report/table.h"

#include <filesystem>

namespace shardscope::core {

/// Writes what toCsv() says, whole or not at all (OutputFile): once \p task is stopped an old file is as it
/// was. Errors: FileUnwritable, Cancelled.
[[nodiscard]] Result<Done> writeCsv(const Table& table, const std::filesystem::path& file, const Task& task);

} // namespace shardscope::core
