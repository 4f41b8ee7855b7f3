// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what a plan says fits together and fits the model, parallelisms apart: what each of those asks of a
// plan is in its own file of planner/parallelism.
#pragma once

#include "core/base/result.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>

namespace shardscope::core {

/// What is wrong with a plan; its place is the key.
using PlanProblem = std::optional<Error>;

[[nodiscard]] PlanProblem mustDivide(const std::string& what, std::int64_t value, const char* by,
                                     std::int64_t divisor, const char* pointer);
[[nodiscard]] PlanProblem mustLie(std::int64_t value, std::int64_t lowest, std::int64_t highest,
                                  const char* pointer);
[[nodiscard]] PlanProblem inconsistent(std::string what, const char* pointer);

/// Errors: OutOfRange, NotDivisible, Inconsistent, UnknownName, MissingKey.
[[nodiscard]] Result<Done> checkPlan(const Plan& plan, const ModelSpec& model);
/// checkPlan, or one that asks for more.
using PlanCheck = Result<Done> (*)(const Plan& plan, const ModelSpec& model);

} // namespace shardscope::core
