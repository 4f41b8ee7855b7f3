// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's small tables: tracks, processes, threads, counters, ranks, steps, remarks, what files say of
// themselves. Ordinary tables, filled when a session opens, so that SQLite joins them as it likes best.
#pragma once

#include "core/base/result.h"
#include "core/run/run.h"
#include "profiler/remarks/import_report.h"
#include "profiler/sql/sqlite/virtual_table.h"

#include <span>
#include <string>

namespace shardscope::profiler::sql {

/// A table or view as a reader of the documentation wants it.
struct TableSpec {
    const char* name;
    const char* help;
    std::span<const ColumnSpec> columns;
    const char* view = nullptr; ///< the SELECT of a view
};

/// Ordinary tables and views, in the order of making.
[[nodiscard]] std::span<const TableSpec> plainTables();

/// Makes and fills them, in \p schema. Errors: StorageFailure.
[[nodiscard]] core::Result<core::Done> fillPlainTables(sqlite3* database, const core::Run& run,
                                                       const ImportReport& report,
                                                       const std::string& schema = "main");

} // namespace shardscope::profiler::sql
