// SPDX-License-Identifier: GPL-3.0-or-later
// What a caching allocator held, and what it did before: PyTorch's memory snapshot as values.
#pragma once

#include "core/base/string_pool.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::core {

/// A place in a program. Names are of MemorySnapshot::names.
struct MemoryFrame {
    NameId function;
    NameId file;
    std::int64_t line = 0;
    friend bool operator==(const MemoryFrame&, const MemoryFrame&) = default;
};

/// Frames from the innermost on: [begin, begin + count) of MemorySnapshot::stackFrames. An empty one: not
/// recorded.
struct MemoryStack {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
};

enum class MemoryBlockState : std::uint8_t {
    Allocated,   ///< a tensor holds it
    PendingFree, ///< freed by the program, still used by a stream
    Inactive,    ///< free, inside a segment
    Unknown,
};

struct MemoryBlock {
    std::uint64_t address = 0;
    std::int64_t bytes = 0;          ///< as carved out of the segment
    std::int64_t requestedBytes = 0; ///< as the program asked for; 0 for a free block
    MemoryBlockState state = MemoryBlockState::Unknown;
    std::uint32_t stack = 0;
};

/// Memory the allocator got from the driver.
struct MemorySegment {
    std::int32_t device = 0;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t allocatedBytes = 0;
    std::int64_t activeBytes = 0; ///< allocated, and pending
    std::uint64_t stream = 0;
    NameId type; ///< "large", "small"
    bool expandable = false;
    std::uint32_t firstBlock =
        0; ///< [firstBlock, firstBlock + blockCount) of MemorySnapshot::blocks, by address
    std::uint32_t blockCount = 0;
    std::uint32_t stack = 0;
};

enum class MemoryAction : std::uint8_t {
    Alloc,
    FreeRequested, ///< the program let go
    FreeCompleted, ///< the block can be used again
    SegmentAlloc,
    SegmentFree,
    SegmentMap, ///< a part of an expandable segment got memory
    SegmentUnmap,
    OutOfMemory, ///< bytes: what was asked for; address: what the driver had free
    Snapshot,
    Other,
};

struct SnapshotEvent {
    std::int64_t ts = 0; ///< ns; the position in the list where the file has no times
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::uint64_t stream = 0;
    std::int32_t device = 0;
    std::uint32_t stack = 0;
    NameId category; ///< invalid where the file has none
    MemoryAction action = MemoryAction::Other;
};

struct MemoryAnnotation {
    std::int64_t ts = 0; ///< ns
    std::int32_t device = 0;
    NameId name;
    bool begin = false;
};

struct MemorySnapshot {
    std::uint32_t source = 0; ///< index of the file (Run::sources)
    bool timed = true;        ///< whether ts are wall-clock ns
    StringPool names;
    std::vector<MemoryFrame> stackFrames;
    std::vector<MemoryStack> stacks; ///< distinct ones; the first is empty
    std::vector<MemorySegment> segments;
    std::vector<MemoryBlock> blocks;
    std::vector<SnapshotEvent> events; ///< by device, in the order of the file, which is that of time
    std::vector<MemoryAnnotation> annotations;
    std::vector<std::pair<std::string, std::string>> settings;
};

} // namespace shardscope::core
