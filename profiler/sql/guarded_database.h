// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite kept to reading: what a statement may do, how large it may grow, and what its failures mean.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"

#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace shardscope::profiler::sql {

/// From now on \p database only reads and stops when \p task (which may change; outlives it) is cancelled.
void harden(sqlite3* database, core::Task& task);

/// What \p code means, placed in the text where SQLite says; its statement begins at \p begin.
[[nodiscard]] core::Error failureOf(sqlite3* database, int code, std::size_t begin = 0);

/// A statement ready to run, finalised at the end.
struct Statement {
    sqlite3_stmt* handle = nullptr;
    std::size_t begin = 0; ///< in the text, bytes
    bool last = false;     ///< blanks and comments follow at most
    Statement() = default;
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
};

/// Prepares the statement of \p sql that begins at byte \p begin, and moves \p begin behind it. Those before
/// the last make temporary views. Errors: see SqlSession::query.
[[nodiscard]] core::Result<core::Done> prepareNext(sqlite3* database, const std::string& sql,
                                                   std::size_t& begin, Statement& statement);

} // namespace shardscope::profiler::sql
