// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of analyses ask of a report, and where the reference values lie.
#pragma once

#include "profiler/analyze/input/analysis.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace shardscope::tests {

/// A row of a report's table by column keys, as JSON values.
using ReportRow = std::map<std::string, nlohmann::json>;

/// Rows of the table \p name; none where there is no such table.
[[nodiscard]] std::vector<ReportRow> rowsOf(const core::Report& report, const std::string& name);
/// Whether one of the findings has that key.
[[nodiscard]] bool hasFinding(const core::Report& report, const std::string& key);
/// Runs the analysis \p key; the test fails where it does not succeed.
[[nodiscard]] core::Report analyzed(const profiler::AnalysisInput& input, const std::string& key,
                                    const profiler::AnalysisOptions& options = {});
/// A complete event's text, in microseconds: the device's categories are on process 0, others on 1. \p args:
/// the inside of its arguments.
[[nodiscard]] std::string slice(const std::string& category, const std::string& name,
                                const std::string& thread, double ts, double dur,
                                const std::string& args = {});
[[nodiscard]] std::string correlation(int id); ///< as arguments
/// Events as a list's inside.
[[nodiscard]] std::string joined(const std::vector<std::string>& events);

/// A run of a trace of these events (the inside of the traceEvents array).
[[nodiscard]] core::RunPtr runOfEvents(const std::string& events, const std::string& more = {});

/// ../shared beside the checkout (or SHARDSCOPE_SHARED), a file in it; empty where it is not there.
[[nodiscard]] std::filesystem::path sharedPath(const std::string& path);

} // namespace shardscope::tests
