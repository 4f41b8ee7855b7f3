// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/rules/rules.h"

#include "core/base/mapped.h"
#include "core/base/phrase.h"

#include <algorithm>

namespace shardscope::planner {
namespace {

/// Calls \p visit with each rule of \p facts' plans, its own first, until it says so.
template <class Visit>
const Rule* firstOf(const FrameworkFacts& facts, const Visit& visit)
{
    for (const std::span<const Rule> rules : {facts.since, facts.rules, commonRules()}) {
        for (const Rule& rule : rules) {
            if (visit(rule))
                return &rule;
        }
    }
    return nullptr;
}

const FrameworkFacts& factsUnder(const core::Plan& plan) { return factsOf(frameworkOf(plan)); }

std::string sentenceOf(const Rule& rule, const FrameworkFacts& facts)
{
    return core::phrase(rule.sentence(facts), {std::string(core::nameOf(facts.which))});
}

/// \p plan as its framework on \p hardware has it.
core::Plan runOn(core::Plan plan, const core::HardwareSpec& hardware)
{
    if (hardware.bulkSynchronous)
        plan.implementation = frameworkOf(plan, hardware);
    return plan;
}

} // namespace

std::vector<const Rule*> brokenRules(const core::Plan& plan)
{
    const FrameworkFacts& facts = factsUnder(plan);
    std::vector<const Rule*> broken;
    firstOf(facts, [&](const Rule& rule) {
        const auto same = [&](const Rule* other) { return other->sentence(facts) == rule.sentence(facts); };
        if (!rule.holds(plan, facts) && std::ranges::none_of(broken, same))
            broken.push_back(&rule);
        return false;
    });
    return broken;
}

bool keepsRules(const core::Plan& plan, Key level)
{
    const FrameworkFacts& facts = factsUnder(plan);
    return firstOf(facts, [&](const Rule& rule) {
               return rule.level() == level && !rule.holds(plan, facts);
           }) == nullptr;
}

std::vector<std::string> refusalsOf(const core::Plan& plan, const core::HardwareSpec& hardware)
{
    const core::Plan run = runOn(plan, hardware);
    const FrameworkFacts& facts = factsUnder(run);
    return core::mapped<std::string>(brokenRules(run),
                                     [&](const Rule* rule) { return sentenceOf(*rule, facts); });
}

bool canRun(const core::Plan& plan, const core::HardwareSpec& hardware)
{
    const core::Plan run = runOn(plan, hardware);
    const FrameworkFacts& facts = factsUnder(run);
    return firstOf(facts, [&](const Rule& rule) { return !rule.holds(run, facts); }) == nullptr;
}

std::string whyNotSaid(const core::Plan& plan, std::string_view pointer)
{
    const FrameworkFacts& facts = factsUnder(plan);
    const Rule* const rule =
        firstOf(facts, [&](const Rule& one) { return pointer == one.where && !one.allows(plan, facts); });
    return rule == nullptr ? std::string() : sentenceOf(*rule, facts);
}

core::PlanProblem unknownToFormulas(const core::Plan& plan, const core::ModelSpec& model)
{
    const FrameworkFacts& facts = factsUnder(plan);
    if (!facts.can.transformers && model.recommender() == nullptr)
        return core::inconsistent(
            core::phrase(W_("%1 trains recommenders, and this model is none"), {facts.title}), "/framework");
    const Rule* const rule =
        firstOf(facts, [&](const Rule& one) { return one.must && !one.holds(plan, facts); });
    if (rule == nullptr)
        return {};
    return core::inconsistent(sentenceOf(*rule, facts), rule->where);
}

core::Plan runnableNear(core::Plan plan, const core::HardwareSpec& hardware)
{
    const core::Framework said = plan.implementation;
    plan = runOn(std::move(plan), hardware);
    constexpr int kMost = 8; // a repair may break what came before it
    for (int round = 0; round < kMost; ++round) {
        const FrameworkFacts& facts = factsUnder(plan);
        const Rule* broken = nullptr;
        firstOf(facts, [&](const Rule& rule) {
            if (!rule.holds(plan, facts) && rule.repair != nullptr) {
                broken = &rule;
                rule.repair(plan, facts);
            }
            return &factsUnder(plan) != &facts; // another program's rules
        });
        if (broken == nullptr)
            break;
    }
    if (hardware.bulkSynchronous)
        plan.implementation = said;
    return plan;
}

} // namespace shardscope::planner
