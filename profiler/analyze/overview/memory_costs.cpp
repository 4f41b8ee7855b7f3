// SPDX-License-Identifier: GPL-3.0-or-later
// A program that ran out of memory, as its allocator's snapshot tells it: it cost the run, not a part of a
// step.
#include "profiler/analyze/memory/out_of_memory.h"
#include "profiler/analyze/overview/cost_findings.h"
#include "profiler/import/importer.h"

#include <algorithm>
#include <iterator>

namespace shardscope::profiler {

namespace {

/// The rank of the file that \p snapshot is; -1: unknown.
std::int32_t rankOf(const core::Run& run, const core::MemorySnapshot& snapshot)
{
    return snapshot.source < run.sources.size() ? run.sources[snapshot.source].rank : -1;
}

} // namespace

core::Result<CostFindings> memoryCosts(const CostInput& cost, const core::Task& task)
{
    CostFindings findings;
    const core::Timeline& timeline = cost.input.timeline();
    for (const auto& snapshot : cost.input.run().memory) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        for (const OutOfMemory& out : outOfMemory(*snapshot)) {
            CostFinding found = costFinding("out_of_memory", 0, Confidence::High, outOfMemoryArguments(out));
            const std::uint64_t place = placeOf(snapshot->source, out.event);
            const auto instant = std::ranges::find(timeline.instants(), place, &core::Instant::args);
            if (instant != timeline.instants().end())
                found.evidence.push_back({core::SliceId::kNone, instant->track.value,
                                          rankOf(cost.input.run(), *snapshot), instant->ts, 0});
            findings.push_back(std::move(found));
        }
    }
    return findings;
}

} // namespace shardscope::profiler
