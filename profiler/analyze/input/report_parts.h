// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces that reports are made of: columns, cells, findings.
#pragma once

#include "core/report/columns.h"
#include "core/report/report.h"
#include "core/timeline/intervals.h"
#include "profiler/analyze/input/input.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace shardscope::profiler {

using core::fractionColumn;
using core::integerColumn;
using core::nanosColumn;
using core::quantityColumn;
using core::realColumn;
using core::textColumn;
using core::wordColumn;
/// "rank" and "device", first columns of every table that has one row or more a device. A report whose ranks
/// have one device each is shown without the second (dropUnusedDevices).
[[nodiscard]] core::Column rankColumn();
[[nodiscard]] core::Column deviceColumn();

[[nodiscard]] core::Cell rankCell(const RankPart& part);   ///< empty where the rank is unknown
[[nodiscard]] core::Cell deviceCell(const RankPart& part); ///< empty where the rank has one
/// Takes the column "device" from tables in which it is empty.
void dropUnusedDevices(core::Report& report);
/// part / whole; empty where whole is 0.
[[nodiscard]] core::Cell shareCell(std::int64_t part, std::int64_t whole);
/// Arguments of findings; the front ends write times and bytes with the reader's units.
[[nodiscard]] std::string nanosText(std::int64_t nanoseconds); ///< "1200 ns"
[[nodiscard]] std::string bytesText(std::int64_t bytes);       ///< "512 B"
[[nodiscard]] std::string percentText(double fraction);        ///< "12.3 %"
/// "3", "3:5" for device 5 of its several; "?" where unknown.
[[nodiscard]] std::string rankText(std::int32_t rank, std::int32_t device = -1);
[[nodiscard]] std::string rankText(const RankPart& part);
/// A line of a chart for \p part, without points: "rank 3", or "the run" where it is the only one and
/// unknown.
[[nodiscard]] core::Series rankSeries(std::string key, const RankPart& part, core::Dimension yDimension);

/// Names that carry a running number are one: "ProfilerStep#7" is "ProfilerStep#*", in any run, and an
/// operator's NVTX range is the operator (foldedName).
[[nodiscard]] std::string comparableName(std::string_view name);

/// A time as tables show it: since the run's begin.
[[nodiscard]] core::Cell timeCell(const AnalysisInput& input, std::int64_t ts);
/// "Begin" or "At" of such a time.
[[nodiscard]] core::Column timeColumn(std::string key, std::string title);

/// A span of a slice of the timeline, labelled by its name.
[[nodiscard]] core::Mark markOf(const AnalysisInput& input, std::uint32_t row);

/// The longest \p most of \p spans, longest first, each called \p label.
[[nodiscard]] std::vector<core::Mark> longestMarks(core::IntervalSet spans, std::size_t most,
                                                   const std::string& label);

[[nodiscard]] core::Finding finding(std::string key, core::Severity severity,
                                    std::vector<std::string> args = {},
                                    std::vector<core::Mark> evidence = {});
/// The table that a report is about: named as its analysis is.
[[nodiscard]] core::Table mainTable(std::vector<core::Column> columns);
/// Why a report has no rows; keys are in messages as "empty.…".
[[nodiscard]] core::Report emptyReport(const std::string& why, std::vector<std::string> args = {});

/// Gives \p report these tables, in this order. A braced list would copy every row of them.
template <typename... Tables>
void addTables(core::Report& report, Tables... tables)
{
    report.tables.reserve(report.tables.size() + sizeof...(tables));
    (report.tables.push_back(std::move(tables)), ...);
}

} // namespace shardscope::profiler
