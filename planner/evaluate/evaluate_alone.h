// SPDX-License-Identifier: GPL-3.0-or-later
// An explained evaluation for who asks no advice: trying what would help takes longer than the plan itself.
#pragma once

#include "planner/evaluate/evaluate.h"

namespace shardscope::planner {

/// What is worked out beside the closed forms: nothing, the memory trace, or also what would make the plan
/// fit or faster and what crossing each level of links costs.
enum class Beside { Nothing, Trace, Advice };

/// evaluate(), explained, without advice or with nothing.
[[nodiscard]] core::Result<core::Evaluation> evaluateAlone(const core::ModelSpec& model,
                                                           const core::HardwareSpec& hardware,
                                                           const core::Plan& plan, Beside beside);

} // namespace shardscope::planner
