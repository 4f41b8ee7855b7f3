// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's tables of time: what each rank and each of its steps spends it on, and why devices are idle.
#pragma once

#include "profiler/sql/answers/computed_table.h"

namespace shardscope::profiler::sql {

extern const ComputedFamily kTimeTables;

} // namespace shardscope::profiler::sql
