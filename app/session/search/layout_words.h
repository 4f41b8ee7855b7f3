// SPDX-License-Identifier: GPL-3.0-or-later
// A plan in a line of words, in the reader's language: what search's answers, tables and pictures call it.
#pragma once

#include "core/plan/plan.h"

#include <string>

namespace shardscope::app {

/// "t 8+sp · p 4 (21|20) · r 2 · c 2".
[[nodiscard]] std::string axesWords(const core::Plan& plan);
/// "interleaved 1F1B ×4".
[[nodiscard]] std::string scheduleWords(const core::Plan& plan);
/// "full of 4|2×6|0 layers": of each stage, where not all are.
[[nodiscard]] std::string recomputeWords(const core::Plan& plan);
/// "ZeRO-1, weights kept, optimizer in host": how state is cut, and what of it lies elsewhere.
[[nodiscard]] std::string stateWords(const core::Plan& plan);
/// "t 8 · p 4 · r 2, micro-batch 1 × 16, 1F1B, recompute selective, ZeRO-1": all of it, parts divided by ",
/// ".
[[nodiscard]] std::string layoutWords(const core::Plan& plan);

} // namespace shardscope::app
