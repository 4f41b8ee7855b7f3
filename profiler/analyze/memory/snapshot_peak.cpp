// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/memory/snapshot_peak.h"

#include "core/timeline/timeline.h"
#include "profiler/import/memory/memory_snapshot_rows.h"
#include "profiler/import/text/saturate.h"

#include <algorithm>
#include <vector>

namespace shardscope::profiler {

namespace {

/// Sizes are what a file says; they may be any number.
void addBytes(std::int64_t& sum, std::int64_t bytes) { sum = saturatedSum(sum, bytes); }

} // namespace

std::map<std::int32_t, SnapshotTotals> snapshotTotals(const core::MemorySnapshot& snapshot)
{
    std::map<std::int32_t, SnapshotTotals> devices;
    for (const core::MemorySegment& segment : snapshot.segments) {
        SnapshotTotals& totals = devices[segment.device];
        ++totals.segments;
        addBytes(totals.reserved, segment.bytes);
        const std::int64_t freeBefore = totals.free;
        bool inUse = false;
        for (std::uint32_t at = segment.firstBlock; at < segment.firstBlock + segment.blockCount; ++at) {
            const core::MemoryBlock& block = snapshot.blocks[at];
            inUse = inUse || block.state == core::MemoryBlockState::Allocated ||
                    block.state == core::MemoryBlockState::PendingFree;
            switch (block.state) {
            case core::MemoryBlockState::Allocated:
                addBytes(totals.allocated, block.bytes);
                if (block.bytes > block.requestedBytes && block.requestedBytes >= 0)
                    addBytes(totals.rounding, block.bytes - block.requestedBytes);
                break;
            case core::MemoryBlockState::PendingFree: addBytes(totals.pending, block.bytes); break;
            case core::MemoryBlockState::Inactive:
            case core::MemoryBlockState::Unknown:
                addBytes(totals.free, block.bytes);
                totals.largestFree = std::max(totals.largestFree, block.bytes);
                break;
            }
        }
        const std::int64_t free = saturatedSum(totals.free, -freeBefore);
        addBytes(inUse ? totals.scattered : totals.cached, free);
        totals.expandable = totals.expandable || segment.expandable;
        if (segment.type.valid() &&
            snapshot.names.text(segment.type).find(kPrivatePool) != std::string_view::npos) {
            addBytes(totals.privateReserved, segment.bytes);
            addBytes(totals.privateFree, free);
        }
    }
    return devices;
}

SnapshotPeak snapshotPeak(const core::MemorySnapshot& snapshot, std::int32_t device,
                          const SnapshotTotals& totals)
{
    const std::int64_t held = saturatedSum(totals.allocated, totals.pending);
    SnapshotPeak peak;
    peak.allocated = held;
    std::int64_t now = held;
    std::vector<std::int64_t> times;
    for (std::size_t at = snapshot.events.size(); at-- > 0;) {
        const core::SnapshotEvent& event = snapshot.events[at];
        if (event.device != device)
            continue;
        const bool taken = event.action == core::MemoryAction::Alloc;
        const bool given = event.action == core::MemoryAction::FreeCompleted;
        if (!taken && !given)
            continue;
        ++peak.events;
        peak.begin = event.ts;
        times.push_back(event.ts);
        peak.curve.y.push_back(static_cast<double>(now));
        if (peak.events == 1 || now > peak.allocated) {
            peak.allocated = now;
            peak.ts = event.ts;
            peak.event = at;
        }
        peak.last = std::max(peak.last, at);
        const std::int64_t bytes = std::clamp(event.bytes, -core::kMaxTime, core::kMaxTime);
        addBytes(now, taken ? -bytes : bytes);
    }
    // Times of day mean nothing on an axis: since the history's begin.
    for (auto time = times.rbegin(); time != times.rend(); ++time)
        peak.curve.x.push_back(static_cast<double>(*time - peak.begin) * (snapshot.timed ? 1e-9 : 1));
    std::ranges::reverse(peak.curve.y);
    return peak;
}

} // namespace shardscope::profiler
