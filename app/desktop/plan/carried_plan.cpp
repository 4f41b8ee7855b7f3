// SPDX-License-Identifier: GPL-3.0-or-later
// The planner's own rules say what does not apply: its errors name the key.
#include "app/desktop/plan/carried_plan.h"

#include "app/desktop/plan/control_names.h"
#include "app/desktop/plan/held_devices.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/session/plan/commands.h"
#include "app/session/plan/read_plan.h"
#include "app/session/search/search_numbers.h"

#include <algorithm>
#include <optional>

namespace shardscope::app {
namespace {

constexpr int kMostRepairs = 64; ///< more than there are keys: each is let go once

/// Takes \p pointer out of \p document; false where it says nothing there.
bool forget(core::Value& document, const std::string& pointer)
{
    core::Value* at = &document;
    std::size_t from = 1;
    for (;;) {
        const std::size_t end = pointer.find('/', from);
        const std::string step = pointer.substr(from, end - from);
        const auto found = std::ranges::find(at->members, step, &core::Value::Member::first);
        if (found == at->members.end())
            return false;
        if (end == std::string::npos) {
            at->members.erase(found);
            return true;
        }
        at = &found->second;
        from = end + 1;
    }
}

/// Removes what \p pointer is, is part of, or is a group of.
bool forgetAll(core::Value& document, const std::string& pointer)
{
    bool any = false;
    for (const core::PlanField& field : core::planFields()) {
        if (pointer.size() > 1 &&
            (isKeyWithin(pointer, field.key.pointer) || isKeyWithin(field.key.pointer, pointer)))
            any = forget(document, field.key.pointer) || any;
    }
    return any;
}

/// Whether the control of a key, or the word that it has, applied before and does not now.
bool lostItsMeaning(const PlanControlRow& row, const PlanState& before, const PlanState& next)
{
    const auto lost = [](const QString& was, const QString& is) { return was.isEmpty() && !is.isEmpty(); };
    if (row.why && lost(row.why(before), row.why(next)))
        return true;
    const core::FieldValue value = valueOf(row, next);
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr && row.form == ControlForm::Word && row.whyWord &&
           lost(row.whyWord(*word, before), row.whyWord(*word, next));
}

/// The plan of \p document for the state's model, or what is wrong with it.
std::optional<core::Error> take(PlanState& state, const core::Value& document)
{
    const auto plan = readPlan(document, {}, {}, *state.model);
    if (!plan.ok())
        return plan.error();
    state = settled(withPlan(std::move(state), *plan));
    return {};
}

/// The same, letting go of what \p document says wrongly; false where no key is to blame.
bool takeLettingGo(PlanState& state, core::Value document)
{
    for (std::optional<core::Error> wrong = take(state, document); wrong; wrong = take(state, document)) {
        if (!forgetAll(document, wrong->place.jsonPointer))
            return false;
    }
    return true;
}

/// Lowers the degree that \p problem is about to the next that has no such problem.
bool lower(PlanState& state, const core::Error& problem)
{
    for (const auto& [key, degree] : {std::pair("/parallel/tensor", &core::Axes::tensor),
                                      std::pair("/parallel/pipeline", &core::Axes::pipeline),
                                      std::pair("/parallel/context", &core::Axes::context)}) {
        if (problem.place.jsonPointer != key)
            continue;
        const std::int64_t was = state.plan.axes.*degree;
        std::vector<std::int64_t> lower = planner::divisorsOf(was);
        std::ranges::reverse(lower);
        for (const std::int64_t divisor : lower) {
            if (divisor == was)
                continue;
            PlanState tried = state;
            tried.plan.axes.*degree = divisor;
            tried.plan.axes.replica *= was / divisor;
            if (tried.plan.batch.microBatches % (was / divisor) == 0)
                tried.plan.batch.microBatches /= was / divisor; // and the global batch stays
            tried = settled(std::move(tried));
            const auto still = problemOf(tried);
            if (still && still->place.jsonPointer == key)
                continue;
            state = std::move(tried);
            return true;
        }
    }
    return false;
}

/// Lets go of what keeps \p state from being evaluated, as far as a key is to blame.
void repair(PlanState& state)
{
    for (int repairs = 0; repairs < kMostRepairs; ++repairs) {
        const auto problem = problemOf(state);
        if (!problem)
            return;
        if (lower(state, *problem))
            continue;
        core::Value document = core::planDocument(state.plan);
        const core::Plan before = state.plan;
        if (!forgetAll(document, problem->place.jsonPointer) || !takeLettingGo(state, document))
            return; // it is no key's fault
        // Chunks and phases follow from the schedule, and go with it.
        if (state.plan == before &&
            (!forget(document, "/schedule") || !takeLettingGo(state, document) || state.plan == before))
            return; // what a key is where nothing is said is no better
    }
}

/// Keys without meaning are said no more.
void forgetLost(const PlanState& before, PlanState& state)
{
    core::Value document = core::planDocument(state.plan);
    bool any = false;
    for (const PlanControlSection& section : planControlSections()) {
        for (const PlanControlRow& row : section.rows) {
            if (lostItsMeaning(row, before, state))
                any = forget(document, row.key) || any;
        }
    }
    if (any)
        static_cast<void>(takeLettingGo(state, std::move(document))); // else repaired next
}

} // namespace

std::optional<core::Error> problemOf(const PlanState& state)
{
    const auto evaluated =
        planner::evaluate(*state.model, *state.hardware, state.plan, planner::Detail::LaidOut);
    return evaluated.ok() ? std::nullopt : std::optional(evaluated.error());
}

QStringList changesBetween(const PlanState& before, const PlanState& after)
{
    QStringList changes;
    for (const core::PlanField& field : core::planFields()) {
        if (field.get(before.plan) == field.get(after.plan))
            continue;
        const QString was = valueText(field, before);
        const QString is = valueText(field, after);
        if (was != is)
            changes << QStringLiteral("%1: %2 \u2192 %3").arg(controlName(field.key.pointer), was, is);
    }
    return changes;
}

PlanState withoutProblems(PlanState state)
{
    const PlanState before = state;
    repair(state);
    if (state.devicesHeld) {
        if (auto kept = onDevices(before, state, {}, before.plan.axes.devices()); kept && !problemOf(*kept))
            return settled(*std::move(kept));
    }
    return state;
}

CarriedPlan carriedPlan(const PlanState& before, PlanState next)
{
    CarriedPlan carried{settled(std::move(next)), {}};
    if (!before.complete() || !carried.state.complete())
        return carried;
    forgetLost(before, carried.state);
    repair(carried.state);
    const std::int64_t devices = before.plan.axes.devices();
    if (before.devicesHeld && carried.state.plan.axes.devices() != devices) {
        // A recommender has replicas alone, where there were stages before.
        if (auto kept = onDevices(before, carried.state, {}, devices))
            carried.state = settled(*std::move(kept));
        if (carried.state.plan.axes.devices() != devices)
            carried.state.devicesHeld = false; // told with the degrees
    }
    carried.changes = changesBetween(before, carried.state);
    return carried;
}

} // namespace shardscope::app
