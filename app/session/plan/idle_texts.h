// SPDX-License-Identifier: GPL-3.0-or-later
// Where a step's devices compute nothing, in words: what leaving a node costs, supersteps of a
// bulk-synchronous machine, and the two shares of a pipeline that are easily taken for one.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/evaluation.h"

#include <QString>

namespace shardscope::app {

/// What each boundary costs that the step's traffic crosses, a line each, the innermost first; empty where
/// none is crossed, and of evaluations that are not explained.
[[nodiscard]] QString boundaryText(const core::Evaluation& evaluation);
/// How the computing of a step divides on a bulk-synchronous machine, and on a second line what the mean tile
/// does of the whole step; empty on other machines.
[[nodiscard]] QString superstepText(const core::Evaluation& evaluation);
/// What that rests on, with what the figures that nobody could check make of it at their ends; empty on other
/// machines.
[[nodiscard]] QString superstepBasis(const core::HardwareSpec& hardware, const core::Evaluation& evaluation);

/// What a pipeline takes to fill and drain, as a share of the step: the evaluation's bubble, the only thing
/// that is called so. Nothing where there is no pipeline and no phase.
[[nodiscard]] double fillingShare(const core::Evaluation& evaluation);
/// Both shares: filling and draining, and for how much of the step its idlest stage runs no pass, whatever it
/// waits for; empty without a pipeline.
[[nodiscard]] QString pipelineIdleText(const core::Evaluation& evaluation);
/// The same of a step whose idlest stage is known.
[[nodiscard]] QString pipelineIdleText(double filling, double idlest);

} // namespace shardscope::app
