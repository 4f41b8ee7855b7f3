// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path across ranks: from the last thing that ends anywhere back in time; at a collective to the
// rank that came last, at a receive that was waited for to its sender. What lies on it made the run as long
// as it is; the rest was waited out.
#include "core/base/text_mark.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/ranks/slow_rank.h"

#include <algorithm>
#include <map>

namespace shardscope::profiler {

namespace {

/// A stretch of the path: on one rank, or in a collective.
struct Stretch {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t source = 0;     ///< whose device, or host
    std::int64_t collective = -1; ///< into Collectives::matched; -1: the rank's own work
};

/// A collective as its ranks meet in it.
struct Meeting {
    std::size_t collective = 0;
    std::uint32_t call = 0; ///< of the rank that walks back
    std::int64_t left = 0;  ///< when this rank left
    std::int64_t came = 0;  ///< when the last one came
    std::uint32_t lastCall = 0;
};

class Path {
public:
    Path(const core::Timeline& timeline, const RankInput& ranks,
         const std::map<std::uint32_t, core::IntervalSet>& computing)
        : m_timeline(timeline)
        , m_ranks(ranks)
        , m_computing(computing)
    {
        for (std::size_t number = 0; number < ranks.collectives.matched.size(); ++number)
            addMeeting(number);
        for (auto& [source, meetings] : m_meetings)
            std::ranges::stable_sort(meetings, {}, &Meeting::left);
    }

    /// Walks from \p end on \p source back to the run's first time.
    std::vector<Stretch> walk(std::uint32_t source, std::int64_t end) const
    {
        std::vector<Stretch> path;
        std::int64_t time = end;
        while (true) {
            const Meeting* const meeting = lastBefore(source, time);
            if (meeting == nullptr) {
                path.push_back({std::min(m_timeline.begin(), time), time, source, -1});
                break;
            }
            path.push_back({meeting->left, time, source, -1});
            const CollectiveCall& last = m_ranks.collectives.calls[meeting->lastCall];
            path.push_back(
                {meeting->came, meeting->left, last.source, static_cast<std::int64_t>(meeting->collective)});
            source = last.source;
            time = meeting->came;
        }
        std::ranges::reverse(path);
        return path;
    }

private:
    void addMeeting(std::size_t number)
    {
        const Collective& collective = m_ranks.collectives.matched[number];
        const std::vector<std::uint32_t> calls = m_ranks.comparableCalls(collective);
        const bool transfer = isPointToPoint(collective.kind);
        if (calls.size() < 2 || (!transfer && !isSynchronizing(collective.kind)))
            return;
        std::uint32_t last = calls.front();
        for (const std::uint32_t call : calls) {
            const std::int64_t begin = m_ranks.begin(m_timeline, call);
            const std::int64_t latest = m_ranks.begin(m_timeline, last);
            // A simulated transfer begins for both at once: when it is sent.
            if (begin > latest || (transfer && begin == latest && sends(call)))
                last = call;
        }
        for (const std::uint32_t call : calls) {
            // Nobody waits for the receiver but the one who sends, and who sends need not.
            if (transfer && sends(call))
                continue;
            const std::int64_t came = m_ranks.begin(m_timeline, last);
            const std::int64_t left = m_ranks.end(m_timeline, call);
            if (transfer && computesAt(m_ranks.collectives.calls[call].source, left))
                continue; // what it received was there before it was needed
            if (came < left)
                m_meetings[m_ranks.collectives.calls[call].source].push_back(
                    {number, call, left, came, last});
        }
    }

    [[nodiscard]] bool sends(std::uint32_t call) const
    {
        return m_ranks.collectives.calls[call].kind == CollectiveKind::Send;
    }
    /// Whether \p source computes until \p time at least.
    [[nodiscard]] bool computesAt(std::uint32_t source, std::int64_t time) const
    {
        const auto own = m_computing.find(source);
        if (own == m_computing.end())
            return false;
        const auto until = std::ranges::partition_point(
            own->second, [&](const core::Interval& one) { return one.end < time; });
        return until != own->second.end() && until->begin < time;
    }

    /// The last meeting that \p source left by \p time.
    [[nodiscard]] const Meeting* lastBefore(std::uint32_t source, std::int64_t time) const
    {
        const auto own = m_meetings.find(source);
        if (own == m_meetings.end())
            return nullptr;
        const auto after = std::ranges::upper_bound(own->second, time, {}, &Meeting::left);
        return after == own->second.begin() ? nullptr : &*(after - 1);
    }

    const core::Timeline& m_timeline;
    const RankInput& m_ranks;
    const std::map<std::uint32_t, core::IntervalSet>& m_computing;
    std::map<std::uint32_t, std::vector<Meeting>> m_meetings;
};

/// The rank whose rows end last.
struct Last {
    std::uint32_t source = 0;
    std::int64_t end = 0;
    bool known = false; ///< some rank's clock is the run's
};
Last lastOf(const AnalysisInput& input, const RankInput& ranks)
{
    Last last;
    const core::Timeline& timeline = input.timeline();
    for (const RankPart& part : input.ranks()) {
        if (!ranks.comparable[part.source])
            continue;
        for (const core::TrackId id : part.tracks) {
            const core::Track& track = timeline.tracks()[id.index()];
            for (const core::Lane& lane : timeline.lanes().subspan(track.firstLane, track.laneCount)) {
                const std::size_t row = std::size_t{lane.begin} + lane.count - 1;
                const std::int64_t end = timeline.ts()[row] + timeline.dur()[row];
                if (!last.known || end > last.end)
                    last = {part.source, end, true};
            }
        }
    }
    return last;
}

struct RankShare {
    std::int64_t computing = 0;
    std::int64_t other = 0;
    std::int64_t communicating = 0;
};

} // namespace

core::Result<std::string_view>
rankCriticalPathLacks(const AnalysisInput& input, const AnalysisOptions& /*options*/, const core::Task& task)
{
    if (input.ranks().size() < 2)
        return std::string_view("one_rank");
    SHARDSCOPE_TRY(const RankInput* const shared, input.rankInput(task));
    const RankInput& ranks = *shared;
    return std::string_view(ranks.collectives.matched.empty() ? "no_common_collectives"
                            : ranks.waitsUnseen()             ? "transfers_unknown"
                            : !lastOf(input, ranks).known     ? "clocks_unknown"
                                                              : "");
}

core::Result<core::Report> rankCriticalPath(const AnalysisInput& input, const AnalysisOptions& options,
                                            const core::Task& task)
{
    SHARDSCOPE_TRY(const RankInput* const shared, input.rankInput(task));
    const RankInput& ranks = *shared;
    const Last last = lastOf(input, ranks);
    SHARDSCOPE_TRY(const auto computing, computingBySource(input, options, task));
    const std::vector<Stretch> path = Path(input.timeline(), ranks, computing).walk(last.source, last.end);
    core::Report report;
    SHARDSCOPE_TRY(const std::vector<RankTime> times, rankTimes(input, options, task));
    SHARDSCOPE_TRY(const auto slow, slowRankOf(input, latenessOf(input, ranks, times), times, options, task));
    if (slow)
        addSlowRank(input, *slow, report);
    core::Table stretches{"path",
                          N_("Stretches of the path"),
                          {nanosColumn("begin", N_("Begin"), N_("Since the run's begin")),
                           nanosColumn("duration", N_("Duration")), rankColumn(), deviceColumn(),
                           textColumn("what", N_("What")), nanosColumn("computing", N_("Computing"))},
                          {}};
    std::map<std::uint32_t, RankShare> shares; // by source
    const auto partOf = [&](std::uint32_t source) { return *input.partOf(source); };
    for (const Stretch& stretch : path) {
        const std::int64_t length = stretch.end - stretch.begin;
        if (length == 0)
            continue;
        const auto own = computing.find(stretch.source);
        const std::int64_t busy = stretch.collective >= 0 || own == computing.end()
                                      ? 0
                                      : core::measureCommon(own->second, {{stretch.begin, stretch.end}});
        RankShare& share = shares[stretch.source];
        const RankPart part = partOf(stretch.source);
        (stretch.collective >= 0 ? share.communicating : share.other) += length - busy;
        share.computing += busy;
        const std::string what =
            stretch.collective < 0
                ? "own work"
                : collectiveLabel(ranks.collectives,
                                  ranks.collectives.matched[static_cast<std::size_t>(stretch.collective)]);
        stretches.rows.push_back(
            {stretch.begin - input.timeline().begin(), length, rankCell(part), deviceCell(part), what, busy});
        report.marks.push_back(
            {stretch.begin, stretch.end, core::TrackId::kNone, "rank " + rankText(part) + ": " + what});
    }
    core::Table table =
        mainTable({rankColumn(), deviceColumn(),
                   nanosColumn("computing", N_("Computing"), N_("A kernel of this rank runs")),
                   nanosColumn("other", N_("Other work"), N_("Host, copies, idle device")),
                   nanosColumn("communicating", N_("In collectives"), N_("That began when this rank came")),
                   fractionColumn("share", N_("Of the path"))});
    std::int64_t whole = 0;
    for (const auto& [source, share] : shares)
        whole += share.computing + share.other + share.communicating;
    for (const auto& [source, share] : shares)
        table.rows.push_back({rankCell(partOf(source)), deviceCell(partOf(source)), share.computing,
                              share.other, share.communicating,
                              shareCell(share.computing + share.other + share.communicating, whole)});
    addTables(report, std::move(table), std::move(stretches));
    if (ranks.unknownClocks > 0)
        report.findings.push_back(
            finding("ranks.clocks_unknown", core::Severity::Notice,
                    {std::to_string(ranks.unknownClocks), std::to_string(ranks.sources)}));
    return report;
}

} // namespace shardscope::profiler
