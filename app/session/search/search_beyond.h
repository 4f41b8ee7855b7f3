// SPDX-License-Identifier: GPL-3.0-or-later
// What was asked of a search that a plan which somebody names does not keep: limits, keys, and what its
// framework can run.
#pragma once

#include "app/session/search/plan_search_answer.h"

#include <vector>

namespace shardscope::app {

/// \p plan comes to \p evaluation on the search's machine of that number.
[[nodiscard]] std::vector<WhyNot::Beyond> beyondAsked(const PreparedSearch& prepared, core::Plan plan,
                                                      const core::Evaluation& evaluation,
                                                      std::size_t machine);

} // namespace shardscope::app
