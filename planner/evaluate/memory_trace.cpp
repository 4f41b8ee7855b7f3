// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/memory_trace.h"

#include "planner/evaluate/kept_answer.h"
#include "planner/memory/framework.h"
#include "planner/tape/trace_step.h"

namespace shardscope::planner {

std::int64_t besideTensors(const core::HardwareSpec& hardware, const core::Plan& plan)
{
    return static_cast<std::int64_t>(frameworkBytes<core::PlainNumbers>(hardware, plan).value());
}

core::Result<core::MemoryTrace> traceMemory(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                            const core::Plan& plan)
{
    return keptAnswer(model, hardware, plan, [&]() -> core::Result<core::MemoryTrace> {
        SHARDSCOPE_TRY(core::MemoryTrace trace, tape::traceStep(model, hardware, plan));
        trace.framework = besideTensors(hardware, plan);
        return trace;
    });
}

} // namespace shardscope::planner
