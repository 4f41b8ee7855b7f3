// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/memory_trace.h"

#include "planner/tape/trace_step.h"

namespace shardscope::planner {

core::Result<core::MemoryTrace> traceMemory(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const core::Plan& plan)
{
    return tape::traceStep(model, hardware, plan);
}

} // namespace shardscope::planner
