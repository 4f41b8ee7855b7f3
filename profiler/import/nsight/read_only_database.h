// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody else's SQLite file, opened so that nothing in it can do anything: no writing, no functions of its
// schema, no views, no virtual tables.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::profiler {
class ByteSource;
}

struct sqlite3;
struct sqlite3_stmt;

namespace shardscope::profiler {

/// One SELECT, row by row. Columns are counted from 0.
class DatabaseRows {
public:
    explicit DatabaseRows(sqlite3_stmt* statement)
        : m_statement(statement)
    {
    }
    ~DatabaseRows();
    DatabaseRows(DatabaseRows&& other) noexcept
        : m_statement(std::exchange(other.m_statement, nullptr))
    {
    }
    DatabaseRows& operator=(DatabaseRows&&) = delete;
    DatabaseRows(const DatabaseRows&) = delete;
    DatabaseRows& operator=(const DatabaseRows&) = delete;

    void bind(std::int64_t value); ///< the only parameter
    /// Whether there is another row. Errors: DataCorrupt, Cancelled.
    [[nodiscard]] core::Result<bool> next();
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] bool isInteger(int column) const;
    [[nodiscard]] bool isReal(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string_view text(int column) const; ///< until next
    [[nodiscard]] std::string_view columnName(int column) const;
    [[nodiscard]] int columns() const;

private:
    sqlite3_stmt* m_statement;
};

class ReadOnlyDatabase {
public:
    /// Errors: FileUnreadable, DataCorrupt.
    [[nodiscard]] static core::Result<std::shared_ptr<ReadOnlyDatabase>>
    open(const std::filesystem::path& file);
    /// A database held in memory. \p bytes must outlive it.
    [[nodiscard]] static core::Result<std::shared_ptr<ReadOnlyDatabase>>
    fromBytes(std::shared_ptr<std::string> bytes);
    ~ReadOnlyDatabase();
    ReadOnlyDatabase(const ReadOnlyDatabase&) = delete;
    ReadOnlyDatabase& operator=(const ReadOnlyDatabase&) = delete;

    /// Queries stop when \p task is cancelled; it must outlive them. Null: none.
    void stopWith(const core::Task* task) { m_task = task; }
    /// Names of the ordinary tables, sorted. Errors: DataCorrupt.
    [[nodiscard]] core::Result<std::vector<std::string>> tables();
    /// Names of a table's columns, in order. Errors: DataCorrupt.
    [[nodiscard]] core::Result<std::vector<std::string>> columns(const std::string& table);
    /// \p sql: one SELECT over ordinary tables. Errors: DataCorrupt.
    [[nodiscard]] core::Result<DatabaseRows> select(const std::string& sql);

private:
    ReadOnlyDatabase(sqlite3* handle, std::shared_ptr<std::string> bytes);
    static core::Result<std::shared_ptr<ReadOnlyDatabase>> made(sqlite3* handle,
                                                                std::shared_ptr<std::string> bytes);
    static int stopped(void* self);

    sqlite3* m_handle;
    std::shared_ptr<std::string> m_bytes;
    const core::Task* m_task = nullptr;
};

/// How SQLite's files begin.
inline constexpr std::string_view kSqliteMagic{"SQLite format 3\0", 16};
/// \p file where it lies if it is one, else what \p source holds, in memory. Errors: open's, readWhole's.
[[nodiscard]] core::Result<std::shared_ptr<ReadOnlyDatabase>>
openReadOnly(ByteSource& source, const std::filesystem::path& file, const core::Task& task);

/// "name" with its quotes doubled, for SQL.
[[nodiscard]] std::string quotedName(std::string_view name);

} // namespace shardscope::profiler
