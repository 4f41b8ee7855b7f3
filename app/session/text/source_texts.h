// SPDX-License-Identifier: GPL-3.0-or-later
// English texts that are written below app, where there is no Qt, listed so that lupdate finds them.
#pragma once

#include <string>
#include <vector>

namespace shardscope::app {

/// Texts that translated() may be asked for beside those marked where they stand. A test holds the texts of
/// core, planner and profiler against this list.
[[nodiscard]] const std::vector<std::string>& listedSourceTexts();
/// The same for titles and help of the tables of reports.
[[nodiscard]] const std::vector<std::string>& listedReportTexts();
/// The same for the tables and columns of SQL.
[[nodiscard]] const std::vector<std::string>& listedSqlTexts();

} // namespace shardscope::app
