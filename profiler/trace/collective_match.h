// SPDX-License-Identifier: GPL-3.0-or-later
// Which calls of different ranks are the same collective.
#pragma once

#include "profiler/trace/collectives.h"

namespace shardscope::profiler {

/// Fills in \p found.matched and unmatched from its calls, which are sorted by rank, source and begin.
void matchCollectives(const core::Run& run, Collectives& found);

} // namespace shardscope::profiler
