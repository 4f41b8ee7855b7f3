// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/run_rules.h"

#include <utility>

namespace shardscope::core {

const WorkRules& rulesOf(const Run& run) { return run.rules ? *run.rules : WorkRules::shipped(); }

RunPtr withRules(const RunPtr& run, std::shared_ptr<const WorkRules> rules)
{
    auto told = std::make_shared<Run>(*run);
    told->rules = std::move(rules);
    told->reports.clear(); // they were made by other rules
    return told;
}

} // namespace shardscope::core
