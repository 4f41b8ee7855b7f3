// SPDX-License-Identifier: GPL-3.0-or-later
// Statements that group slices and ask for sums, asked instead of the sums of each group made beforehand
// (group_table.h): SQLite's loop over millions of rows becomes one over the groups, and all else of the
// statement stays SQLite's. A statement keeps its answer, or is left as it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shardscope::profiler::sql {

/// A statement over the table of groups that answers as the one it was made from; its columns are called as
/// that one's are only where they have names of their own.
struct GroupedStatement {
    std::string sql;
    std::string argument;  ///< that slices are joined with, as written; "": none
    bool launches = false; ///< not slices are grouped
    unsigned keys = 0;     ///< columns of the group table that slices are grouped by, as bits
    unsigned summed = 0;   ///< columns of which it asks the sum, as bits in the order of GroupNumber
    unsigned averaged = 0; ///< the same for sums that are reals
};

/// Of \p sql, which SQLite takes, a statement of the form
///   SELECT … FROM slice [WHERE …] GROUP BY columns [HAVING …] [ORDER BY …] [LIMIT …]
/// or the same FROM slice s JOIN args a ON a.arg_set_id = s.arg_set_id, in either order, where
/// a.key = 'one of them' is a condition of WHERE or ON that holds for all rows, or FROM launch,
/// whose only aggregates are count(*), and sum, min, max, avg and total of id, ts and dur; whose other
/// columns are those that slices can be grouped by, outside WHERE and aggregates only those that they are
/// grouped by; and whose functions know nothing but their arguments. None: any other.
[[nodiscard]] std::optional<GroupedStatement> groupedStatement(std::string_view sql);

} // namespace shardscope::profiler::sql
