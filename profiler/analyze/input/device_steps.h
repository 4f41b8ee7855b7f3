// SPDX-License-Identifier: GPL-3.0-or-later
// When steps happened on a device: its work is done later than the host asks for it.
#pragma once

#include "profiler/analyze/input/input.h"

namespace shardscope::profiler {

/// The steps of \p host, which are the host's, as the device of \p part lived them. A row of the device
/// belongs to the step whose host window holds the call that launched it, a row without a call to the step of
/// its predecessor on the stream. A step reaches from the end of the last row of the one before to the end of
/// its own; the first begins when the host begins it, or when the device is done with earlier work. Only
/// computing rows move these ends, and where the thread that marks the steps is known, only those launched by
/// it or by a thread of autograd: copies ahead and work of other threads are in a step and do not make it. As
/// they are: steps of a rank without a device, of one that knows the launches of less than half of its rows,
/// or whose device had nothing to do in a step between others. (Checked on recordings whose time without a
/// profiler is known: docs/analyses.md, steps.) Errors: Cancelled.
[[nodiscard]] core::Result<RankSteps> deviceSteps(const AnalysisInput& input, std::size_t part,
                                                  RankSteps host, const core::Task& task);

} // namespace shardscope::profiler
