// SPDX-License-Identifier: GPL-3.0-or-later
// What copies and fills move, and how fast; after HolisticTraceAnalysis' get_memory_bw_summary, with the mean
// over time besides its statistics by point.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/device_rows.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"

#include <algorithm>
#include <map>

namespace shardscope::profiler {

namespace {

/// A copy of no duration is taken to last this long (HolisticTraceAnalysis').
constexpr std::int64_t kShortest = 1000;

struct Copy {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t bytes = 0;
    double rate = 0; ///< bytes a second
    bool known = false;
};

/// "Memcpy HtoD (Pinned -> Device)" -> "Memcpy HtoD".
std::string_view copyKind(std::string_view name) { return name.substr(0, name.find(" (")); }

/// What a kind's copies together move at a time.
struct Flow {
    core::IntervalSet busy;
    double weighted = 0; ///< bytes: sum of rate times time
    std::vector<double> points;
};

Flow flowOf(const std::vector<Copy>& copies)
{
    struct Edge {
        std::int64_t ts;
        double change;
        int running;
    };
    std::vector<Edge> edges;
    std::vector<core::Interval> intervals;
    Flow flow;
    for (const Copy& copy : copies) {
        const std::int64_t end = std::max(copy.end, copy.begin + (copy.end == copy.begin ? kShortest : 0));
        edges.push_back({copy.begin, copy.rate, 1});
        edges.push_back({end, -copy.rate, -1});
        intervals.push_back({copy.begin, end});
    }
    flow.busy = core::unite(std::move(intervals));
    std::ranges::stable_sort(edges, {}, &Edge::ts);
    double rate = 0;
    int running = 0;
    for (std::size_t at = 0; at < edges.size(); ++at) {
        if (at > 0)
            flow.weighted += rate * static_cast<double>(edges[at].ts - edges[at - 1].ts) * 1e-9;
        running += edges[at].running;
        rate = running == 0 ? 0 : rate + edges[at].change; // no residue of rounding while nothing is copied
        if (running > 0)
            flow.points.push_back(rate);
    }
    return flow;
}

core::Result<std::vector<Copy>> copiesOf(const AnalysisInput& input, const std::vector<std::uint32_t>& rows,
                                         const core::Task& task)
{
    const core::Timeline& timeline = input.timeline();
    SHARDSCOPE_TRY(const IntegerColumn* const bytes, input.columns().integers(ArgKey::Bytes, task));
    std::vector<Copy> copies(rows.size());
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const std::int64_t size = (*bytes)[rows[at]];
        Copy& copy = copies[at];
        copy.begin = timeline.ts()[rows[at]];
        copy.end = copy.begin + timeline.dur()[rows[at]];
        copy.known = size != IntegerColumn::kMissing;
        copy.bytes = copy.known ? size : 0;
        if (copy.known && copy.end > copy.begin)
            copy.rate = static_cast<double>(size) / (static_cast<double>(copy.end - copy.begin) * 1e-9);
    }
    // What the profiler says itself wins: it may know more than bytes and time as written.
    SHARDSCOPE_TRY(const RateColumn* const rates, input.columns().copyRates(task));
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (const auto rate = (*rates)[rows[at]]) {
            copies[at].rate = *rate;
            copies[at].known = true;
        }
    }
    return copies;
}

core::Result<std::vector<std::uint32_t>> copyRows(const AnalysisInput& input, std::size_t part,
                                                  const AnalysisOptions& options, const core::Task& task)
{
    const DeviceWork& work = input.deviceWork(part);
    SHARDSCOPE_TRY(const std::vector<std::uint32_t> counted, countedRows(input, part, options, task));
    std::vector<std::uint32_t> rows;
    for (const std::uint32_t at : counted) {
        if (work.kinds[at] == KernelKind::Copy)
            rows.push_back(work.rows[at]);
    }
    return rows;
}

core::Table emptyTable()
{
    core::Table table{
        "copies",
        N_("Copies and fills"),
        {rankColumn(), deviceColumn(), textColumn("kind", N_("Kind")), integerColumn("copies", N_("Count")),
         quantityColumn("bytes", N_("Moved"), core::kByte),
         nanosColumn("busy", N_("Busy"), N_("While at least one of the kind runs")),
         quantityColumn("time_mean_bytes_per_second", N_("Mean over time"), core::kBytePerSecond,
                        N_("All that run at once together, over the busy time")),
         integerColumn("points", N_("Changes"), N_("of the bandwidth, which the next columns summarise"))},
        {}};
    const auto summary = summaryColumns(core::CellKind::Quantity, "_bytes_per_second", core::kBytePerSecond);
    table.columns.insert(table.columns.end(), summary.begin(), summary.end());
    return table;
}

} // namespace

core::Result<std::string_view> copyBandwidthLacks(const AnalysisInput& input, const AnalysisOptions& options,
                                                  const core::Task& task)
{
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, copyRows(input, part, options, task));
        SHARDSCOPE_TRY(const std::vector<Copy> copies, copiesOf(input, rows, task));
        if (std::ranges::any_of(copies, &Copy::known))
            return std::string_view();
    }
    return std::string_view("no_copies");
}

core::Result<core::Report> copyBandwidth(const AnalysisInput& input, const AnalysisOptions& options,
                                         const core::Task& task)
{
    core::Report report;
    core::Table table = emptyTable();
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, copyRows(input, part, options, task));
        SHARDSCOPE_TRY(const std::vector<Copy> copies, copiesOf(input, rows, task));
        std::map<std::string_view, std::vector<Copy>> kinds;
        for (std::size_t at = 0; at < rows.size(); ++at) {
            if (copies[at].known)
                kinds[copyKind(input.text(input.timeline().name()[rows[at]]))].push_back(copies[at]);
        }
        for (const auto& [kind, own] : kinds) {
            const Flow flow = flowOf(own);
            std::int64_t bytes = 0;
            for (const Copy& copy : own)
                bytes += copy.bytes;
            const std::int64_t busy = core::measure(flow.busy);
            std::vector<core::Cell> row{rankCell(input.ranks()[part]),
                                        deviceCell(input.ranks()[part]),
                                        std::string(kind),
                                        static_cast<std::int64_t>(own.size()),
                                        static_cast<double>(bytes),
                                        busy,
                                        flow.weighted / (static_cast<double>(busy) * 1e-9),
                                        static_cast<std::int64_t>(flow.points.size())};
            const auto cells = summaryCells(summaryOf(flow.points), core::CellKind::Quantity);
            row.insert(row.end(), cells.begin(), cells.end());
            table.rows.push_back(std::move(row));
        }
    }
    report.tables.push_back(std::move(table));
    return report;
}

} // namespace shardscope::profiler
