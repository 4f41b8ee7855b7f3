// SPDX-License-Identifier: GPL-3.0-or-later
// When each block and segment of an allocator lived, told by a snapshot: its events, and what it held at the
// end. A value; any moment can be asked for.
#pragma once

#include "app/session/trace/recorded_memory.h"
#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/memory_snapshot.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace shardscope::app {

inline constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::max();

/// A block, from its allocation until it could be used again.
struct HeldBlock {
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t begin = 0;     ///< AllocationHistory::begin where it was held before the recording
    std::int64_t letGo = kEver; ///< when the program let go; the allocator may still wait for a stream
    std::int64_t end = kEver;   ///< kEver: still held at the snapshot
    std::uint64_t stream = 0;
    std::uint32_t stack = 0;
    std::uint8_t category = 0; ///< of AllocationHistory::categories
    bool before =
        false; ///< held before the recording began: who allocated it is known at most by the snapshot
};

/// Memory got from the driver, or a mapped part of it.
struct HeldSegment {
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t begin = 0;
    std::int64_t end = kEver;
    std::uint64_t stream = 0;
};

struct CurveColumn {
    std::int64_t ts = 0;            ///< the fullest moment of the column
    std::int64_t total = 0;         ///< bytes held then
    std::int64_t reserved = 0;      ///< bytes of segments then
    std::vector<std::int64_t> held; ///< by category; adds up to total
};

struct AllocationHistory {
    std::shared_ptr<const core::MemorySnapshot> snapshot;
    std::int32_t device = 0;
    bool timed = true;
    std::int64_t begin = 0;
    std::int64_t end = 0;              ///< of the last event, at least begin + 1
    std::vector<HeldBlock> blocks;     ///< by begin, then address
    std::vector<HeldSegment> segments; ///< by address, then begin
    std::vector<std::string>
        categories;                   ///< what the file calls them, or who allocated; at most kMostCategories
    bool byCaller = false;            ///< the file has no categories: they are functions that allocated
    std::vector<CurveColumn> columns; ///< the time axis in equal parts
    std::int64_t peak = 0;
    std::int64_t peakTs = 0;
    std::size_t outOfMemory = 0; ///< times the allocator had to refuse
    /// Set for a recording: its segments are stretches of addresses that it saw in use, since it does not
    /// tell the allocator's.
    bool stretches = false;
    std::vector<std::pair<std::int64_t, std::int64_t>> reserved; ///< what a recording says of it, by time
};
inline constexpr std::size_t kMostCategories = 12; ///< the last one gathers the rest

/// The devices that \p snapshot tells of, ascending.
[[nodiscard]] std::vector<std::int32_t> devicesOf(const core::MemorySnapshot& snapshot);
/// Errors: Cancelled.
[[nodiscard]] core::Result<AllocationHistory>
makeHistory(std::shared_ptr<const core::MemorySnapshot> snapshot, std::int32_t device, std::size_t columns,
            const core::Task& task = {});

/// Makes a history of a trace's records. Errors: Cancelled.
[[nodiscard]] core::Result<AllocationHistory>
makeRecordedHistory(const profiler::RecordedMemory& memory, std::size_t columns, const core::Task& task = {});
/// Bytes that a recording says were reserved at \p ts; -1: it does not say.
[[nodiscard]] std::int64_t reservedAt(const AllocationHistory& history, std::int64_t ts);

/// What the allocator held at one moment.
struct MapBlock {
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::uint32_t block = 0; ///< of AllocationHistory::blocks
    bool pending = false;    ///< let go, not yet to be used again
};
struct MapSegment {
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::uint64_t stream = 0;
    std::int64_t held = 0;
    std::int64_t largestGap = 0;  ///< the longest piece that nobody holds
    std::vector<MapBlock> blocks; ///< by address
};
struct AllocatorMap {
    std::int64_t ts = 0;
    std::int64_t held = 0;
    std::int64_t reserved = 0;        ///< -1: not told
    std::vector<MapSegment> segments; ///< largest first, then by address
};
[[nodiscard]] AllocatorMap mapAt(const AllocationHistory& history, std::int64_t ts);

} // namespace shardscope::app
