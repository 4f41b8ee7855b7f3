// SPDX-License-Identifier: GPL-3.0-or-later
// What the fullest device of a run held over time and at its peak, by owner in the words of plans.
#pragma once

#include "core/plan/evaluation.h"
#include "core/report/report.h"
#include "profiler/analyze/input/analysis.h"

#include <map>
#include <optional>
#include <string>

namespace shardscope::profiler {

/// How the owners at a peak were told.
enum class OwnersFrom : std::uint8_t {
    Nothing, ///< they were not: how much was held is all that is known
    Plan,    ///< a simulation says it
    Stacks,  ///< an allocator's snapshot: its own categories, else who was on the stack that asked
    Phases,  ///< torch.profiler's records: in which phase of the step it was asked for
};
constexpr auto enumNames(OwnersFrom)
{
    return core::namesUpTo<OwnersFrom::Phases>("nothing", "plan", "stacks", "phases");
}

struct ComparedMemory {
    std::string device; ///< "rank 3, GPU 0"; as far as it is told
    double peak = 0;    ///< bytes that the allocator gave out at once
    OwnersFrom from = OwnersFrom::Nothing;
    std::map<core::Purpose, double> owners; ///< at the peak
    double unowned = 0;                     ///< at the peak, of no recorded owner
    /// What is held over time: seconds and bytes. Of the step that holds the peak where steps are known, from
    /// its begin on; else of all that was recorded.
    core::Series curve;
    bool ofStep = false;
};

/// A recording whose owners are told by \p from does not tell every purpose apart: which of them \p purpose
/// is held by. Phases call all that backward asked for gradients.
[[nodiscard]] core::Purpose recordedOwner(core::Purpose purpose, OwnersFrom from);

/// The memory of the device that held most, from snapshots of its allocator, else torch.profiler's records,
/// else counters. None: nothing was recorded of it. Errors: Cancelled.
[[nodiscard]] core::Result<std::optional<ComparedMemory>> comparedMemory(const AnalysisInput& input,
                                                                         const core::Task& task = {});

} // namespace shardscope::profiler
