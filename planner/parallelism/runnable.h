// SPDX-License-Identifier: GPL-3.0-or-later
// What each framework can run: a layout that none can is no answer.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace shardscope::planner {

/// Axes of \p plan that its implementation has, whatever its batch, schedule and sharding.
[[nodiscard]] bool runsAxes(const core::Plan& plan);
/// Stages of the pipeline whose first and last have fewer layers than the others.
[[nodiscard]] bool runsUnevenStages(const core::Plan& plan);
/// Some of a stage's layers recomputed in full and the others not; and each stage its own number.
[[nodiscard]] bool runsSomeRecompute(const core::Plan& plan);
[[nodiscard]] bool runsRecomputeByStage(const core::Plan& plan);
/// Gathered weights of some layers kept after forward.
[[nodiscard]] bool runsKeptLayers(const core::Plan& plan);
/// Residency of \p plan, with its degrees and its recompute.
[[nodiscard]] bool runsOffload(const core::Plan& plan);
/// Shard degrees of \p plan.
[[nodiscard]] bool runsSharding(const core::Plan& plan);
/// Schedule of \p plan, with its number of micro-batches.
[[nodiscard]] bool runsSchedule(const core::Plan& plan);

/// Schedules that \p implementation's users choose from by a name; what runsSchedule() allows beside them has
/// to be asked for.
[[nodiscard]] const std::vector<core::Schedule>& usualSchedules(core::Implementation implementation);

/// Whose program trains \p plan on \p hardware: IPUs run PopART's alone, whose kernels and saved tensors ever
/// the plan means.
[[nodiscard]] core::Implementation frameworkOf(const core::Plan& plan, const core::HardwareSpec& hardware);
/// The rules of all these that \p plan breaks there, as phrases (core/base/phrase.h); none: it can be run.
[[nodiscard]] std::vector<std::string> refusalsOf(const core::Plan& plan, const core::HardwareSpec& hardware);
[[nodiscard]] bool canRun(const core::Plan& plan, const core::HardwareSpec& hardware);

/// Residency of \p plan with what its implementation moves along: DeepSpeed's gradients with the optimizer's
/// state, all of FSDP2's state.
[[nodiscard]] core::Residency movedTogether(const core::Plan& plan);
/// \p plan with what its framework there lacks in the nearest form that it has: the same devices as replicas,
/// degrees of sharding that it knows, its usual schedule, nothing elsewhere. It may lack that too.
[[nodiscard]] core::Plan runnableNear(core::Plan plan, const core::HardwareSpec& hardware);

} // namespace shardscope::planner
