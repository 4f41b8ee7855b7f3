// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/guess/guess.h"

#include "app/session/tables/json_rows.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/words.h"
#include "core/report/columns.h"

#include <nlohmann/json.hpp>

namespace shardscope::app {
namespace {

using Json = nlohmann::ordered_json;
using core::Value;

Json jsonOf(const Value& value) { return Json::parse(core::jsonText(value)); }

/// The value as a cell shows it: lists and objects as one line of JSON.
std::string shown(const Value& value)
{
    return value.kind == Value::Kind::Text ? value.text : core::jsonText(value, -1);
}

} // namespace

std::string guessJson(const Guess& guess)
{
    Json facts = Json::array();
    for (const GuessedFact& one : guess.facts)
        facts.push_back({{"key", one.key},
                         {"value", jsonOf(one.value)},
                         {"evidence", phraseText(one.evidence).toStdString()},
                         {"confidence", core::nameOf(one.confidence)}});
    Json notKnown = Json::array();
    for (const NotGuessed& one : guess.notKnown)
        notKnown.push_back({{"key", one.key}, {"because", phraseText(one.because).toStdString()}});
    return documentText(Json{{"model", !guess.modelName.empty() ? Json(guess.modelName)
                                       : guess.model            ? jsonOf(*guess.model)
                                                                : Json()},
                             {"hardware", guess.hardware.empty() ? Json() : Json(guess.hardware)},
                             {"plan", jsonOf(guess.plan)},
                             {"facts", facts},
                             {"not_known", notKnown}});
}

std::vector<core::Table> guessTables(const Guess& guess)
{
    core::Table facts{"facts",
                      N_("What the recording tells of its plan"),
                      {core::textColumn("key", N_("Key")), core::textColumn("value", N_("Value")),
                       core::textColumn("evidence", N_("Evidence")),
                       core::textColumn("confidence", N_("Confidence"))},
                      {}};
    for (const GuessedFact& one : guess.facts)
        facts.rows.push_back({one.key, shown(one.value), phraseText(one.evidence).toStdString(),
                              std::string(core::nameOf(one.confidence))});
    core::Table unknown{"not_known",
                        N_("What it does not tell"),
                        {core::textColumn("key", N_("Key")), core::textColumn("because", N_("Why"))},
                        {}};
    for (const NotGuessed& one : guess.notKnown)
        unknown.rows.push_back({one.key, phraseText(one.because).toStdString()});
    return {std::move(facts), std::move(unknown)};
}

core::Table guessReport(const Guess& guess)
{
    std::vector<core::Table> tables = guessTables(guess);
    core::Table report = std::move(tables[0]);
    for (const auto& row : tables[1].rows)
        report.rows.push_back({row[0], core::Cell(), row[1], core::Cell()});
    return report;
}

ImportedPlan importedGuess(const Guess& guess)
{
    ImportedPlan imported;
    imported.format = "recording";
    imported.plan = guess.plan;
    imported.model = guess.model;
    imported.modelName = guess.modelName;
    imported.hardware = guess.hardware;
    return imported;
}

std::string guessedPlanText(const Guess& guess, const std::string& model)
{
    Value plan = guess.plan;
    if (!guess.hardware.empty())
        plan.members.insert(plan.members.begin(), {"hardware", Value::ofText(guess.hardware)});
    plan.members.insert(plan.members.begin(), {"model", Value::ofText(model)});
    return core::jsonText(plan) + "\n";
}

} // namespace shardscope::app
