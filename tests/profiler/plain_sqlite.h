// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite without anything of ours: ordinary tables in memory with the rows of a session's.
#pragma once

#include "profiler/sql/sql_session.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

struct sqlite3;

namespace shardscope::tests {

inline const std::string kNoAnswer = "no answer";

/// Each row as kinds and values, none alike that differ; kNoAnswer alone for a statement that has none.
[[nodiscard]] std::vector<std::string> sortedRows(profiler::SqlSession& session, const std::string& sql);

class PlainSqlite {
public:
    /// slice and args, with columns of the same types.
    explicit PlainSqlite(profiler::SqlSession& session);
    [[nodiscard]] std::vector<std::string> sortedRows(const std::string& sql) const;

private:
    void copy(profiler::SqlSession& session, const std::string& table,
              std::span<const profiler::sql::ColumnSpec> columns);

    std::shared_ptr<sqlite3> m_database;
};

} // namespace shardscope::tests
