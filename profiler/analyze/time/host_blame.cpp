// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/time/host_blame.h"

#include "core/base/one_of.h"
#include "profiler/analyze/input/track_walk.h"
#include "profiler/trace/collective_names.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace shardscope::profiler {

namespace {

using core::Interval;

constexpr std::size_t kGapsKept = 5;
/// An operation of a framework costs the host some microseconds to tens of them; one that keeps the device
/// waiting longer at a stretch computes something itself, or sets up what it is about to launch.
constexpr std::int64_t kLongOperation = 200'000;

constexpr std::array<std::string_view, 10> kWaits{
    "cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize", "cudaMemcpy",
    "hipStreamSynchronize",  "hipDeviceSynchronize",  "hipEventSynchronize",  "hipMemcpy",
    "cuStreamSynchronize",   "cuCtxSynchronize"};
constexpr std::array<std::string_view, 11> kAllocations{
    "cudaMalloc",    "cudaFree",  "cudaHostAlloc", "cudaMallocHost", "cudaFreeHost", "cudaMallocAsync",
    "cudaFreeAsync", "hipMalloc", "hipFree",       "hipHostMalloc",  "hipHostFree"};

/// What a name alone tells; none: an operation or nothing of note.
std::optional<IdleCause> specialWork(std::string_view name, std::string_view category)
{
    if (core::isOneOf(name, kWaits))
        return IdleCause::Synchronization;
    if (core::isOneOf(name, kAllocations))
        return IdleCause::Allocation;
    if (name.find("DataLoader") != std::string_view::npos ||
        name.find("dataloader.py") != std::string_view::npos)
        return IdleCause::DataLoading;
    if (communicationName(name, category).role == CommunicationRole::Annotation)
        return IdleCause::Communication;
    return std::nullopt;
}

bool isOperation(std::string_view category)
{
    return category == "cpu_op" || category == "Operator" || category == "cpu_instant_event";
}

/// Classes of names, asked once each.
class Works {
public:
    explicit Works(const core::Timeline& timeline)
        : m_timeline(timeline)
        , m_known(timeline.names().size(), kNotAsked)
    {
    }
    struct Work {
        std::optional<IdleCause> special;
        bool operation = false; ///< of the framework; calls of a communication library are none
    };
    Work of(std::uint32_t row)
    {
        const core::NameId name = m_timeline.name()[row];
        const core::NameId category = m_timeline.category()[row];
        const std::string_view text =
            category.valid() ? m_timeline.names().text(category) : std::string_view();
        if (!name.valid())
            return {};
        std::uint8_t& known = m_known[name.index()];
        if (known == kNotAsked) {
            const auto special = specialWork(m_timeline.names().text(name), text);
            known = special ? static_cast<std::uint8_t>(*special) : kNothing;
        }
        if (known != kNothing)
            return {static_cast<IdleCause>(known), false};
        // The profiler's own range of a step was an operation in its early formats.
        return {std::nullopt,
                isOperation(text) && !m_timeline.names().text(name).starts_with("ProfilerStep")};
    }

    /// Whether a row belongs to a call of a communication library ("record_param_comms", "c10d::send").
    [[nodiscard]] bool communicates(std::uint32_t row) const
    {
        const std::string_view name = m_timeline.names().text(m_timeline.name()[row]);
        return name.starts_with("c10d::") || name == "record_param_comms" ||
               communicationName(name, "").role != CommunicationRole::None;
    }

private:
    static constexpr std::uint8_t kNotAsked = 0xFF;
    static constexpr std::uint8_t kNothing = 0xFE;
    const core::Timeline& m_timeline;
    std::vector<std::uint8_t> m_known;
};

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

bool isWait(IdleCause cause)
{
    return cause == IdleCause::Synchronization || cause == IdleCause::BlockingCopy;
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
              const AnalysisOptions& options, std::vector<IdlePiece>* pieces = nullptr)
        : m_timeline(input.timeline())
        , m_work(input.deviceWork(part))
        , m_launches(launches)
        , m_options(options)
        , m_pieces(pieces)
        , m_blocking(blockingCopies(m_timeline, m_work, launches))
    {
        m_order.reserve(m_work.rows.size());
        for (std::uint32_t at = 0; at < m_work.rows.size(); ++at)
            m_order.push_back(at);
        std::ranges::stable_sort(m_order, [&](std::uint32_t a, std::uint32_t b) {
            return m_timeline.ts()[m_work.rows[a]] < m_timeline.ts()[m_work.rows[b]];
        });
    }

    void read(const Interval& gap)
    {
        const auto next = std::ranges::partition_point(
            m_order, [&](std::uint32_t at) { return m_timeline.ts()[m_work.rows[at]] < gap.end; });
        m_next = next == m_order.end() ? kNoRow : m_work.rows[*next];
        if (next == m_order.end() && next != m_order.begin()) {
            // Nothing follows: what the thread did that launched the work before.
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
        if (inTime || launched < gap.end)
            addDevice(gap, through, inTime);
        if (!inTime)
            addHost({gap.begin, launched}, launch);
    }

    IdleShares take() { return std::move(m_shares); }

private:
    /// \p time of \p gap; all of it is one stretch, unless \p told are others' stretches within it.
    void add(IdleCause cause, core::NameId name, const Interval& gap, std::int64_t time,
             const core::IntervalSet& told = {})
    {
        if (time <= 0)
            return;
        if (m_pieces != nullptr) {
            for (const Interval& piece : core::subtract({gap}, told))
                m_pieces->push_back({piece, cause, name, m_next});
        }
        IdleShare& share = m_shares[{cause, name}];
        share.time += time;
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
        const core::TrackId track =
            m_timeline.lanes()[m_timeline.laneOf(core::SliceId{launch}).index()].track;
        const std::vector<HostSegment>& segments = segmentsOf(track);
        const auto around = std::ranges::partition_point(
            segments, [&](const HostSegment& one) { return one.time.end <= begin; });
        const bool inside = around != segments.end() && around->time.begin <= begin;
        add(IdleCause::SlowLaunch, inside ? around->name : m_timeline.name()[launch], {launched, through},
            through - launched);
        return through;
    }

    /// From the launch on: the device's own time.
    void addDevice(const Interval& gap, std::int64_t launched, bool inTime)
    {
        const std::int64_t rest = gap.end - launched;
        const bool brief = rest < m_options.kernelGapNs;
        add(inTime && !brief ? IdleCause::Dependency
            : brief          ? IdleCause::ShortGap
                             : IdleCause::Dependency,
            {}, {launched, gap.end}, rest);
    }

    void addHost(const Interval& time, std::uint32_t launch)
    {
        const core::TrackId track =
            m_timeline.lanes()[m_timeline.laneOf(core::SliceId{launch}).index()].track;
        const std::vector<HostSegment>& segments = segmentsOf(track);
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
        const std::int64_t rest = time.end - time.begin - told;
        if (waited != nullptr)
            addBehindWait(time, rest, *waited, waited->time.end - waited->time.begin - waitedTold, toldTimes);
        else
            add(IdleCause::Launching, {}, time, rest, toldTimes);
    }

    /// Operations behind a wait in which the device ran dry: without it the host would have been at each of
    /// them earlier by as long as it waited, and no earlier.
    void addBehindWait(const Interval& time, std::int64_t rest, const HostSegment& waited, std::int64_t lost,
                       const core::IntervalSet& told)
    {
        const std::int64_t spent = std::clamp<std::int64_t>(lost, 0, rest);
        std::int64_t left = spent;
        std::int64_t until = time.begin;
        for (const Interval& piece : core::subtract({time}, told)) {
            const std::int64_t taken = std::min(left, piece.end - piece.begin);
            until = taken > 0 ? piece.begin + taken : until;
            left -= taken;
        }
        add(waited.work, waited.name, {time.begin, until}, spent, told);
        add(IdleCause::Launching, {}, {until, time.end}, rest - spent, told);
    }

    const std::vector<HostSegment>& segmentsOf(core::TrackId track)
    {
        const auto [found, isNew] = m_segments.try_emplace(track.value);
        if (isNew)
            found->second = hostSegments(m_timeline, track, m_blocking);
        return found->second;
    }

    const core::Timeline& m_timeline;
    const DeviceWork& m_work;
    const DeviceLaunches& m_launches;
    const AnalysisOptions& m_options;
    std::vector<IdlePiece>* m_pieces;
    std::vector<BlockingCall> m_blocking; ///< by row
    std::uint32_t m_next = kNoRow;        ///< the row that ends the gap which is read
    std::vector<std::uint32_t> m_order;
    std::map<std::uint32_t, std::vector<HostSegment>> m_segments;
    IdleShares m_shares;
};

} // namespace

std::vector<HostSegment> hostSegments(const core::Timeline& timeline, core::TrackId track,
                                      std::span<const BlockingCall> blocking)
{
    struct Open {
        std::uint32_t row;
        IdleCause work;
        core::NameId name;
    };
    Works works(timeline);
    std::vector<Open> open; // only those that change what the thread is busy with
    std::vector<HostSegment> segments;
    std::int64_t since = 0;
    const auto cut = [&](std::int64_t until) {
        if (!open.empty() && until > since)
            segments.push_back({{since, until},
                                open.back().work,
                                open.back().name,
                                timeline.ts()[open.back().row] + timeline.dur()[open.back().row]});
        since = until;
    };
    walkTrack(
        timeline, track,
        [&](std::uint32_t row, std::size_t) {
            Works::Work work = works.of(row);
            const auto block = std::ranges::partition_point(
                blocking, [&](const BlockingCall& call) { return call.row < row; });
            if (block != blocking.end() && block->row == row &&
                (!work.special || (isWait(*work.special) && !block->drains)))
                work.special = block->drains ? IdleCause::Synchronization : IdleCause::BlockingCopy;
            const bool inside = !open.empty();
            // Ranges of gloo and its like last until the transfer is over; the thread has gone on meanwhile.
            const bool wentOn = inside && open.back().work == IdleCause::Communication && work.operation &&
                                !works.communicates(row);
            if (inside && open.back().work != IdleCause::Launching && !wentOn)
                return; // what it is busy with is told already
            if (!work.special && (!work.operation || (inside && !wentOn)))
                return;
            cut(timeline.ts()[row]);
            // A wait is known by the operation that waits, anything else by itself.
            const bool waits = work.special && isWait(*work.special);
            open.push_back({row, work.special.value_or(IdleCause::Launching),
                            inside && waits ? open.back().name : timeline.name()[row]});
        },
        [&](std::uint32_t row, std::size_t) {
            if (open.empty() || open.back().row != row)
                return;
            cut(timeline.ts()[row] + timeline.dur()[row]);
            open.pop_back();
        });
    return segments;
}

core::Result<IdleShares> idleByCause(const AnalysisInput& input, std::size_t part,
                                     const core::IntervalSet& idle, const AnalysisOptions& options,
                                     const core::Task& task)
{
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    GapReader reader(input, part, *launches, options);
    for (const Interval& gap : idle) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        reader.read(gap);
    }
    return reader.take();
}

core::Result<std::vector<IdlePiece>> idlePieces(const AnalysisInput& input, std::size_t part,
                                                const core::IntervalSet& idle, const AnalysisOptions& options,
                                                const core::Task& task)
{
    SHARDSCOPE_TRY(const DeviceLaunches* const launches, input.launches(part, task));
    std::vector<IdlePiece> pieces;
    GapReader reader(input, part, *launches, options, &pieces);
    for (const Interval& gap : idle) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        reader.read(gap);
    }
    std::ranges::stable_sort(
        pieces, [](const IdlePiece& a, const IdlePiece& b) { return a.time.begin < b.time.begin; });
    return pieces;
}

} // namespace shardscope::profiler
