// SPDX-License-Identifier: GPL-3.0-or-later
// SQL over a run (docs/sql.md): reads the columns in place, writes nothing, opens nothing, stops when told.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/report/table.h"
#include "core/run/run.h"
#include "profiler/compare/step_difference.h"
#include "profiler/remarks/import_report.h"
#include "profiler/sql/tables/sql_schema.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shardscope::profiler {

/// What a statement answered. Never changed after; may be read from any thread.
struct SqlAnswer {
    std::shared_ptr<const core::Table> table; ///< column keys are SQL's names; kinds as the cells are
    bool complete = true;                     ///< false: there are more rows than were asked for
    double seconds = 0;
};

/// Takes an answer row by row.
class SqlSink {
public:
    virtual ~SqlSink() = default;
    virtual void begin(const std::vector<std::string>& columns) = 0;
    /// \p cells until the call returns. False: enough.
    virtual bool row(std::span<const core::Cell> cells) = 0;
};

/// One of two runs that are asked about together.
struct SqlSide {
    core::RunPtr run;
    ComparedSteps steps; ///< as they were compared
    ImportReport report = {};
};

/// Statements may come from any thread; one runs at a time, others wait. Indices that a statement makes are
/// kept for the next one.
class SqlSession {
public:
    /// \p report: what the import told, for the tables rank and remark. Errors: StorageFailure; OutOfRange
    /// above 2^32 - 2 slices and instants.
    [[nodiscard]] static core::Result<std::unique_ptr<SqlSession>> open(core::RunPtr run,
                                                                        const ImportReport& report = {});
    /// Opens both runs' tables as "a.slice" and "b.slice", their arguments as a_arg(id, key) and b_arg(id,
    /// key), and the table match: which row is which. Errors: as open.
    [[nodiscard]] static core::Result<std::unique_ptr<SqlSession>> openPair(SqlSide a, SqlSide b);
    ~SqlSession();
    SqlSession(const SqlSession&) = delete;
    SqlSession& operator=(const SqlSession&) = delete;

    /// Runs one statement and keeps at most \p rowLimit rows (0: all).
    /// Errors, placed at the byte of \p sql: SyntaxError, UnknownName (a table or column, with the nearest),
    /// NotSupported (a statement that does more than read); Cancelled; DataCorrupt (while it runs).
    [[nodiscard]] core::Result<SqlAnswer> query(const std::string& sql, std::size_t rowLimit = 0,
                                                const core::Task& task = {});
    /// The same, row by row and without keeping them.
    [[nodiscard]] core::Result<core::Done> stream(const std::string& sql, SqlSink& sink,
                                                  const core::Task& task = {});

private:
    struct Parts;
    explicit SqlSession(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace shardscope::profiler
