// SPDX-License-Identifier: GPL-3.0-or-later
// Communication by kind of collective, process group and axis of parallelism: how often, how much, how long,
// and how much of it while no kernel computes.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/trace/mesh_from_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace shardscope::profiler {

namespace {

struct Busy {
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    std::int64_t unknownBytes = 0; ///< calls that do not say how much they move
    std::vector<core::Interval> times;
};

/// Sums of one row of a table over one rank.
struct Row {
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    bool allBytes = true;
    std::int64_t busy = 0;
    std::int64_t exposed = 0;
};

Row rowOf(Busy busy, const core::IntervalSet& computing)
{
    const core::IntervalSet times = core::unite(std::move(busy.times));
    return {busy.calls, busy.bytes, busy.unknownBytes == 0, core::measure(times),
            core::measure(core::subtract(times, computing))};
}

std::vector<core::Column> figureColumns()
{
    return {integerColumn("calls", N_("Calls")),
            quantityColumn("bytes", N_("Payload"), core::kByte,
                           N_("Handed in by one rank, where the file tells")),
            nanosColumn("busy", N_("Communicating"), N_("At least one such call runs")),
            nanosColumn("exposed", N_("Exposed"), N_("Of it, while no kernel computes")),
            fractionColumn("exposed_share", N_("Exposed"))};
}

void addFigures(std::vector<core::Cell>& cells, const Row& row)
{
    cells.emplace_back(row.calls);
    cells.push_back(row.allBytes ? core::Cell(static_cast<double>(row.bytes)) : core::Cell());
    cells.emplace_back(row.busy);
    cells.emplace_back(row.exposed);
    cells.push_back(shareCell(row.exposed, row.busy));
}

} // namespace

core::Result<std::string_view> communicationLacks(const AnalysisInput& input,
                                                  const AnalysisOptions& /*options*/, const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
    return std::string_view(ranks->collectives.calls.empty() ? "no_communication" : "");
}

core::Result<core::Report> communication(const AnalysisInput& input, const AnalysisOptions& options,
                                         const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
    const Collectives& found = ranks->collectives;
    SHARDSCOPE_TRY(const auto computing, computingBySource(input, options, task));
    const MeshFromGroups mesh = meshFromGroups(input.run(), found);
    using Key = std::tuple<std::int32_t, std::uint32_t, GroupAxis, std::string, CollectiveKind>;
    std::map<Key, Busy> detailed;
    std::map<std::tuple<GroupAxis, std::int32_t, std::uint32_t>, Busy> byAxis;
    std::map<std::uint32_t, bool> hosts; // by source: its calls are the host's
    for (const CollectiveCall& call : found.calls) {
        const GroupAxis axis = mesh.roles[call.group].axis;
        hosts[call.source] = hosts[call.source] || !call.device;
        const std::int64_t begin = input.timeline().ts()[call.row];
        const core::Interval time{begin, begin + input.timeline().dur()[call.row]};
        for (Busy* busy :
             {&detailed[{call.rank, call.source, axis, groupLabel(found.groups[call.group]), call.kind}],
              &byAxis[{axis, call.rank, call.source}]}) {
            ++busy->calls;
            busy->bytes += std::max<std::int64_t>(call.bytes, 0);
            busy->unknownBytes += call.bytes < 0 ? 1 : 0;
            busy->times.push_back(time);
        }
    }
    core::Report report;
    core::Table axes{"communication_by_axis",
                     N_("Communication by axis of parallelism"),
                     {wordColumn(core::Words::Group, "axis", N_("Axis")), rankColumn(), deviceColumn()},
                     {}};
    core::Table table =
        mainTable({rankColumn(), deviceColumn(), wordColumn(core::Words::Group, "axis", N_("Axis")),
                   textColumn("group", N_("Group")), textColumn("collective", N_("Collective"))});
    for (const core::Column& column : figureColumns()) {
        axes.columns.push_back(column);
        table.columns.push_back(column);
    }
    // A host's own communication belongs to none of its devices.
    const auto deviceOf = [&](std::uint32_t source) {
        return hosts[source] ? core::Cell() : deviceCell(*input.partOf(source));
    };
    const auto computingOf = [&](std::uint32_t source) {
        const auto own = computing.find(source);
        return own == computing.end() ? core::IntervalSet{} : own->second;
    };
    for (auto& [key, busy] : byAxis) {
        std::vector<core::Cell> cells{std::string(core::nameOf(std::get<0>(key))),
                                      std::int64_t{std::get<1>(key)}, deviceOf(std::get<2>(key))};
        addFigures(cells, rowOf(std::move(busy), computingOf(std::get<2>(key))));
        axes.rows.push_back(std::move(cells));
    }
    for (auto& [key, busy] : detailed) {
        const std::string& group = std::get<3>(key);
        std::vector<core::Cell> cells{std::int64_t{std::get<0>(key)}, deviceOf(std::get<1>(key)),
                                      std::string(core::nameOf(std::get<2>(key))),
                                      group.empty() ? core::Cell() : core::Cell(group),
                                      std::string(core::nameOf(std::get<4>(key)))};
        addFigures(cells, rowOf(std::move(busy), computingOf(std::get<1>(key))));
        table.rows.push_back(std::move(cells));
    }
    addTables(report, std::move(axes), std::move(table));
    if (!input.hasDeviceWork())
        report.findings.push_back(finding("communication.host_only", core::Severity::Info));
    return report;
}

} // namespace shardscope::profiler
