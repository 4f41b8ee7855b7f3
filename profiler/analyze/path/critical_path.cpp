// SPDX-License-Identifier: GPL-3.0-or-later
// What held a step up: the longest chain of host work, launches, device work and waits within a range.
#include "core/base/text_mark.h"
#include "core/kinds/op_class.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/path/path_builder.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <vector>

namespace shardscope::profiler {

namespace {

/// What a stretch of the path is bound by; copies and fills count as computing, as in HolisticTraceAnalysis.
enum Bound : std::size_t { Host, Compute, Communication, BetweenKernels, Launching, Bounds };
constexpr std::size_t kCallsShown = 5;
constexpr std::size_t kStretchesShown = 100;
constexpr std::array<const char*, Bounds> kBoundKeys{"cpu_bound", "gpu_compute_bound",
                                                     "gpu_communication_bound", "gpu_kernel_kernel_overhead",
                                                     "gpu_kernel_launch_overhead"};

struct Range {
    std::int64_t begin;
    std::int64_t end;
    std::uint32_t row; ///< of the annotation; kNoRow: none
};

/// The instance-th host range whose name starts as wanted; everything where no such range exists.
std::optional<Range> rangeOf(const AnalysisInput& input, const RankPart& part, const AnalysisOptions& options)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<bool> wanted(timeline.names().size(), false);
    for (std::size_t name = 0; name < wanted.size(); ++name)
        wanted[name] = input.text(core::NameId{name}).starts_with(options.annotation);
    std::vector<Range> ranges;
    forEachHostLane(timeline, part, [&](const core::Lane& lane) {
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row) {
            if (wanted[timeline.name()[row].index()] &&
                !core::isDeviceAnnotation(input.text(timeline.category()[row])))
                ranges.push_back({timeline.ts()[row], timeline.ts()[row] + timeline.dur()[row], row});
        }
    });
    std::ranges::sort(ranges, [](const Range& a, const Range& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.row < b.row;
    });
    return options.instance < ranges.size() ? std::optional(ranges[options.instance]) : std::nullopt;
}

/// The kind of each rank's device rows, by row of the timeline.
std::vector<KernelKind> kindsOf(const AnalysisInput& input)
{
    std::vector<KernelKind> kinds(input.timeline().sliceCount());
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const DeviceWork& work = input.deviceWork(part);
        for (std::size_t at = 0; at < work.rows.size(); ++at)
            kinds[work.rows[at]] = work.kinds[at];
    }
    return kinds;
}

std::optional<Bound> boundOf(const PathEdge& edge, const PathGraph& graph,
                             const std::vector<KernelKind>& kinds)
{
    switch (edge.kind) {
    case PathEdgeKind::Dependency: return edge.weight > 0 ? std::optional(Host) : std::nullopt;
    case PathEdgeKind::Sync: return std::nullopt;
    case PathEdgeKind::LaunchDelay: return Launching;
    case PathEdgeKind::KernelKernelDelay: return BetweenKernels;
    case PathEdgeKind::Operator: break;
    }
    const PathEvent& event = graph.events()[edge.event];
    if (!event.device)
        return Host;
    return kinds[event.row] == KernelKind::Communication ? Communication : Compute;
}

struct Tables {
    core::Table summary =
        mainTable({rankColumn(), deviceColumn(), textColumn("bound_by", N_("Bound by")),
                   nanosColumn("time", N_("Time")), fractionColumn("share", N_("Of the path"))});
    core::Table graph{"critical_path_graph",
                      N_("Graph"),
                      {rankColumn(), deviceColumn(), textColumn("kind", N_("Edge")),
                       integerColumn("edges", N_("Edges")), integerColumn("path_edges", N_("On the path")),
                       nanosColumn("path_time", N_("Time on the path"))},
                      {}};
    core::Table totals{"critical_path_totals",
                       N_("Range"),
                       {rankColumn(), deviceColumn(), textColumn("range", N_("Range")),
                        timeColumn("range_begin", N_("Begin")), nanosColumn("range_time", N_("Duration")),
                        integerColumn("nodes", N_("Nodes")), integerColumn("edges", N_("Edges")),
                        integerColumn("path_nodes", N_("Nodes on the path")),
                        integerColumn("path_events", N_("Events on the path")),
                        nanosColumn("path_time", N_("Weight of the path")),
                        fractionColumn("covers", N_("Explained"),
                                       N_("Of the range, and of the work launched in it that goes on behind "
                                          "its end"))},
                       {}};
    core::Table path{"critical_path_events",
                     N_("Path"),
                     {rankColumn(), deviceColumn(), timeColumn("begin", N_("Begin")),
                      nanosColumn("time", N_("Time")), textColumn("kind", N_("Edge")),
                      textColumn("bound_by", N_("Bound by")), textColumn("name", N_("Name")),
                      integerColumn("slice", N_("Slice"))},
                     {}};
};

/// The longest of \p marks from \p first on, the longest first: what to look at of a path.
std::vector<core::Mark> longestStretches(const std::vector<core::Mark>& marks, std::size_t first)
{
    std::vector<std::size_t> order(marks.size() - first);
    std::iota(order.begin(), order.end(), first);
    const auto shown = static_cast<std::ptrdiff_t>(std::min(kStretchesShown, order.size()));
    std::partial_sort(order.begin(), order.begin() + shown, order.end(), [&](std::size_t a, std::size_t b) {
        const std::int64_t left = marks[a].endNs - marks[a].beginNs;
        const std::int64_t right = marks[b].endNs - marks[b].beginNs;
        return left != right ? left > right : a < b;
    });
    std::vector<core::Mark> longest;
    for (auto at = order.begin(); at != order.begin() + shown; ++at)
        longest.push_back(marks[*at]);
    return longest;
}

/// How many events have a begin or an end on \p path.
std::int64_t eventsOn(const std::vector<PathEdge>& path, const PathGraph& graph)
{
    std::vector<bool> seen(graph.events().size());
    for (const PathEdge& edge : path) {
        seen[edge.from / 2] = true;
        seen[edge.to / 2] = true;
    }
    return std::ranges::count(seen, true);
}

/// A path, and how much it explains.
struct FoundPath {
    PathInput built;
    std::vector<PathEdge> path;
    std::int64_t weight = 0;
    std::int64_t end = 0; ///< of the last event of the graph: work of the devices may go on behind the range

    [[nodiscard]] double covers(const Range& range) const
    {
        const std::int64_t whole = std::max(end, range.end) - range.begin;
        return whole > 0 ? static_cast<double>(weight) / static_cast<double>(whole) : 1;
    }
};

core::Result<FoundPath> findPath(const AnalysisInput& input, std::size_t part, const Range& range,
                                 PathRules rules, const core::Task& task)
{
    FoundPath found;
    SHARDSCOPE_TRY(found.built, buildPathGraph(input, part, range.begin, range.end, rules, task));
    found.path = found.built.graph.longestPath();
    for (const PathEdge& edge : found.path)
        found.weight += edge.weight;
    for (const PathEvent& event : found.built.graph.events())
        found.end = std::max(found.end, event.end);
    return found;
}

/// Below, a path is said to leave something open.
constexpr double kCovers = 0.9;
/// Below, what the file tells is too little to go by.
constexpr double kTellsEnough = 0.75;

/// The path that the file tells; where that leaves more than a quarter of the range unexplained, the one that
/// can be inferred, if it explains more. Says which one it is, and what it leaves open.
core::Result<FoundPath> bestPath(core::Report& report, const AnalysisInput& input, std::size_t part,
                                 const Range& range, const core::Task& task)
{
    SHARDSCOPE_TRY(FoundPath found, findPath(input, part, range, PathRules::Told, task));
    const std::string rank = rankText(input.ranks()[part]);
    const double told = found.covers(range);
    if (!found.path.empty() && told < kTellsEnough) {
        SHARDSCOPE_TRY(FoundPath inferred, findPath(input, part, range, PathRules::Inferred, task));
        if (inferred.weight > found.weight) {
            found = std::move(inferred);
            report.findings.push_back(finding("critical_path.inferred", core::Severity::Notice,
                                              {rank, percentText(told), percentText(found.covers(range))}));
        }
    }
    if (!found.path.empty() && found.covers(range) < kCovers)
        report.findings.push_back(finding("critical_path.covers", core::Severity::Notice,
                                          {rank, percentText(found.covers(range)),
                                           nanosText(std::max(found.end, range.end) - range.begin)}));
    if (found.end - range.end > (range.end - range.begin) / 10 && range.row != kNoRow)
        report.findings.push_back(finding("critical_path.beyond", core::Severity::Notice,
                                          {rank, nanosText(found.end - range.end)}));
    return found;
}

void addPath(Tables& tables, core::Report& report, const AnalysisInput& input, std::size_t part,
             const Range& range, const FoundPath& found, const std::vector<KernelKind>& kinds)
{
    const PathInput& built = found.built;
    const PathGraph& graph = built.graph;
    const std::vector<PathEdge>& path = found.path;
    const core::Cell rank = rankCell(input.ranks()[part]);
    const core::Cell device = deviceCell(input.ranks()[part]);
    std::array<std::int64_t, Bounds> bounds{};
    std::array<std::array<std::int64_t, 3>, kPathEdgeKinds> counts{};
    for (const PathEdge& edge : graph.edges())
        ++counts[static_cast<std::size_t>(edge.kind)][0];
    std::int64_t whole = 0;
    const std::size_t firstMark = report.marks.size();
    tables.path.rows.reserve(tables.path.rows.size() + path.size());
    for (const PathEdge& edge : path) {
        auto& count = counts[static_cast<std::size_t>(edge.kind)];
        ++count[1];
        count[2] += edge.weight;
        whole += edge.weight;
        const std::optional<Bound> bound = boundOf(edge, graph, kinds);
        if (bound)
            bounds[*bound] += edge.weight;
        const std::uint32_t row = graph.events()[edge.event].row;
        // One by one: the path of a long run has as many rows as the run has, and a braced list copies each
        // cell.
        std::vector<core::Cell>& cells = tables.path.rows.emplace_back();
        cells.reserve(tables.path.columns.size());
        cells.push_back(rank);
        cells.push_back(device);
        cells.push_back(timeCell(input, graph.timeOf(edge.from)));
        cells.emplace_back(edge.weight);
        cells.emplace_back(std::string(core::nameOf(edge.kind)));
        cells.push_back(bound ? core::Cell{std::string(kBoundKeys[*bound])} : core::Cell{});
        cells.emplace_back(std::string(input.text(input.timeline().name()[row])));
        cells.emplace_back(std::int64_t{row});
        if (edge.weight > 0) {
            core::Mark mark = markOf(input, row);
            mark.beginNs = graph.timeOf(edge.from);
            mark.endNs = graph.timeOf(edge.to);
            report.marks.push_back(std::move(mark));
        }
    }
    for (std::size_t bound = 0; bound < Bounds; ++bound)
        tables.summary.rows.push_back(
            {rank, device, std::string(kBoundKeys[bound]), bounds[bound], shareCell(bounds[bound], whole)});
    for (std::size_t kind = 0; kind < kPathEdgeKinds; ++kind)
        tables.graph.rows.push_back({rank, device, std::string(core::nameOf(static_cast<PathEdgeKind>(kind))),
                                     counts[kind][0], counts[kind][1], counts[kind][2]});
    tables.totals.rows.push_back(
        {rank, device,
         range.row == kNoRow ? core::Cell{}
                             : core::Cell{std::string(input.text(input.timeline().name()[range.row]))},
         timeCell(input, range.begin), range.end - range.begin,
         static_cast<std::int64_t>(2 * graph.events().size()),
         static_cast<std::int64_t>(graph.edges().size()),
         static_cast<std::int64_t>(path.empty() ? 0 : path.size() + 1), eventsOn(path, graph), whole,
         found.covers(range)});
    const auto most = static_cast<std::size_t>(std::ranges::max_element(bounds) - bounds.begin());
    if (whole > 0)
        report.findings.push_back(
            finding(std::string("critical_path.") + kBoundKeys[most], core::Severity::Info,
                    {rankText(input.ranks()[part]), nanosText(bounds[most]), nanosText(whole)},
                    longestStretches(report.marks, firstMark)));
    if (built.backwards > 0)
        report.findings.push_back(finding("critical_path.backwards", core::Severity::Notice,
                                          {rankText(input.ranks()[part]), std::to_string(built.backwards)}));
    if (!built.unmarkedWaits.empty()) {
        std::vector<core::Mark> calls;
        for (const std::uint32_t row : built.unmarkedWaits) {
            if (calls.size() < kCallsShown)
                calls.push_back(markOf(input, row));
        }
        report.findings.push_back(finding(
            "critical_path.unmarked_waits", core::Severity::Notice,
            {rankText(input.ranks()[part]), std::to_string(built.unmarkedWaits.size())}, std::move(calls)));
    }
}

} // namespace

core::Result<std::string_view> criticalPathLacks(const AnalysisInput& input, const AnalysisOptions& options,
                                                 const core::Task& /*task*/)
{
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        const std::optional<Range> range = rangeOf(input, input.ranks()[part], options);
        if (holdsPathWork(input, part, range ? range->begin : input.timeline().begin(),
                          range ? range->end : input.timeline().end()))
            return std::string_view();
    }
    return std::string_view("no_host_rows");
}

core::Result<core::Report> criticalPath(const AnalysisInput& input, const AnalysisOptions& options,
                                        const core::Task& task)
{
    core::Report report;
    Tables tables;
    const std::vector<KernelKind> kinds = kindsOf(input);
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        std::optional<Range> range = rangeOf(input, input.ranks()[part], options);
        if (!range) {
            report.findings.push_back(finding(
                "critical_path.no_range", core::Severity::Notice,
                {rankText(input.ranks()[part]), options.annotation, std::to_string(options.instance)}));
            range = Range{input.timeline().begin(), input.timeline().end(), kNoRow};
        }
        SHARDSCOPE_TRY(const FoundPath found, bestPath(report, input, part, *range, task));
        if (!found.built.graph.events().empty())
            addPath(tables, report, input, part, *range, found, kinds);
    }
    addTables(report, std::move(tables.summary), std::move(tables.totals), std::move(tables.graph),
              std::move(tables.path));
    return report;
}

} // namespace shardscope::profiler
