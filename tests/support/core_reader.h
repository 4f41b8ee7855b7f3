// SPDX-License-Identifier: GPL-3.0-or-later
// Reads plans where no planner is at hand: frameworks mean nothing but master weights beside narrow ones.
#pragma once

#include "core/plan/plan_file.h"

namespace shardscope::tests {

inline const core::FrameworkDefaults& noFramework(core::Framework)
{
    static constexpr core::FrameworkDefaults kDefaults{.master = core::FormatRule::Fp32IfNarrow};
    return kDefaults;
}

[[nodiscard]] inline core::Result<core::Plan>
parsePlan(std::string_view json, const std::string& file,
          const std::vector<std::pair<std::string, std::string>>& options, const core::ModelSpec& model,
          core::PlanCheck check = core::checkPlan)
{
    return core::parsePlan(json, file, options, model, {check, noFramework});
}

} // namespace shardscope::tests
