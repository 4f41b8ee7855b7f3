// SPDX-License-Identifier: GPL-3.0-or-later
// How a framework's program is started: what launch files say.
#pragma once

#include "core/plan/plan.h"

namespace shardscope::planner {

struct ProgramCall {
    const char* configuration = nullptr; ///< what it is written as: a name of the session's planExports()
    const char* file = nullptr;          ///< that it is kept in; null: its words are arguments of the call
    bool byAccelerate = false;           ///< by "accelerate launch", else by torchrun
    /// Whether kernels are launched in one queue where tensor or context groups communicate beside products.
    bool oneQueue = false;
    const char* call = nullptr; ///< what the launcher starts, with what reads the file
    const char* source = nullptr;
};

/// How the program that trains \p plan (frameworkOf) is called; null if nobody has written that down.
[[nodiscard]] const ProgramCall* programCallOf(const core::Plan& plan);

} // namespace shardscope::planner
