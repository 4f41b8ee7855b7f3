// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/pack/analysis_bytes.h"

#include "core/report/report.h"
#include "core/report/words.h"
#include "profiler/cache/byte_stream.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>

namespace shardscope::profiler {

namespace {

// Numbers behind the lists are the fewest bytes of an entry.

void describeCell(ByteWriter& out, const core::Cell& cell)
{
    out.number(static_cast<std::uint8_t>(cell.index()));
    if (const auto* const text = std::get_if<std::string>(&cell))
        out.text(*text);
    else if (const auto* const integer = std::get_if<std::int64_t>(&cell))
        out.number(*integer);
    else if (const auto* const real = std::get_if<double>(&cell))
        out.number(*real);
    else if (const auto* const flag = std::get_if<bool>(&cell))
        out.flag(*flag);
}
void describeCell(ByteReader& in, core::Cell& cell)
{
    switch (in.number<std::uint8_t>()) {
    case 0: cell = std::monostate{}; return;
    case 1: cell = in.text(); return;
    case 2: cell = in.number<std::int64_t>(); return;
    case 3: cell = in.number<double>(); return;
    case 4: cell = in.flag(); return;
    default: in.fail();
    }
}

template <class Bytes, class Dimension>
void describeDimension(Bytes& bytes, Dimension& dimension)
{
    bytes.numbers(dimension.byte, dimension.second, dimension.flop, dimension.item, dimension.joule,
                  dimension.currency);
}

/// But for the notes of cells: no analysis makes any.
template <class Bytes, class Table>
void describeTable(Bytes& bytes, Table& table)
{
    bytes.text(table.key);
    bytes.text(table.title);
    bytes.list(table.columns, 32, [&](auto& column) {
        bytes.text(column.key);
        bytes.text(column.title);
        bytes.kind(column.kind, core::CellKind::Flag);
        describeDimension(bytes, column.dimension);
        bytes.text(column.help);
        bytes.kind(column.words, core::kLastWords);
    });
    bytes.list(table.rows, 8,
               [&](auto& row) { bytes.list(row, 1, [&](auto& cell) { describeCell(bytes, cell); }); });
}

template <class Bytes, class Marks>
void describeMarks(Bytes& bytes, Marks& marks)
{
    bytes.list(marks, 28, [&](auto& mark) {
        bytes.numbers(mark.beginNs, mark.endNs, mark.track);
        bytes.text(mark.label);
    });
}

template <class Bytes, class Report>
void describeReport(Bytes& bytes, Report& report)
{
    bytes.text(report.key);
    bytes.text(report.title);
    bytes.list(report.tables, 32, [&](auto& table) { describeTable(bytes, table); });
    bytes.list(report.series, 45, [&](auto& series) {
        bytes.text(series.key);
        bytes.text(series.title);
        bytes.kind(series.words, core::kLastWords);
        describeDimension(bytes, series.xDimension);
        describeDimension(bytes, series.yDimension);
        bytes.column(series.x);
        bytes.column(series.y);
    });
    describeMarks(bytes, report.marks);
    bytes.list(report.findings, 25, [&](auto& finding) {
        bytes.text(finding.key);
        bytes.kind(finding.severity, core::Severity::Error);
        bytes.list(finding.args, 8, [&](auto& arg) { bytes.text(arg); });
        describeMarks(bytes, finding.evidence);
    });
}

/// Whether rows are as long as their columns, lines have as many x as y, and marks lead to tracks and times.
bool keepsPromises(const core::Report& report, std::size_t tracks)
{
    const auto all = [](const auto& values, const auto& good) { return std::ranges::all_of(values, good); };
    const auto marksFit = [&](const std::vector<core::Mark>& marks) {
        return all(marks, [&](const core::Mark& mark) {
            const auto inTime = [](std::int64_t time) {
                return time >= -core::kMaxTime && time <= core::kMaxTime;
            };
            return (mark.track == core::Mark{}.track || mark.track < tracks) && inTime(mark.beginNs) &&
                   inTime(mark.endNs);
        });
    };
    return all(report.tables,
               [&](const core::Table& table) {
                   return all(table.rows,
                              [&](const auto& row) { return row.size() == table.columns.size(); });
               }) &&
           all(report.series, [](const core::Series& line) { return line.x.size() == line.y.size(); }) &&
           marksFit(report.marks) &&
           all(report.findings, [&](const core::Finding& finding) { return marksFit(finding.evidence); });
}

} // namespace

std::string analysisBytes(const core::KeptReports& reports)
{
    ByteWriter out;
    out.list(reports, 48, [&](const auto& report) { describeReport(out, std::as_const(*report)); });
    return out.take();
}

std::optional<core::KeptReports> readAnalyses(std::string_view bytes, std::size_t tracks)
{
    ByteReader in(bytes);
    core::KeptReports reports;
    bool good = true;
    in.list(reports, 48, [&](auto& kept) {
        core::Report report;
        describeReport(in, report);
        good = good && keepsPromises(report, tracks);
        kept = std::make_shared<const core::Report>(std::move(report));
    });
    return good && in.atEnd() ? std::optional(std::move(reports)) : std::nullopt;
}

} // namespace shardscope::profiler
