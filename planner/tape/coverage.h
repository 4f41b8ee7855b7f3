// SPDX-License-Identifier: GPL-3.0-or-later
// Which plans the tape has operations for, so that everything behind it may rely on it.
#pragma once

#include "core/base/error.h"
#include "core/model/model_spec.h"
#include "core/plan/plan.h"

#include <optional>

namespace shardscope::planner::tape {

/// Why \p model under \p plan cannot be traced; nothing where it can.
[[nodiscard]] std::optional<core::Error> notCovered(const core::ModelSpec& model, const core::Plan& plan);

} // namespace shardscope::planner::tape
