// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analyze/memory/out_of_memory.h"

#include "profiler/analyze/input/report_parts.h"
#include "profiler/analyze/memory/snapshot_peak.h"
#include "profiler/import/text/saturate.h"

#include <map>
#include <optional>

namespace shardscope::profiler {

namespace {

/// How an event changes the reserved bytes, and the held ones.
std::pair<std::int64_t, std::int64_t> changeOf(const core::SnapshotEvent& event)
{
    const std::int64_t bytes = clampTime(event.bytes);
    switch (event.action) {
    case core::MemoryAction::SegmentAlloc:
    case core::MemoryAction::SegmentMap: return {bytes, 0};
    case core::MemoryAction::SegmentFree:
    case core::MemoryAction::SegmentUnmap: return {-bytes, 0};
    case core::MemoryAction::Alloc: return {0, bytes};
    case core::MemoryAction::FreeCompleted: return {0, -bytes};
    default: return {0, 0};
    }
}

} // namespace

std::int64_t OutOfMemory::unheld() const { return saturatedSum(reserved, -clampTime(held)); }
bool OutOfMemory::inPieces() const { return asked <= saturatedSum(driverFree, unheld()); }

std::vector<OutOfMemory> outOfMemory(const core::MemorySnapshot& snapshot)
{
    struct Device {
        std::optional<OutOfMemory> out;
        std::optional<std::int64_t> begin;
        std::pair<std::int64_t, std::int64_t> after; ///< what changed behind the event
    };
    std::map<std::int32_t, Device> devices;
    for (std::size_t at = 0; at < snapshot.events.size(); ++at) {
        const core::SnapshotEvent& event = snapshot.events[at];
        Device& device = devices[event.device];
        device.begin = device.begin.value_or(event.ts);
        if (event.action == core::MemoryAction::OutOfMemory) {
            const std::int64_t times = device.out ? device.out->times + 1 : 1;
            OutOfMemory& out = device.out.emplace();
            out.device = event.device;
            out.event = at;
            out.times = times;
            out.sinceBegin = saturatedSum(event.ts, -*device.begin);
            out.asked = event.bytes;
            out.driverFree = clampTime(event.address);
            out.place = callerOf(snapshot, event.stack);
            device.after = {};
            continue;
        }
        const auto [reserved, held] = changeOf(event);
        device.after = {saturatedSum(device.after.first, reserved), saturatedSum(device.after.second, held)};
    }
    const std::map<std::int32_t, SnapshotTotals> totals = snapshotTotals(snapshot);
    std::vector<OutOfMemory> all;
    for (auto& [number, device] : devices) {
        if (!device.out)
            continue;
        OutOfMemory& out = *device.out;
        if (const auto end = totals.find(number); end != totals.end()) {
            out.reserved = saturatedSum(end->second.reserved, -device.after.first);
            out.held =
                saturatedSum(saturatedSum(end->second.allocated, end->second.pending), -device.after.second);
        }
        const std::size_t events[] = {out.event};
        out.holders = holdersBehind(snapshot, number, events).front();
        all.push_back(std::move(out));
    }
    return all;
}

std::vector<std::string> outOfMemoryArguments(const OutOfMemory& out)
{
    const MemoryHolder most = out.holders.empty() ? MemoryHolder() : out.holders.front();
    const auto named = [](const std::string& place) { return place.empty() ? std::string("?") : place; };
    return {std::to_string(out.device), bytesText(out.asked),    named(out.place),
            bytesText(out.driverFree),  bytesText(out.reserved), bytesText(out.held),
            named(most.place),          bytesText(most.bytes),   nanosText(out.sinceBegin)};
}

} // namespace shardscope::profiler
