// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/ranks/slow_rank.h"

#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/input/statistics.h"
#include "profiler/analyze/time/host_blame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace shardscope::profiler {

namespace {

/// How long a rank's step lasts beyond that of the others for each reason, seconds a step.
struct Excess {
    SlowReason reason = SlowReason::Unknown;
    double seconds = 0;
};

core::Result<std::int64_t> waitsForInput(const AnalysisInput& input, const RankTime& rank,
                                         const AnalysisOptions& options, const core::Task& task)
{
    std::int64_t sum = 0;
    if (!rank.device)
        return sum;
    SHARDSCOPE_TRY(const IdleShares shares, idleByCause(input, rank.part, rank.idle, options, task));
    for (const auto& [key, share] : shares)
        sum += key.first == IdleCause::DataLoading ? share.time : 0;
    return sum;
}

/// What of the rank's step is longer than the median of the others. Where it comes last, the others wait in
/// collectives for what it does before.
core::Result<SlowReason> reasonOf(const AnalysisInput& input, std::size_t part,
                                  std::span<const RankTime> times, const AnalysisOptions& options,
                                  const core::Task& task)
{
    struct Spent {
        double computing, input, copying, idle;
    };
    std::vector<Spent> others;
    Spent own{};
    for (const RankTime& rank : times) {
        SHARDSCOPE_TRY(const std::int64_t waits, waitsForInput(input, rank, options, task));
        const Spent spent{rank.perStep(core::measure(rank.computing)), rank.perStep(waits),
                          rank.perStep(core::measure(rank.copying)),
                          rank.perStep(core::measure(rank.idle) - waits)};
        if (rank.part == part)
            own = spent;
        else
            others.push_back(spent);
    }
    const auto excess = [&](double Spent::*which) {
        std::vector<std::int64_t> nanos;
        for (const Spent& one : others)
            nanos.push_back(std::llround(one.*which * 1e9));
        return own.*which - summaryOf(std::move(nanos)).median * 1e-9;
    };
    if (others.empty())
        return SlowReason::Unknown;
    const std::array all{Excess{SlowReason::Computes, excess(&Spent::computing)},
                         Excess{SlowReason::Input, excess(&Spent::input)},
                         Excess{SlowReason::Link, excess(&Spent::copying)},
                         Excess{SlowReason::Begins, excess(&Spent::idle)}};
    const Excess& most = *std::ranges::max_element(all, {}, &Excess::seconds);
    return most.seconds > 0 ? most.reason : SlowReason::Unknown;
}

std::vector<core::Mark> evidenceOf(const AnalysisInput& input, const Standout& slow,
                                   std::span<const RankTime> times)
{
    std::vector<core::Mark> marks;
    for (const std::uint32_t row : slow.worst)
        marks.push_back(markOf(input, row));
    const auto rank = std::ranges::find(times, slow.part, &RankTime::part);
    if (marks.empty() && rank != times.end())
        marks.push_back({rank->steps.window.begin, rank->steps.window.end, core::TrackId::kNone,
                         "rank " + rankText(input.ranks()[slow.part])});
    return marks;
}

} // namespace

core::Result<std::optional<SlowRank>> slowRankOf(const AnalysisInput& input, const Lateness& lateness,
                                                 std::span<const RankTime> times,
                                                 const AnalysisOptions& options, const core::Task& task)
{
    std::optional<SlowRank> slow;
    const bool together = lateness.work && !lateness.work->alike.empty() &&
                          (!lateness.late || lateness.work->holds(lateness.late->part));
    if (const auto& found = lateness.late && !together ? lateness.late : lateness.work) {
        slow = SlowRank{found->part,     found->alike, SlowReason::Computes,
                        found->agreeing, found->steps, evidenceOf(input, *found, times)};
        if (!lateness.work || !lateness.work->holds(found->part)) {
            SHARDSCOPE_TRY(slow->reason, reasonOf(input, found->part, times, options, task));
        }
    }
    return slow;
}

core::Result<std::optional<SlowRank>> slowRankOf(const AnalysisInput& input, const AnalysisOptions& options,
                                                 const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
    SHARDSCOPE_TRY(const std::vector<RankTime> times, rankTimes(input, options, task));
    return slowRankOf(input, latenessOf(input, *ranks, times), times, options, task);
}

std::string placeText(const AnalysisInput& input, std::size_t part)
{
    const RankPart& own = input.ranks()[part];
    for (const core::TrackId id : own.tracks) {
        const core::NameId process = input.timeline().tracks()[id.index()].process;
        if (process.valid() && input.text(process).starts_with("stage "))
            return rankText(own) + " (" + std::string(input.text(process)) + ")";
    }
    return rankText(own);
}

std::string placesText(const AnalysisInput& input, std::vector<std::size_t> parts)
{
    constexpr std::size_t kShown = 8;
    std::ranges::sort(parts);
    std::string text;
    for (std::size_t at = 0; at < std::min(kShown, parts.size()); ++at)
        text += (at == 0 ? "" : ", ") + placeText(input, parts[at]);
    return parts.size() > kShown ? text + ", … (" + std::to_string(parts.size()) + ")" : text;
}

void addSlowRank(const AnalysisInput& input, const SlowRank& slow, core::Report& report)
{
    report.findings.push_back(
        finding("slow_rank." + std::string(core::nameOf(slow.reason)), core::Severity::Notice,
                {placeText(input, slow.part), std::to_string(slow.agreeing), std::to_string(slow.steps)},
                slow.evidence));
    if (!slow.alike.empty())
        report.findings.push_back(
            finding("slow_rank.alike", core::Severity::Notice, {placesText(input, slow.alike)}));
}

} // namespace shardscope::profiler
