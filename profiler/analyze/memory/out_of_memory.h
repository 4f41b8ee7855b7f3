// SPDX-License-Identifier: GPL-3.0-or-later
// What a program asked for when its device had no more to give, and who held what was there.
#pragma once

#include "profiler/analyze/memory/held_memory.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardscope::profiler {

struct OutOfMemory {
    std::int32_t device = 0;
    std::size_t event = 0;       ///< of MemorySnapshot::events: the device's last one of its kind
    std::int64_t times = 1;      ///< how often the device ran out
    std::int64_t sinceBegin = 0; ///< of the device's history; ns where it is timed
    std::int64_t asked = 0;
    std::int64_t driverFree = 0; ///< what the driver had left
    std::int64_t reserved = 0;   ///< by the allocator
    std::int64_t held = 0;       ///< of it, by the program
    std::string place;           ///< that asked; "": no stack was recorded
    std::vector<MemoryHolder> holders;

    /// Reserved and not held.
    [[nodiscard]] std::int64_t unheld() const;
    /// Allocator and driver together had as much: it lay in pieces.
    [[nodiscard]] bool inPieces() const;
};

/// Where memory ran out, by device.
[[nodiscard]] std::vector<OutOfMemory> outOfMemory(const core::MemorySnapshot& snapshot);

/// What the analysis and the overview say of it: device, asked, place, free of the driver, reserved, held,
/// who held most, how much that is, and when.
[[nodiscard]] std::vector<std::string> outOfMemoryArguments(const OutOfMemory& out);

} // namespace shardscope::profiler
