// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that SQLite lacks: percentile(x, p), median(x), stddev(x), and the operator REGEXP.
#pragma once

struct sqlite3;

namespace shardscope::profiler::sql {

/// False: out of memory. Before the database is hardened.
[[nodiscard]] bool registerStatisticsFunctions(sqlite3* database);

} // namespace shardscope::profiler::sql
