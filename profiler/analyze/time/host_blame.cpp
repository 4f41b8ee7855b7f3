// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/time/host_blame.h"

#include "core/base/median.h"
#include "profiler/analyze/time/host_segments.h"

#include <algorithm>
#include <limits>
#include <set>

namespace shardscope::profiler {

namespace {

using core::Interval;

constexpr std::size_t kGapsKept = 5;
/// An operation of a framework costs the host some microseconds to tens of them; one that keeps the device
/// waiting longer at a stretch computes something itself, or sets up what it is about to launch.
constexpr std::int64_t kLongOperation = 200'000;
/// Two launches that lie no further apart follow one another: a framework needs about that long for an
/// operator of one kernel. Where they lie further apart, operators must come as often as the second says.
/// (ns; with both, eleven recordings with planted causes were told right: docs/analyses.md, idle time.)
constexpr std::int64_t kDenseLaunches = 50'000;
constexpr std::int64_t kDenseOperations = 25'000;
/// A launch reaches a waiting device within this time; else something held the work back.
constexpr std::int64_t kLatency = 20'000;
/// What a host does between two launches is a part of its own only from this many ns on.
constexpr std::int64_t kPart = 50'000;
/// The time between two launches: eager frameworks take tens of microseconds, steps of a compiled program
/// milliseconds.
constexpr std::int64_t kOften = 1'000'000;

/// Calls of copies that return only behind the copy's end, as from pageable memory, by row.
std::vector<BlockingCall> blockingCopies(const core::Timeline& timeline, const DeviceWork& work,
                                         const DeviceLaunches& launches)
{
    const auto end = [&](std::uint32_t row) { return timeline.ts()[row] + timeline.dur()[row]; };
    std::vector<BlockingCall> calls;
    for (const DeviceStream& stream : work.streams) {
        std::int64_t before = std::numeric_limits<std::int64_t>::min(); // end of the stream's earlier work
        for (std::uint32_t at = stream.begin; at < stream.end; ++at) {
            const std::uint32_t call = launches.launch[at];
            if (call != kNoRow && work.kinds[at] == KernelKind::Copy && end(call) >= end(work.rows[at]))
                calls.push_back({call, before > timeline.ts()[call]});
            before = std::max(before, end(work.rows[at]));
        }
    }
    std::ranges::sort(calls, {}, &BlockingCall::row);
    return calls;
}

void keepLongest(std::vector<Interval>& longest, const Interval& gap)
{
    const auto longer = [](const Interval& a, const Interval& b) {
        return a.end - a.begin > b.end - b.begin;
    };
    longest.insert(std::upper_bound(longest.begin(), longest.end(), gap, longer), gap);
    if (longest.size() > kGapsKept)
        longest.pop_back();
}

/// The row that ends each gap, and who launched it.
class GapReader {
public:
    /// \p pieces: takes every stretch too; null: only the sums are wanted.
    GapReader(const AnalysisInput& input, std::size_t part, const DeviceLaunches& launches,
              const AnalysisOptions& options, std::vector<IdlePiece>* pieces = nullptr,
              std::span<const float> kept = {})
        : m_timeline(input.timeline())
        , m_kinds(input.kinds())
        , m_work(input.deviceWork(part))
        , m_launches(launches)
        , m_options(options)
        , m_pieces(pieces)
        , m_kept(kept)
        , m_blocking(blockingCopies(m_timeline, m_work, launches))
    {
        m_order.reserve(m_work.rows.size());
        for (std::uint32_t at = 0; at < m_work.rows.size(); ++at)
            m_order.push_back(at);
        const auto begin = [&](std::uint32_t at) { return m_timeline.ts()[m_work.rows[at]]; };
        if (!std::ranges::is_sorted(m_order, {}, begin)) // of one stream they are
            std::ranges::stable_sort(m_order, {}, begin);
        for (const RankStep& step : input.steps(part).steps)
            m_steps.insert(m_timeline.names().find(step.name));
        const auto byTime = [&](std::uint32_t call) { return m_timeline.ts()[call]; };
        core::Lane near; // calls lie near their neighbours mostly
        std::vector<std::uint32_t>* calls = nullptr;
        for (const std::uint32_t call : m_launches.launch) {
            if (call == kNoRow)
                continue;
            if (calls == nullptr || call < near.begin || call >= near.begin + near.count) {
                near = m_timeline.lanes()[m_timeline.laneOf(core::SliceId{call}).index()];
                calls = &m_calls[near.track.value];
            }
            calls->push_back(call);
        }
        for (auto& [track, calls] : m_calls) {
            if (!std::ranges::is_sorted(calls, {}, byTime))
                std::ranges::sort(calls, {}, byTime);
        }
    }

    /// Gaps come in the order of time.
    void read(const Interval& gap)
    {
        while (m_read < m_order.size() && m_timeline.ts()[m_work.rows[m_order[m_read]]] < gap.end)
            ++m_read;
        const auto next = m_order.begin() + static_cast<std::ptrdiff_t>(m_read);
        m_next = next == m_order.end() ? kNoRow : m_work.rows[*next];
        m_keeps = next == m_order.end() || m_kept.empty() ? 1.0 : static_cast<double>(m_kept[*next]);
        if (next == m_order.end() && next != m_order.begin()) {
            // Nothing follows: the thread that launched the work before tells what it did.
            if (const std::uint32_t last = m_launches.launch[*(next - 1)]; last != kNoRow)
                return addHost(gap, last);
        }
        const std::uint32_t launch = next == m_order.end() ? kNoRow : m_launches.launch[*next];
        if (launch == kNoRow) {
            add(IdleCause::Unknown, {}, gap, gap.end - gap.begin);
            return;
        }
        const std::int64_t launched = std::clamp(m_timeline.ts()[launch], gap.begin, gap.end);
        const bool inTime = m_timeline.ts()[launch] <= gap.begin;
        const std::int64_t through =
            m_work.kinds[*next] == KernelKind::Copy ? launched : addLongCall(gap, launched, launch);
        // The time that a launch takes to reach an idle device counts as the launch's cost.
        const bool latency = !inTime && through == launched && gap.end - launched <= kLatency;
        if (!latency && (inTime || launched < gap.end))
            addDevice(gap, through, inTime);
        if (!inTime)
            addHost({gap.begin, launched}, launch, latency ? gap.end - launched : 0);
    }

    IdleShares take()
    {
        for (auto& [key, share] : m_shares)
            share.times = core::unite(std::move(share.times));
        return std::move(m_shares);
    }

private:
    /// \p time of \p gap; all of it is one stretch, unless \p told are others' stretches within it.
    void add(IdleCause cause, core::NameId name, const Interval& gap, std::int64_t time,
             const core::IntervalSet& told = {})
    {
        if (time <= 0)
            return;
        const core::IntervalSet rest = told.empty() ? core::IntervalSet() : core::subtract({gap}, told);
        const std::span<const Interval> pieces =
            told.empty() ? std::span(&gap, gap.begin < gap.end ? 1 : 0) : std::span<const Interval>(rest);
        if (m_pieces != nullptr) {
            for (const Interval& piece : pieces)
                m_pieces->push_back({piece, cause, name, m_next, m_keeps});
            return;
        }
        IdleShare& share = m_shares[{cause, name}];
        share.times.insert(share.times.end(), pieces.begin(), pieces.end());
        share.time += time;
        share.unrecorded += static_cast<double>(time) * m_keeps;
        ++share.gaps;
        keepLongest(share.longest, gap);
    }

    /// A launch that takes as long as an operation does something else on its way, as loading the kernel's
    /// code. Returns until when it goes on within the gap. (A call of a copy may wait for the copy's sake.)
    std::int64_t addLongCall(const Interval& gap, std::int64_t launched, std::uint32_t launch)
    {
        const std::int64_t begin = m_timeline.ts()[launch];
        const std::int64_t through = std::min(begin + m_timeline.dur()[launch], gap.end);
        if (m_timeline.dur()[launch] < kLongOperation || through <= launched)
            return launched;
        const std::vector<HostSegment>& segments = segmentsOf(trackOf(launch));
        const auto around = std::ranges::partition_point(
            segments, [&](const HostSegment& one) { return one.time.end <= begin; });
        const bool inside = around != segments.end() && around->time.begin <= begin;
        add(IdleCause::SlowLaunch, inside ? around->name : m_timeline.name()[launch], {launched, through},
            through - launched);
        return through;
    }

    /// The gap from the launch on is the device's own time.
    void addDevice(const Interval& gap, std::int64_t launched, bool inTime)
    {
        const std::int64_t rest = gap.end - launched;
        const bool brief = rest < m_options.kernelGapNs;
        add(inTime && !brief ? IdleCause::Dependency
            : brief          ? IdleCause::ShortGap
                             : IdleCause::Dependency,
            {}, {launched, gap.end}, rest);
    }

    /// \p latency: how much longer the device waits for the launch itself.
    void addHost(const Interval& time, std::uint32_t launch, std::int64_t latency = 0)
    {
        const std::vector<HostSegment>& segments = segmentsOf(trackOf(launch));
        auto at = std::ranges::partition_point(
            segments, [&](const HostSegment& segment) { return segment.time.end < time.begin; });
        std::int64_t told = 0;
        core::IntervalSet toldTimes;
        const HostSegment* waited = nullptr;
        std::int64_t waitedTold = 0;
        for (; at != segments.end() && at->time.begin < time.end; ++at) {
            const Interval common{std::max(at->time.begin, time.begin), std::min(at->time.end, time.end)};
            const std::int64_t length = std::max<std::int64_t>(0, common.end - common.begin);
            if (isWait(at->work)) {
                waitedTold = at->time.begin <= time.begin ? length : waitedTold;
                waited = at->time.begin <= time.begin ? &*at : waited;
                add(at->work, at->name, common, length);
            } else if (at->work != IdleCause::Launching) {
                add(at->work, at->name, common, length);
            } else if (length >= kLongOperation) {
                const std::int64_t launched = m_timeline.ts()[launch];
                const bool launches = launched >= common.begin && launched <= at->until;
                add(launches ? IdleCause::SlowLaunch : IdleCause::HostWork, at->name, common, length);
            } else {
                continue;
            }
            told += length;
            if (length > 0)
                toldTimes.push_back(common);
        }
        const Interval whole{time.begin, time.end + latency};
        const std::int64_t rest = whole.end - whole.begin - told;
        if (waited != nullptr)
            addBehindWait(whole, rest, *waited, waited->time.end - waited->time.begin - waitedTold, toldTimes,
                          launch);
        else
            addWay(whole, rest, launch, toldTimes);
    }

    /// The host on its way to \p launch. Where that follows closely on the launch before, or operators are
    /// dense between them, launching is what takes the time; else the host does something that launches
    /// nothing.
    void addWay(const Interval& time, std::int64_t rest, std::uint32_t launch, const core::IntervalSet& told)
    {
        if (rest <= 0)
            return;
        // If no work follows, there was no launch that the device could have waited for.
        if (m_next != kNoRow && launchesDensely(launch, time)) {
            add(IdleCause::Launching, {}, time, rest, told);
            return;
        }
        for (const Interval& piece : core::subtract({time}, told)) {
            if (m_next != kNoRow && piece.end == time.end && piece.end - piece.begin <= kDenseLaunches)
                add(IdleCause::Launching, {}, piece, piece.end - piece.begin); // behind all that took long
            else
                addBetween(trackOf(launch), piece);
        }
    }

    /// Time in which a thread launches nothing, by what it does one after the other: the slices of the
    /// outermost depth at which no single one covers it.
    void addBetween(core::TrackId id, const Interval& time)
    {
        const core::Track& track = m_timeline.tracks()[id.index()];
        const auto lanes = m_timeline.lanes().subspan(track.firstLane, track.laneCount);
        core::IntervalSet parts;
        for (std::size_t depth = 0; depth < lanes.size() && parts.empty(); ++depth) {
            const core::LaneId number{static_cast<std::size_t>(&lanes[depth] - m_timeline.lanes().data())};
            const std::uint32_t end = lanes[depth].begin + lanes[depth].count;
            std::uint32_t row = m_timeline.firstStartingAt(number, lanes[depth].begin, time.begin);
            row -= row > lanes[depth].begin ? 1 : 0; // which may reach into it
            for (; row < end && m_timeline.ts()[row] < time.end; ++row) {
                const Interval common{std::max(m_timeline.ts()[row], time.begin),
                                      std::min(m_timeline.ts()[row] + m_timeline.dur()[row], time.end)};
                if (common.end - common.begin >= kPart && common != time && isNamed(row))
                    parts.push_back(common);
            }
        }
        for (const Interval& part : parts)
            addNamed(id, part);
        for (const Interval& rest : core::subtract({time}, parts))
            addNamed(id, rest);
    }

    void addNamed(core::TrackId id, const Interval& time)
    {
        const std::uint32_t around = innermostAround(id, time);
        add(IdleCause::HostBetween, around == kNoRow ? core::NameId() : m_timeline.name()[around], time,
            time.end - time.begin);
    }

    /// Whether a slice tells what the host does: a step's mark does not.
    [[nodiscard]] bool isNamed(std::uint32_t row) const
    {
        const core::NameId name = m_timeline.name()[row];
        return name.valid() && !m_steps.contains(name) &&
               !m_timeline.names().text(name).starts_with("ProfilerStep");
    }

    /// Looks at the time from the end of the thread's launch before \p launch on, within \p time at the
    /// earliest, without waits and long operations, which are told by themselves. The innermost slice there
    /// is an operator on its way to that launch, or anything else.
    [[nodiscard]] bool launchesDensely(std::uint32_t launch, const Interval& time)
    {
        const std::int64_t from = time.begin;
        const std::vector<std::uint32_t>& calls = m_calls[trackOf(launch).value];
        const std::int64_t begin = m_timeline.ts()[launch];
        const auto own = std::ranges::lower_bound(calls, begin, {},
                                                  [&](std::uint32_t call) { return m_timeline.ts()[call]; });
        const std::int64_t since =
            own == calls.begin() ? from
                                 : std::max(from, m_timeline.ts()[*(own - 1)] + m_timeline.dur()[*(own - 1)]);
        std::int64_t unexplained = begin - since;
        core::IntervalSet told; // by themselves
        if (unexplained <= kDenseLaunches)
            return true;
        const std::vector<HostSegment>& segments = segmentsOf(trackOf(launch));
        for (auto at = std::ranges::partition_point(
                 segments, [&](const HostSegment& one) { return one.time.end <= since; });
             at != segments.end() && at->time.begin < begin; ++at) {
            const std::int64_t length = std::min(at->time.end, begin) - std::max(at->time.begin, since);
            if (at->work != IdleCause::Launching || length >= kLongOperation) {
                unexplained -= length;
                told.push_back(at->time);
            }
        }
        const std::uint32_t around = innermostAround(trackOf(launch), time);
        const bool onItsWay = around != kNoRow && isOperation(around) && trackOf(around) == trackOf(launch) &&
                              m_timeline.ts()[around] + m_timeline.dur()[around] > begin;
        if (unexplained <= (onItsWay ? kLongOperation : kDenseLaunches))
            return true;
        if (!launchesOften(trackOf(launch)))
            return false;
        std::int64_t operations = 0;
        for (const Interval& rest : core::subtract({{since, begin}}, core::unite(std::move(told))))
            operations += operationsIn(trackOf(launch), rest);
        return unexplained <= kDenseOperations * operations;
    }

    /// Whether a thread launches operation by operation, and not whole programs as XLA.
    [[nodiscard]] bool launchesOften(core::TrackId thread)
    {
        const auto [known, isNew] = m_often.try_emplace(thread.value, false);
        const std::vector<std::uint32_t>& calls = m_calls[thread.value];
        if (!isNew)
            return known->second;
        std::vector<std::int64_t> spaces;
        for (std::size_t at = 1; at < calls.size(); ++at) {
            if (calls[at] != calls[at - 1]) // one call may launch many
                spaces.push_back(m_timeline.ts()[calls[at]] - m_timeline.ts()[calls[at - 1]]);
        }
        if (spaces.empty())
            return false;
        return known->second = core::medianOf(std::move(spaces)) <= kOften;
    }

    [[nodiscard]] bool isOperation(std::uint32_t row) const
    {
        return m_kinds.of(row).role == core::Role::Operator;
    }

    /// How many operators of \p id begin in \p time, at any depth.
    [[nodiscard]] std::int64_t operationsIn(core::TrackId id, const Interval& time) const
    {
        const core::Track& track = m_timeline.tracks()[id.index()];
        std::int64_t count = 0;
        for (const core::Lane& lane : m_timeline.lanes().subspan(track.firstLane, track.laneCount)) {
            const core::LaneId number{static_cast<std::size_t>(&lane - m_timeline.lanes().data())};
            const std::uint32_t end = lane.begin + lane.count;
            for (std::uint32_t row = m_timeline.firstStartingAt(number, lane.begin, time.begin);
                 row < end && m_timeline.ts()[row] < time.end; ++row) {
                count += isOperation(row) ? 1 : 0;
            }
        }
        return count;
    }

    /// The innermost slice of the host that takes most of \p time, steps apart; kNoRow: none.
    [[nodiscard]] std::uint32_t innermostAround(core::TrackId id, const Interval& time) const
    {
        const core::Track& track = m_timeline.tracks()[id.index()];
        const auto lanes = m_timeline.lanes().subspan(track.firstLane, track.laneCount);
        const std::int64_t middle = time.begin + (time.end - time.begin) / 2;
        for (std::size_t depth = lanes.size(); depth-- > 0;) {
            const auto rows = m_timeline.ts().subspan(lanes[depth].begin, lanes[depth].count);
            const auto behind = std::ranges::upper_bound(rows, middle);
            if (behind == rows.begin())
                continue;
            const std::uint32_t row =
                lanes[depth].begin + static_cast<std::uint32_t>(behind - rows.begin()) - 1;
            const Interval common{std::max(m_timeline.ts()[row], time.begin),
                                  std::min(m_timeline.ts()[row] + m_timeline.dur()[row], time.end)};
            if (2 * (common.end - common.begin) > time.end - time.begin && isNamed(row))
                return row;
        }
        return kNoRow;
    }

    [[nodiscard]] core::TrackId trackOf(std::uint32_t row) const
    {
        return m_timeline.lanes()[m_timeline.laneOf(core::SliceId{row}).index()].track;
    }

    /// Operations behind a wait in which the device ran dry: without it the host would have been at each of
    /// them earlier by as long as it waited, and no earlier. What launches nothing for long is told by
    /// itself.
    void addBehindWait(const Interval& time, std::int64_t rest, const HostSegment& waited, std::int64_t lost,
                       const core::IntervalSet& told, std::uint32_t launch)
    {
        if (m_next == kNoRow || !launchesDensely(launch, time)) {
            addWay(time, rest, launch, told);
            return;
        }
        const std::int64_t spent = std::clamp<std::int64_t>(lost, 0, rest);
        std::int64_t left = spent;
        std::int64_t until = time.begin;
        for (const Interval& piece : core::subtract({time}, told)) {
            const std::int64_t taken = std::min(left, piece.end - piece.begin);
            until = taken > 0 ? piece.begin + taken : until;
            left -= taken;
        }
        add(waited.work, waited.name, {time.begin, until}, spent, told);
        addWay({until, time.end}, rest - spent, launch, told);
    }

    const std::vector<HostSegment>& segmentsOf(core::TrackId track)
    {
        const auto [found, isNew] = m_segments.try_emplace(track.value);
        if (isNew)
            found->second = hostSegments(m_timeline, m_kinds, track, m_blocking);
        return found->second;
    }

    const core::Timeline& m_timeline;
    const core::RowKinds& m_kinds;
    const DeviceWork& m_work;
    const DeviceLaunches& m_launches;
    const AnalysisOptions& m_options;
    std::vector<IdlePiece>* m_pieces;
    std::span<const float> m_kept;        ///< by row of the work; empty: all
    std::vector<BlockingCall> m_blocking; ///< by row
    std::size_t m_read = 0;               ///< of m_order: rows that begin before the gap ends
    std::uint32_t m_next = kNoRow;        ///< the row that ends the gap which is read
    double m_keeps = 1;                   ///< of that gap
    std::vector<std::uint32_t> m_order;
    std::map<std::uint32_t, std::vector<HostSegment>> m_segments;
    std::map<std::uint32_t, std::vector<std::uint32_t>> m_calls; ///< that launched work, by track and time
    std::map<std::uint32_t, bool> m_often;                       ///< by track: launchesOften
    std::set<core::NameId> m_steps;                              ///< names of steps
    IdleShares m_shares;
};

} // namespace

core::Result<IdleShares> idleByCause(const AnalysisInput& input, std::size_t part,
                                     const core::IntervalSet& idle, const AnalysisOptions& options,
                                     const core::Task& task, std::span<const float> kept)
{
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    GapReader reader(input, part, *launches, options, nullptr, kept);
    for (const Interval& gap : idle) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        reader.read(gap);
    }
    return reader.take();
}

core::Result<std::vector<IdlePiece>> idlePieces(const AnalysisInput& input, std::size_t part,
                                                const core::IntervalSet& idle, const AnalysisOptions& options,
                                                const core::Task& task, std::span<const float> kept)
{
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    std::vector<IdlePiece> pieces;
    GapReader reader(input, part, *launches, options, &pieces, kept);
    for (const Interval& gap : idle) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        reader.read(gap);
    }
    const auto begin = [](const IdlePiece& piece) { return piece.time.begin; };
    if (!std::ranges::is_sorted(pieces, {}, begin))
        std::ranges::stable_sort(pieces, {}, begin);
    return pieces;
}

} // namespace shardscope::profiler
