// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a project file, and how files of earlier versions become what is written today.
#pragma once

#include "core/storage/sqlite.h"

#include <span>

namespace shardscope::core {

/// "Shrd": what SQLite's header says a project file is of (application_id).
inline constexpr std::int64_t kProjectApplication = 0x53487264;
/// The tables that are written today (user_version).
inline constexpr std::int64_t kProjectVersion = 1;

/// Brings a file from one version to the next.
struct Migration {
    std::int64_t from;
    const char* sql;
};
/// One for each version before today's.
[[nodiscard]] std::span<const Migration> projectMigrations();

/// Makes the tables of today's version in an empty database.
[[nodiscard]] Result<Done> makeProjectTables(const Database& database);
/// Brings \p database, which is of version \p from, to \p to, all in one transaction. Errors: DataCorrupt
/// where no migration begins at a version on the way.
[[nodiscard]] Result<Done> migrate(const Database& database, std::int64_t from, std::int64_t to,
                                   std::span<const Migration> migrations);
/// The version of a project's file. Errors: FormatUnknown where it is no project, NotSupported where it is
/// of a newer version, DataCorrupt.
[[nodiscard]] Result<std::int64_t> projectVersion(const Database& database, const std::string& file);

} // namespace shardscope::core
