// SPDX-License-Identifier: GPL-3.0-or-later
// What a host's thread is busy with, stretch by stretch, told by the names of what it runs.
#pragma once

#include "profiler/analyze/time/host_blame.h"

#include <span>

namespace shardscope::profiler {

/// What a host thread is busy with; times do not overlap.
struct HostSegment {
    core::Interval time;
    IdleCause work = IdleCause::Launching; ///< Launching: an operation
    core::NameId name;                     ///< of the outermost operation, else of the slice itself
    std::int64_t until = 0;                ///< when what the name says is over
};
/// A call that returns only when the copy it launched is done, as of pageable memory.
struct BlockingCall {
    std::uint32_t row = 0;
    bool drains = false; ///< earlier work of the device was to end first: it waits for that, too
};
/// The segments of one track, by begin. \p blocking: by row; waits, whatever they are called.
[[nodiscard]] std::vector<HostSegment> hostSegments(const core::Timeline& timeline,
                                                    const core::RowKinds& kinds, core::TrackId track,
                                                    std::span<const BlockingCall> blocking = {});

/// Whether a thread waits for the device.
[[nodiscard]] bool isWait(IdleCause cause);

} // namespace shardscope::profiler
