// SPDX-License-Identifier: GPL-3.0-or-later
// What a run cannot tell and what was looked for in it, as the overview's document says it.
#pragma once

#include "profiler/analyze/overview/overview.h"

#include <nlohmann/json_fwd.hpp>

namespace shardscope::app {

/// Adds "coverage", "checked" and "not_known" (contract, section 11).
void addKnowledge(const profiler::Overview& overview, nlohmann::ordered_json& json);

} // namespace shardscope::app
