// SPDX-License-Identifier: GPL-3.0-or-later
// Makes one run of the files of many ranks: ranks told by content, clocks aligned, places in the mesh.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"
#include "profiler/trace/clock_align.h"

namespace shardscope::profiler {

/// Joins the ranks of a run; with one source only the rank may be told. What was added to a file's times
/// stands in its RunSource::clock. Errors: Cancelled.
[[nodiscard]] core::Result<ClockAlignment> joinRanks(core::Run& run, const core::Task& task = {});

} // namespace shardscope::profiler
