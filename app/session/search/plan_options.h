// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's keys as the options that say the same.
#pragma once

#include "core/io/value.h"
#include "core/model/model_spec.h"
#include "core/plan/plan_file.h"

#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

using PlanOption = std::pair<std::string, std::string>; ///< name without dashes, value

/// The key that is called \p name: by its option, its second name or its pointer; null: none.
[[nodiscard]] const core::PlanKey* planKeyOf(const std::string& name);

/// What the \p plan of a file says, as options.
[[nodiscard]] std::vector<PlanOption> optionsOf(const core::Value& plan);

/// Options that make \p plan of \p model and can all be missed by none: what says its division, its batch and
/// its schedule stays where it could be left out too, so that people see it.
[[nodiscard]] std::vector<PlanOption> optionsFor(const core::Plan& plan, const core::ModelSpec& model);

/// Whether the key of \p option says how the work is divided and kept: axes, micro-batch, schedule, sharding,
/// recompute. A search around a plan asks anew for these.
[[nodiscard]] bool saysDivision(const std::string& option);

} // namespace shardscope::app
