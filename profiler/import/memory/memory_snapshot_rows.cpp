// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/memory/memory_snapshot_rows.h"

#include "profiler/import/arguments/found_arguments.h"
#include "profiler/import/text/json_writer.h"
#include "profiler/import/text/saturate.h"

#include <map>

namespace shardscope::profiler {

namespace {

using core::MemoryAction;
using core::MemoryBlockState;

std::string_view nameOf(MemoryAction action)
{
    for (const NamedAction& named : kActions) {
        if (named.action == action)
            return named.name;
    }
    return "unknown action";
}

/// Tells of an event or annotation by its number.
std::string eventAt(const core::MemorySnapshot& snapshot, std::uint64_t number)
{
    if (number >= snapshot.events.size())
        return "{}";
    const core::SnapshotEvent& event = snapshot.events[number];
    JsonWriter json;
    json.beginObject();
    json.key("address").text(hexadecimal(event.address));
    json.key("bytes").integer(event.bytes);
    json.key("stream").integer(static_cast<std::int64_t>(event.stream));
    if (event.category.valid())
        json.key("category").text(snapshot.names.text(event.category));
    json.key("stack").beginArray();
    const core::MemoryStack stack = snapshot.stacks[event.stack];
    for (std::uint32_t i = 0; i < stack.count; ++i) {
        const core::MemoryFrame& frame = snapshot.stackFrames[stack.begin + i];
        json.text(std::string(snapshot.names.text(frame.file)) + ":" + std::to_string(frame.line) + " " +
                  std::string(snapshot.names.text(frame.function)));
    }
    json.endArray();
    json.endObject();
    return json.take();
}

/// Bytes of one device as the events tell them, ending at what the segments hold.
struct DeviceBytes {
    std::int64_t requested = 0; ///< asked for by the program and not let go
    std::int64_t pending = 0;   ///< let go, still used by a stream
    std::int64_t reserved = 0;  ///< got from the driver
};

/// Sizes are what a file says; they may be any number.
void add(std::int64_t& sum, std::int64_t bytes) { sum = saturatedSum(sum, bytes); }

void apply(DeviceBytes& bytes, const core::SnapshotEvent& event)
{
    const std::int64_t size = clampTime(event.bytes);
    switch (event.action) {
    case MemoryAction::Alloc: add(bytes.requested, size); break;
    case MemoryAction::FreeRequested:
        add(bytes.requested, -size);
        add(bytes.pending, size);
        break;
    case MemoryAction::FreeCompleted: add(bytes.pending, -size); break;
    case MemoryAction::SegmentAlloc:
    case MemoryAction::SegmentMap: add(bytes.reserved, size); break;
    case MemoryAction::SegmentFree:
    case MemoryAction::SegmentUnmap: add(bytes.reserved, -size); break;
    default: break;
    }
}

/// What each device held before its first event: what the segments hold at the end, less what the events
/// changed.
std::map<std::int32_t, DeviceBytes> bytesBefore(const core::MemorySnapshot& snapshot)
{
    std::map<std::int32_t, DeviceBytes> before;
    for (const core::MemorySegment& segment : snapshot.segments) {
        DeviceBytes& bytes = before[segment.device];
        add(bytes.reserved, segment.bytes);
        for (std::uint32_t i = 0; i < segment.blockCount; ++i) {
            const core::MemoryBlock& block = snapshot.blocks[segment.firstBlock + i];
            if (block.state == MemoryBlockState::Allocated)
                add(bytes.requested, block.requestedBytes);
            else if (block.state == MemoryBlockState::PendingFree)
                add(bytes.pending, block.requestedBytes);
        }
    }
    std::map<std::int32_t, DeviceBytes> change;
    for (const core::SnapshotEvent& event : snapshot.events)
        apply(change[event.device], event);
    for (const auto& [device, delta] : change) {
        DeviceBytes& bytes = before[device];
        add(bytes.requested, -delta.requested);
        add(bytes.pending, -delta.pending);
        add(bytes.reserved, -delta.reserved);
    }
    return before;
}

} // namespace

void addSnapshotRows(std::shared_ptr<const core::MemorySnapshot> snapshot, ImportTarget& target)
{
    core::TimelineBuilder& builder = target.builder;
    const std::int64_t shift = joinRunClock(target, 0); // wall clock: time 0 is that of the epoch
    std::map<std::int32_t, DeviceBytes> bytes = bytesBefore(*snapshot);
    const core::NameId memory = builder.intern("memory");
    const core::NameId counter = builder.intern("PyTorch allocator");
    const core::NameId requested = builder.intern("requested");
    const core::NameId pending = builder.intern("pending free");
    const core::NameId reserved = builder.intern("reserved");
    const auto trackOf = [&](std::int32_t device, std::string_view thread) {
        const std::string process = "GPU " + std::to_string(device);
        const core::TrackId track = builder.track(process, thread, target.source);
        core::Track& described = builder.describe(track);
        described.process = builder.intern(process);
        described.thread = builder.intern(thread);
        described.processOrder = device;
        return track;
    };

    struct Shown {
        core::TrackId track;
        core::NameId process;
        DeviceBytes* bytes = nullptr;
    };
    std::map<std::int32_t, Shown> devices;
    std::array<core::NameId, static_cast<std::size_t>(MemoryAction::Other) + 1> actions;
    for (std::size_t i = 0; i < snapshot->events.size(); ++i) {
        const core::SnapshotEvent& event = snapshot->events[i];
        const std::int64_t ts = saturatedSum(event.ts, shift);
        const auto [at, added] = devices.try_emplace(event.device);
        if (added)
            at->second = {trackOf(event.device, "allocator"),
                          builder.intern("GPU " + std::to_string(event.device)), &bytes[event.device]};
        core::NameId& action = actions[static_cast<std::size_t>(event.action)];
        if (!action.valid())
            action = builder.intern(nameOf(event.action));
        builder.instant(at->second.track, ts, action, memory, placeOf(target.source, i));
        ++target.tally.instants;
        DeviceBytes& now = *at->second.bytes;
        const DeviceBytes old = now;
        apply(now, event);
        const core::NameId process = at->second.process;
        const auto sample = [&](core::NameId series, std::int64_t was, std::int64_t is) {
            if (was != is) {
                builder.counter(process, counter, series, ts, static_cast<double>(is), target.source);
                ++target.tally.counters;
            }
        };
        sample(requested, old.requested, now.requested);
        sample(pending, old.pending, now.pending);
        sample(reserved, old.reserved, now.reserved);
    }
    for (const core::MemoryAnnotation& annotation : snapshot->annotations) {
        const core::TrackId track = trackOf(annotation.device, "annotations");
        const core::NameId name = builder.intern(snapshot->names.text(annotation.name));
        if (annotation.begin)
            builder.sliceBegin(track, saturatedSum(annotation.ts, shift), name, builder.intern("annotation"));
        else
            builder.sliceEnd(track, saturatedSum(annotation.ts, shift), name);
    }
    target.tally.events += snapshot->events.size() + snapshot->annotations.size();
    target.metadata.insert(target.metadata.end(), snapshot->settings.begin(), snapshot->settings.end());
    target.arguments = std::make_shared<FoundArguments>(
        [snapshot](std::uint64_t place) { return eventAt(*snapshot, place); });
    target.memory = std::move(snapshot);
}

} // namespace shardscope::profiler
