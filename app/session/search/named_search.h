// SPDX-License-Identifier: GPL-3.0-or-later
// A search that is asked for in the words of a plan.
#pragma once

#include "app/session/plan/commands.h"
#include "app/session/plan/solved_options.h"
#include "app/session/search/plan_search_request.h"

namespace shardscope::app {

/// What the plan options say of a search: how many devices and samples, and what is held; a plan file is the
/// job that is divided anew.
[[nodiscard]] inline PlanSearchRequest searchRequestOf(const PlanRequest& named)
{
    PlanSearchRequest request;
    if (named.planFile.empty()) {
        request.model = named.model;
        request.hardware = named.hardware;
    } else {
        request.around = named.planFile;
        request.why = named.planFile;
    }
    for (const auto& [key, value] : named.options) {
        if (key == kDevicesOption)
            request.devices = value;
        else if (key == "global-batch")
            request.globalBatch = value;
        else
            request.options.emplace_back(key, value);
    }
    return request;
}

} // namespace shardscope::app
