// SPDX-License-Identifier: GPL-3.0-or-later
// Values near the one that is refused, then the plan without what is refused.
#include "app/desktop/plan/plan_repairs.h"

#include "app/desktop/plan/carried_plan.h"
#include "app/desktop/plan/control_names.h"
#include "app/desktop/plan/plan_control_table.h"
#include "app/session/search/search_numbers.h"

#include <algorithm>
#include <optional>

namespace shardscope::app {
namespace {

constexpr std::size_t kMostTold = 3;
constexpr int kMostTried = 8; ///< values of one control

/// Other values of \p row, those nearest to the one that \p state has first.
std::vector<core::FieldValue> others(const PlanControlRow& row, const PlanState& state)
{
    const core::FieldValue now = valueOf(row, state);
    std::vector<core::FieldValue> values;
    if (const auto* on = std::get_if<bool>(&now))
        return {!*on};
    if (row.form == ControlForm::Word || row.form == ControlForm::Words) {
        for (const std::string& word : row.words) {
            const bool applies = !row.whyWord || row.whyWord(word, state).isEmpty();
            if (applies && core::FieldValue(word) != now)
                values.emplace_back(word);
        }
        return values;
    }
    const auto* number = std::get_if<std::int64_t>(&now);
    if (number == nullptr)
        return values;
    std::vector<std::int64_t> numbers = row.stops ? row.stops(state) : std::vector<std::int64_t>{0};
    for (const std::int64_t divisor : planner::divisorsOf(std::max<std::int64_t>(1, *number)))
        numbers.push_back(divisor);
    std::erase(numbers, *number);
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::ranges::stable_sort(numbers, {}, [&](std::int64_t one) {
        return one < *number ? *number - one : 2 * (one - *number); // rather fewer
    });
    values.assign(numbers.begin(), numbers.end());
    return values;
}

/// The control that \p pointer is, is part of, or is a group of.
std::vector<const PlanControlRow*> rowsOf(const std::string& pointer)
{
    std::vector<const PlanControlRow*> rows;
    for (const PlanControlSection& section : planControlSections()) {
        for (const PlanControlRow& row : section.rows) {
            if (isKeyWithin(pointer, row.key) || (pointer.size() > 1 && isKeyWithin(row.key, pointer)))
                rows.push_back(&row);
        }
    }
    return rows;
}

void add(std::vector<PlanRepair>& repairs, const PlanState& before, PlanState after)
{
    const QStringList changes = changesBetween(before, after);
    const bool known =
        std::ranges::any_of(repairs, [&](const PlanRepair& one) { return one.state.plan == after.plan; });
    if (!changes.isEmpty() && !known && repairs.size() < kMostTold)
        repairs.push_back({changes.join(QStringLiteral("; ")), std::move(after)});
}

} // namespace

std::vector<PlanRepair> repairsOf(const PlanState& state)
{
    std::vector<PlanRepair> repairs;
    if (!state.complete())
        return repairs;
    const std::optional<core::Error> problem = problemOf(state);
    if (!problem)
        return repairs;
    for (const PlanControlRow* row : rowsOf(problem->place.jsonPointer)) {
        int tried = 0;
        for (const core::FieldValue& value : others(*row, state)) {
            if (tried++ == kMostTried || repairs.size() + 1 == kMostTold)
                break; // the last is what lets go
            PlanState next = state;
            if (choose(*row, next, value); !problemOf(next = settled(std::move(next))))
                add(repairs, state, std::move(next));
        }
    }
    PlanState mended = withoutProblems(state);
    if (!problemOf(mended))
        add(repairs, state, std::move(mended));
    return repairs;
}

} // namespace shardscope::app
