// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/ranks/lateness.h"

#include "profiler/analyze/input/statistics.h"
#include "profiler/trace/run_ranks.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace shardscope::profiler {

namespace {

/// More work than the median of the others by this stands out (as a step does among steps).
constexpr double kStandsOut = 1.2;
constexpr std::size_t kRowsShown = 5;

double median(const std::vector<std::int64_t>& values) { return summaryOf(values).median; }

using Members = std::vector<std::size_t>; ///< of ranks, ascending

/// Those that stand out together in most of \p steps, two at least, and in how many; nobody where they are
/// not the same ones (of a single step some always are), or not fewer than half of \p all.
std::pair<Members, std::size_t> usualGroup(const std::vector<Members>& steps, std::size_t all)
{
    std::map<Members, std::size_t> counts;
    for (const Members& step : steps)
        ++counts[step];
    for (const auto& [members, count] : counts) {
        if (count > 1 && 2 * count > steps.size() && members.size() > 1 && 2 * members.size() < all)
            return {members, count};
    }
    return {};
}

/// The rank that computes longest, where the others have it in common; else those that do so together.
std::optional<Standout> moreWork(std::span<const RankTime> times)
{
    std::vector<const RankTime*> ranks;
    std::size_t steps = 1000000;
    for (const RankTime& time : times) {
        ranks.push_back(&time);
        steps = std::min(steps, std::max<std::size_t>(1, time.computingOfStep.size()));
    }
    if (ranks.size() < 3)
        return std::nullopt; // of two, nobody knows which one is as it should be
    const auto workOf = [&](const RankTime& rank, std::size_t step) {
        return rank.computingOfStep.empty() ? core::measure(rank.computing) : rank.computingOfStep[step];
    };
    std::vector<std::size_t> won(ranks.size(), 0);
    std::vector<Members> together(steps);
    for (std::size_t step = 0; step < steps; ++step) {
        for (std::size_t at = 0; at < ranks.size(); ++at) {
            std::vector<std::int64_t> others;
            for (std::size_t other = 0; other < ranks.size(); ++other) {
                if (other != at)
                    others.push_back(workOf(*ranks[other], step));
            }
            const auto own = static_cast<double>(workOf(*ranks[at], step));
            const auto most = static_cast<double>(*std::ranges::max_element(others));
            const double usual = median(others);
            if (own <= kStandsOut * usual)
                continue;
            if (2 * (own - usual) > most - usual) // by more than half as much as the other that does most
                together[step].push_back(at);
            won[at] += own > most ? 1 : 0;
        }
    }
    Standout found;
    found.steps = steps;
    Members members;
    std::tie(members, found.agreeing) = usualGroup(together, ranks.size());
    if (members.empty()) {
        members.push_back(static_cast<std::size_t>(std::ranges::max_element(won) - won.begin()));
        found.agreeing = won[members.front()];
        if (2 * found.agreeing <= steps)
            return std::nullopt;
    }
    const auto computing = [&](std::size_t at) { return core::measure(ranks[at]->computing); };
    const std::size_t most = *std::ranges::max_element(members, {}, computing);
    std::vector<std::int64_t> others;
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        const bool member = std::ranges::find(members, at) != members.end();
        if (!member)
            others.push_back(computing(at));
        else if (at != most)
            found.alike.push_back(ranks[at]->part);
    }
    const double usual = median(others);
    found.part = ranks[most]->part;
    found.factor = usual > 0 ? static_cast<double>(computing(most)) / usual : 1;
    return found;
}

constexpr std::int64_t kAbsent = -1;

/// One synchronising collective of ranks whose clocks may be compared.
struct Meeting {
    std::size_t step = 0;
    std::int64_t last = kAbsent; ///< source
    std::uint32_t lastRow = 0;
    std::int64_t waited = 0;   ///< sum over the ranks, for the last
    std::int64_t together = 0; ///< from the last one's coming to the first one's leaving
    CollectiveKind kind = CollectiveKind::Other;
    std::int64_t bytes = -1;
    std::size_t present = 0;
    Members late;           ///< sources of those who came less than half the median wait before the last
    bool forAbsent = false; ///< somebody came later who is not in the run
    std::vector<std::pair<std::uint32_t, core::Interval>> waits; ///< of each that came before, by source
};

/// The waits of all \p meetings that \p counts, by part.
template <typename Counts>
std::map<std::size_t, core::IntervalSet> waitsOf(const AnalysisInput& input,
                                                 const std::vector<Meeting>& meetings, const Counts& counts)
{
    std::map<std::size_t, std::vector<core::Interval>> waits;
    for (const Meeting& meeting : meetings) {
        if (!counts(meeting))
            continue;
        for (const auto& [source, time] : meeting.waits) {
            if (const RankPart* const part = input.partOf(source))
                waits[static_cast<std::size_t>(part - input.ranks().data())].push_back(time);
        }
    }
    std::map<std::size_t, core::IntervalSet> sets;
    for (auto& [part, own] : waits)
        sets[part] = core::unite(std::move(own));
    return sets;
}

/// Which step of its own rank a time lies in; 0 where there are none.
std::size_t stepAt(const AnalysisInput& input, std::uint32_t source, std::int64_t time)
{
    const RankPart* const part = input.partOf(source);
    if (part == nullptr)
        return 0;
    const auto& steps = input.steps(static_cast<std::size_t>(part - input.ranks().data())).steps;
    const auto behind =
        std::ranges::partition_point(steps, [&](const RankStep& step) { return step.begin <= time; });
    return behind == steps.begin() ? 0 : static_cast<std::size_t>(behind - steps.begin()) - 1;
}

std::vector<Meeting> meetingsOf(const AnalysisInput& input, const RankInput& ranks)
{
    const core::Timeline& timeline = input.timeline();
    std::vector<Meeting> meetings;
    for (const Collective& collective : ranks.collectives.matched) {
        const std::vector<std::uint32_t> calls = ranks.comparableCalls(collective);
        // A match by time is a guess, and would be evidence for itself.
        if (!isSynchronizing(collective.kind) || collective.by == MatchedBy::Time || calls.size() < 2)
            continue;
        std::uint32_t last = calls.front();
        std::int64_t firstEnd = ranks.end(timeline, calls.front());
        for (const std::uint32_t call : calls) {
            last = ranks.begin(timeline, call) > ranks.begin(timeline, last) ? call : last;
            firstEnd = std::min(firstEnd, ranks.end(timeline, call));
        }
        const CollectiveCall& lastCall = ranks.collectives.calls[last];
        Meeting meeting;
        meeting.step = stepAt(input, lastCall.source, ranks.begin(timeline, last));
        meeting.last = lastCall.source;
        meeting.lastRow = lastCall.row;
        std::vector<std::int64_t> waits;
        for (const std::uint32_t call : calls) {
            const core::Interval wait{ranks.begin(timeline, call), ranks.begin(timeline, last)};
            waits.push_back(wait.end - wait.begin);
            meeting.waited += waits.back();
            if (wait.end > wait.begin)
                meeting.waits.emplace_back(ranks.collectives.calls[call].source, wait);
        }
        const double usual = median(waits);
        for (std::size_t at = 0; at < calls.size(); ++at) {
            if (2 * static_cast<double>(waits[at]) < usual)
                meeting.late.push_back(ranks.collectives.calls[calls[at]].source);
        }
        std::ranges::sort(meeting.late);
        meeting.together = std::max<std::int64_t>(0, firstEnd - ranks.begin(timeline, last));
        meeting.kind = collective.kind;
        meeting.bytes = lastCall.bytes;
        meeting.present = calls.size();
        meetings.push_back(meeting);
    }
    return meetings;
}

/// A payload cannot take longer than a larger one of its kind once did. Where all that are present stay
/// together for over twice that, they wait for somebody who is not in the run, and who came last.
void findAbsent(const AnalysisInput& input, std::vector<Meeting>& meetings, Lateness& lateness)
{
    std::vector<std::pair<std::int64_t, std::uint32_t>> waits;
    for (Meeting& meeting : meetings) {
        std::int64_t least = meeting.together;
        for (const Meeting& other : meetings) {
            if (other.kind == meeting.kind && other.bytes >= meeting.bytes)
                least = std::min(least, other.together);
        }
        if (meeting.together <= 2 * least)
            continue;
        meeting.forAbsent = true;
        meeting.waited += (meeting.together - least) * static_cast<std::int64_t>(meeting.present);
        lateness.waitedForAbsent += meeting.waited;
        const std::int64_t end = input.timeline().ts()[meeting.lastRow] + meeting.together;
        meeting.waits.emplace_back(static_cast<std::uint32_t>(meeting.last),
                                   core::Interval{end - (meeting.together - least), end});
        waits.emplace_back(meeting.waited, meeting.lastRow);
    }
    lateness.waitsForAbsent =
        waitsOf(input, meetings, [](const Meeting& meeting) { return meeting.forAbsent; });
    std::ranges::stable_sort(waits, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t at = 0; at < std::min(kRowsShown, waits.size()); ++at)
        lateness.absentCalls.push_back(waits[at].second);
}

/// Who comes last together in most of the counted steps: by the collective of each step that was waited for
/// longest.
std::pair<Members, std::size_t> lateGroup(const std::vector<Meeting>& meetings, std::size_t warmUp,
                                          std::size_t steps)
{
    std::vector<const Meeting*> worst(steps, nullptr);
    std::size_t present = 0;
    for (const Meeting& meeting : meetings) {
        const Meeting*& most = worst[meeting.step];
        most = most == nullptr || meeting.waited > most->waited ? &meeting : most;
        present = std::max(present, meeting.present);
    }
    std::vector<Members> together;
    for (std::size_t step = warmUp; step < steps; ++step) {
        const bool told = worst[step] != nullptr && !worst[step]->forAbsent;
        together.push_back(told ? worst[step]->late : Members());
    }
    return usualGroup(together, present);
}

/// The rank that is waited for most in most of the counted steps, and for more than half of all; else those
/// that are so together.
void judgeLate(const AnalysisInput& input, const std::vector<Meeting>& meetings, Lateness& lateness)
{
    std::size_t steps = 0;
    for (const Meeting& meeting : meetings)
        steps = std::max(steps, meeting.step + 1);
    std::vector<std::int64_t> waits(steps, 0);
    std::vector<std::map<std::int64_t, std::int64_t>> waitedFor(steps);
    for (const Meeting& meeting : meetings) {
        waits[meeting.step] += meeting.waited;
        waitedFor[meeting.step][meeting.forAbsent ? kAbsent : meeting.last] += meeting.waited;
    }
    lateness.warmUp = warmUpSteps(waits);
    lateness.warmUpWaits = std::accumulate(
        waits.begin(), waits.begin() + static_cast<std::ptrdiff_t>(lateness.warmUp), std::int64_t{0});
    lateness.steps = steps - lateness.warmUp;
    std::map<std::int64_t, std::pair<std::size_t, std::int64_t>> byRank; // by source: steps led, waits
    std::int64_t whole = 0;
    for (std::size_t step = lateness.warmUp; step < steps; ++step) {
        const auto& own = waitedFor[step];
        whole += waits[step];
        for (const auto& [rank, time] : own) {
            byRank[rank].second += time;
            byRank[rank].first += 2 * time > waits[step] ? 1 : 0;
        }
    }
    const auto most = std::ranges::max_element(
        byRank, [](const auto& a, const auto& b) { return a.second.second < b.second.second; });
    if (most == byRank.end())
        return;
    Standout late;
    late.steps = lateness.steps;
    late.waited = whole;
    Members members;
    std::tie(members, late.agreeing) = lateGroup(meetings, lateness.warmUp, steps);
    if (members.empty()) {
        members.push_back(static_cast<std::size_t>(most->first));
        late.agreeing = most->second.first;
    }
    for (const std::size_t member : members)
        late.waitedFor += byRank[static_cast<std::int64_t>(member)].second;
    if (most->first == kAbsent || 2 * late.waitedFor <= whole || 2 * late.agreeing <= lateness.steps)
        return;
    const auto isLast = [&](const Meeting& meeting) {
        return !meeting.forAbsent &&
               std::ranges::find(members, static_cast<std::size_t>(meeting.last)) != members.end();
    };
    const std::size_t first = *std::ranges::max_element(
        members, {}, [&](std::size_t member) { return byRank[static_cast<std::int64_t>(member)].second; });
    for (const std::size_t member : members) {
        const RankPart* const part = input.partOf(static_cast<std::uint32_t>(member));
        const auto number = static_cast<std::size_t>(part - input.ranks().data());
        if (member == first)
            late.part = number;
        else
            late.alike.push_back(number);
    }
    std::ranges::sort(late.alike);
    std::vector<const Meeting*> worst;
    for (const Meeting& meeting : meetings) {
        if (meeting.step >= lateness.warmUp && isLast(meeting))
            worst.push_back(&meeting);
    }
    std::ranges::stable_sort(worst, [](const Meeting* a, const Meeting* b) { return a->waited > b->waited; });
    for (std::size_t at = 0; at < std::min(kRowsShown, worst.size()); ++at)
        late.worst.push_back(worst[at]->lastRow);
    lateness.late = std::move(late);
}

/// Who waited for \p standout, which came last.
void collectWaits(const AnalysisInput& input, const std::vector<Meeting>& meetings, std::size_t warmUp,
                  Standout& standout)
{
    standout.waits = waitsOf(input, meetings, [&](const Meeting& meeting) {
        const RankPart* const part =
            meeting.last == kAbsent ? nullptr : input.partOf(static_cast<std::uint32_t>(meeting.last));
        return !meeting.forAbsent && meeting.step >= warmUp && part != nullptr &&
               standout.holds(static_cast<std::size_t>(part - input.ranks().data()));
    });
    for (const std::size_t member : standout.alike)
        standout.waits.erase(member); // for the others like it, a moment
    standout.waits.erase(standout.part);
}

} // namespace

double longerThanOthers(std::span<const RankTime> times, const Standout& slow)
{
    double own = 0;
    double others = 0;
    for (const RankTime& rank : times) {
        double& most = slow.holds(rank.part) ? own : others;
        most = std::max(most, rank.perStep(core::measure(rank.computing)));
    }
    return std::max(0.0, own - others);
}

double lostToWork(std::span<const RankTime> times, const Standout& slow)
{
    double own = 0;
    double others = 0;
    for (const RankTime& rank : times)
        (slow.holds(rank.part) ? own : others) += rank.perStep(core::measure(rank.communicating));
    const std::size_t members = 1 + slow.alike.size();
    own /= static_cast<double>(members);
    others /= static_cast<double>(std::max<std::size_t>(1, times.size() - members));
    return std::clamp(others - own, 0.0, longerThanOthers(times, slow));
}

std::vector<std::int32_t> absentRanks(const AnalysisInput& input) { return ranksOfRun(input.run()).missing; }

Lateness latenessOf(const AnalysisInput& input, const RankInput& ranks, std::span<const RankTime> times)
{
    Lateness lateness;
    lateness.absent = absentRanks(input);
    lateness.work = moreWork(times);
    std::vector<Meeting> meetings = meetingsOf(input, ranks);
    if (!lateness.absent.empty())
        findAbsent(input, meetings, lateness);
    if (!ranks.handsOn())
        judgeLate(input, meetings, lateness);
    for (std::optional<Standout>* const one : {&lateness.work, &lateness.late}) {
        if (one->has_value() && !ranks.handsOn())
            collectWaits(input, meetings, lateness.warmUp, **one);
    }
    return lateness;
}

} // namespace shardscope::profiler
