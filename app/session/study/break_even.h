// SPDX-License-Identifier: GPL-3.0-or-later
// What would change a study's decision: the price, network, batch, share of peak at which another is taken,
// or the deadline is missed.
#pragma once

#include "app/session/study/solved_study.h"

namespace shardscope::app {

/// Where the decision of \p solved turns; empty if nothing was decided. Everything but the value that is
/// moved stays: the decision's plan is evaluated again, not searched again. Error: Cancelled.
[[nodiscard]] core::Result<std::vector<BreakEven>>
breakEvens(const core::ModelSpec& model, const SolvedStudy& solved, const core::Task& task);

} // namespace shardscope::app
