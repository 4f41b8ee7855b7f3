// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a plan as reports: its phases, the allocator over its step, the choices for its activations.
#pragma once

#include "app/session/plan/commands.h"
#include "core/report/report.h"

#include <string>
#include <vector>

namespace shardscope::app {

/// phases (planner/reports/phase_report.h), memory (planner/reports/memory_report.h), activations
/// (planner/reports/choices.h).
[[nodiscard]] const std::vector<std::string>& planReportNames();
/// Errors: UnknownName with the nearest; those of the report.
[[nodiscard]] core::Result<core::Report> planReport(const PlanResult& result, const std::string& name);
/// The same plan with the recompute and the memory of activations that give the shortest step that fits
/// (planner/reports/choices.h), evaluated in full.
[[nodiscard]] core::Result<PlanResult> withCheapestActivations(PlanResult result);

} // namespace shardscope::app
