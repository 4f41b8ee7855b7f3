// SPDX-License-Identifier: GPL-3.0-or-later
// Who comes late to collectives, and how long the others wait for whom. A collective cannot end before the
// last rank has come: until then every other one waits.
#include "core/base/mapped.h"
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/keep_top.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/ranks/slow_rank.h"

#include <algorithm>
#include <map>

namespace shardscope::profiler {

namespace {

struct RankTally {
    std::int64_t collectives = 0;
    std::int64_t last = 0;      ///< how often it came last
    std::int64_t lateness = 0;  ///< sum of how long after the first
    std::int64_t waited = 0;    ///< sum of its waits for the last
    std::int64_t waitedFor = 0; ///< sum of the others' waits while it was the last
};
struct PairTally {
    std::int64_t collectives = 0;
    std::int64_t waited = 0;
};
struct Late {
    std::size_t collective = 0;
    std::uint32_t last = 0;    ///< source
    std::int64_t lateness = 0; ///< last begin minus first begin
    std::int64_t waited = 0;   ///< sum over ranks
    std::int64_t transfer = 0; ///< first end minus last begin
    std::int64_t begin = 0;
};

struct Tally {
    std::map<std::uint32_t, RankTally> ranks;                           ///< by source
    std::map<std::pair<std::uint32_t, std::uint32_t>, PairTally> pairs; ///< who waits, for whom
    std::vector<Late> late;
};

void take(const AnalysisInput& input, const RankInput& ranks, std::size_t number, Tally& tally)
{
    const Collective& collective = ranks.collectives.matched[number];
    const std::vector<std::uint32_t> calls = ranks.comparableCalls(collective);
    if (!isSynchronizing(collective.kind) || calls.size() < 2)
        return;
    const core::Timeline& timeline = input.timeline();
    std::int64_t first = ranks.begin(timeline, calls.front());
    std::uint32_t lastCall = calls.front();
    std::int64_t firstEnd = ranks.end(timeline, calls.front());
    for (const std::uint32_t call : calls) {
        first = std::min(first, ranks.begin(timeline, call));
        firstEnd = std::min(firstEnd, ranks.end(timeline, call));
        if (ranks.begin(timeline, call) > ranks.begin(timeline, lastCall))
            lastCall = call;
    }
    const std::int64_t last = ranks.begin(timeline, lastCall);
    const std::uint32_t lastRank = ranks.collectives.calls[lastCall].source;
    Late late{number, lastRank, last - first, 0, std::max<std::int64_t>(0, firstEnd - last), first};
    for (const std::uint32_t call : calls) {
        const std::uint32_t rank = ranks.collectives.calls[call].source;
        const std::int64_t begin = ranks.begin(timeline, call);
        RankTally& own = tally.ranks[rank];
        ++own.collectives;
        own.lateness += begin - first;
        if (call == lastCall)
            continue;
        own.waited += last - begin;
        late.waited += last - begin;
        PairTally& pair = tally.pairs[{rank, lastRank}];
        ++pair.collectives;
        pair.waited += last - begin;
    }
    RankTally& blamed = tally.ranks[lastRank];
    ++blamed.last;
    blamed.waitedFor += late.waited;
    tally.late.push_back(late);
}

core::Table rankTable(const AnalysisInput& input, const Tally& tally)
{
    core::Table table{
        "stragglers",
        N_("Lateness by rank"),
        {rankColumn(), deviceColumn(), integerColumn("collectives", N_("Collectives")),
         integerColumn("last", N_("Came last"), N_("Collectives that could begin only when this rank came")),
         nanosColumn("lateness", N_("Mean lateness"), N_("After the first rank, on average")),
         nanosColumn("waited", N_("Waited"), N_("In all its collectives, for the last rank")),
         nanosColumn("waited_for", N_("Others waited for it"), N_("Sum over the ranks that waited"))},
        {}};
    std::vector<std::pair<const RankPart*, RankTally>> rows;
    for (const auto& [source, own] : tally.ranks)
        rows.emplace_back(input.partOf(source), own);
    std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
        return std::pair(a.first->rank, a.first->device) < std::pair(b.first->rank, b.first->device);
    });
    for (const auto& [part, own] : rows)
        table.rows.push_back({rankCell(*part), deviceCell(*part), own.collectives, own.last,
                              own.lateness / own.collectives, own.waited, own.waitedFor});
    return table;
}

core::Table pairTable(const AnalysisInput& input, const Tally& tally, std::size_t top, core::Report& report)
{
    std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, PairTally>> pairs(tally.pairs.begin(),
                                                                                     tally.pairs.end());
    std::ranges::stable_sort(pairs,
                             [](const auto& a, const auto& b) { return a.second.waited > b.second.waited; });
    keepTop(pairs, top, "Who waits for whom", report);
    core::Table table{"who_waits_for_whom",
                      N_("Who waits for whom"),
                      {integerColumn("waiting_rank", N_("Waiting rank")),
                       integerColumn("waiting_device", N_("Waiting device")),
                       integerColumn("late_rank", N_("Late rank")),
                       integerColumn("late_device", N_("Late device")),
                       integerColumn("collectives", N_("Collectives")), nanosColumn("waited", N_("Waited"))},
                      {}};
    for (const auto& [sources, pair] : pairs) {
        const RankPart& waiting = *input.partOf(sources.first);
        const RankPart& late = *input.partOf(sources.second);
        table.rows.push_back({rankCell(waiting), deviceCell(waiting), rankCell(late), deviceCell(late),
                              pair.collectives, pair.waited});
    }
    return table;
}

core::Table lateTable(const AnalysisInput& input, const RankInput& ranks, std::vector<Late> late,
                      std::size_t top, core::Report& report)
{
    std::ranges::stable_sort(late, std::ranges::greater(), &Late::waited);
    keepTop(late, top, "Collectives that cost most waiting", report);
    core::Table table{
        "late_collectives",
        N_("Collectives that cost most waiting"),
        {nanosColumn("begin", N_("First came"), N_("Since the run's begin")),
         textColumn("collective", N_("Collective")), integerColumn("ranks", N_("Ranks")),
         integerColumn("late_rank", N_("Last rank")), integerColumn("late_device", N_("Last device")),
         nanosColumn("lateness", N_("Lateness"), N_("From the first rank to the last")),
         nanosColumn("waited", N_("Waited"), N_("Sum over the ranks that waited")),
         nanosColumn("transfer", N_("Together"), N_("From the last rank's coming to the first's leaving"))},
        {}};
    for (const Late& entry : late) {
        const Collective& collective = ranks.collectives.matched[entry.collective];
        const RankPart& last = *input.partOf(entry.last);
        table.rows.push_back({timeCell(input, entry.begin), collectiveLabel(ranks.collectives, collective),
                              static_cast<std::int64_t>(collective.calls.size()), rankCell(last),
                              deviceCell(last), entry.lateness, entry.waited, entry.transfer});
    }
    return table;
}

std::vector<core::Mark> marksOf(const AnalysisInput& input, const std::vector<std::uint32_t>& rows)
{
    return core::mapped<core::Mark>(rows, [&](const std::uint32_t row) { return markOf(input, row); });
}

/// The verdict, by step: who works longer, who comes last, who is missing, and what the warm-up hides.
void addVerdict(const AnalysisInput& input, const Lateness& lateness, std::span<const RankTime> times,
                core::Report& report)
{
    if (lateness.late) {
        const Standout& late = *lateness.late;
        report.findings.push_back(
            finding("stragglers.rank", core::Severity::Notice,
                    {rankText(input.ranks()[late.part]), std::to_string(late.agreeing),
                     std::to_string(late.steps), nanosText(late.waitedFor), nanosText(late.waited)},
                    marksOf(input, late.worst)));
    }
    if (lateness.work) {
        const Standout& work = *lateness.work;
        std::vector<core::Mark> marks;
        for (const RankTime& time : times) {
            if (time.part == work.part)
                marks.push_back({time.steps.window.begin, time.steps.window.end, core::TrackId::kNone,
                                 "rank " + rankText(input.ranks()[work.part])});
        }
        report.findings.push_back(finding("stragglers.work", core::Severity::Notice,
                                          {rankText(input.ranks()[work.part]), percentText(work.factor - 1),
                                           std::to_string(work.agreeing), std::to_string(work.steps)},
                                          std::move(marks)));
    }
    if (lateness.waitedForAbsent > 0)
        report.findings.push_back(
            finding("stragglers.absent", core::Severity::Notice,
                    {std::to_string(lateness.absent.size()), std::to_string(lateness.absent.front()),
                     nanosText(lateness.waitedForAbsent)},
                    marksOf(input, lateness.absentCalls)));
    if (lateness.warmUp > 0)
        report.findings.push_back(
            finding("stragglers.warm_up", core::Severity::Info,
                    {std::to_string(lateness.warmUp), nanosText(lateness.warmUpWaits)}));
    if (!lateness.work && !lateness.late && lateness.waitedForAbsent == 0)
        report.findings.push_back(finding("stragglers.none", core::Severity::Info));
}

} // namespace

core::Result<std::string_view> stragglersLacks(const AnalysisInput& input, const AnalysisOptions& /*options*/,
                                               const core::Task& task)
{
    if (input.ranks().size() < 2)
        return std::string_view("one_rank");
    SHARDSCOPE_TRY(const RankInput* const shared, input.rankInput(task));
    const RankInput& ranks = *shared;
    if (std::ranges::any_of(ranks.collectives.matched, [&](const Collective& one) {
            return isSynchronizing(one.kind) && ranks.comparableCalls(one).size() > 1;
        }))
        return std::string_view();
    const bool unknown = !ranks.collectives.matched.empty() && ranks.unknownClocks > 0;
    return std::string_view(unknown ? "clocks_unknown" : "no_common_collectives");
}

core::Result<core::Report> stragglers(const AnalysisInput& input, const AnalysisOptions& options,
                                      const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const shared, input.rankInput(task));
    const RankInput& ranks = *shared;
    Tally tally;
    for (std::size_t number = 0; number < ranks.collectives.matched.size(); ++number)
        take(input, ranks, number, tally);
    core::Report report;
    core::Report cut; // said last
    core::Table pairs = pairTable(input, tally, options.top, cut);
    core::Table late = lateTable(input, ranks, tally.late, options.top, cut);
    addTables(report, rankTable(input, tally), std::move(pairs), std::move(late));
    const auto guessed = static_cast<std::size_t>(
        std::ranges::count(ranks.collectives.matched, MatchedBy::Time, &Collective::by));
    if (guessed > 0)
        report.findings.push_back(
            finding("ranks.guessed", core::Severity::Notice,
                    {std::to_string(guessed), std::to_string(ranks.collectives.matched.size())}));
    core::Series series{"lateness", N_("Lateness over time"), core::kSecond, core::kSecond, {},
                        {},         core::Words::Text};
    for (const Late& one : tally.late) {
        series.x.push_back(static_cast<double>(one.begin - input.timeline().begin()) * 1e-9);
        series.y.push_back(static_cast<double>(one.lateness) * 1e-9);
    }
    report.series.push_back(std::move(series));
    if (ranks.unknownClocks > 0)
        report.findings.push_back(
            finding("ranks.clocks_unknown", core::Severity::Notice,
                    {std::to_string(ranks.unknownClocks), std::to_string(ranks.sources)}));
    if (ranks.waitsUnseen())
        report.findings.push_back(finding("ranks.transfers_unknown", core::Severity::Notice,
                                          {std::to_string(ranks.loneTransfers())}));
    SHARDSCOPE_TRY(const std::vector<RankTime> times, rankTimes(input, options, task));
    const Lateness lateness = latenessOf(input, ranks, times);
    SHARDSCOPE_TRY(const auto slow, slowRankOf(input, lateness, times, options, task));
    if (slow)
        addSlowRank(input, *slow, report);
    addVerdict(input, lateness, times, report);
    report.findings.insert(report.findings.end(), cut.findings.begin(), cut.findings.end());
    return report;
}

} // namespace shardscope::profiler
