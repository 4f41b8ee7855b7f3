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

/// What \p code means, placed in the statement's text where SQLite says.
[[nodiscard]] core::Error failureOf(sqlite3* database, int code);

/// A statement ready to run, finalised at the end.
struct Statement {
    sqlite3_stmt* handle = nullptr;
    Statement() = default;
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
};

/// Prepares the only statement of \p sql. Errors: see SqlSession::query.
[[nodiscard]] core::Result<core::Done> prepare(sqlite3* database, const std::string& sql,
                                               Statement& statement);

} // namespace shardscope::profiler::sql
