// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's step as a run, so that it can be seen, analysed and compared like a recorded one.
#pragma once

#include "core/plan/evaluation.h"
#include "core/run/run.h"

#include <string>

namespace shardscope::app {

/// One step of one rank of the slowest stage: its computing by part on one row, each entry of its
/// communication on a row of its own, its hidden time beside the computing and its exposed time behind it.
/// Waiting (bubble, host) is where nothing lies. Times are the evaluation's; the order of the parts is a
/// step's, but where inside the computing a collective begins is not simulated. Null where the evaluation has
/// no step.
[[nodiscard]] core::RunPtr plannedStep(const core::Evaluation& evaluation, const std::string& title);

} // namespace shardscope::app
