// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/plan/framework_options.h"

#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/mapped.h"
#include "planner/search.h"

#include <algorithm>
#include <set>

namespace shardscope::app {
namespace {

const planner::FrameworkOption* optionOf(const core::Plan& plan, const std::string& key)
{
    const auto options = planner::factsOf(plan).options;
    const auto found =
        std::ranges::find_if(options, [&](const planner::FrameworkOption& one) { return key == one.key; });
    return found == options.end() ? nullptr : &*found;
}

} // namespace

const std::vector<FrameworkChoice>& frameworkChoices()
{
    static const std::vector<FrameworkChoice> all = [] {
        std::vector<FrameworkChoice> made;
        for (const core::Framework framework : core::valuesOf<core::Framework>()) {
            for (const planner::FrameworkOption& option : planner::factsOf(framework).options) {
                const auto known = [&](const FrameworkChoice& one) {
                    return std::string_view(one.key) == option.key;
                };
                if (std::ranges::none_of(made, known))
                    made.push_back({option.key, option.sentence});
            }
        }
        return made;
    }();
    return all;
}

std::vector<std::string> releasesTold()
{
    std::set<core::Release> releases;
    for (const core::Framework framework : core::valuesOf<core::Framework>()) {
        for (const planner::Rule& rule : planner::factsOf(framework).since)
            releases.insert(rule.since);
    }
    return core::mapped<std::string>(releases, [](const core::Release& one) {
        return std::to_string(one.whole) + "." + std::to_string(one.part);
    });
}

bool isOn(const core::Plan& plan, const std::string& key)
{
    return planner::hasOn(plan, planner::factsOf(plan), key);
}

void turn(core::Plan& plan, const std::string& key, bool on)
{
    plan.options.erase(key);
    if (isOn(plan, key) != on)
        plan.options[key] = on;
}

QString whyNoOption(const core::Plan& plan, const std::string& key)
{
    return optionOf(plan, key) != nullptr
               ? QString()
               : Words::tr("%1 has no such option").arg(frameworkTitle(plan.implementation));
}

bool recomputesParts(const core::Plan& plan) { return planner::fusedByMegatronCore(plan); }

} // namespace shardscope::app
