// SPDX-License-Identifier: GPL-3.0-or-later
// SQL for both front ends: the session over a run, the ready-made queries, and what there is to select from.
#pragma once

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/report/table.h"
#include "profiler/sql/sql_session.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// A query of resources/queries: NAME.sql, whose first lines are comments "-- title: …", "-- help: …" and the
/// same as "-- title[ja]: …".
struct ReadyQuery {
    std::string key;   ///< the file's name without ".sql"
    std::string title; ///< in the wanted language
    std::string help;
    std::string sql; ///< the whole file
};

/// All queries by key, with titles in \p language ("en", "ja"); English if a file has no others.
[[nodiscard]] std::vector<ReadyQuery> readyQueries(const core::Catalog& catalog,
                                                   const std::string& language = "en");
/// Errors: UnknownName, with the nearest.
[[nodiscard]] core::Result<ReadyQuery> findReadyQuery(const core::Catalog& catalog, const std::string& key);
/// key, title, help.
[[nodiscard]] core::Table readyQueryTable(const core::Catalog& catalog);
/// table, column, type, help: everything there is to select from.
[[nodiscard]] core::Table sqlTableList();

} // namespace shardscope::app
