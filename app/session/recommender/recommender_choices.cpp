// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/recommender_choices.h"

#include "core/base/mapped.h"
#include "core/base/refusals.h"
#include "core/explain/derivation.h"
#include "core/report/columns.h"

#include <algorithm>
#include <variant>

namespace shardscope::app {
namespace {

using core::FieldForm;

/// What get and set take for \p value.
double numberOf(const ChoiceField& field, const core::FieldValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? 1.0 : 0.0;
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return *real;
    return static_cast<double>(std::ranges::find(field.words, std::get<std::string>(value)) -
                               field.words.begin());
}

std::string valueText(const ChoiceField& field, double value)
{
    if (field.form == FieldForm::Flag)
        return value != 0 ? "true" : "false";
    return field.form == FieldForm::Word ? field.words[static_cast<std::size_t>(value)]
                                         : core::numberText(value);
}

} // namespace

planner::ZionexOptions zionexOptionsOf(const RecommenderChoices& choices)
{
    return {choices.readersPerDevice, choices.torchRecCosts, choices.pipelined, choices.hotRows,
            choices.deviceReserve};
}

core::HardwareSpec priced(core::HardwareSpec hardware, const RecommenderChoices& choices)
{
    if (choices.devicePrice > 0)
        hardware.price = core::Sourced<core::CurrencyPerSecond>{
            core::CurrencyPerSecond{choices.devicePrice / 3600}, "entered by hand", false};
    return hardware;
}

bool operator==(const RecommenderChoices& a, const RecommenderChoices& b)
{
    return a.cluster == b.cluster && a.job == b.job &&
           std::ranges::all_of(choiceFields(),
                               [&](const ChoiceField& field) { return field.get(a) == field.get(b); });
}

core::Result<RecommenderChoices> withChoices(RecommenderChoices choices,
                                             const std::vector<std::pair<std::string, std::string>>& given)
{
    auto known = core::mapped<std::string>(choiceFields(), &ChoiceField::key);
    for (const auto& [key, text] : given) {
        const auto found = std::ranges::find(known, key);
        if (found == known.end()) {
            return core::unknownKey(key, known).in("--set");
        }
        const ChoiceField& field = choiceFields()[static_cast<std::size_t>(found - known.begin())];
        const core::Result<core::FieldValue> value =
            core::fieldFrom(core::optionValue(text, field.form), field, {});
        if (!value.ok())
            return value.error().in("--set " + key);
        field.set(choices, numberOf(field, *value));
    }
    return choices;
}

core::Table choiceTable(const RecommenderChoices& choices)
{
    core::Table table{"choices", N_("What --set takes"), {}, {}};
    table.columns = {core::textColumn("key", N_("Key")), core::textColumn("value", N_("Value")),
                     core::textColumn("legal", N_("Legal")),
                     core::wordColumn(core::Words::Text, "meaning", N_("Meaning"))};
    for (const ChoiceField& field : choiceFields()) {
        const std::string legal = field.form == FieldForm::Flag   ? "true false"
                                  : field.form == FieldForm::Word ? core::joined(field.words)
                                                                  : core::numberText(field.lowest) + ".." +
                                                                        core::numberText(field.highest);
        table.rows.push_back(
            {std::string(field.key), valueText(field, field.get(choices)), legal, std::string(field.help)});
    }
    return table;
}

} // namespace shardscope::app
