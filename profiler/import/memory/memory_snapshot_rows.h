// SPDX-License-Identifier: GPL-3.0-or-later
// A memory snapshot on the timeline: its events, what was held over time, its annotations.
#pragma once

#include "core/run/memory_snapshot.h"
#include "profiler/import/importer.h"

#include <array>
#include <memory>
#include <string_view>

namespace shardscope::profiler {

/// What stands behind a segment's type (core::MemorySegment::type) where it is of a private pool, before that
/// pool's number: of a graph's capture or a torch.cuda.MemPool, and nobody else draws on it.
inline constexpr std::string_view kPrivatePool = ", private pool ";

/// What a snapshot calls an event of the allocator.
struct NamedAction {
    std::string_view name;
    core::MemoryAction action;
};

// torch/csrc/cuda/memory_snapshot.cpp, the texts of c10::cuda::CUDACachingAllocator::TraceEntry::Action.
inline constexpr std::array kActions{
    NamedAction{"alloc", core::MemoryAction::Alloc},
    NamedAction{"free_requested", core::MemoryAction::FreeRequested},
    NamedAction{"free_completed", core::MemoryAction::FreeCompleted},
    NamedAction{"segment_alloc", core::MemoryAction::SegmentAlloc},
    NamedAction{"segment_free", core::MemoryAction::SegmentFree},
    NamedAction{"segment_map", core::MemoryAction::SegmentMap},
    NamedAction{"segment_unmap", core::MemoryAction::SegmentUnmap},
    NamedAction{"oom", core::MemoryAction::OutOfMemory},
    NamedAction{"snapshot", core::MemoryAction::Snapshot},
};

/// Also sets the file's arguments, metadata and ImportTarget::memory.
void addSnapshotRows(std::shared_ptr<const core::MemorySnapshot> snapshot, ImportTarget& target);

} // namespace shardscope::profiler
