// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a plan fits, what is missing where, and which neighbouring plans would fit: each of them evaluated.
#pragma once

#include "core/hardware/hardware_spec.h"
#include "core/plan/evaluation.h"

#include <functional>
#include <optional>

namespace shardscope::planner {

/// Memory beyond capacity for each class and tier, fullest first, and devices beyond what there are.
[[nodiscard]] core::Verdict verdictOf(const core::Evaluation& evaluation);

/// Evaluates a neighbouring plan, without derivations and remedies; none where it cannot be laid out.
using Trial = std::function<std::optional<core::Evaluation>(const core::Plan&)>;

/// Adds to the first violation of each tier the changes that save something there, of those that the plan's
/// framework can run: those that suffice first, of them those on as many devices, fastest first; then those
/// that save most; and a chain of changes where no single one suffices on as many devices. Of a plan that its
/// framework cannot run they start at the nearest that it can (runnableNear).
void addRemedies(const core::HardwareSpec& hardware, const Trial& trial, core::Evaluation& evaluation);

} // namespace shardscope::planner
