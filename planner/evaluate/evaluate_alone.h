// SPDX-License-Identifier: GPL-3.0-or-later
// An explained evaluation for who asks no advice: trying what would help takes longer than the plan itself.
#pragma once

#include "planner/evaluate/evaluate.h"

namespace shardscope::planner {

/// evaluate(), explained, without what would make the plan fit or faster, and without what crossing each
/// level of links costs.
[[nodiscard]] core::Result<core::Evaluation>
evaluateAlone(const core::ModelSpec& model, const core::HardwareSpec& hardware, const core::Plan& plan);

} // namespace shardscope::planner
