// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a plan can be laid over a model at all.
#pragma once

#include "core/plan/plan_check.h"

#include <cstdint>
#include <string>

namespace shardscope::planner {

/// What stages can be cut from; 0: a bare count of parameters.
[[nodiscard]] std::int64_t layersOf(const core::ModelSpec& model);

/// core::checkPlan, and that every parallelism's degrees divide what they cut. The error's place is the key.
[[nodiscard]] core::Result<core::Done> checkLayout(const core::Plan& plan, const core::ModelSpec& model);

/// Refuses other models: \p what, which \p pointer asks for, cuts a transformer's layers.
[[nodiscard]] core::PlanProblem needsTransformer(std::string what, const char* pointer);

} // namespace shardscope::planner
