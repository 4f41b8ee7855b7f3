// SPDX-License-Identifier: GPL-3.0-or-later
// The program that trains where the one that a plan names by itself cannot.
#pragma once

#include "planner/planner.h"

#include <utility>

namespace shardscope::app {

/// \p plan, of which nobody said the framework, as the program has it that trains on \p hardware: with its
/// number formats, where machines run only their maker's programs.
[[nodiscard]] inline core::Plan inItsProgram(core::Plan plan, const core::HardwareSpec& hardware)
{
    const core::Framework program = planner::frameworkOf(plan, hardware);
    return program == planner::frameworkOf(plan) ? plan : planner::withFramework(std::move(plan), program);
}

} // namespace shardscope::app
