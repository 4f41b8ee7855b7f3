// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to select from.
#pragma once

#include <string>
#include <vector>

namespace shardscope::profiler {

/// A column or argument of a table, for editors and documentation.
struct SqlColumn {
    std::string name;
    std::string type;       ///< "INTEGER", "TEXT", "REAL", ""
    std::string help;       ///< English source text
    bool hidden = false;    ///< not part of SELECT *
    bool parameter = false; ///< of a table function
};
struct SqlTable {
    std::string name;
    std::string help; ///< English source text
    bool function = false;
    std::vector<SqlColumn> columns;
};
/// Everything there is to select from, in the order of the documentation.
[[nodiscard]] std::vector<SqlTable> sqlTables();
/// What there is beside both runs' tables where two are asked about together (SqlSession::openPair).
[[nodiscard]] std::vector<SqlTable> sqlPairTables();

} // namespace shardscope::profiler
