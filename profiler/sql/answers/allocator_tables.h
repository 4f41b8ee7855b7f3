// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's tables of allocators' snapshots: what they got from the driver, how it is cut up and held, and what
// was done before, each with the stack that did it.
#pragma once

#include "profiler/sql/answers/computed_table.h"

namespace shardscope::profiler::sql {

extern const ComputedFamily kAllocatorTables;

} // namespace shardscope::profiler::sql
