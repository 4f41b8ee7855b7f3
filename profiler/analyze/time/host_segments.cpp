// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/time/host_segments.h"

#include "profiler/analyze/input/launch_calls.h"
#include "profiler/analyze/input/track_walk.h"

#include <algorithm>
#include <optional>

namespace shardscope::profiler {

namespace {

/// What a row alone tells; none: an operation or nothing of note.
std::optional<IdleCause> specialWork(const core::RowVerdict& row)
{
    switch (row.host) {
    case core::HostWork::Synchronize: return IdleCause::Synchronization;
    case core::HostWork::Allocate: return IdleCause::Allocation;
    case core::HostWork::LoadData: return IdleCause::DataLoading;
    case core::HostWork::None: break;
    }
    return row.collectiveRow == core::CollectiveRow::Call ? std::optional(IdleCause::Communication)
                                                          : std::nullopt;
}

struct Work {
    std::optional<IdleCause> special;
    bool operation = false; ///< of the framework; calls of a communication library are none
};
Work workOf(const core::Timeline& timeline, const core::RowVerdict& verdict, std::uint32_t row)
{
    const core::NameId name = timeline.name()[row];
    if (!name.valid())
        return {};
    if (const auto special = specialWork(verdict))
        return {special, false};
    // The profiler's own range of a step was an operation in its early formats.
    return {std::nullopt,
            verdict.role == core::Role::Operator && !timeline.names().text(name).starts_with("ProfilerStep")};
}

/// Whether a row belongs to a call of a communication library ("record_param_comms", "c10d::send").
bool communicates(const core::RowVerdict& row)
{
    return row.collectiveRow != core::CollectiveRow::None || core::communicates(core::opClassOf(row.work));
}

/// What a thread does while it captures is one thing, whatever it calls meanwhile.
std::vector<HostSegment> withCaptures(std::vector<HostSegment> segments, const core::IntervalSet& captured)
{
    std::vector<HostSegment> all;
    for (const HostSegment& segment : segments) {
        for (const core::Interval& left : core::subtract({segment.time}, captured)) {
            all.push_back(segment);
            all.back().time = left;
        }
    }
    for (const core::Interval& time : captured)
        all.push_back({time, IdleCause::Capture, {}, time.end});
    std::ranges::sort(all, {}, [](const HostSegment& one) { return one.time.begin; });
    return all;
}

} // namespace

bool isWait(IdleCause cause)
{
    return cause == IdleCause::Synchronization || cause == IdleCause::BlockingCopy;
}

std::vector<HostSegment> hostSegments(const core::Timeline& timeline, const core::RowKinds& kinds,
                                      core::TrackId track, std::span<const BlockingCall> blocking)
{
    struct Open {
        std::uint32_t row;
        IdleCause work;
        core::NameId name;
    };
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
    const core::IntervalSet captured = captureTimes(timeline, kinds, track);
    walkTrack(
        timeline, track,
        [&](std::uint32_t row, std::size_t) {
            const core::RowVerdict& verdict = kinds.of(row, track);
            Work work = workOf(timeline, verdict, row);
            const auto block = std::ranges::partition_point(
                blocking, [&](const BlockingCall& call) { return call.row < row; });
            if (block != blocking.end() && block->row == row &&
                (!work.special || (isWait(*work.special) && !block->drains)))
                work.special = block->drains ? IdleCause::Synchronization : IdleCause::BlockingCopy;
            const bool inside = !open.empty();
            // Ranges of gloo and its like last until the transfer is over; the thread has gone on meanwhile.
            const bool wentOn = inside && open.back().work == IdleCause::Communication && work.operation &&
                                !communicates(verdict);
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
    return captured.empty() ? segments : withCaptures(std::move(segments), captured);
}

} // namespace shardscope::profiler
