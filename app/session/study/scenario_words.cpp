// SPDX-License-Identifier: GPL-3.0-or-later
// What is said, part by part, as scenarios: which machine is meant, what belongs to the one before it.
#include "app/session/study/scenario_words.h"

#include "app/session/questions/spoken_question.h"
#include "app/session/study/scenario_phrases.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace shardscope::app {
namespace {

using core::Result;

core::Error notUnderstood(const QString& words, const QString& in)
{
    return core::inconsistent(
        W_("\"%1\" is not understood in \"%2\"; say it as \"512 h100 at 2.5 USD with half the network\""),
        {words.toStdString(), in.simplified().toStdString()});
}

/// The words that no machine of \p machines has; empty: each has its own, but no machine has all.
QString strangeIn(const QStringList& words, const std::vector<CatalogEntry>& machines)
{
    for (const QString& word : words) {
        if (entryNamed({word}, machines) == nullptr)
            return word;
    }
    return words.join(QLatin1Char(' '));
}

/// What \p said adds to the scenario before it.
void addTo(StudyScenario& scenario, const SaidPart& said)
{
    const StudyScenario& more = said.scenario;
    scenario.changes.network *= more.changes.network;
    scenario.changes.memory *= more.changes.memory;
    scenario.changes.rate *= more.changes.rate;
    scenario.changes.host *= more.changes.host;
    scenario.changes.figures.insert(scenario.changes.figures.end(), more.changes.figures.begin(),
                                    more.changes.figures.end());
    if (more.changes.powerCap)
        scenario.changes.powerCap = more.changes.powerCap;
    if (more.price)
        scenario.price = more.price;
    scenario.spareDevices += more.spareDevices;
    if (!more.framework.empty())
        scenario.framework = more.framework;
    const bool onlyPrice = more.name.empty() || more.name == "at" || more.name == "for";
    if (!onlyPrice)
        scenario.name += ", " + more.name;
}

QStringList partsOf(QString said)
{
    static const QRegularExpression kThousands = wordPattern(QStringLiteral("(?<=\\d),(?=\\d{3}(?!\\d))"));
    static const QRegularExpression kBetween = wordPattern(QStringLiteral(
        "[;,、\\n]|(?<=\\s)(?:or|and(?!\\s+hour)|vs\\.?|versus|against)(?=\\s)|または|もしくは|それとも|"
        "(?<=台)\\s*(?:か|と|対)|(?<=[A-Za-z0-9])\\s*か(?=\\s*\\d)"));
    said = said.normalized(QString::NormalizationForm_KC).replace(kThousands, QString());
    QStringList parts;
    for (const QString& part : said.split(kBetween)) {
        // What ends a sentence is no part of a name.
        static const QRegularExpression kEnd =
            wordPattern(QStringLiteral("^\\s*(?:or|and|か)\\s+|[\\s?!。か]+$|(?<!\\d)\\.\\s*$"));
        QString text = part.simplified();
        text.replace(kEnd, QString());
        if (!text.isEmpty())
            parts << text;
    }
    return parts;
}

bool inBounds(const StudyScenario& scenario)
{
    const auto fine = [](double factor) { return factor >= 1e-3 && factor <= 1e3; };
    const StudyChanges& changes = scenario.changes;
    return fine(changes.network) && fine(changes.memory) && fine(changes.rate) && fine(changes.host);
}

Result<StudyScenario> scenarioOfPart(const QString& part, SaidPart said,
                                     const std::vector<StudyScenario>& before,
                                     const StudyVocabulary& vocabulary)
{
    StudyScenario& scenario = said.scenario;
    if (said.own) {
        if (!said.machine.isEmpty())
            return notUnderstood(said.machine.join(QLatin1Char(' ')), part);
        const std::optional<StudyScenario> own = vocabulary.own   ? vocabulary.own
                                                 : before.empty() ? std::nullopt
                                                                  : std::optional(before.front());
        if (!own)
            return core::inconsistent(
                W_("\"%1\": no plan is open whose machine that could be, and none was said before it"),
                {part.toStdString()});
        scenario.hardware = own->hardware;
        scenario.changes.figures.insert(scenario.changes.figures.begin(), own->changes.figures.begin(),
                                        own->changes.figures.end());
        if (scenario.devices.empty())
            scenario.devices = own->devices;
        if (!scenario.price)
            scenario.price = own->price;
    } else {
        const CatalogEntry* machine = entryNamed(said.machine, vocabulary.machines);
        if (machine == nullptr)
            return notUnderstood(strangeIn(said.machine, vocabulary.machines), part);
        if (scenario.devices.empty())
            return core::inconsistent(W_("\"%1\" does not say how many devices; say it as \"512 h100\""),
                                      {part.toStdString()});
        scenario.hardware = machine->name;
    }
    if (said.nodes) {
        SHARDSCOPE_TRY(const core::HardwareSpec hardware, vocabulary.catalog.hardware(scenario.hardware));
        const auto dots = scenario.devices.find("..");
        const auto devices = [&](const std::string& nodes) {
            return std::to_string(core::parseWhole(nodes).value_or(0) * hardware.devicesPerNode);
        };
        scenario.devices = dots == std::string::npos ? devices(scenario.devices)
                                                     : devices(scenario.devices.substr(0, dots)) + ".." +
                                                           devices(scenario.devices.substr(dots + 2));
    }
    return scenario;
}

} // namespace

Result<std::vector<StudyScenario>> scenariosInWords(const QString& said, const StudyVocabulary& vocabulary)
{
    std::vector<StudyScenario> all;
    for (const QString& part : partsOf(said)) {
        SaidPart one = heardPart(part);
        if (!inBounds(one.scenario))
            return core::inconsistent(W_("\"%1\": a factor from a thousandth to a thousand is wanted"),
                                      {part.toStdString()});
        if (!one.own && one.machine.isEmpty() && one.scenario.devices.empty() && !all.empty()) {
            addTo(all.back(), one);
            continue;
        }
        if (!one.own && one.machine.isEmpty())
            return core::inconsistent(W_("\"%1\" names no machine; say it as \"512 h100\""),
                                      {part.toStdString()});
        SHARDSCOPE_TRY(StudyScenario scenario, scenarioOfPart(part, std::move(one), all, vocabulary));
        all.push_back(std::move(scenario));
    }
    if (all.empty())
        return core::inconsistent(W_("no machine is said; say it as \"512 h100; 144 gb200\""));
    for (std::size_t at = 1; at < all.size(); ++at)
        all[at].name =
            freshScenarioName(all[at], {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at)});
    return all;
}

std::string freshScenarioName(const StudyScenario& scenario, const std::vector<StudyScenario>& others)
{
    const auto there = [&](const std::string& name) {
        return std::ranges::find(others, name, &StudyScenario::name) != others.end();
    };
    std::string name = scenario.name;
    for (int number = 2; there(name); ++number)
        name = scenario.name + " (" + std::to_string(number) + ")";
    return name;
}

QString wordsOf(const StudyScenario& scenario)
{
    std::string words = scenario.devices + " " + scenario.hardware;
    const auto number = [](double value) { return core::shortestText(value); };
    if (scenario.price)
        words += " at " + number(*scenario.price) + " USD";
    if (scenario.changes.network != 1)
        words += ", network x " + number(scenario.changes.network);
    if (scenario.changes.memory != 1)
        words += ", memory x " + number(scenario.changes.memory);
    if (scenario.changes.rate != 1)
        words += ", rate x " + number(scenario.changes.rate);
    if (scenario.changes.host != 1)
        words += ", host x " + number(scenario.changes.host);
    for (const auto& [key, text] : scenario.changes.figures)
        words += ", " + key + " = " + text;
    if (scenario.changes.powerCap)
        words += ", capped at " + number(*scenario.changes.powerCap) + " W";
    if (scenario.spareDevices > 0)
        words += ", " + std::to_string(scenario.spareDevices) + " spare";
    if (!scenario.framework.empty())
        words += ", " + scenario.framework;
    return QString::fromStdString(words);
}

} // namespace shardscope::app
