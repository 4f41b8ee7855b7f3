// SPDX-License-Identifier: GPL-3.0-or-later
// Why a device is idle: what the host did until it launched the next work, or what else held the work back.
#pragma once

#include "core/base/enum_names.h"
#include "core/timeline/intervals.h"
#include "profiler/analyze/input/analysis.h"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace shardscope::profiler {

enum class IdleCause : std::uint8_t {
    DataLoading,   ///< the launching thread fetched a batch
    HostWork,      ///< it computed in one long operation that launches nothing itself
    SlowLaunch,    ///< it was in one long operation on its way to that operation's own launch
    Communication, ///< it communicated through a library of the host
    Allocation,    ///< it got or gave back memory of the device
    BlockingCopy,  ///< it was held in a copy that returns only when it is done; the device had no other work
    Synchronization, ///< it had waited for the device, which ran dry
    Launching,       ///< it was on its way to the next launch, which follows closely on the one before
    Capture,         ///< it put kernels into a graph, which is launched later
    HostBetween,     ///< it launched nothing for long: in a function of that name, or in what nobody recorded
    ShortGap,        ///< launched in time; the device's own pause
    Dependency,      ///< launched in time; held back by another stream, an event, a transfer
    Unknown,         ///< nothing says who launched the work
};
constexpr auto enumNames(IdleCause)
{
    return core::namesUpTo<IdleCause::Unknown>("data_loading", "host_work", "slow_launch",
                                               "host_communication", "device_allocation", "blocking_copy",
                                               "synchronization", "launch_bound", "graph_capture",
                                               "host_between", "short_gap", "dependency_wait", "unknown");
}

/// Idle time of one cause, and of one operation where the cause has a name.
struct IdleShare {
    std::int64_t time = 0;
    double unrecorded = 0; ///< ns of it that are left without the recorder
    std::int64_t gaps = 0;
    core::IntervalSet times;             ///< whose measure is \c time
    std::vector<core::Interval> longest; ///< longest first, few
};
/// The name is invalid where a cause has none.
using IdleShares = std::map<std::pair<IdleCause, core::NameId>, IdleShare>;

/// Divides \p idle (times when no row of the rank's devices runs) by cause. \p kept: as UnrecordedStep has
/// it. Errors: Cancelled.
[[nodiscard]] core::Result<IdleShares> idleByCause(const AnalysisInput& input, std::size_t part,
                                                   const core::IntervalSet& idle,
                                                   const AnalysisOptions& options, const core::Task& task,
                                                   std::span<const float> kept = {});

/// One stretch of idle time that has one cause.
struct IdlePiece {
    core::Interval time;
    IdleCause cause = IdleCause::Unknown;
    core::NameId name;           ///< of the operation; invalid where the cause has none
    std::uint32_t next = kNoRow; ///< the work that ends the gap the piece lies in; kNoRow: none follows
    double keeps = 1;            ///< share of it that is left without the recorder
};
/// The same division, stretch by stretch and in the order of time; their lengths add up to \p idle. \p kept:
/// as UnrecordedStep has it. Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<IdlePiece>>
idlePieces(const AnalysisInput& input, std::size_t part, const core::IntervalSet& idle,
           const AnalysisOptions& options, const core::Task& task, std::span<const float> kept = {});

} // namespace shardscope::profiler
