// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's tables of work and memory: floating-point operations by call, what allocators did, and their peaks.
#pragma once

#include "profiler/sql/answers/computed_table.h"

namespace shardscope::profiler::sql {

extern const ComputedFamily kWorkTables;

} // namespace shardscope::profiler::sql
