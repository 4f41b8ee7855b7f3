// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search/plan_options.h"

#include "app/session/plan/read_plan.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace shardscope::app {
namespace {

using core::Value;

/// The value as an option writes it: lists and maps divided by commas.
std::string textOf(const Value& value)
{
    std::string text;
    const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : ",") + more; };
    switch (value.kind) {
    case Value::Kind::Null: break;
    case Value::Kind::Bool: return value.flag ? "true" : "false";
    case Value::Kind::Integer: return std::to_string(value.integer);
    case Value::Kind::Real: return core::jsonText(value);
    case Value::Kind::Text: return value.text;
    case Value::Kind::Array:
        for (const Value& item : value.items)
            add(textOf(item));
        break;
    case Value::Kind::Object:
        for (const auto& [key, member] : value.members)
            add(key + "=" + textOf(member));
        break;
    }
    return text;
}

void addLeaves(const Value& value, const std::string& pointer, std::vector<PlanOption>& leaves)
{
    if (const core::PlanKey* key = planKeyOf(pointer)) {
        if (value.kind != Value::Kind::Null)
            leaves.emplace_back(key->option, textOf(value));
        return;
    }
    for (const auto& [key, member] : value.members)
        addLeaves(member, pointer + core::pointerStep(key), leaves);
}

/// What people want to see of a plan even where it is the default.
bool alwaysSaid(const std::string& option)
{
    constexpr std::array<std::string_view, 5> kShown{"global-batch", "micro-batch", "sequence-length",
                                                     "schedule", "recompute"};
    return std::ranges::find(kShown, option) != kShown.end();
}

} // namespace

const core::PlanKey* planKeyOf(const std::string& name)
{
    for (const core::PlanKey& key : core::planKeys()) {
        if (key.option == name || (!key.alias.empty() && key.alias == name) || key.pointer == name ||
            (!key.former.empty() && key.former == name))
            return &key;
    }
    return nullptr;
}

std::vector<PlanOption> optionsOf(const Value& plan)
{
    std::vector<PlanOption> leaves;
    addLeaves(plan, "", leaves);
    // A whole plan says a key under its former name too: the same option.
    std::vector<PlanOption> once;
    for (PlanOption& leaf : leaves) {
        if (std::ranges::find(once, leaf.first, &PlanOption::first) == once.end())
            once.push_back(std::move(leaf));
    }
    return once;
}

std::vector<PlanOption> optionsFor(const core::Plan& plan, const core::ModelSpec& model)
{
    std::vector<PlanOption> options = optionsOf(core::planDocument(plan));
    const auto makes = [&](const std::vector<PlanOption>& some) {
        const auto made = readPlan({}, "", some, model);
        return made.ok() && *made == plan;
    };
    if (!makes(options))
        return options; // no options can say it: nothing is left out
    for (std::size_t i = options.size(); i-- > 0;) {
        if (alwaysSaid(options[i].first))
            continue;
        std::vector<PlanOption> without = options;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        if (makes(without))
            options = std::move(without);
    }
    return options;
}

bool saysDivision(const std::string& option)
{
    constexpr std::array<std::string_view, 19> kDivision{
        "tensor",        "tensor-second",    "pipeline",           "replica",           "context",
        "expert",        "expert-tensor",    "virtual-stages",     "sequence-parallel", "micro-batch",
        "micro-batches", "schedule",         "layers-per-stage",   "recompute",         "recompute-layers",
        "zero-stage",    "sharding-weights", "sharding-gradients", "sharding-optimizer"};
    return std::ranges::find(kDivision, option) != kDivision.end();
}

} // namespace shardscope::app
