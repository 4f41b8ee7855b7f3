// SPDX-License-Identifier: GPL-3.0-or-later
// SQL's table of collectives: each rank's part in each, which parts are the same one, who came when.
#pragma once

#include "profiler/sql/answers/computed_table.h"

namespace shardscope::profiler::sql {

extern const ComputedFamily kCollectiveTables;

} // namespace shardscope::profiler::sql
