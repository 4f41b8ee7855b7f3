// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/framework/framework.h"

#include "planner/framework/registry.h"

#include <algorithm>
#include <array>

namespace shardscope::planner {

const FrameworkFacts& factsOf(core::Framework framework)
{
#define SHARDSCOPE_POINTER(value, word) &k##value,
    static constexpr std::array kAll{SHARDSCOPE_FRAMEWORKS(SHARDSCOPE_POINTER)};
#undef SHARDSCOPE_POINTER
    return *kAll[static_cast<std::size_t>(framework)];
}

const core::FrameworkDefaults& defaultsOf(core::Framework framework) { return factsOf(framework).defaults; }

core::Framework frameworkOf(const core::Plan& plan)
{
    const bool shardsWeights = plan.implementation == core::Framework::Megatron && plan.sharding.weights > 1;
    return shardsWeights ? core::Framework::MegatronFsdp : plan.implementation;
}

core::Framework frameworkOf(const core::Plan& plan, const core::HardwareSpec& hardware)
{
    return hardware.bulkSynchronous ? core::Framework::PopArt : frameworkOf(plan);
}

namespace {

Habits adapted(const FrameworkFacts& facts, const core::Plan& plan)
{
    Habits habits = facts.habits;
    if (facts.adapt != nullptr)
        facts.adapt(plan, habits);
    return habits;
}

} // namespace

Habits habitsOf(const core::Plan& plan, const core::HardwareSpec& hardware)
{
    return adapted(factsOf(frameworkOf(plan, hardware)), plan);
}

Habits habitsOf(const core::Plan& plan) { return adapted(factsOf(frameworkOf(plan)), plan); }

bool canCut(const core::Plan& plan, Cut cut) { return factsOf(frameworkOf(plan)).can.cuts.has(cut); }

bool hasOn(const core::Plan& plan, const FrameworkFacts& facts, std::string_view key)
{
    if (const auto said = plan.options.find(std::string(key)); said != plan.options.end())
        return said->second;
    const auto option = std::ranges::find(facts.options, key, &FrameworkOption::key);
    return option != facts.options.end() && option->otherwise;
}

} // namespace shardscope::planner
