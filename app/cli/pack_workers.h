// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that make a pack together: those that mpirun started, where the program knows MPI, else this
// one.
#pragma once

#include "app/session/plan/commands.h"

#include <memory>

namespace shardscope::app {

[[nodiscard]] std::unique_ptr<profiler::PackWorkers> makePackWorkers();

} // namespace shardscope::app
