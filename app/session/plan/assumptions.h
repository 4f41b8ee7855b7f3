// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan's time assumes where nobody gave or measured a figure, in words and as numbers.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/model/model_spec.h"
#include "core/plan/evaluation.h"
#include "planner/planner.h"

#include <QString>

#include <optional>

namespace shardscope::app {

/// What a step's time assumes in place of a figure that nobody gave, one a line: the peak of a format, how
/// the network between machines scales, how evenly tokens reach experts.
[[nodiscard]] QString takenAs(const core::ModelSpec& model, const core::HardwareSpec& hardware,
                              const core::Evaluation& evaluation);
/// How the network between the plan's machines is taken to fare; none where there is but one of them.
[[nodiscard]] std::optional<planner::NetworkShare> networkOf(const core::ModelSpec& model,
                                                             const core::HardwareSpec& hardware,
                                                             const core::Evaluation& evaluation);

} // namespace shardscope::app
