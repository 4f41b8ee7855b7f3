// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that SQL answers with, as a verb prints them: an aligned table, CSV or JSON.
#pragma once

#include "app/cli/context.h"
#include "app/cli/verbs.h"

#include "app/session/trace/queries.h"

#include <cstddef>
#include <string>

namespace CLI {
class App;
}

namespace shardscope::app {

inline constexpr std::size_t kRowsShown = 1000; // of the aligned table, which is laid out whole

struct SqlRows {
    std::size_t limit = kRowsShown;
    bool csv = false;
};

/// --limit and --csv.
void addRowOptions(CLI::App& verb, SqlRows& rows);
[[nodiscard]] Answered printRows(const Context& context, profiler::SqlSession& session,
                                 const std::string& sql, const SqlRows& rows);

} // namespace shardscope::app
