// SPDX-License-Identifier: GPL-3.0-or-later
// Joins of slices by one of their arguments, arg(a.id, 'correlation') = arg(b.id, 'correlation'), as joins by
// the column that looks it up: SQLite compares what functions give row by row.
#pragma once

#include "core/base/task.h"
#include "core/run/run.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler::sql {

/// A statement that answers as the one it was made from where each of \c keys is told by the column alone.
struct ColumnJoins {
    std::string sql;               ///< empty: there is no such join
    std::vector<std::string> keys; ///< as statements write them
};

/// The joins of \p sql, which SQLite takes: one SELECT without others in it, whose rows have no order of
/// their own that would be seen.
[[nodiscard]] ColumnJoins columnJoins(std::string_view sql);

/// Whether slice's column of the argument \p key is arg(id, key) in every row of \p run: all files' numbers
/// were kept, each as it is written, and no instant has one. False also where it was stopped.
[[nodiscard]] bool columnTellsArgument(const core::Run& run, std::string_view key, const core::Task& task);

} // namespace shardscope::profiler::sql
