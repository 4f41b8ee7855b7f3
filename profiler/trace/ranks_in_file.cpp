// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/trace/ranks_in_file.h"

#include "core/timeline/build/join.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace shardscope::profiler {

namespace {
constexpr std::string_view kStandsFor = ", which stands for ";
}

std::string rankLabel(std::int32_t rank, std::uint32_t stands)
{
    return "rank " + std::to_string(rank) +
           (stands > 1 ? std::string(kStandsFor) + std::to_string(stands) : std::string());
}

std::uint32_t rankStandsFor(std::string_view label)
{
    const auto at = label.find(kStandsFor);
    std::uint32_t stands = 0;
    if (at != std::string_view::npos)
        std::from_chars(label.data() + at + kStandsFor.size(), label.data() + label.size(), stands);
    return std::max(stands, 1U);
}

core::Result<std::vector<std::uint32_t>> splitRanks(core::Run& run, const core::Task& task)
{
    std::vector<std::uint32_t> files(run.sources.size());
    std::iota(files.begin(), files.end(), 0U);
    std::vector<std::set<std::int32_t>> ranks(run.sources.size());
    for (const core::Track& track : run.timeline->tracks()) {
        if (track.rank >= 0)
            ranks[track.source].insert(track.rank);
    }
    std::map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> sourceOfRank;
    for (std::uint32_t file = 0; file < ranks.size(); ++file) {
        for (const std::int32_t rank : ranks[file]) {
            const bool first = rank == *ranks[file].begin();
            if (first && run.sources[file].rank == rank)
                continue;
            if (!first) {
                sourceOfRank[{file, rank}] = static_cast<std::uint32_t>(run.sources.size());
                files.push_back(file);
                run.sources.push_back(core::RunSource(run.sources[file]));
            }
            core::RunSource& source = first ? run.sources[file] : run.sources.back();
            source.rank = rank;
            source.rankFrom = "process name";
        }
    }
    if (sourceOfRank.empty())
        return files;
    const core::TimelinePart part{run.timeline, 0, {}, {}, std::move(sourceOfRank)};
    SHARDSCOPE_TRY(run.timeline, core::joinTimelines({&part, 1}, task));
    return files;
}

std::vector<std::int32_t> rankNumbers(std::string_view text, std::size_t most)
{
    std::vector<std::int32_t> ranks;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end && ranks.size() < most) {
        std::int32_t rank = 0;
        const auto parsed = std::from_chars(at, end, rank);
        if (parsed.ec == std::errc() && rank >= 0)
            ranks.push_back(rank);
        at = std::max(parsed.ptr, at + 1);
    }
    std::ranges::sort(ranks);
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

} // namespace shardscope::profiler
