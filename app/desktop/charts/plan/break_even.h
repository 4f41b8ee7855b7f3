// SPDX-License-Identifier: GPL-3.0-or-later
// Computing activations again against moving them: one pair of bars a kind of layer and activation.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/report/table.h"

namespace shardscope::app {

/// Of the planner's table "break_even" (planner/reports/choices.h): the time of both for each row, the
/// cheaper one named, and the rate of the link at which both would take as long.
[[nodiscard]] Scene breakEvenScene(const core::Table& table, double width, const Theme& theme);

} // namespace shardscope::app
