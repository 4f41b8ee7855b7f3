// SPDX-License-Identifier: GPL-3.0-or-later
// What a graph of kernels (CUDA's, HIP's) runs, and the calls that put it there while the graph was captured.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"

#include <string_view>
#include <vector>

namespace shardscope::profiler {

/// Category of the arrows from a captured call to each kernel that a launch of its graph runs; Nsight Systems
/// tells them by itself (--cuda-graph-trace=node).
inline constexpr std::string_view kGraphCapture = "graph_capture";

/// Adds such arrows to \p run: within a file, and between files of one process (same rank, host and process
/// number), as of vLLM's capture_traces beside its recording. A capture is what one thread launched between
/// begin and end of it. It is a replay's if it has as many kernels and, where its calls name them (HIP), the
/// same; kernels of one name go by their order. Where calls name none, all kernels go by their order, and
/// only if they run on one stream and no other capture of that process has as many. Errors: Cancelled.
[[nodiscard]] core::Result<core::Done> linkGraphCaptures(core::Run& run, const core::Task& task = {});

/// For each source whether its file is only the capture of graphs that another file's kernels come from: a
/// file of few kernels of its own. Empty: none is.
[[nodiscard]] std::vector<bool> captureSources(const core::Run& run);

} // namespace shardscope::profiler
