// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/report_parts.h"

#include "core/base/mapped.h"
#include "core/base/text_mark.h"
#include "core/units/percent.h"
#include "profiler/trace/name_fold.h"

#include <algorithm>

namespace shardscope::profiler {

std::string comparableName(std::string_view name)
{
    name = foldedName(name);
    const auto hash = name.find('#');
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (hash == std::string_view::npos || hash + 1 >= name.size() ||
        !std::all_of(name.begin() + static_cast<std::ptrdiff_t>(hash) + 1, name.end(), isDigit))
        return std::string(name);
    return std::string(name.substr(0, hash + 1)) + "*";
}

core::Column rankColumn() { return integerColumn("rank", N_("Rank")); }

core::Column deviceColumn() { return integerColumn("device", N_("Device"), N_("Of the rank's several")); }

core::Cell rankCell(const RankPart& part)
{
    return part.rank < 0 ? core::Cell{} : core::Cell{std::int64_t{part.rank}};
}
core::Cell deviceCell(const RankPart& part)
{
    return part.device < 0 ? core::Cell{} : core::Cell{std::int64_t{part.device}};
}

void dropUnusedDevices(core::Report& report)
{
    for (core::Table& table : report.tables) {
        for (const char* const key : {"device", "waiting_device", "late_device"}) {
            const auto at = table.columnIndex(key);
            if (!at || !std::ranges::all_of(table.rows, [&](const auto& row) {
                    return std::holds_alternative<std::monostate>(row[*at]);
                }))
                continue;
            const auto place = static_cast<std::ptrdiff_t>(*at);
            table.columns.erase(table.columns.begin() + place);
            for (auto& row : table.rows)
                row.erase(row.begin() + place);
        }
    }
}

core::Cell shareCell(std::int64_t part, std::int64_t whole)
{
    return whole == 0 ? core::Cell{} : core::Cell{static_cast<double>(part) / static_cast<double>(whole)};
}

std::string nanosText(std::int64_t nanoseconds) { return std::to_string(nanoseconds) + " ns"; }
std::string bytesText(std::int64_t bytes) { return std::to_string(bytes) + " B"; }

std::string percentText(double fraction) { return core::percentText(fraction, 1); }

std::string rankText(std::int32_t rank, std::int32_t device)
{
    if (device >= 0) // a rank that nobody numbers is the only one
        return std::to_string(std::max(rank, 0)) + ":" + std::to_string(device);
    return rank < 0 ? "?" : std::to_string(rank);
}
std::string rankText(const RankPart& part) { return rankText(part.rank, part.device); }

core::Cell timeCell(const AnalysisInput& input, std::int64_t ts) { return ts - input.timeline().begin(); }

core::Series rankSeries(std::string key, const RankPart& part, core::Dimension yDimension)
{
    const bool known = part.rank >= 0 || part.device >= 0;
    return {std::move(key),
            known ? "rank " + rankText(part) : std::string(N_("the run")),
            {},
            yDimension,
            {},
            {},
            known ? core::Words::Rank : core::Words::Text};
}

core::Column timeColumn(std::string key, std::string title)
{
    return nanosColumn(std::move(key), std::move(title), N_("Since the run's begin"));
}

core::Mark markOf(const AnalysisInput& input, std::uint32_t row)
{
    const core::Timeline& timeline = input.timeline();
    const core::Lane& lane = timeline.lanes()[timeline.laneOf(core::SliceId{row}).index()];
    return {timeline.ts()[row], timeline.ts()[row] + timeline.dur()[row], lane.track.value,
            std::string(input.text(timeline.name()[row]))};
}

std::vector<core::Mark> longestMarks(core::IntervalSet spans, std::size_t most, const std::string& label)
{
    const auto longer = [](const core::Interval& a, const core::Interval& b) {
        const std::int64_t left = a.end - a.begin;
        const std::int64_t right = b.end - b.begin;
        return left != right ? left > right : a.begin < b.begin;
    };
    const std::size_t shown = std::min(most, spans.size());
    std::partial_sort(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(shown), spans.end(), longer);
    spans.resize(shown);
    return core::mapped(spans, [&](const core::Interval& span) {
        return core::Mark{span.begin, span.end, core::TrackId::kNone, label};
    });
}

core::Finding finding(std::string key, core::Severity severity, std::vector<std::string> args,
                      std::vector<core::Mark> evidence)
{
    return {std::move(key), severity, std::move(args), std::move(evidence)};
}

core::Table mainTable(std::vector<core::Column> columns) { return {{}, {}, std::move(columns), {}}; }

core::Report emptyReport(const std::string& why, std::vector<std::string> args)
{
    core::Report report;
    report.findings.push_back(finding("empty." + why, core::Severity::Notice, std::move(args)));
    return report;
}

} // namespace shardscope::profiler
