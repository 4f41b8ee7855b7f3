// SPDX-License-Identifier: GPL-3.0-or-later
// What a device of a recording holds more of after each step, and who asked for it.
#pragma once

#include "profiler/analyze/memory/memory_changes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace shardscope::profiler {

/// Allocations of one place that are held at the end of the first step that counts and of the last one.
struct GrownPlace {
    std::uint32_t row = kNoRow; ///< of one of the allocations: the innermost slice around it
    std::int64_t first = 0;     ///< bytes
    std::int64_t last = 0;
};

struct RecordedGrowth {
    std::int64_t steps = 0; ///< between the two ends; 0: too few to tell
    std::int64_t first = 0; ///< held in all, bytes, of what was asked for in the recording
    std::int64_t last = 0;
    std::vector<GrownPlace> places; ///< that grew, most first

    /// More than a hundredth of what was held: a step may hold more than another by chance.
    [[nodiscard]] bool grows() const;
};

/// \p changes of one device, by time; \p stepEnds ascending, of which the first is no measure: it makes the
/// optimizer's state and the caches of libraries. Four steps at least.
[[nodiscard]] RecordedGrowth recordedGrowth(const core::Timeline& timeline,
                                            std::span<const MemoryChange> changes,
                                            std::span<const std::int64_t> stepEnds);

} // namespace shardscope::profiler
