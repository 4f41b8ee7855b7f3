// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/sqlite.h"

#include "core/base/phrase.h"

#include <system_error>
#include <utility>

#include <sqlite3.h>

namespace shardscope::core {
namespace {

constexpr int kPatienceMs = 2000; ///< while another program reads or writes

int flagsOf(Database::Access access)
{
    // Each connection is used by one thread at a time.
    switch (access) {
    case Database::Access::Read: return SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    case Database::Access::Write: return SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    case Database::Access::Create: break;
    }
    return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
}

/// SQLite's words, and the system's where it has some.
std::string reasonOf(sqlite3* handle)
{
    std::string reason = sqlite3_errmsg(handle);
    if (const int system = sqlite3_system_errno(handle); system != 0)
        reason += " (" + std::error_code(system, std::generic_category()).message() + ")";
    return reason;
}

Error failureOf(sqlite3* handle, const std::string& file)
{
    if (handle == nullptr)
        return Error{ErrorCode::StorageFailure, {sqlite3_errstr(SQLITE_NOMEM)}}.in(file);
    const std::string reason = reasonOf(handle);
    switch (sqlite3_errcode(handle)) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return Error{ErrorCode::DataCorrupt, {phrase(W_("the project file: %1"), {reason})}}.in(file);
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_PERM: return Error{ErrorCode::FileUnwritable, {reason}}.in(file);
    case SQLITE_CANTOPEN: return Error{ErrorCode::FileUnreadable, {reason}}.in(file);
    case SQLITE_IOERR: {
        const int detail = sqlite3_extended_errcode(handle);
        const bool reading = detail == SQLITE_IOERR_READ || detail == SQLITE_IOERR_SHORT_READ;
        return Error{reading ? ErrorCode::FileUnreadable : ErrorCode::FileUnwritable, {reason}}.in(file);
    }
    default: return Error{ErrorCode::StorageFailure, {reason}}.in(file);
    }
}

} // namespace

Statement::Statement(Statement&& other) noexcept
    : m_database(other.m_database)
    , m_handle(std::exchange(other.m_handle, nullptr))
    , m_bound(other.m_bound)
{
}

Statement::~Statement() { sqlite3_finalize(m_handle); }

Statement& Statement::with(std::int64_t value)
{
    sqlite3_bind_int64(m_handle, ++m_bound, value);
    return *this;
}

Statement& Statement::with(std::string_view text)
{
    sqlite3_bind_text64(m_handle, ++m_bound, text.empty() ? "" : text.data(), text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
    return *this;
}

Statement& Statement::withNothing()
{
    sqlite3_bind_null(m_handle, ++m_bound);
    return *this;
}

Result<bool> Statement::next()
{
    const int code = sqlite3_step(m_handle);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    return m_database->failure();
}

Result<Done> Statement::done()
{
    while (true) {
        const Result<bool> more = next();
        if (more.ok() && *more)
            continue;
        sqlite3_reset(m_handle);
        m_bound = 0;
        if (!more.ok())
            return more.error();
        return Done{};
    }
}

bool Statement::isNull(int column) const { return sqlite3_column_type(m_handle, column) == SQLITE_NULL; }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(m_handle, column); }

std::string Statement::text(int column) const
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_handle, column));
    return text == nullptr
               ? std::string()
               : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(m_handle, column)));
}

Database::Database(sqlite3* handle, std::string file)
    : m_handle(handle)
    , m_file(std::move(file))
{
}

Database::Database(Database&& other) noexcept
    : m_handle(std::exchange(other.m_handle, nullptr))
    , m_file(std::move(other.m_file))
{
}

Database::~Database() { sqlite3_close_v2(m_handle); }

Result<Database> Database::open(const std::filesystem::path& file, Access access)
{
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(file.c_str(), &handle, flagsOf(access), nullptr);
    Database database(handle, file.string());
    if (code != SQLITE_OK)
        return database.failure();
    sqlite3_busy_timeout(handle, kPatienceMs);
    // sqlite.org/security.html: a project may come from a stranger.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    return Result<Database>(std::move(database));
}

Error Database::failure() const { return failureOf(m_handle, m_file); }

Result<Done> Database::run(const char* sql) const
{
    if (sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        return failure();
    return Done{};
}

Result<Statement> Database::prepare(std::string_view sql) const
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_handle, sql.data(), static_cast<int>(sql.size()), &statement, nullptr) !=
        SQLITE_OK)
        return failure();
    return Result<Statement>(Statement(*this, statement));
}

Result<std::int64_t> Database::integerOf(const char* sql) const
{
    SHARDSCOPE_TRY(Statement statement, prepare(sql));
    SHARDSCOPE_TRY(const bool row, statement.next());
    return row ? statement.integer(0) : 0;
}

Result<std::string> Database::textOf(const char* sql) const
{
    SHARDSCOPE_TRY(Statement statement, prepare(sql));
    SHARDSCOPE_TRY(const bool row, statement.next());
    return row ? statement.text(0) : std::string();
}

} // namespace shardscope::core
