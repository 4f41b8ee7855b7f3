// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/compare/step_account.h"

#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/input/measured_steps.h"
#include "profiler/analyze/input/rank_input.h"
#include "profiler/analyze/ranks/lateness.h"
#include "profiler/analyze/ranks/pipeline_steps.h"
#include "profiler/analyze/time/host_blame.h"
#include "profiler/analyze/time/host_segments.h"
#include "profiler/analyze/time/rank_time.h"
#include "profiler/analyze/time/replay.h"
#include "profiler/analyze/time/told_steps.h"
#include "profiler/compare/work_keys.h"
#include "profiler/trace/copy_direction.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>

namespace shardscope::profiler {

namespace {

using core::Interval;
using core::IntervalSet;
using core::StepTerm;
using core::WorkKey;

/// A row that was launched less than this before the device was free begins as soon as its launch has come
/// through: a pause is the host's, then, and the device's own else. (Latencies of launches are 5 to 10 us on
/// the recordings that docs/analyses.md, "What recording costs", was made with.)
constexpr std::int64_t kInTime = 15'000;

/// How simulations call their steps (planner/simulate/run/planned_run.cpp), in files as well.
constexpr std::string_view kPlannedStep = "planned step";

StepTerm termOf(IdleCause cause)
{
    switch (cause) {
    case IdleCause::DataLoading: return StepTerm::DataLoading;
    case IdleCause::HostWork:
    case IdleCause::SlowLaunch:
    case IdleCause::Allocation:
    case IdleCause::Capture:
    case IdleCause::HostBetween: return StepTerm::HostWork;
    case IdleCause::Communication: return StepTerm::HostCommunication;
    case IdleCause::BlockingCopy:
    case IdleCause::Synchronization: return StepTerm::Synchronization;
    case IdleCause::Launching: return StepTerm::Launch;
    case IdleCause::ShortGap: return StepTerm::KernelGap;
    case IdleCause::Dependency: return StepTerm::Dependency;
    case IdleCause::Unknown: break;
    }
    return StepTerm::NoCause;
}

/// "torch/utils/data/dataloader.py(728): __next__" without the line, which changes when the file does.
std::string withoutLine(std::string_view name)
{
    constexpr std::string_view kPython = ".py(";
    const std::size_t open = name.find(kPython);
    const std::size_t close = open == std::string_view::npos ? open : name.find("): ", open);
    if (close == std::string_view::npos)
        return std::string(name);
    return std::string(name.substr(0, open + kPython.size() - 1)) + std::string(name.substr(close + 1));
}

/// When all ranks of a collective have come, by the row of each; and whose row came last.
struct Meeting {
    std::int64_t met = 0;
    bool transfer = false;
    std::uint32_t lastSource = 0;
};
using Meetings = std::unordered_map<std::uint32_t, Meeting>;

Meetings meetingsOf(const AnalysisInput& input, const RankInput& ranks)
{
    Meetings meetings;
    for (const Collective& collective : ranks.collectives.matched) {
        if (collective.by == MatchedBy::Time)
            continue; // who overlaps most need not be who meets
        const std::vector<std::uint32_t> calls = ranks.comparableCalls(collective);
        const bool transfer = isPointToPoint(collective.kind);
        if (calls.size() < 2 || (!transfer && !isSynchronizing(collective.kind)))
            continue;
        Meeting meeting{std::numeric_limits<std::int64_t>::min(), transfer, 0};
        for (const std::uint32_t call : calls) {
            const std::int64_t begin = ranks.begin(input.timeline(), call);
            if (begin > meeting.met) {
                meeting.met = begin;
                meeting.lastSource = ranks.collectives.calls[call].source;
            }
        }
        for (const std::uint32_t call : calls)
            meetings[ranks.collectives.calls[call].row] = meeting;
    }
    return meetings;
}

/// Calls of a library of the host (gloo, MPI) that communicate where no device does, by source and begin.
struct HostCall {
    Interval time;
    std::uint32_t row = 0;
    CollectiveKind kind = CollectiveKind::Other;
};
using HostCalls = std::map<std::uint32_t, std::vector<HostCall>>;

HostCalls hostCallsOf(const AnalysisInput& input, const RankInput& ranks,
                      const std::map<std::uint32_t, IntervalSet>& byHost)
{
    HostCalls calls;
    for (const CollectiveCall& call : ranks.collectives.calls) {
        const std::int64_t begin = input.timeline().ts()[call.row];
        if (!call.device && byHost.contains(call.source))
            calls[call.source].push_back(
                {{begin, begin + input.timeline().dur()[call.row]}, call.row, call.kind});
    }
    for (auto& [source, own] : calls)
        std::ranges::sort(own, {}, [](const HostCall& call) { return std::pair(call.time.begin, call.row); });
    return calls;
}

/// When ranks neither run forward nor backward, by part, as pipeline_bubble has it; empty: no pipeline.
using Bubbles = std::map<std::size_t, IntervalSet>;

/// For each part the time from its last row of a step to the last row that any rank of the pipeline has in
/// it: there it waits for the others, if nothing else holds it up.
core::Result<Bubbles> tailsOf(const AnalysisInput& input, const core::Task& task)
{
    std::map<std::string, std::map<std::size_t, std::int64_t>> ends; // of the last rows, by step and part
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const MeasuredSteps steps, measuredSteps(input, part, task));
        const DeviceWork& work = input.deviceWork(part);
        std::vector<std::int64_t> last(steps.steps.size(), steps.window.begin);
        for (std::size_t at = 0; at < work.rows.size(); ++at) {
            const Interval time = work.time(input.timeline(), at);
            const auto behind = std::ranges::upper_bound(steps.steps, time.begin, {}, &RankStep::begin);
            if (behind != steps.steps.begin() && time.begin < steps.window.end) {
                std::int64_t& end = last[static_cast<std::size_t>(behind - steps.steps.begin()) - 1];
                end = std::max(end, time.end);
            }
        }
        for (std::size_t step = 0; step < last.size(); ++step)
            ends[steps.steps[step].name][part] = last[step];
    }
    Bubbles tails;
    for (const auto& [name, parts] : ends) {
        std::int64_t latest = std::numeric_limits<std::int64_t>::min();
        for (const auto& [part, end] : parts)
            latest = std::max(latest, end);
        for (const auto& [part, end] : parts)
            core::extend(tails[part], {end, std::max(end, latest)});
    }
    return tails;
}

core::Result<Bubbles> bubblesOf(const AnalysisInput& input, const core::Task& task)
{
    SHARDSCOPE_TRY(const PipelineSteps steps, pipelineSteps(input, {}, task));
    Bubbles bubbles;
    for (const auto& [name, step] : steps) {
        if (step.parts.size() < 2)
            continue; // what others do meanwhile is not known
        for (const auto& [part, tally] : step.parts)
            bubbles[part] = core::unite(bubbles[part], bubbleOf(step, tally));
    }
    return bubbles;
}

/// Who waits for a rank that computes longer, where no clock of a call tells: as long as the others do
/// nothing but communicate while it still computes. Nanoseconds of all counted steps, by part.
struct SlowWork {
    std::uint32_t source = 0; ///< of the slow one
    std::map<std::size_t, std::int64_t> waits;
};

/// A call of the host's library begins whether the device has its data ready or not, and clocks of several
/// hosts may differ: elsewhere a collective's begins tell.
core::Result<SlowWork> slowWorkOf(const AnalysisInput& input, bool byHost, const core::Task& task)
{
    SlowWork found;
    SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
    if (!byHost && ranks->unknownClocks == 0)
        return found;
    SHARDSCOPE_TRY(const std::vector<RankTime> times, rankTimes(input, {}, task));
    const Lateness lateness = latenessOf(input, *ranks, times);
    if (!lateness.work || ranks->handsOn())
        return found;
    found.source = input.ranks()[lateness.work->part].source;
    const double lost = lostToWork(times, *lateness.work);
    for (const RankTime& rank : times) {
        if (!lateness.work->holds(rank.part))
            found.waits[rank.part] = std::llround(lost * rank.steps.count() * 1e9);
    }
    return found;
}

class Accountant {
public:
    Accountant(const AnalysisInput& input, const Meetings& meetings,
               const std::map<std::uint32_t, IntervalSet>& hostCommunication, const HostCalls& hostCalls,
               const Bubbles& bubbles, const Bubbles& tails, const SlowWork& slow, const core::Task& task)
        : m_input(input)
        , m_timeline(input.timeline())
        , m_meetings(meetings)
        , m_byHost(hostCommunication)
        , m_hostCalls(hostCalls)
        , m_bubbles(bubbles)
        , m_tails(tails)
        , m_slow(slow)
        , m_task(task)
    {
    }

    /// Accounts for one part; none if it tells nothing of steps. \p waitedFor: the sources that others wait
    /// for are added to it.
    core::Result<std::optional<DeviceAccount>> account(std::size_t part,
                                                       std::map<std::uint32_t, std::int64_t>& waitedFor)
    {
        const RankPart& rank = m_input.ranks()[part];
        SHARDSCOPE_TRY(MeasuredSteps steps, measuredSteps(m_input, part, m_task));
        windowOfToldSteps(m_input, part, steps);
        m_window = steps.window;
        const DeviceWork& work = m_input.deviceWork(part);
        if (m_window.begin >= m_window.end || (work.rows.empty() && launchesKernels(m_input, part)))
            return std::optional<DeviceAccount>();
        m_account = {};
        DeviceAccount& account = m_account;
        account.part = part;
        account.rank = rank.rank;
        account.device = rank.device;
        account.stands = rank.stands;
        for (const core::TrackId id : rank.tracks) {
            if (const auto& mesh = m_timeline.tracks()[id.index()].mesh)
                account.mesh = mesh;
        }
        account.steps = static_cast<std::int64_t>(std::max<std::size_t>(1, steps.steps.size()));
        account.warmUp = static_cast<std::int64_t>(steps.warmUp);
        account.time = m_window.end - m_window.begin;
        account.planned = m_input.run().origin == core::RunOrigin::Simulated ||
                          (!steps.steps.empty() && steps.steps.front().name.starts_with(kPlannedStep));
        m_begins.clear();
        for (const RankStep& step : steps.steps)
            m_begins.push_back(step.begin);
        const auto bubble = m_bubbles.find(part);
        m_bubble = bubble == m_bubbles.end() ? nullptr : &bubble->second;
        account.shown = stepToShow(account);
        m_waitedFor = &waitedFor;
        if (work.rows.empty())
            SHARDSCOPE_TRY_DONE(accountHost(part));
        else
            SHARDSCOPE_TRY_DONE(accountDevice(part));
        const auto begin = [](const TermPlace& one) { return one.time.begin; };
        if (!std::ranges::is_sorted(account.places, {}, begin))
            std::ranges::stable_sort(account.places, {}, begin);
        return std::optional(std::exchange(m_account, {}));
    }

private:
    [[nodiscard]] std::size_t stepAt(std::int64_t time) const
    {
        const auto behind = std::ranges::upper_bound(m_begins, time);
        return behind == m_begins.begin() ? 0 : static_cast<std::size_t>(behind - m_begins.begin()) - 1;
    }

    /// The counted step whose length is nearest to their mean.
    [[nodiscard]] Interval stepToShow(const DeviceAccount& account) const
    {
        Interval shown = m_window;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t at = 0; at < m_begins.size(); ++at) {
            const Interval step{m_begins[at], at + 1 < m_begins.size() ? m_begins[at + 1] : m_window.end};
            const double apart =
                std::abs(static_cast<double>(step.end - step.begin) -
                         static_cast<double>(account.time) / static_cast<double>(account.steps));
            if (apart < least) {
                least = apart;
                shown = step;
            }
        }
        return shown;
    }

    void add(StepTerm term, const Interval& time, std::int64_t rows, std::uint32_t row = kNoRow)
    {
        m_account.terms[static_cast<std::size_t>(term)].add(stepAt(time.begin), time.end - time.begin, rows);
        const Interval seen{std::max(time.begin, m_account.shown.begin),
                            std::min(time.end, m_account.shown.end)};
        if (seen.begin < seen.end)
            m_account.places.push_back({seen, term, row});
    }
    void addGap(StepTerm term, const std::string& name, const Interval& time)
    {
        addGap(term, m_account.gaps[{term, name}], time);
    }
    void addGap(StepTerm term, Counted& counted, const Interval& time)
    {
        add(term, time, 1);
        counted.add(stepAt(time.begin), time.end - time.begin, 1);
    }

    /// What of \p time is in the pipeline's bubble goes to it; gives the rest.
    IntervalSet outsideBubble(const Interval& time)
    {
        if (m_bubble == nullptr)
            return {time};
        const IntervalSet inside = within(*m_bubble, time);
        for (const Interval& one : inside)
            addGap(StepTerm::Bubble, {}, one);
        return core::subtract({time}, inside);
    }

    /// The same of what lies behind the part's last row of a step.
    IntervalSet outsideTail(std::size_t part, const IntervalSet& times)
    {
        const auto found = m_tails.find(part);
        if (found == m_tails.end())
            return times;
        for (const Interval& one : core::intersect(times, found->second))
            addGap(StepTerm::Bubble, {}, one);
        return core::subtract(times, found->second);
    }

    [[nodiscard]] Interval clipped(const Interval& time) const
    {
        return {std::max(time.begin, m_window.begin), std::min(time.end, m_window.end)};
    }

    core::Result<core::Done> accountDevice(std::size_t part)
    {
        const DeviceWork& work = m_input.deviceWork(part);
        SHARDSCOPE_TRY(const WorkKeys keys, workKeys(m_input, part, m_task));
        m_account.planned = m_account.planned || keys.planned;
        m_account.toForward = keys.toForward;
        using Begin = std::pair<std::pair<std::int64_t, std::uint32_t>, std::uint32_t>; // time, row; index
        std::array<std::vector<Begin>, kKernelKinds + 1> byKind;
        for (std::uint32_t at = 0; at < work.rows.size(); ++at) {
            const Interval time = clipped(work.time(m_timeline, at));
            if (time.begin < time.end)
                byKind[keys.keys[keys.of[at]].kind == core::WorkClass::Idle
                           ? kKernelKinds
                           : static_cast<std::size_t>(work.kinds[at])]
                    .push_back({{m_timeline.ts()[work.rows[at]], work.rows[at]}, at});
        }
        findCollectives(work, keys);
        m_exposed.clear();
        IntervalSet told;
        for (std::vector<Begin>& begins : byKind) { // computing, communication, copies, a plan's pauses
            SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
            if (!std::ranges::is_sorted(begins)) // of one stream they are
                std::ranges::sort(begins);
            std::vector<std::uint32_t> rows;
            rows.reserve(begins.size());
            for (const Begin& one : begins)
                rows.push_back(one.second);
            told = core::unite(told, takeRows(work, keys, rows, told));
        }
        told = core::unite(told, takeHostCalls(part, told));
        takeSlowWork(part);
        return keys.planned ? gapsOfPlan(part, told) : gapsOfRecording(part, told);
    }

    /// When replicas' collectives run.
    void findCollectives(const DeviceWork& work, const WorkKeys& keys)
    {
        std::vector<Interval> all;
        for (std::size_t at = 0; at < work.rows.size(); ++at) {
            const WorkKey& key = keys.keys[keys.of[at]];
            if (key.kind == core::WorkClass::CollectiveReplica && !isPointToPoint(key.collective))
                all.push_back(clipped(work.time(m_timeline, at)));
        }
        m_collectives = core::unite(std::move(all));
    }

    /// Gives \p rows (by begin) the time of theirs that is in no earlier one and not in \p told; returns all.
    IntervalSet takeRows(const DeviceWork& work, const WorkKeys& keys, const std::vector<std::uint32_t>& rows,
                         const IntervalSet& told)
    {
        IntervalSet all;
        auto next = told.begin();
        std::vector<Counted*> sums(keys.keys.size(), nullptr); // rows are many, keys few
        std::vector<std::array<Counted*, 2>> besides(m_collectives.empty() ? 0 : keys.keys.size());
        auto collective = m_collectives.begin();
        for (const std::uint32_t at : rows) {
            const Interval whole = clipped(work.time(m_timeline, at));
            const WorkKey& key = keys.keys[keys.of[at]];
            const StepTerm term = core::termOf(key);
            if (core::isCommunication(term))
                m_account.whole[static_cast<std::size_t>(term)] += whole.end - whole.begin;
            Interval rest{all.empty() ? whole.begin : std::max(whole.begin, all.back().end), whole.end};
            core::extend(all, whole);
            Counted*& sum = sums[keys.of[at]];
            if (sum == nullptr)
                sum = core::isGap(term) ? &m_account.gaps[{term, {}}] : &m_account.rows[key];
            Counted& counted = *sum;
            counted.add(stepAt(whole.begin), 0, 1);
            ++m_account.terms[static_cast<std::size_t>(term)].count;
            std::int64_t seen = 0; // of it, beside nothing else
            while (next != told.end() && next->end <= rest.begin)
                ++next;
            for (auto hides = next; rest.begin < rest.end; ++hides) {
                const bool any = hides != told.end() && hides->begin < rest.end;
                const Interval own{rest.begin, any ? std::max(rest.begin, hides->begin) : rest.end};
                seen += std::max<std::int64_t>(0, own.end - own.begin);
                if (own.begin < own.end)
                    takePiece(work.rows[at], key, own, counted);
                if (!any)
                    break;
                rest.begin = std::max(rest.begin, hides->end);
            }
            if (!besides.empty() && term < StepTerm::AllReduce && seen > 0) {
                while (collective != m_collectives.end() && collective->end <= whole.begin)
                    ++collective;
                std::int64_t beside = 0;
                for (auto one = collective; one != m_collectives.end() && one->begin < whole.end; ++one)
                    beside += std::min(one->end, whole.end) - std::max(one->begin, whole.begin);
                const bool mostly = 2 * beside > whole.end - whole.begin;
                Counted*& sum = besides[keys.of[at]][mostly ? 1 : 0];
                if (sum == nullptr)
                    sum = &m_account.besides[{key, mostly}];
                sum->add(stepAt(whole.begin), seen, 1);
            }
            if (core::isCommunication(term) || (term == StepTerm::Copy && reachesHost(key)))
                addLasting(work.rows[at], key, whole, 2 * seen < whole.end - whole.begin);
        }
        return all;
    }

    /// Whether \p copy goes to or from a memory beside the device's; of a plan all do.
    [[nodiscard]] bool reachesHost(const WorkKey& copy) const
    {
        const auto direction = copyDirection(copy.operation);
        return m_account.planned || direction == CopyDirection::ToHost ||
               direction == CopyDirection::ToDevice;
    }

    void addLasting(std::uint32_t row, const WorkKey& key, const Interval& whole, bool beside)
    {
        const auto meeting = m_meetings.find(row);
        const bool met = meeting != m_meetings.end();
        const std::int64_t begin = met ? std::max(whole.begin, meeting->second.met) : whole.begin;
        Lasting& lasting = m_account.lasting[{key, beside}];
        lasting.time.add(stepAt(whole.begin), std::max<std::int64_t>(0, whole.end - begin), 1);
        lasting.met += met ? 1 : 0;
    }

    void takePiece(std::uint32_t row, const WorkKey& key, Interval own, Counted& counted)
    {
        const StepTerm term = core::termOf(key);
        const auto meeting = core::isCommunication(term) ? m_meetings.find(row) : m_meetings.end();
        if (meeting != m_meetings.end() && meeting->second.met > own.begin) {
            const Interval waits{own.begin, std::min(own.end, meeting->second.met)};
            if (meeting->second.transfer) {
                addGap(StepTerm::Bubble, {}, waits);
            } else {
                for (const Interval& one : outsideBubble(waits))
                    add(StepTerm::Waiting, one, 1, row);
            }
            (*m_waitedFor)[meeting->second.lastSource] += waits.end - waits.begin;
            own.begin = waits.end;
        }
        if (own.begin >= own.end)
            return;
        const bool transfer = key.kind == core::WorkClass::PointToPoint || isPointToPoint(key.collective);
        const auto take = [&](const Interval& one) {
            add(term, one, 0, row);
            counted.add(stepAt(one.begin), one.end - one.begin, 0);
            if (!m_slow.waits.empty() && core::isCommunication(term) && !transfer)
                m_exposed.push_back({term, one, row, &counted});
        };
        if (!transfer || m_bubble == nullptr) // rows are many: no set is made of one
            return take(own);
        for (const Interval& one : outsideBubble(own))
            take(one);
    }

    /// The longest times in which the part does nothing but communicate are waiting for the rank that
    /// computes longer, as many as it takes, from their begins on.
    void takeSlowWork(std::size_t part)
    {
        const auto due = m_slow.waits.find(part);
        std::int64_t missing =
            due == m_slow.waits.end() ? 0 : due->second - m_account.of(StepTerm::Waiting).time;
        std::ranges::stable_sort(m_exposed, std::greater(),
                                 [](const Exposed& one) { return one.time.end - one.time.begin; });
        for (const Exposed& one : m_exposed) {
            const Interval waits{one.time.begin, std::min(one.time.end, one.time.begin + missing)};
            if (waits.begin >= waits.end)
                break;
            const std::int64_t length = waits.end - waits.begin;
            missing -= length;
            m_account.terms[static_cast<std::size_t>(one.term)].add(stepAt(one.time.begin), -length, 0);
            one.counted->add(stepAt(one.time.begin), -length, 0);
            for (TermPlace& place : m_account.places) {
                if (place.row == one.row && place.term == one.term && place.time.begin >= one.time.begin &&
                    place.time.end <= one.time.end)
                    place.time.begin = std::min(place.time.end, std::max(place.time.begin, waits.end));
            }
            add(StepTerm::Waiting, waits, 1, one.row);
            (*m_waitedFor)[m_slow.source] += length;
        }
        std::erase_if(m_account.places,
                      [](const TermPlace& place) { return place.time.begin >= place.time.end; });
    }

    /// Communication through the host, each moment the earliest call's; gives when there is any.
    IntervalSet takeHostCalls(std::size_t part, const IntervalSet& told)
    {
        const std::uint32_t source = m_input.ranks()[part].hostSource;
        const auto found = m_byHost.find(source);
        if (found == m_byHost.end())
            return {};
        const IntervalSet all = within(found->second, m_window);
        IntervalSet taken = told;
        if (const auto calls = m_hostCalls.find(source); calls != m_hostCalls.end()) {
            IntervalSet before;
            for (const HostCall& call : calls->second) {
                const Interval whole = clipped(call.time);
                const Interval rest{before.empty() ? whole.begin : std::max(whole.begin, before.back().end),
                                    whole.end};
                if (whole.begin >= whole.end)
                    continue;
                core::extend(before, whole);
                WorkKey key;
                key.kind = core::WorkClass::CollectiveReplica;
                key.collective = call.kind;
                const core::NameId name = m_timeline.name()[call.row];
                key.operation = name.valid() ? std::string(m_input.text(name)) : "";
                m_account.whole[static_cast<std::size_t>(core::termOf(key))] += whole.end - whole.begin;
                Counted& counted = m_account.rows[key];
                counted.add(stepAt(whole.begin), 0, 1);
                if (rest.begin >= rest.end)
                    continue;
                for (const Interval& own : core::subtract({rest}, within(told, rest)))
                    takePiece(call.row, key, own, counted);
            }
            taken = core::unite(taken, before);
        }
        for (const Interval& one : core::subtract(all, taken)) // calls that nobody knows the group of
            for (const Interval& outside : outsideBubble(one))
                add(StepTerm::OtherCollective, outside, 1);
        return core::unite(all, taken);
    }

    core::Result<core::Done> gapsOfRecording(std::size_t part, const IntervalSet& told)
    {
        SHARDSCOPE_TRY(const auto unrecorded, unrecordedStep(m_input, part, m_task));
        SHARDSCOPE_TRY(
            const std::vector<IdlePiece> pieces,
            idlePieces(m_input, part, core::subtract({m_window}, told), {}, m_task, unrecorded->idleKept));
        SHARDSCOPE_TRY(const DeviceLaunches* const launches, m_input.launches(part, m_task));
        const std::vector<std::uint32_t>& rows = m_input.deviceWork(part).rows;
        std::vector<std::uint32_t> launchOf(m_timeline.sliceCount(), kNoRow);
        for (std::size_t at = 0; at < rows.size(); ++at)
            launchOf[rows[at]] = launches->launch[at];
        struct Gap {
            std::pair<StepTerm, std::string> what;
            Counted* counted = nullptr;
            double recorder = 0;
        };
        std::map<std::pair<StepTerm, std::uint32_t>, Gap> gaps; // pieces are many, what they are is not
        for (const IdlePiece& piece : pieces) {
            StepTerm term = termOf(piece.cause);
            const std::uint32_t call = piece.next == kNoRow ? kNoRow : launchOf[piece.next];
            if (term == StepTerm::KernelGap && call != kNoRow &&
                m_timeline.ts()[call] > piece.time.begin - kInTime)
                term = StepTerm::Launch;
            IntervalSet own;
            std::span<const Interval> left(&piece.time, 1); // pieces are many: no set is made of one
            if (m_bubble != nullptr || !m_tails.empty()) {
                own = outsideBubble(piece.time);
                if (term == StepTerm::Launch || term == StepTerm::Synchronization ||
                    term == StepTerm::NoCause)
                    own = outsideTail(part, own);
                left = own;
            }
            if (left.empty())
                continue;
            Gap& gap = gaps[{term, piece.name.value}];
            if (gap.counted == nullptr) {
                gap.what = {term, piece.name.valid() ? withoutLine(m_input.text(piece.name)) : std::string()};
                gap.counted = &m_account.gaps[gap.what];
            }
            for (const Interval& one : left) {
                addGap(term, *gap.counted, one);
                // A pause behind a kernel whose follower waits already is the device's: no recorder makes it.
                if (piece.keeps < 1 && term != StepTerm::KernelGap)
                    gap.recorder += (1 - piece.keeps) * static_cast<double>(one.end - one.begin);
            }
        }
        for (const auto& [key, gap] : gaps) {
            if (gap.recorder > 0)
                m_account.recorderIn[gap.what] += gap.recorder;
        }
        takeRecorder(*unrecorded);
        return core::Done{};
    }

    /// Within a pass the host is awaited; so is it between the last pass and the last row of a step. Before
    /// other passes, and when nothing follows, other stages are.
    core::Result<core::Done> gapsOfPlan(std::size_t part, const IntervalSet& told)
    {
        std::vector<Interval> passes;
        forEachHostLane(m_timeline, m_input.ranks()[part], [&](const core::Lane& lane) {
            for (std::uint32_t row = lane.begin; row < lane.begin + lane.count; ++row)
                passes.push_back({m_timeline.ts()[row], m_timeline.ts()[row] + m_timeline.dur()[row]});
        });
        const IntervalSet inPasses = core::unite(std::move(passes));
        const IntervalSet gaps = core::subtract({m_window}, told);
        for (const Interval& gap : core::intersect(gaps, inPasses))
            addGap(StepTerm::Launch, {}, gap);
        IntervalSet between;
        for (const Interval& gap : core::subtract(gaps, inPasses)) {
            for (const Interval& outside : outsideBubble(gap))
                between.push_back(outside);
        }
        for (const Interval& gap : between) {
            const std::size_t step = stepAt(gap.begin);
            const std::int64_t stepEnd = step + 1 < m_begins.size() ? m_begins[step + 1] : m_window.end;
            const auto follows = std::ranges::lower_bound(told, gap.end, {}, &Interval::begin);
            const bool last = follows == told.end() || follows->begin >= stepEnd;
            const auto pass = std::ranges::lower_bound(inPasses, gap.end, {}, &Interval::begin);
            const bool awaitsPass = pass != inPasses.end() && pass->begin < stepEnd;
            addGap(!last && !awaitsPass ? StepTerm::Launch : StepTerm::Bubble, {}, gap);
        }
        return core::Done{};
    }

    /// A rank without a device: what its threads run, operation by operation.
    core::Result<core::Done> accountHost(std::size_t part)
    {
        std::vector<std::pair<Interval, core::NameId>> segments;
        for (const core::TrackId id : m_input.ranks()[part].tracks) {
            if (m_timeline.tracks()[id.index()].device)
                continue;
            for (const HostSegment& one : hostSegments(m_timeline, m_input.kinds(), id)) {
                const Interval time = clipped(one.time);
                if (one.work == IdleCause::Launching && time.begin < time.end)
                    segments.emplace_back(time, one.name);
            }
        }
        std::ranges::stable_sort(segments, {}, [](const auto& one) { return one.first.begin; });
        IntervalSet told;
        for (const auto& [time, name] : segments) {
            WorkKey key;
            key.kind = name.valid() ? m_input.kinds().ofName(name).work : core::WorkClass::Unknown;
            key.operation = name.valid() ? std::string(m_input.text(name)) : "";
            key.pass = hostPass(key);
            const StepTerm term = core::termOf(key);
            const Interval own{told.empty() ? time.begin : std::max(time.begin, told.back().end), time.end};
            core::extend(told, time);
            Counted& counted = m_account.rows[key];
            counted.add(stepAt(time.begin), 0, 1);
            if (own.begin >= own.end)
                continue;
            const bool transfer = key.kind == core::WorkClass::PointToPoint;
            for (const Interval& one : transfer ? outsideBubble(own) : IntervalSet{own}) {
                add(term, one, 1);
                counted.add(stepAt(one.begin), one.end - one.begin, 0);
            }
        }
        for (const Interval& gap : core::subtract({m_window}, core::unite(told, takeHostCalls(part, told)))) {
            for (const Interval& one : outsideBubble(gap))
                addGap(StepTerm::NoCause, {}, one);
        }
        return core::Done{};
    }

    /// The replay tells what all steps cost together, and of each gap which share of that is its.
    void takeRecorder(const UnrecordedStep& step)
    {
        if (m_account.planned || step.why != NoReplay::None) {
            m_account.recorderIn.clear();
            return;
        }
        const auto cost = [&](double left) { return std::max(0.0, step.recorded - left) * 1e-9; };
        m_account.recorder = RecorderCost{cost(step.seconds), cost(step.high), cost(step.low)};
        double lost = 0;
        for (const auto& [gap, nanoseconds] : m_account.recorderIn)
            lost += nanoseconds;
        if (lost <= 0)
            return;
        const double scale = m_account.recorder->seconds * 1e9 * static_cast<double>(m_account.steps) / lost;
        double taken = 0;
        double idle = 0;
        for (auto& [gap, nanoseconds] : m_account.recorderIn) {
            nanoseconds = std::min(scale * nanoseconds, static_cast<double>(m_account.gaps.at(gap).time));
            taken += nanoseconds;
        }
        for (const auto& [gap, counted] : m_account.gaps)
            idle += static_cast<double>(counted.time);
        m_account.recorderShare = idle > 0 ? taken / idle : 0;
    }

    const AnalysisInput& m_input;
    const core::Timeline& m_timeline;
    const Meetings& m_meetings;
    const std::map<std::uint32_t, IntervalSet>& m_byHost;
    const HostCalls& m_hostCalls;
    const Bubbles& m_bubbles;
    const Bubbles& m_tails;
    const SlowWork& m_slow;
    const core::Task& m_task;
    const IntervalSet* m_bubble = nullptr; ///< of the part; none: of no pipeline
    Interval m_window;
    IntervalSet m_collectives;          ///< of the part's replicas
    std::vector<std::int64_t> m_begins; ///< of the counted steps
    DeviceAccount m_account;            ///< of the part
    std::map<std::uint32_t, std::int64_t>* m_waitedFor = nullptr;
    /// A collective's time that nothing hides.
    struct Exposed {
        StepTerm term;
        Interval time;
        std::uint32_t row;
        Counted* counted;
    };
    std::vector<Exposed> m_exposed; ///< of the part
};

} // namespace

double DeviceAccount::recorderOf(StepTerm term) const
{
    double nanoseconds = 0;
    for (const auto& [gap, taken] : recorderIn)
        nanoseconds += gap.first == term ? taken : 0;
    return nanoseconds;
}

void Counted::add(std::size_t step, std::int64_t nanoseconds, std::int64_t rows)
{
    time += nanoseconds;
    count += rows;
    if (ofStep.size() <= step)
        ofStep.resize(step + 1, 0);
    ofStep[step] += nanoseconds;
}

core::Result<std::vector<DeviceAccount>> stepAccounts(const AnalysisInput& input, const core::Task& task)
{
    SHARDSCOPE_TRY(const auto byHost, hostCommunication(input, task));
    Meetings meetings;
    HostCalls hostCalls;
    if (input.ranks().size() > 1 || !byHost.empty()) {
        SHARDSCOPE_TRY(const RankInput* const ranks, input.rankInput(task));
        meetings = meetingsOf(input, *ranks);
        hostCalls = hostCallsOf(input, *ranks, byHost);
    }
    Bubbles bubbles;
    if (input.ranks().size() > 1) {
        SHARDSCOPE_TRY(bubbles, bubblesOf(input, task));
    }
    const std::vector<bool> counts = ranksThatCount(input);
    std::vector<DeviceAccount> accounts;
    std::map<std::uint32_t, std::int64_t> waitedFor;
    Bubbles tails;
    if (!bubbles.empty()) {
        SHARDSCOPE_TRY(tails, tailsOf(input, task));
    }
    SlowWork slow;
    if (input.ranks().size() > 2) {
        SHARDSCOPE_TRY(slow, slowWorkOf(input, !byHost.empty(), task));
    }
    Accountant accountant(input, meetings, byHost, hostCalls, bubbles, tails, slow, task);
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        if (!counts[part])
            continue;
        SHARDSCOPE_TRY(std::optional<DeviceAccount> one, accountant.account(part, waitedFor));
        if (one)
            accounts.push_back(*std::move(one));
    }
    SHARDSCOPE_TRY(const std::vector<RankPlace> places, rankPlaces(input, task));
    for (DeviceAccount& account : accounts) {
        if (!account.planned)
            account.place = places[account.part];
        const auto found = waitedFor.find(input.ranks()[account.part].source);
        account.waitedFor = found == waitedFor.end() ? 0 : found->second;
    }
    return accounts;
}

} // namespace shardscope::profiler
