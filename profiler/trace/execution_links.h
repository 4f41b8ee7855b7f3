// SPDX-License-Identifier: GPL-3.0-or-later
// Execution traces beside a profiler's recording of the same process become part of it.
#pragma once

#include "core/base/result.h"
#include "core/base/task.h"
#include "core/run/run.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardscope::profiler {

class RemarkCounter;

/// What became of one execution trace.
struct ExecutionLink {
    std::uint32_t source = 0;    ///< the execution trace
    std::uint32_t recording = 0; ///< the recording it was linked to
    std::size_t byOrder = 0;     ///< nodes matched by the order of their names alone
    std::size_t matched = 0;     ///< all nodes matched, those included
    std::size_t left = 0;        ///< nodes that the recording does not have
};

/// Matches nodes of each execution trace of \p run with the operations of the recording of the same process
/// (of the same rank, or the only one, where it does not name its process) that has most of them. A matched
/// operation's arguments get the node's as "execution_trace.KEY"; an arrow "execution_trace" leads to each
/// operation from those that made its tensors (or that the file names). The nodes' own slices, whose times
/// are made up, leave the timeline. Does nothing to execution traces of which nothing matches.
/// Errors: Cancelled.
[[nodiscard]] core::Result<std::vector<ExecutionLink>> linkExecutionTraces(core::Run& run,
                                                                           const core::Task& task = {});

/// Remarks \p link in the report of the execution trace's file.
void noteLink(const ExecutionLink& link, RemarkCounter& remarks);

} // namespace shardscope::profiler
