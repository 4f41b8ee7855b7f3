// SPDX-License-Identifier: GPL-3.0-or-later
// A SQLite file of our own: opened, asked and changed, closed at the end whatever happens.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace shardscope::core {

class Database;

/// One statement with its values, row by row. Parameters are counted from 1, columns from 0.
class Statement {
public:
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&&) = delete;
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement();

    Statement& with(std::int64_t value);    ///< the next parameter
    Statement& with(std::string_view text); ///< copied
    Statement& withNothing();
    /// Whether there is another row. Errors: as Database::run.
    [[nodiscard]] Result<bool> next();
    /// Runs to its end and can be given other values then.
    [[nodiscard]] Result<Done> done();

    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string text(int column) const;

private:
    friend class Database;
    Statement(const Database& database, sqlite3_stmt* handle)
        : m_database(&database)
        , m_handle(handle)
    {
    }
    const Database* m_database; ///< outlives it, and stays where it is
    sqlite3_stmt* m_handle;
    int m_bound = 0;
};

class Database {
public:
    enum class Access : std::uint8_t { Read, Write, Create };

    /// Create: an empty file, or one that is there. Errors: FileUnreadable, FileUnwritable, StorageFailure.
    [[nodiscard]] static Result<Database> open(const std::filesystem::path& file, Access access);
    Database(Database&& other) noexcept;
    Database& operator=(Database&&) = delete;
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database();

    /// Statements without values, one behind the other. Errors, placed in the file: DataCorrupt (damaged, or
    /// no database), FileUnwritable (no room, no right, a disk that fails), FileUnreadable, StorageFailure
    /// (in use by another program, and whatever else).
    [[nodiscard]] Result<Done> run(const char* sql) const;
    [[nodiscard]] Result<Statement> prepare(std::string_view sql) const;
    /// The first column of the first row; 0 where there is none.
    [[nodiscard]] Result<std::int64_t> integerOf(const char* sql) const;
    [[nodiscard]] Result<std::string> textOf(const char* sql) const;

    /// Does all of \p body, or nothing of it.
    template <class Body>
    [[nodiscard]] Result<Done> transaction(const Body& body) const
    {
        SHARDSCOPE_TRY_DONE(run("BEGIN IMMEDIATE"));
        Result<Done> done = body();
        if (done.ok())
            done = run("COMMIT");
        if (!done.ok())
            static_cast<void>(run("ROLLBACK")); // which SQLite may have done by itself
        return done;
    }

    [[nodiscard]] bool isOpen() const { return m_handle != nullptr; }
    /// What the last failure was.
    [[nodiscard]] Error failure() const;

private:
    explicit Database(sqlite3* handle, std::string file);
    sqlite3* m_handle;
    std::string m_file;
};

} // namespace shardscope::core
