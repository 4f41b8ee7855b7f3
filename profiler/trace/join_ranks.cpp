// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/join_ranks.h"

#include "core/timeline/build/join.h"
#include "profiler/import/text/json_walk.h"
#include "profiler/trace/collective_names.h"
#include "profiler/trace/mesh_from_groups.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <string_view>

namespace shardscope::profiler {

namespace {

/// Ranks of sources that have none yet, from names of their processes ("rank 3"); only where all processes
/// that have such a name agree, and no other source has that rank.
void rankByContent(core::Run& run, std::vector<core::SourceChange>& changes)
{
    std::set<std::int32_t> taken;
    for (const core::RunSource& source : run.sources)
        taken.insert(source.rank);
    const core::StringPool& names = run.timeline->names();
    constexpr std::int32_t kDisagree = -2;
    std::vector<std::int32_t> told(run.sources.size(), -1);
    for (const core::Track& track : run.timeline->tracks()) {
        const std::int32_t rank = track.process.valid() ? rankOfText(names.text(track.process)) : -1;
        if (rank < 0 || track.source >= told.size())
            continue;
        std::int32_t& known = told[track.source];
        known = known == -1 || known == rank ? rank : kDisagree;
    }
    for (std::size_t source = 0; source < run.sources.size(); ++source) {
        if (run.sources[source].rank >= 0 || told[source] < 0 || !taken.insert(told[source]).second)
            continue;
        run.sources[source].rank = told[source];
        run.sources[source].rankFrom = "process name";
        changes[source].rank = told[source];
    }
}

/// The same from the calls of NCCL's example profiler plugin, which writes a file a process: each call has
/// its rank in its communicator, and the first one's is nearly always that of all ranks.
void rankByCalls(core::Run& run, std::vector<core::SourceChange>& changes)
{
    const core::Timeline& timeline = *run.timeline;
    if (!timeline.names().find(kNcclCall).valid() || !run.arguments)
        return;
    const core::NameId call = timeline.names().find(kNcclCall);
    std::vector<bool> asked(run.sources.size(), false);
    for (const core::Lane& lane : timeline.lanes()) {
        const std::uint32_t source = timeline.tracks()[lane.track.index()].source;
        if (source >= asked.size() || asked[source] || run.sources[source].rank >= 0)
            continue;
        for (std::uint32_t row = lane.begin; row < lane.begin + lane.count && !asked[source]; ++row) {
            if (timeline.category()[row] != call)
                continue;
            asked[source] = true;
            std::string text = run.arguments->arguments(timeline.args()[row]);
            const std::size_t size = text.size();
            text.resize(size + core::kArgumentPadding); // reading looks ahead
            const auto rank = json::integerOf(json::memberOf(std::string_view(text).substr(0, size), "Rank"));
            if (!rank || *rank < 0 || *rank > std::numeric_limits<std::int32_t>::max())
                continue;
            run.sources[source].rank = static_cast<std::int32_t>(*rank);
            run.sources[source].rankFrom = "NCCL";
            changes[source].rank = run.sources[source].rank;
        }
    }
}

/// Machines by the name that PyTorch's handler gives its files, host_pid.time.pt.trace.json
/// (torch/profiler/open/import_trace.py, tensorboard_trace_handler); taken only where that process is in the
/// file.
void hostByFileName(core::Run& run)
{
    for (std::uint32_t at = 0; at < run.sources.size(); ++at) {
        core::RunSource& source = run.sources[at];
        const std::string name = source.file.filename().string();
        const auto mark = name.find(".pt.trace.json");
        const auto dot = mark == std::string::npos || mark == 0 ? mark : name.rfind('.', mark - 1);
        const auto line = dot == std::string::npos || dot == 0 ? dot : name.rfind('_', dot - 1);
        if (!source.host.empty() || mark == std::string::npos || dot == std::string::npos ||
            line == std::string::npos || line == 0)
            continue;
        const std::string process = name.substr(line + 1, dot - line - 1);
        const auto tracks = run.timeline->tracks();
        const bool there = std::ranges::any_of(tracks, [&](const core::Track& track) {
            return track.source == at && !track.device &&
                   run.timeline->names().text(track.processKey) == process;
        });
        if (there)
            source.host = name.substr(0, line);
    }
}

} // namespace

core::Result<ClockAlignment> joinRanks(core::Run& run, const core::Task& task)
{
    std::vector<core::SourceChange> changes(run.sources.size());
    rankByCalls(run, changes);
    const bool told =
        std::ranges::any_of(changes, [](const auto& change) { return change.rank.has_value(); });
    if (run.sources.size() < 2 && !told)
        return ClockAlignment{};
    task.report("align", 0);
    rankByContent(run, changes);
    hostByFileName(run);
    SHARDSCOPE_TRY(const Collectives collectives, findCollectives(run, task));
    ClockAlignment alignment = alignClocks(run, collectives);
    for (const HostClock& clock : alignment.clocks) {
        for (const std::uint32_t source : clock.sources) {
            run.sources[source].clock = clock.shift;
            changes[source].clock = clock.shift;
        }
    }
    const MeshFromGroups mesh = meshFromGroups(run, collectives);
    for (std::size_t source = 0; source < changes.size(); ++source)
        changes[source].mesh = mesh.meshes[source];
    const bool any = std::ranges::any_of(changes, [](const core::SourceChange& change) {
        return !change.clock.none() || change.rank || change.mesh;
    });
    if (!any)
        return alignment;
    const core::TimelinePart part{run.timeline, 0, std::move(changes)};
    SHARDSCOPE_TRY(run.timeline, core::joinTimelines({&part, 1}, task));
    return alignment;
}

} // namespace shardscope::profiler
