// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.profiler recorded of allocators ("[memory]" instants, profile_memory=True) in the form of a
// memory snapshot, so that both are looked at in one way.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/memory_snapshot.h"
#include "core/run/run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

/// One device of one rank.
struct RecordedMemory {
    std::string device;               ///< "GPU 0", "CPU"
    std::int32_t rank = -1;           ///< -1: one, unknown
    std::optional<std::uint32_t> job; ///< where files of several were opened together
    /// Device 0 of it. An allocation's category is the phase that asked ("forward"), its stack the slices
    /// around it. A recording tells no segments: these are stretches of addresses that it saw in use.
    std::shared_ptr<const core::MemorySnapshot> snapshot;
    std::vector<std::pair<std::int64_t, std::int64_t>> reserved; ///< time, bytes; where the file says
    std::int64_t peak = 0;
};

/// Blocks nearer than this lie in one stretch: segments of PyTorch's caching allocator are multiples of it
/// (kSmallBuffer, c10/cuda/CUDACachingAllocator.cpp).
inline constexpr std::uint64_t kSegmentGrain = std::uint64_t{2} << 20;
/// Category of what was held before the recording began.
inline constexpr const char* kHeldBefore = "before the recording";

/// Whether \p run holds such records; cheap.
[[nodiscard]] bool hasRecordedMemory(const core::Run& run);
/// Recorded memory by peak, most first. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<RecordedMemory>> recordedMemory(const core::RunPtr& run,
                                                                       const core::Task& task = {});

} // namespace shardscope::profiler
