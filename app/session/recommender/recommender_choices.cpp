// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recommender/recommender_choices.h"

#include "core/base/nearest.h"
#include "core/base/phrase.h"
#include "core/explain/derivation.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace shardscope::app {
namespace {

std::string spaced(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// The number that \p text means for \p field.
core::Result<double> numberOf(const ChoiceField& field, const std::string& text)
{
    if (field.form == ChoiceForm::Word) {
        const auto found = std::find(field.words.begin(), field.words.end(), text);
        if (found == field.words.end())
            return core::Error{core::ErrorCode::UnknownValue,
                               {text, core::nearestName(text, field.words), spaced(field.words)},
                               {}};
        return static_cast<double>(found - field.words.begin());
    }
    if (field.form == ChoiceForm::Flag) {
        if (text == "true" || text == "false")
            return text == "true" ? 1.0 : 0.0;
        return core::Error{core::ErrorCode::WrongType, {core::phrase(W_("true or false")), text}, {}};
    }
    double value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    const bool isNumber = !text.empty() && read.ec == std::errc{} && read.ptr == end && std::isfinite(value);
    if (!isNumber || (field.form == ChoiceForm::Whole && std::floor(value) != value))
        return core::Error{
            core::ErrorCode::WrongType,
            {core::phrase(field.form == ChoiceForm::Whole ? W_("a whole number") : W_("a number")), text},
            {}};
    if (value < field.lowest || value > field.highest)
        return core::Error{core::ErrorCode::OutOfRange,
                           {text, core::numberText(field.lowest), core::numberText(field.highest)},
                           {}};
    return value;
}

std::string valueText(const ChoiceField& field, double value)
{
    if (field.form == ChoiceForm::Flag)
        return value != 0 ? "true" : "false";
    return field.form == ChoiceForm::Word ? field.words[static_cast<std::size_t>(value)]
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
           std::all_of(choiceFields().begin(), choiceFields().end(),
                       [&](const ChoiceField& field) { return field.get(a) == field.get(b); });
}

core::Result<RecommenderChoices> withChoices(RecommenderChoices choices,
                                             const std::vector<std::pair<std::string, std::string>>& given)
{
    std::vector<std::string> known;
    for (const ChoiceField& field : choiceFields())
        known.emplace_back(field.key);
    for (const auto& [key, text] : given) {
        const auto found = std::find(known.begin(), known.end(), key);
        if (found == known.end()) {
            core::Error unknown{
                core::ErrorCode::UnknownKey, {key, core::nearestName(key, known), spaced(known)}, {}};
            return unknown.in("--set");
        }
        const ChoiceField& field = choiceFields()[static_cast<std::size_t>(found - known.begin())];
        const core::Result<double> value = numberOf(field, text);
        if (!value.ok())
            return value.error().in("--set " + key);
        field.set(choices, *value);
    }
    return choices;
}

core::Table choiceTable(const RecommenderChoices& choices)
{
    core::Table table{"choices", QT_TRANSLATE_NOOP("Source", "What --set takes"), {}, {}};
    table.columns = {{"key", QT_TRANSLATE_NOOP("Source", "Key"), core::CellKind::Text, {}, {}},
                     {"value", QT_TRANSLATE_NOOP("Source", "Value"), core::CellKind::Text, {}, {}},
                     {"legal", QT_TRANSLATE_NOOP("Source", "Legal"), core::CellKind::Text, {}, {}},
                     {"meaning", QT_TRANSLATE_NOOP("Source", "Meaning"), core::CellKind::Text, {}, {}}};
    for (const ChoiceField& field : choiceFields()) {
        const std::string legal = field.form == ChoiceForm::Flag   ? "true false"
                                  : field.form == ChoiceForm::Word ? spaced(field.words)
                                                                   : core::numberText(field.lowest) + ".." +
                                                                         core::numberText(field.highest);
        table.rows.push_back(
            {std::string(field.key), valueText(field, field.get(choices)), legal, std::string(field.help)});
    }
    return table;
}

} // namespace shardscope::app
