// SPDX-License-Identifier: GPL-3.0-or-later
// One phrase after the other is taken out of the words; what is left is the machine's name, or not
// understood.
#include "app/session/study/scenario_phrases.h"

#include "app/session/questions/spoken_question.h"
#include "core/plan/plan.h"
#include "core/units/plain_number.h"

#include <QRegularExpression>

#include <cmath>

namespace shardscope::app {
namespace {

using Pattern = QRegularExpression;

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

const QString kHostIn = QStringLiteral(
    "(?:hosts?(?:\\s+memory)?(?:\\s+(?:bandwidth|speed))?|ホスト(?:の?(?:メモリ|帯域|速度))?)");
const QString kRateIn =
    QStringLiteral("(?:(?:compute\\s+|device\\s+)?(?:rates?|peaks?|flops)|演算(?:性能|速度))");

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
        const QStringList found = cut(text, wordPattern(order));
        if (found.isEmpty())
            continue;
        const double factor =
            found[1].startsWith(QLatin1Char('/')) ? 1 / numberIn(found[1]) : factorOf(found[1]);
        return std::isfinite(factor) ? factor : 0;
    }
    return {};
}

/// "link.cluster.bandwidth = 25 GB/s": figures of the machine by their keys.
std::vector<std::pair<std::string, std::string>> cutFigures(QString& text)
{
    static const Pattern kFigure =
        wordPattern(QStringLiteral("(?<![\\w.])([a-z_]+(?:\\.[a-z0-9_]+)+|nodes|power|power_cap|price|fabric|"
                                   "oversubscription)\\s*=\\s*(.+)$"));
    std::vector<std::pair<std::string, std::string>> figures;
    for (QStringList found = cut(text, kFigure); !found.isEmpty(); found = cut(text, kFigure))
        figures.emplace_back(found[1].toStdString(), found[2].trimmed().toStdString());
    return figures;
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
        wordPattern(kBefore + QStringLiteral("(?:usd|us\\$|\\$)\\s*") + kNumberIn + kTail),
        wordPattern(kBefore +
                    QStringLiteral("(?:(?:1\\s*台)?\\s*1?\\s*時間(?:あたり|当たり)?(?:に)?|毎時)?\\s*") +
                    kNumberIn + QStringLiteral("\\s*(?:usd|us\\$|dollars?|\\$|米?ドル)") + kTail),
        wordPattern(QStringLiteral("(?:\\bat|@)\\s*") + kNumberIn + QStringLiteral("(?!\\s*[\\p{L}%×*])") +
                    kTail)};
    for (const Pattern& one : kAll) {
        if (const QStringList found = cut(text, one); !found.isEmpty())
            return numberIn(found[1]);
    }
    return {};
}

std::optional<double> cutPowerCap(QString& text)
{
    static const Pattern kCap = wordPattern(
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
        wordPattern(QStringLiteral("(?:with|plus|and|\\+)?\\s*(\\d+)\\s*spares?(?:\\s+(?:devices?|gpus?))?|"
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
        const bool said = wordPattern(QStringLiteral("(?<![\\w-])") + QRegularExpression::escape(name) +
                                      QStringLiteral("(?![\\w-])"))
                              .match(text)
                              .hasMatch();
        if (said && word.size() > best.size()) // megatron-fsdp before megatron
            best = word;
    }
    if (!best.empty())
        cut(text, wordPattern(QStringLiteral("(?:with|in|under|by|on)?\\s*(?<![\\w-])") +
                              QRegularExpression::escape(QString::fromStdString(best)) +
                              QStringLiteral("(?![\\w-])")));
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
    static const Pattern kRange = wordPattern(
        QStringLiteral(
            "(?<![A-Za-z0-9.-])(\\d+)\\s*(?:\\.\\.|-|–|〜|~|to|から)\\s*(\\d+)(?![\\p{N}.])\\s*(?:") +
        kNodes + QStringLiteral(")?"));
    static const std::vector<Pattern> kOne{
        wordPattern(QStringLiteral("(?<![A-Za-z0-9.-])(\\d+)\\s*") + kNodes),
        wordPattern(QStringLiteral(
            "(?<![A-Za-z0-9.-])(\\d+)\\s*(?:[x×*](?=\\s|\\p{L}{2})|台|基|枚|個|(?:gpu|device|chip|"
            "accelerator|ipu|tpu)s?(?![A-Za-z0-9]))()")),
        wordPattern(QStringLiteral("(?<=[\\p{L}\\p{N}\\s])[x×*]\\s*(\\d+)(?![\\p{N}.])()")),
        wordPattern(QStringLiteral("^\\s*(\\d+)(?=\\s|$)()")),
        wordPattern(QStringLiteral("(?<=\\s)(\\d+)\\s*$()"))};
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
    static const Pattern kOwn = wordPattern(QStringLiteral(
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
    static const Pattern kHiragana = wordPattern(QStringLiteral("\\p{Hiragana}+"));
    static const Pattern kPlural = wordPattern(QStringLiteral("(?<=\\d|\\dx)s(?![A-Za-z0-9])")); // "H100s"
    text.replace(kHiragana, QStringLiteral(" ")).replace(kPlural, QString());
    QStringList words = plainWords(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    words.removeIf(isFiller);
    return words;
}

} // namespace

QRegularExpression wordPattern(const QString& text)
{
    return QRegularExpression(text, QRegularExpression::CaseInsensitiveOption |
                                        QRegularExpression::UseUnicodePropertiesOption);
}

SaidPart heardPart(const QString& part)
{
    SaidPart said;
    QString text = part;
    StudyScenario& scenario = said.scenario;
    scenario.changes.figures = cutFigures(text);
    scenario.changes.host = cutFactor(text, kHostIn).value_or(1); // before "memory" and "bandwidth" alone
    scenario.changes.rate = cutFactor(text, kRateIn).value_or(1);
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

} // namespace shardscope::app
