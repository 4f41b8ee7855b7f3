// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/nsight/read_only_database.h"

#include "core/base/phrase.h"
#include "core/io/files.h"
#include "profiler/import/bytes/whole_text.h"

#include <cstring>

#include <sqlite3.h>

namespace shardscope::profiler {

namespace {

core::Error damaged(sqlite3* handle)
{
    const int code = handle == nullptr ? SQLITE_NOMEM : sqlite3_errcode(handle);
    if (code == SQLITE_INTERRUPT)
        return {core::ErrorCode::Cancelled};
    if (code == SQLITE_CANTOPEN || code == SQLITE_IOERR || code == SQLITE_PERM)
        return {core::ErrorCode::FileUnreadable, {sqlite3_errmsg(handle)}};
    return {core::ErrorCode::DataCorrupt,
            {core::phrase(W_("the SQLite database: %1"), {sqlite3_errmsg(handle)})}};
}

/// Allows reading columns and SELECT; refuses attaching, pragmas, and all else a statement might do.
int authorise(void* /*context*/, int action, const char* first, const char* /*second*/,
              const char* /*database*/, const char* /*view*/)
{
    if (action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE)
        return SQLITE_OK;
    if (action == SQLITE_FUNCTION)
        return SQLITE_DENY;
    if (action == SQLITE_PRAGMA && std::strcmp(first, "table_xinfo") == 0)
        return SQLITE_OK;
    return SQLITE_DENY;
}

constexpr int kStepsBetweenChecks = 100'000;

/// sqlite.org/uri.html: what is no letter or digit is written as %XX.
std::string uriOf(const std::filesystem::path& file)
{
    std::string uri = "file:";
    for (const char c : file.string()) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= 'a' && byte <= 'z') || byte == '/' || byte == '.' || byte == '-' ||
                           byte == '_';
        if (plain) {
            uri += c;
            continue;
        }
        uri += '%';
        uri += "0123456789ABCDEF"[byte >> 4U];
        uri += "0123456789ABCDEF"[byte & 15U];
    }
    return uri;
}

} // namespace

DatabaseRows::~DatabaseRows() { sqlite3_finalize(m_statement); }

void DatabaseRows::bind(std::int64_t value) { sqlite3_bind_int64(m_statement, 1, value); }

core::Result<bool> DatabaseRows::next()
{
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    return damaged(sqlite3_db_handle(m_statement));
}

bool DatabaseRows::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}
bool DatabaseRows::isInteger(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_INTEGER;
}
bool DatabaseRows::isReal(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_FLOAT;
}
std::int64_t DatabaseRows::integer(int column) const { return sqlite3_column_int64(m_statement, column); }
double DatabaseRows::real(int column) const { return sqlite3_column_double(m_statement, column); }

std::string_view DatabaseRows::text(int column) const
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    return text == nullptr
               ? std::string_view()
               : std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)));
}

std::string_view DatabaseRows::columnName(int column) const
{
    const char* name = sqlite3_column_name(m_statement, column);
    return name == nullptr ? std::string_view() : std::string_view(name);
}

int DatabaseRows::columns() const { return sqlite3_column_count(m_statement); }

ReadOnlyDatabase::ReadOnlyDatabase(sqlite3* handle, std::shared_ptr<std::string> bytes)
    : m_handle(handle)
    , m_bytes(std::move(bytes))
{
}

ReadOnlyDatabase::~ReadOnlyDatabase() { sqlite3_close_v2(m_handle); }

int ReadOnlyDatabase::stopped(void* self)
{
    const core::Task* task = static_cast<ReadOnlyDatabase*>(self)->m_task;
    return task != nullptr && task->cancelled() ? 1 : 0;
}

core::Result<std::shared_ptr<ReadOnlyDatabase>> ReadOnlyDatabase::made(sqlite3* handle,
                                                                       std::shared_ptr<std::string> bytes)
{
    // sqlite.org/security.html: what to set for databases from elsewhere.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_exec(handle, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON;", nullptr,
                 nullptr, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 28);
    sqlite3_set_authorizer(handle, authorise, nullptr);
    std::shared_ptr<ReadOnlyDatabase> database(new ReadOnlyDatabase(handle, std::move(bytes)));
    sqlite3_progress_handler(handle, kStepsBetweenChecks, stopped, database.get());
    return database;
}

core::Result<std::shared_ptr<ReadOnlyDatabase>> ReadOnlyDatabase::open(const std::filesystem::path& file)
{
    sqlite3* handle = nullptr;
    // Reading a database in WAL mode makes files beside it, unless it is said that nobody writes to it. That
    // is so where there is no log: whoever writes has one. A log is read with its index in our own memory
    // (sqlite.org/wal.html, "Use of WAL without shared memory") and stays as it is.
    std::filesystem::path log = file;
    log += "-wal";
    const bool settled = core::files::sizeOf(log).value_or(0) == 0;
    const std::string name =
        uriOf(core::files::whole(file)) + (settled ? "?immutable=1" : "?mode=ro&vfs=unix-none");
    if (sqlite3_open_v2(name.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_URI,
                        nullptr) != SQLITE_OK) {
        core::Error error = damaged(handle);
        sqlite3_close_v2(handle);
        return error;
    }
    if (!settled) {
        sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
        sqlite3_exec(handle, "PRAGMA locking_mode=EXCLUSIVE;", nullptr, nullptr, nullptr);
    }
    return made(handle, nullptr);
}

core::Result<std::shared_ptr<ReadOnlyDatabase>>
ReadOnlyDatabase::fromBytes(std::shared_ptr<std::string> bytes)
{
    sqlite3* handle = nullptr;
    auto* data = reinterpret_cast<unsigned char*>(bytes->data());
    const auto size = static_cast<sqlite3_int64>(bytes->size());
    if (sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, nullptr) !=
            SQLITE_OK ||
        sqlite3_deserialize(handle, "main", data, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK) {
        core::Error error = damaged(handle);
        sqlite3_close_v2(handle);
        return error;
    }
    return made(handle, std::move(bytes));
}

core::Result<DatabaseRows> ReadOnlyDatabase::select(const std::string& sql)
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_handle, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr) !=
        SQLITE_OK)
        return damaged(m_handle);
    return DatabaseRows(statement);
}

core::Result<std::vector<std::string>> ReadOnlyDatabase::tables()
{
    std::vector<std::string> names;
    SHARDSCOPE_TRY(
        DatabaseRows rows,
        select("SELECT name, sql, rootpage FROM sqlite_master WHERE type = 'table' ORDER BY name"));
    while (true) {
        SHARDSCOPE_TRY(const bool more, rows.next());
        if (!more)
            break;
        if (rows.integer(2) != 0) // virtual tables have no page of their own
            names.emplace_back(rows.text(0));
    }
    return names;
}

core::Result<std::vector<std::string>> ReadOnlyDatabase::columns(const std::string& table)
{
    std::vector<std::string> names;
    SHARDSCOPE_TRY(DatabaseRows rows, select("PRAGMA table_xinfo(" + quotedName(table) + ")"));
    while (true) {
        SHARDSCOPE_TRY(const bool more, rows.next());
        if (!more)
            break;
        if (rows.integer(6) ==
            0) // neither generated nor hidden: generated columns run expressions of the file
            names.emplace_back(rows.text(1));
    }
    return names;
}

core::Result<std::shared_ptr<ReadOnlyDatabase>>
openReadOnly(ByteSource& source, const std::filesystem::path& file, const core::Task& task)
{
    if (isPlainFile(file, kSqliteMagic))
        return ReadOnlyDatabase::open(file);
    SHARDSCOPE_TRY(std::string bytes, readWhole(source, task));
    return ReadOnlyDatabase::fromBytes(std::make_shared<std::string>(std::move(bytes)));
}

std::string quotedName(std::string_view name)
{
    std::string quoted = "\"";
    for (const char c : name) {
        quoted += c;
        if (c == '"')
            quoted += c;
    }
    return quoted + '"';
}

} // namespace shardscope::profiler
