// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/memory_walk.h"

namespace shardscope::core {

std::string_view nameOf(StepPhase phase)
{
    switch (phase) {
    case StepPhase::Setup: return "setup";
    case StepPhase::Forward: return "forward";
    case StepPhase::Backward: return "backward";
    case StepPhase::Optimizer: return "optimizer";
    }
    return "";
}

} // namespace shardscope::core
