// SPDX-License-Identifier: GPL-3.0-or-later
// The back end of core/base/parallel; for that file only.
#pragma once

#include <functional>

namespace shardscope::core {

/// Calls \p work sometime in a thread of the process's pool. Returns at once.
void runInPool(std::function<void()> work);

} // namespace shardscope::core
