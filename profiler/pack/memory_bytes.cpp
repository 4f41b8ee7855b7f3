// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/pack/memory_bytes.h"

#include "core/timeline/timeline.h"
#include "profiler/cache/byte_stream.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

// Numbers behind the lists are the fewest bytes of an entry.

template <class Bytes, class Snapshot>
void describeLists(Bytes& bytes, Snapshot& snapshot)
{
    bytes.list(snapshot.stackFrames, 16,
               [&](auto& frame) { bytes.numbers(frame.function.value, frame.file.value, frame.line); });
    bytes.list(snapshot.stacks, 8, [&](auto& stack) { bytes.numbers(stack.begin, stack.count); });
    bytes.list(snapshot.segments, 61, [&](auto& segment) {
        bytes.numbers(segment.device, segment.address, segment.bytes, segment.allocatedBytes,
                      segment.activeBytes, segment.stream, segment.type.value);
        bytes.flag(segment.expandable);
        bytes.numbers(segment.firstBlock, segment.blockCount, segment.stack);
    });
    bytes.list(snapshot.blocks, 29, [&](auto& block) {
        bytes.numbers(block.address, block.bytes, block.requestedBytes);
        bytes.kind(block.state, core::MemoryBlockState::Unknown);
        bytes.numbers(block.stack);
    });
    bytes.list(snapshot.events, 45, [&](auto& event) {
        bytes.numbers(event.ts, event.address, event.bytes, event.stream, event.device, event.stack,
                      event.category.value);
        bytes.kind(event.action, core::MemoryAction::Other);
    });
    bytes.list(snapshot.annotations, 17, [&](auto& annotation) {
        bytes.numbers(annotation.ts, annotation.device, annotation.name.value);
        bytes.flag(annotation.begin);
    });
    bytes.list(snapshot.settings, 16, [&](auto& setting) {
        bytes.text(setting.first);
        bytes.text(setting.second);
    });
}

/// Whether every number leads to an entry that is there.
bool leadsInside(const core::MemorySnapshot& snapshot, std::size_t sources)
{
    const auto name = [&](core::NameId id) { return !id.valid() || id.index() < snapshot.names.size(); };
    const auto within = [](std::uint64_t begin, std::uint64_t count, std::size_t size) {
        return begin + count <= size;
    };
    const auto stack = [&](std::uint32_t number) { return number < snapshot.stacks.size(); };
    const auto time = [](std::int64_t ns) { return ns >= -core::kMaxTime && ns <= core::kMaxTime; };
    const auto all = [](const auto& values, const auto& holds) { return std::ranges::all_of(values, holds); };
    return snapshot.source < sources &&
           all(snapshot.stackFrames,
               [&](const core::MemoryFrame& frame) {
                   return frame.function.valid() && name(frame.function) && frame.file.valid() &&
                          name(frame.file);
               }) &&
           all(snapshot.stacks,
               [&](const core::MemoryStack& own) {
                   return within(own.begin, own.count, snapshot.stackFrames.size());
               }) &&
           all(snapshot.segments,
               [&](const core::MemorySegment& segment) {
                   return segment.type.valid() && name(segment.type) && stack(segment.stack) &&
                          within(segment.firstBlock, segment.blockCount, snapshot.blocks.size());
               }) &&
           all(snapshot.blocks, [&](const core::MemoryBlock& block) { return stack(block.stack); }) &&
           all(snapshot.events,
               [&](const core::SnapshotEvent& event) {
                   return stack(event.stack) && name(event.category);
               }) &&
           all(snapshot.annotations, [&](const core::MemoryAnnotation& annotation) {
               return annotation.name.valid() && name(annotation.name) && time(annotation.ts);
           });
}

} // namespace

std::string memoryBytes(const MemorySnapshots& snapshots)
{
    ByteWriter out;
    out.number(static_cast<std::uint64_t>(snapshots.size()));
    for (const auto& snapshot : snapshots) {
        out.number(snapshot->source);
        out.flag(snapshot->timed);
        out.number(static_cast<std::uint64_t>(snapshot->names.size()));
        for (std::size_t name = 0; name < snapshot->names.size(); ++name)
            out.text(snapshot->names.text(core::NameId{name}));
        describeLists(out, *snapshot);
    }
    return out.take();
}

bool readMemory(std::string_view bytes, std::size_t sources, MemorySnapshots& snapshots)
{
    constexpr std::size_t kLeast = 69; // source, timed, and eight empty lists
    ByteReader in(bytes);
    const std::size_t count = in.count(kLeast);
    for (std::size_t at = 0; at < count && in.ok(); ++at) {
        auto snapshot = std::make_shared<core::MemorySnapshot>();
        in.numbers(snapshot->source);
        in.flag(snapshot->timed);
        const std::size_t names = in.count(sizeof(std::uint64_t));
        for (std::size_t name = 0; name < names && in.ok(); ++name)
            snapshot->names.intern(in.textView());
        describeLists(in, *snapshot);
        if (!in.ok() || snapshot->names.size() != names || !leadsInside(*snapshot, sources))
            return false;
        snapshots.push_back(std::move(snapshot));
    }
    return in.atEnd();
}

} // namespace shardscope::profiler
