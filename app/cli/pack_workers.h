// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that make a pack together: those that mpirun started, else this one.
#pragma once

#include "app/session/plan/commands.h"

#include <memory>

namespace shardscope::app {

/// Errors: NotSupported where mpirun started several and the part that knows MPI cannot be loaded.
[[nodiscard]] core::Result<std::unique_ptr<profiler::PackWorkers>> makePackWorkers();

} // namespace shardscope::app
