// SPDX-License-Identifier: GPL-3.0-or-later
// format() and its older name printf(), as SQLite has them but bounded: SQLite's own repeats a character two
// thousand million times for %.2000000000c, in one step that nothing can stop.
#pragma once

struct sqlite3;

namespace shardscope::profiler::sql {

/// The longest text that one conversion may write out. Bytes.
inline constexpr long long kLongestConversion = 1 << 20;

/// Puts the bounded functions over SQLite's. False: out of memory. Before the database is hardened.
[[nodiscard]] bool registerFormatFunctions(sqlite3* database);

} // namespace shardscope::profiler::sql
