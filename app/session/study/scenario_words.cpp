// SPDX-License-Identifier: GPL-3.0-or-later
// One phrase after the other is taken out of the words; what is left is the machine's name, or not
// understood.
#include "app/session/study/scenario_words.h"

#include "app/session/questions/spoken_question.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/plan/plan.h"
#include "core/units/plain_number.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

using Pattern = QRegularExpression;
using core::Result;

Pattern pattern(const QString& text)
{
    return Pattern(text, Pattern::CaseInsensitiveOption | Pattern::UseUnicodePropertiesOption);
}

const QString kNumberIn = QStringLiteral("(\\d+(?:\\.\\d+)?|\\.\\d+)");
const QString kFactorIn =
    QStringLiteral("(?:an?\\s+)?(half|halved|quarter|third|twice|double[d]?|triple[d]?|\\d+\\s*/\\s*\\d+|"
                   "\\d+\\s*分の\\s*\\d+|半分|半減|"
                   "[x×*]\\s*\\d*\\.?\\d+|\\d*\\.?\\d+\\s*(?:[x×*]|times|倍|%|percent))");
const QString kNetworkIn =
    QStringLiteral("(?:(?:network|interconnect|fabric|inter-?node)(?:\\s+(?:bandwidth|speed))?|bandwidth|"
                   "ネットワーク(?:の?帯域)?|帯域)");
const QString kMemoryIn =
    QStringLiteral("(?:(?:device\\s+)?(?:memory|hbm|ram)(?:\\s+(?:capacity|size))?|メモリ(?:の?容量)?)");

/// Takes the first place of \p found out of \p text; its groups, empty: it is not there.
QStringList cut(QString& text, const Pattern& found)
{
    const QRegularExpressionMatch match = found.match(text);
    if (!match.hasMatch())
        return {};
    QStringList groups;
    for (int at = 0; at <= found.captureCount(); ++at) // those that are not there are empty
        groups << match.captured(at);
    text.replace(match.capturedStart(), match.capturedLength(), QStringLiteral(" "));
    return groups;
}

double numberIn(const QString& text)
{
    QString digits;
    for (const QChar one : text) {
        if (one.isDigit() || one == QLatin1Char('.'))
            digits += one;
    }
    return core::parseNumber(digits.toStdString()).value_or(0);
}

/// "half": 0.5, "x 2": 2, "1/4": 0.25, "50 %": 0.5.
double factorOf(const QString& words)
{
    const QString text = words.toLower();
    const auto has = [&](const char* word) { return text.contains(QString::fromUtf8(word)); };
    if (has("hal") || has("半"))
        return 0.5;
    if (has("quarter"))
        return 0.25;
    if (has("third"))
        return 1.0 / 3;
    if (has("twice") || has("double"))
        return 2;
    if (has("triple"))
        return 3;
    if (has("/"))
        return numberIn(text.section(QLatin1Char('/'), 0, 0)) / numberIn(text.section(QLatin1Char('/'), 1));
    if (const QString parts = QStringLiteral("分の"); text.contains(parts))
        return numberIn(text.section(parts, 1)) / numberIn(text.section(parts, 0, 0));
    return numberIn(text) * (has("%") || has("percent") ? 0.01 : 1);
}

/// How many times as much there is of \p subject; none where nothing is said of it.
std::optional<double> cutFactor(QString& text, const QString& subject)
{
    const QString with = QStringLiteral("(?:with\\s+|on\\s+|at\\s+)?(?:only\\s+)?");
    const QString of = QStringLiteral("\\s*(?:of\\s+)?(?:as\\s+much\\s+)?(?:the\\s+|its\\s+)?の?");
    const QString is = QStringLiteral("\\s*(?:が|を|は|の|is|was|of|at|=|:)*\\s*");
    for (const QString& order :
         {with + kFactorIn + of + subject, with + subject + is + kFactorIn + QStringLiteral("(?:に|の)?"),
          with + subject + QStringLiteral("\\s*(/\\s*\\d+)")}) {
        const QStringList found = cut(text, pattern(order));
        if (found.isEmpty())
            continue;
        const double factor =
            found[1].startsWith(QLatin1Char('/')) ? 1 / numberIn(found[1]) : factorOf(found[1]);
        return std::isfinite(factor) ? factor : 0;
    }
    return {};
}

/// USD of a device and hour.
std::optional<double> cutPrice(QString& text)
{
    static const QString kTail = QStringLiteral(
        "(?:\\s*(?:/|per|an?|each|every)\\s*(?:(?:gpu|device|chip|accelerator)s?)?[\\s-]*(?:and\\s+|/"
        "\\s*)?(?:(?:hours?"
        "|hrs?|hr|h)(?![A-Za-z0-9]))?|/?\\s*時間)*");
    static const QString kBefore = QStringLiteral("(?:(?:at|for|@|costs?|costing)\\s*)?");
    static const std::vector<Pattern> kAll{
        pattern(kBefore + QStringLiteral("(?:usd|us\\$|\\$)\\s*") + kNumberIn + kTail),
        pattern(kBefore +
                QStringLiteral("(?:(?:1\\s*台)?\\s*1?\\s*時間(?:あたり|当たり)?(?:に)?|毎時)?\\s*") +
                kNumberIn + QStringLiteral("\\s*(?:usd|us\\$|dollars?|\\$|米?ドル)") + kTail),
        pattern(QStringLiteral("(?:\\bat|@)\\s*") + kNumberIn + QStringLiteral("(?!\\s*[\\p{L}%×*])") +
                kTail)};
    for (const Pattern& one : kAll) {
        if (const QStringList found = cut(text, one); !found.isEmpty())
            return numberIn(found[1]);
    }
    return {};
}

std::optional<double> cutPowerCap(QString& text)
{
    static const Pattern kCap = pattern(
        QStringLiteral("(?:(?:power\\s+)?(?:capped|limited|cap|limit)\\s*)?(?:at|to|of)?\\s*") + kNumberIn +
        QStringLiteral("\\s*(k)?(?:w(?![A-Za-z0-9])|watts?|ワット)(?:\\s*(?:power\\s+)?(?:cap|limit))?(?:"
                       "\\s*(?:a|per|each)?\\s*"
                       "(?:device|gpu|chip)s?)?(?:まで|以内|上限)?"));
    const QStringList found = cut(text, kCap);
    if (found.isEmpty())
        return {};
    return numberIn(found[1]) * (found[2].isEmpty() ? 1 : 1000);
}

std::int64_t cutSpares(QString& text)
{
    static const Pattern kSpares =
        pattern(QStringLiteral("(?:with|plus|and|\\+)?\\s*(\\d+)\\s*spares?(?:\\s+(?:devices?|gpus?))?|"
                               "予備(?:に|は|が)?\\s*(\\d+)\\s*台?"));
    const QStringList found = cut(text, kSpares);
    if (found.isEmpty())
        return 0;
    return static_cast<std::int64_t>(numberIn(found[1].isEmpty() ? found[2] : found[1]));
}

std::string cutFramework(QString& text)
{
    std::string best;
    for (const std::string_view word : core::kEnumNames<core::Framework>) {
        const QString name = QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
        const bool said = pattern(QStringLiteral("(?<![\\w-])") + QRegularExpression::escape(name) +
                                  QStringLiteral("(?![\\w-])"))
                              .match(text)
                              .hasMatch();
        if (said && word.size() > best.size()) // megatron-fsdp before megatron
            best = word;
    }
    if (!best.empty())
        cut(text,
            pattern(QStringLiteral("(?:with|in|under|by|on)?\\s*(?<![\\w-])") +
                    QRegularExpression::escape(QString::fromStdString(best)) + QStringLiteral("(?![\\w-])")));
    return best;
}

/// How many, as the study's file has it ("64", "256..512"), and whether they are nodes.
struct Count {
    std::string text;
    bool nodes = false;
};

Count cutCount(QString& text)
{
    static const QString kNodes =
        QStringLiteral("(nodes?|servers?|boxes|machines|ノード)(?:\\s+of)?(?![A-Za-z])");
    static const Pattern kRange =
        pattern(QStringLiteral(
                    "(?<![A-Za-z0-9.-])(\\d+)\\s*(?:\\.\\.|-|–|〜|~|to|から)\\s*(\\d+)(?![\\p{N}.])\\s*(?:") +
                kNodes + QStringLiteral(")?"));
    static const std::vector<Pattern> kOne{
        pattern(QStringLiteral("(?<![A-Za-z0-9.-])(\\d+)\\s*") + kNodes),
        pattern(QStringLiteral(
            "(?<![A-Za-z0-9.-])(\\d+)\\s*(?:[x×*](?=\\s|\\p{L}{2})|台|基|枚|個|(?:gpu|device|chip|"
            "accelerator|ipu|tpu)s?(?![A-Za-z0-9]))()")),
        pattern(QStringLiteral("(?<=[\\p{L}\\p{N}\\s])[x×*]\\s*(\\d+)(?![\\p{N}.])()")),
        pattern(QStringLiteral("^\\s*(\\d+)(?=\\s|$)()")), pattern(QStringLiteral("(?<=\\s)(\\d+)\\s*$()"))};
    if (const QStringList found = cut(text, kRange); !found.isEmpty())
        return {(found[1] + QStringLiteral("..") + found[2]).toStdString(),
                found.size() > 3 && !found[3].isEmpty()};
    for (const Pattern& one : kOne) {
        if (const QStringList found = cut(text, one); !found.isEmpty())
            return {found[1].toStdString(), found.size() > 2 && !found[2].isEmpty()};
    }
    return {};
}

bool cutOwn(QString& text)
{
    static const Pattern kOwn = pattern(QStringLiteral(
        "\\b(?:our|my|own|the\\s+same)(?:\\s+own)?\\s+(?:clusters?|machines?|systems?|hardware)\\b|"
        "(?:自社|手元|自分|我々|私たち|うち|同じ)の?(?:クラスタ|クラスター|マシン|計算機)"));
    return !cut(text, kOwn).isEmpty();
}

/// Words that say nothing by themselves.
bool isFiller(const QString& word)
{
    static const QStringList kFillers{
        QStringLiteral("on"),    QStringLiteral("of"),   QStringLiteral("with"),  QStringLiteral("the"),
        QStringLiteral("a"),     QStringLiteral("an"),   QStringLiteral("at"),    QStringLiteral("for"),
        QStringLiteral("in"),    QStringLiteral("by"),   QStringLiteral("using"), QStringLiteral("each"),
        QStringLiteral("x"),     QStringLiteral("gpus"), QStringLiteral("gpu"),   QStringLiteral("devices"),
        QStringLiteral("chips"), QStringLiteral("but"),  QStringLiteral("and"),   QStringLiteral("its"),
        QStringLiteral("台"),    QStringLiteral("基"),   QStringLiteral("枚")};
    return kFillers.contains(word);
}

QStringList machineWords(QString text)
{
    static const Pattern kHiragana = pattern(QStringLiteral("\\p{Hiragana}+"));
    static const Pattern kPlural = pattern(QStringLiteral("(?<=\\d|\\dx)s(?![A-Za-z0-9])")); // "H100s"
    text.replace(kHiragana, QStringLiteral(" ")).replace(kPlural, QString());
    QStringList words = plainWords(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    words.removeIf(isFiller);
    return words;
}

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

/// What a part says beside its machine.
struct Said {
    StudyScenario scenario;
    bool own = false;
    bool nodes = false;
    QStringList machine; ///< what is left
};

Said heard(const QString& part)
{
    Said said;
    QString text = part;
    StudyScenario& scenario = said.scenario;
    scenario.changes.network = cutFactor(text, kNetworkIn).value_or(1);
    scenario.changes.memory = cutFactor(text, kMemoryIn).value_or(1);
    scenario.changes.powerCap = cutPowerCap(text);
    QString unpriced = part;
    if ((scenario.price = cutPrice(text)))
        cutPrice(unpriced);
    scenario.spareDevices = cutSpares(text);
    scenario.framework = cutFramework(text);
    said.own = cutOwn(text);
    const Count count = cutCount(text);
    scenario.devices = count.text;
    said.nodes = count.nodes;
    said.machine = machineWords(text);
    scenario.name = unpriced.simplified().toStdString();
    return said;
}

/// What \p said adds to the scenario before it.
void addTo(StudyScenario& scenario, const Said& said)
{
    const StudyScenario& more = said.scenario;
    scenario.changes.network *= more.changes.network;
    scenario.changes.memory *= more.changes.memory;
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
    static const Pattern kThousands = pattern(QStringLiteral("(?<=\\d),(?=\\d{3}(?!\\d))"));
    static const Pattern kBetween = pattern(QStringLiteral(
        "[;,、\\n]|(?<=\\s)(?:or|and(?!\\s+hour)|vs\\.?|versus|against)(?=\\s)|または|もしくは|それとも|"
        "(?<=台)\\s*(?:か|と|対)|(?<=[A-Za-z0-9])\\s*か(?=\\s*\\d)"));
    said = said.normalized(QString::NormalizationForm_KC).replace(kThousands, QString());
    QStringList parts;
    for (const QString& part : said.split(kBetween)) {
        // What ends a sentence is no part of a name.
        static const Pattern kEnd =
            pattern(QStringLiteral("^\\s*(?:or|and|か)\\s+|[\\s?!。か]+$|(?<!\\d)\\.\\s*$"));
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
    return fine(scenario.changes.network) && fine(scenario.changes.memory);
}

Result<StudyScenario> scenarioOfPart(const QString& part, Said said, const std::vector<StudyScenario>& before,
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
        Said one = heard(part);
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
    if (scenario.changes.powerCap)
        words += ", capped at " + number(*scenario.changes.powerCap) + " W";
    if (scenario.spareDevices > 0)
        words += ", " + std::to_string(scenario.spareDevices) + " spare";
    if (!scenario.framework.empty())
        words += ", " + scenario.framework;
    return QString::fromStdString(words);
}

} // namespace shardscope::app
