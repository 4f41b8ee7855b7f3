// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/evaluate/walked.h"

#include "planner/tape/tape.h"

namespace shardscope::planner {

core::Result<core::MemoryWalk> walkMemory(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                                          const core::Plan& plan)
{
    return tape::walkStep(model, hardware, plan);
}

} // namespace shardscope::planner
