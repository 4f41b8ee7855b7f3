// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/collective_tables.h"

#include "core/base/text_mark.h"
#include "core/report/columns.h"

namespace shardscope::app {
namespace {

core::Cell whole(std::size_t number) { return core::Cell(static_cast<std::int64_t>(number)); }

} // namespace

std::vector<core::Table> collectiveTables(const planner::CollectiveSteps& collective)
{
    core::Table all{"collective", N_("A collective over the replicas"), {}, {}};
    all.columns = {core::textColumn("pattern", N_("Pattern")),
                   core::integerColumn("ranks", N_("Ranks")),
                   core::integerColumn("chunks", N_("Chunks")),
                   core::integerColumn("steps", N_("Steps")),
                   core::bytesColumn("bytes", N_("Bytes"), N_("of each rank")),
                   core::bytesColumn("sent", N_("Sent"), N_("by the rank that sends most")),
                   core::secondsColumn("seconds", N_("Time"), N_("of all steps")),
                   core::textColumn("algorithm", N_("Algorithm"),
                                    N_("that takes least time: what a plan is priced with")),
                   core::secondsColumn("price", N_("Price"), N_("of the same work by that algorithm"))};
    core::Table steps{"collective_steps", N_("Steps of a collective"), {}, {}};
    steps.columns = {
        core::integerColumn("step", N_("Step")),
        core::textColumn("part", N_("Part")),
        core::integerColumn("messages", N_("Messages")),
        core::integerColumn("outside", N_("Between nodes"), N_("messages over the outermost link")),
        core::bytesColumn("bytes", N_("Bytes"), N_("the most that one rank sends")),
        core::secondsColumn("seconds", N_("Time"))};
    for (std::size_t at = 0; at < collective.steps.size(); ++at) {
        const planner::CollectiveStep& step = collective.steps[at];
        std::size_t outside = 0;
        for (const planner::ChunkMove& move : step.moves)
            outside += move.outside ? 1 : 0;
        steps.rows.push_back({whole(at + 1), core::Cell(std::string(step.part)), whole(step.moves.size()),
                              whole(outside), core::Cell(step.bytes.value()),
                              core::Cell(step.seconds.value())});
    }
    all.rows.push_back(
        {core::Cell(std::string(core::nameOf(collective.pattern))),
         core::Cell(std::int64_t{collective.ranks}), core::Cell(std::int64_t{collective.chunks}),
         whole(collective.steps.size()), core::Cell(collective.bytes.value()),
         core::Cell(collective.sent.value()), core::Cell(collective.seconds.value()),
         core::Cell(std::string(collective.taken.name)), core::Cell(collective.price.value())});
    return {std::move(all), std::move(steps)};
}

} // namespace shardscope::app
