// SPDX-License-Identifier: GPL-3.0-or-later
// A plan in one line, and the preset of its sharding, in the reader's language.
#pragma once

#include "app/desktop/workbench/plan_state.h"
#include "app/session/text/choice_words.h"

#include <QString>

namespace shardscope::app {

[[nodiscard]] QString choiceText(ShardingPreset preset);
/// "t 8 × p 8 × r 4, weights over 4, 1F1B, micro-batch 1": the plan in one line, for source lines and titles.
[[nodiscard]] QString planSummary(const core::Plan& plan);

} // namespace shardscope::app
