// SPDX-License-Identifier: GPL-3.0-or-later
// Plans as the planner reads them: with what their frameworks mean by what they leave open.
#pragma once

#include "core/io/value.h"
#include "core/plan/plan_file.h"
#include "planner/framework/framework.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope::planner {

using PlanOptions = std::vector<std::pair<std::string, std::string>>;

/// core::parsePlan, where what fits together is all that is asked.
[[nodiscard]] inline core::Result<core::Plan> parsePlan(const core::Value& document, const std::string& file,
                                                        const PlanOptions& options,
                                                        const core::ModelSpec& model,
                                                        core::PlanCheck check = core::checkPlan)
{
    return core::parsePlan(document, file, options, model, {check, defaultsOf});
}
[[nodiscard]] inline core::Result<core::Plan> parsePlan(std::string_view json, const std::string& file,
                                                        const PlanOptions& options,
                                                        const core::ModelSpec& model,
                                                        core::PlanCheck check = core::checkPlan)
{
    return core::parsePlan(json, file, options, model, {check, defaultsOf});
}

} // namespace shardscope::planner
