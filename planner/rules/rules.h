// SPDX-License-Identifier: GPL-3.0-or-later
// What can be run of what a plan can say: one table, asked by whoever reads, searches, mends or shows plans.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/plan.h"
#include "core/plan/plan_check.h"
#include "planner/framework/framework.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope::planner {

/// The rules of every framework (table.cpp); a framework's own stand beside its other facts.
[[nodiscard]] std::span<const Rule> commonRules();

/// The rules that \p plan breaks, a sentence once; none: its framework can run it.
[[nodiscard]] std::vector<const Rule*> brokenRules(const core::Plan& plan);
/// Whether \p plan keeps the rules that can be asked as soon as \p level is settled (Key).
[[nodiscard]] bool keepsRules(const core::Plan& plan, Key level);

/// The sentences of the rules that \p plan breaks on \p hardware, as phrases (core/base/phrase.h).
[[nodiscard]] std::vector<std::string> refusalsOf(const core::Plan& plan, const core::HardwareSpec& hardware);
[[nodiscard]] bool canRun(const core::Plan& plan, const core::HardwareSpec& hardware);
/// Why \p plan's framework has no use for the key \p pointer as the rest of the plan is, as a phrase; empty:
/// it has.
[[nodiscard]] std::string whyNotSaid(const core::Plan& plan, std::string_view pointer);
/// What no formula knows, at its key.
[[nodiscard]] core::PlanProblem unknownToFormulas(const core::Plan& plan, const core::ModelSpec& model);

/// Residency of \p plan with what its framework moves along: DeepSpeed's gradients with the optimizer's
/// state, all of FSDP2's state.
[[nodiscard]] core::Residency movedTogether(const core::Plan& plan);
/// \p plan with what its framework there lacks in the nearest form that it has: the same devices as replicas,
/// degrees of sharding that it knows, its usual schedule, nothing elsewhere. It may lack that too.
[[nodiscard]] core::Plan runnableNear(core::Plan plan, const core::HardwareSpec& hardware);

} // namespace shardscope::planner
