// SPDX-License-Identifier: GPL-3.0-or-later
// What an evaluation says of the figures that cases name (contract, section 4).
#pragma once

#include "core/plan/evaluation.h"

#include <optional>
#include <string>

namespace shardscope::planner {

/// The figure \p key of the contract: bytes, seconds, counts or rates, as its name says. A memory trace's or
/// a model's own figure goes before what follows from the step's parts. "computing_seconds" is the step
/// without communication, bubble and host; "backward_seconds" includes recompute. Nothing where \p evaluation
/// does not predict it.
[[nodiscard]] std::optional<double> predictedFigure(const core::Evaluation& evaluation,
                                                    const std::string& key);

} // namespace shardscope::planner
