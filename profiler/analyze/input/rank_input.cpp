// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/input/rank_input.h"

#include "core/base/joined.h"
#include "profiler/analyze/input/device_rows.h"

namespace shardscope::profiler {

std::vector<std::uint32_t> RankInput::comparableCalls(const Collective& collective) const
{
    std::vector<std::uint32_t> calls;
    for (const std::uint32_t call : collective.calls) {
        if (comparable[collectives.calls[call].source])
            calls.push_back(call);
    }
    return calls;
}

bool RankInput::handsOn() const
{
    const auto meetings = std::ranges::count_if(
        collectives.matched, [](const Collective& one) { return isSynchronizing(one.kind); });
    return waitsUnseen() || std::ssize(collectives.matched) > 2 * meetings;
}

std::size_t RankInput::loneTransfers() const
{
    std::vector<bool> known(collectives.calls.size(), false);
    for (const Collective& collective : collectives.matched) {
        for (const std::uint32_t call : collective.calls)
            known[call] = true;
    }
    std::size_t lone = 0;
    for (std::size_t call = 0; call < known.size(); ++call) {
        const CollectiveKind kind = collectives.calls[call].kind;
        lone += !known[call] && (kind == CollectiveKind::Send || kind == CollectiveKind::Receive) ? 1 : 0;
    }
    return lone;
}

core::Result<RankInput> rankInput(const core::Run& run, const core::Task& task)
{
    RankInput ranks;
    SHARDSCOPE_TRY(ranks.collectives, findCollectives(run, task));
    std::size_t sources = run.sources.size();
    for (const core::Track& track : run.timeline->tracks())
        sources = std::max<std::size_t>(sources, std::size_t{track.source} + 1);
    ranks.comparable.assign(sources, run.sources.size() < 2);
    // The run's times are aligned already: a clock that was moved agrees by now.
    for (const HostClock& clock : alignClocks(run, ranks.collectives).clocks) {
        ranks.sources += clock.sources.size();
        ranks.unknownClocks += isKnown(clock.verdict) ? 0 : clock.sources.size();
        for (const std::uint32_t source : clock.sources)
            ranks.comparable[source] = isKnown(clock.verdict);
    }
    for (std::size_t source = 0; source < run.sources.size(); ++source) { // devices have their host's clock
        const std::uint32_t host =
            run.sources[source].hostSource.value_or(static_cast<std::uint32_t>(source));
        ranks.comparable[source] = ranks.comparable[source] || ranks.comparable[host];
    }
    return ranks;
}

core::Result<std::map<std::uint32_t, core::IntervalSet>>
computingBySource(const AnalysisInput& input, const AnalysisOptions& options, const core::Task& task)
{
    std::map<std::uint32_t, core::IntervalSet> computing;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<std::uint32_t> rows, countedRows(input, part, options, task));
        core::IntervalSet& own = computing[input.ranks()[part].source];
        own = core::unite(own, busyTimes(input, part, rows).of(KernelKind::Compute));
    }
    return computing;
}

std::string groupLabel(const CommunicationGroup& group)
{
    if (!group.description.empty())
        return group.description;
    if (!group.name.empty())
        return group.name;
    return core::joined(group.ranks, ",");
}

std::string collectiveLabel(const Collectives& collectives, const Collective& collective)
{
    const std::string group = groupLabel(collectives.groups[collective.group]);
    return std::string(core::nameOf(collective.kind)) + (group.empty() ? "" : " (" + group + ")");
}

} // namespace shardscope::profiler
