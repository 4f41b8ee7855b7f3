// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments of events in SQLite files: the whole row, by table and rowid.
#pragma once

#include "profiler/import/importer.h"
#include "profiler/import/nsight/read_only_database.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace shardscope::profiler::nsys {

// A place is the table's number in the upper bits and the row's rowid below.
inline constexpr unsigned kRowBits = 40;
inline constexpr std::uint64_t kRowMask = (std::uint64_t{1} << kRowBits) - 1;

/// \p statements by the table's number, each showing the row whose rowid is its parameter; \p strings:
/// StringIds, shown where a column refers to them.
[[nodiscard]] std::shared_ptr<const FileArguments>
makeArguments(std::shared_ptr<ReadOnlyDatabase> database, std::vector<std::string> statements,
              std::unordered_map<std::int64_t, std::string> strings);

} // namespace shardscope::profiler::nsys
