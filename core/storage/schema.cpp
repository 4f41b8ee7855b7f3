// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/schema.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"

#include <algorithm>

namespace shardscope::core {
namespace {

// A row of change has what an item was and what it is, null if there was or is none. answer keeps what
// searches found, source the traces that runs are of, blob the pieces of traces, seat where the window was.
constexpr const char* kTables = R"(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE item(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
    revision INTEGER NOT NULL, changed INTEGER NOT NULL, UNIQUE(kind, name));
CREATE TABLE link(item INTEGER NOT NULL, role TEXT NOT NULL, target INTEGER NOT NULL,
    PRIMARY KEY(item, role)) WITHOUT ROWID;
CREATE TABLE step(id INTEGER PRIMARY KEY, at INTEGER NOT NULL, words TEXT NOT NULL, arguments TEXT NOT NULL,
    undone INTEGER NOT NULL);
CREATE TABLE change(id INTEGER PRIMARY KEY, step INTEGER NOT NULL, item INTEGER NOT NULL, kind TEXT NOT NULL,
    name_before TEXT, revision_before INTEGER, before TEXT,
    name_after TEXT, revision_after INTEGER, after TEXT);
CREATE INDEX change_of_step ON change(step);
CREATE TABLE answer(item INTEGER PRIMARY KEY, asked TEXT NOT NULL, made_by TEXT NOT NULL, body TEXT NOT NULL,
    whole INTEGER NOT NULL);
CREATE TABLE source(id INTEGER PRIMARY KEY, item INTEGER NOT NULL, path TEXT NOT NULL, bytes INTEGER NOT NULL,
    fingerprint TEXT NOT NULL, packed INTEGER);
CREATE TABLE blob(id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, codec TEXT NOT NULL, bytes BLOB NOT NULL);
CREATE TABLE seat(key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
)";

Result<Done> setNumber(const Database& database, const char* pragma, std::int64_t value)
{
    return database.run(("PRAGMA " + std::string(pragma) + " = " + std::to_string(value)).c_str());
}

} // namespace

std::span<const Migration> projectMigrations() { return {}; } // version 1 is the first

Result<Done> makeProjectTables(const Database& database)
{
    return database.transaction([&]() -> Result<Done> {
        SHARDSCOPE_TRY_DONE(database.run(kTables));
        SHARDSCOPE_TRY_DONE(setNumber(database, "application_id", kProjectApplication));
        return setNumber(database, "user_version", kProjectVersion);
    });
}

Result<Done> migrate(const Database& database, std::int64_t from, std::int64_t to,
                     std::span<const Migration> migrations)
{
    return database.transaction([&]() -> Result<Done> {
        for (std::int64_t version = from; version < to; ++version) {
            const auto migration = std::ranges::find(migrations, version, &Migration::from);
            if (migration == migrations.end())
                return Error{
                    ErrorCode::DataCorrupt,
                    {phrase(W_("there was no version %1 of the project file"), {std::to_string(version)})}};
            SHARDSCOPE_TRY_DONE(database.run(migration->sql));
        }
        return setNumber(database, "user_version", to);
    });
}

Result<std::int64_t> projectVersion(const Database& database, const std::string& file)
{
    SHARDSCOPE_TRY(const std::int64_t application, database.integerOf("PRAGMA application_id"));
    if (application != kProjectApplication)
        return errorIn(
            ErrorCode::FormatUnknown,
            {phrase(W_("an SQLite database of another program")), phrase(W_("projects of Shardscope"))},
            file);
    SHARDSCOPE_TRY(const std::int64_t version, database.integerOf("PRAGMA user_version"));
    if (version > kProjectVersion)
        return errorIn(
            ErrorCode::NotSupported,
            {phrase(W_("version %1 of the project file"), {std::to_string(version)}),
             phrase(W_("a newer Shardscope wrote it, and this one reads up to version %1; it stays as it is"),
                    {std::to_string(kProjectVersion)})},
            file);
    return version;
}

} // namespace shardscope::core
