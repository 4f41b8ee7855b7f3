// SPDX-License-Identifier: GPL-3.0-or-later
// The values of all frameworks: one in each file of this folder that is called as its framework.
#pragma once

#include "planner/framework/framework.h"

namespace shardscope::planner {

#define SHARDSCOPE_DECLARE(value, word) extern const FrameworkFacts k##value;
SHARDSCOPE_FRAMEWORKS(SHARDSCOPE_DECLARE)
#undef SHARDSCOPE_DECLARE

} // namespace shardscope::planner
