// SPDX-License-Identifier: GPL-3.0-or-later
// The SQL function arg(id, key): one argument of one slice, without a join.
#pragma once

struct sqlite3;

namespace shardscope::core {
struct Task;
}

namespace shardscope::profiler::sql {

class ArgIndex;
class ArgReader;

/// Where the function looks. \p task: of the statement that runs.
struct ArgPlaces {
    ArgReader& reader;
    ArgIndex& index;
    const core::Task& task;
};

/// Called \p name. \p places must outlive \p database. False: out of memory.
[[nodiscard]] bool registerArgFunction(sqlite3* database, ArgPlaces& places, const char* name = "arg");

} // namespace shardscope::profiler::sql
