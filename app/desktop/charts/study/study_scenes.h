// SPDX-License-Identifier: GPL-3.0-or-later
// A study's figures: money against days with their ranges and limits, days alone where a price is missing,
// and how far each value may move before another scenario is taken.
#pragma once

#include "app/desktop/charts/scene.h"
#include "app/session/study/solved_study.h"

#include <memory>

namespace shardscope::app {

using SolvedStudyPtr = std::shared_ptr<const SolvedStudy>;

/// Money across, days up, both as they grow by factors: a cross over each scenario's 80 % ranges, the front
/// of those that no other beats in both, deadline and budget as lines. Where one has no price: the days as
/// bars. Null where nothing can run.
[[nodiscard]] SceneMaker paretoScene(const SolvedStudyPtr& solved);
/// One bar for each scenario from nothing to its likely days, its range over it, and the deadline.
[[nodiscard]] SceneMaker daysScene(const SolvedStudyPtr& solved);
/// One bar for each value from now (1) to where the decision changes, as a factor. Null where nothing would
/// change it.
[[nodiscard]] SceneMaker tornadoScene(const SolvedStudyPtr& solved);
/// What the bars of the tornado are of, for its twin: the value's name, now, at, and as a factor.
[[nodiscard]] core::Table tornadoTable(const SolvedStudy& solved);

} // namespace shardscope::app
