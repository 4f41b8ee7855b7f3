// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/rank_run.h"

#include "core/base/refusals.h"
#include "core/timeline/build/join.h"
#include "profiler/analyze/input/input.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

core::Result<core::RunPtr> runOfSources(const core::RunPtr& run, std::span<const std::uint32_t> sources,
                                        const core::Task& task)
{
    std::vector<core::SourceChange> changes(run->sources.size());
    for (core::SourceChange& change : changes)
        change.leftOut = true;
    for (const std::uint32_t source : sources) {
        if (source >= changes.size())
            return core::outOfRange(source, 0, changes.size() - 1);
        changes[source].leftOut = false;
    }
    auto part = std::make_shared<core::Run>(*run);
    const core::TimelinePart whole{run->timeline, 0, std::move(changes)};
    SHARDSCOPE_TRY(part->timeline, core::joinTimelines({&whole, 1}, task));
    part->reports.clear();
    part->memory.clear();
    for (const auto& snapshot : run->memory) {
        if (std::ranges::find(sources, snapshot->source) != sources.end())
            part->memory.push_back(snapshot);
    }
    return core::RunPtr(std::move(part));
}

core::Result<core::RunPtr> runOfRank(const core::RunPtr& run, std::int32_t rank, const core::Task& task)
{
    constexpr std::size_t kNamed = 20; // of the ranks there are, in the error
    std::vector<std::uint32_t> sources;
    std::set<std::int32_t> ranks;
    const AnalysisInput input(run);
    for (const RankPart& part : input.ranks()) {
        ranks.insert(part.rank);
        if (part.rank == rank)
            sources.push_back(part.source);
    }
    if (!sources.empty())
        return runOfSources(run, sources, task);
    if (ranks.size() == 1 && *ranks.begin() < 0)
        return core::inconsistent(W_("no file tells its rank"));
    std::string known;
    std::size_t named = 0;
    for (const std::int32_t one : ranks) {
        known += (known.empty() ? "" : ", ") + (one < 0 ? "?" : std::to_string(one));
        if (++named == kNamed && ranks.size() > kNamed) {
            known += ", …";
            break;
        }
    }
    return core::Error{core::ErrorCode::UnknownValue, {std::to_string(rank), {}, known}};
}

} // namespace shardscope::profiler
