// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a plan and checks that it can be laid over its model.
#pragma once

#include "core/io/value.h"
#include "core/plan/plan_file.h"
#include "planner/layout.h"

namespace shardscope::app {

/// A plan from a file's document (null for none) and options, which win. Errors: those of core::parsePlan and
/// planner::checkLayout, at the file's key or the option.
[[nodiscard]] inline core::Result<core::Plan>
readPlan(const core::Value& document, const std::string& file,
         const std::vector<std::pair<std::string, std::string>>& options, const core::ModelSpec& model)
{
    return planner::parsePlan(document, file, options, model, planner::checkLayout);
}

} // namespace shardscope::app
