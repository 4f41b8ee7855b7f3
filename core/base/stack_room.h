// SPDX-License-Identifier: GPL-3.0-or-later
// How deep calls may go does not depend on what "ulimit -s" says.
#pragma once

#include <functional>

namespace shardscope::core {

/// Runs \p work, all of a program, where calls have the room that they were written for: on a thread of its
/// own where this one has less. From then on every thread has it. False: the system gives no such thread, and
/// \p work did not run.
[[nodiscard]] bool runWithStackRoom(const std::function<void()>& work);

} // namespace shardscope::core
