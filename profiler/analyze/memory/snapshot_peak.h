// SPDX-License-Identifier: GPL-3.0-or-later
// What a snapshot's allocator held of each device, and when it held most.
#pragma once

#include "core/report/report.h"
#include "core/run/memory_snapshot.h"

#include <cstdint>
#include <map>

namespace shardscope::profiler {

struct SnapshotTotals {
    std::int64_t segments = 0;
    std::int64_t reserved = 0;
    std::int64_t allocated = 0;
    std::int64_t pending = 0;
    std::int64_t free = 0;
    std::int64_t largestFree = 0;
    std::int64_t cached =
        0; ///< of what is free: in segments that nothing is held in, so that the driver could have it
    std::int64_t scattered = 0;       ///< of what is free: between blocks in use
    std::int64_t privateReserved = 0; ///< of private pools, which only their own graph or program draws on
    std::int64_t privateFree = 0;
    bool expandable = false;   ///< some segment can grow
    std::int64_t rounding = 0; ///< carved out beyond what was asked for
};

/// Totals of each device.
[[nodiscard]] std::map<std::int32_t, SnapshotTotals> snapshotTotals(const core::MemorySnapshot& snapshot);

/// The highest point of a device's history, from its end backwards.
struct SnapshotPeak {
    std::int64_t allocated = 0;
    std::int64_t ts = 0;
    std::int64_t begin = 0; ///< of the history
    std::size_t events = 0;
    std::size_t event = 0; ///< that brought the peak
    std::size_t last = 0;  ///< event of the history
    core::Series curve;
};

/// \p totals: of \p device at the end of the history.
[[nodiscard]] SnapshotPeak snapshotPeak(const core::MemorySnapshot& snapshot, std::int32_t device,
                                        const SnapshotTotals& totals);

} // namespace shardscope::profiler
