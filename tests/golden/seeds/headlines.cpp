// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/seeds/headlines.h"

#include "tests/golden/cli_process.h"

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::tests {
namespace {

constexpr double kWithin = 1.25;

/// One step into a document: a key, a place in a list, or "[key=value]", the member of a list that says so
/// (of a table's rows the key is a column's place).
QJsonValue stepInto(const QJsonValue& value, const QString& step)
{
    if (value.isObject())
        return value[step];
    const QJsonArray items = value.toArray();
    if (!step.startsWith('['))
        return items.at(step.toInt());
    const QString key = step.mid(1).section('=', 0, 0);
    const QString wanted = step.section('=', 1).chopped(1);
    const auto found = std::ranges::find_if(items, [&](const QJsonValue& item) {
        const QJsonValue said = item.isArray() ? item.toArray().at(key.toInt()) : item[key];
        return said.toVariant().toString() == wanted;
    });
    return found == items.end() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(*found);
}

QJsonValue valueAt(const QJsonObject& document, const QString& path)
{
    QJsonValue value = document;
    for (const QString& step : path.split('/', Qt::SkipEmptyParts))
        value = stepInto(value, step);
    return value;
}

/// Several headlines ask one thing.
const Answer& answerTo(const QString& command, bool json)
{
    static QHash<QString, Answer> known;
    const QString key = command + (json ? " --json" : "");
    if (!known.contains(key))
        known.insert(key, runCli(key.split(' ', Qt::SkipEmptyParts)));
    return known[key];
}

/// The number that a question asks for: of several places, joined by '+', their sum. Sets \p
/// problem where there is none.
double numberOf(const QJsonObject& ask, QString& problem)
{
    const QString command = ask["command"].toString();
    const QJsonObject document = answerTo(command, true).json();
    double sum = 0;
    bool any = false;
    for (const QString& place : ask["at"].toString().split('+')) {
        const QJsonValue found = valueAt(document, place);
        any = any || found.isDouble();
        sum += found.toDouble();
    }
    if (!any)
        problem = command + ": nothing at " + ask["at"].toString() + '\n' +
                  QString::fromUtf8(answerTo(command, true).text().left(800));
    return sum * ask["times"].toDouble(1);
}

/// Lines of \p out that hold \p wanted.
QStringList linesWith(const QByteArray& out, const QString& wanted)
{
    QStringList lines;
    for (const QString& line : QString::fromUtf8(out).split('\n')) {
        if (const QString simple = line.simplified(); simple.contains(wanted))
            lines << simple;
    }
    return lines;
}

QString text(const QJsonObject& from, const char* key, bool japanese)
{
    return from[key][japanese ? QLatin1String("ja") : QLatin1String("en")].toString();
}

QString figure(double value) { return QString::number(value, 'g', 3); }

QString word(Finding finding, bool japanese)
{
    constexpr std::array<std::array<const char*, 2>, 4> kWords{{{"Confirmed", "確認"},
                                                                {"Contradicted", "食い違う"},
                                                                {"Not computable", "計算できない"},
                                                                {"Published figure", "公表値"}}};
    return QString::fromUtf8(kWords.at(static_cast<std::size_t>(finding)).at(japanese ? 1 : 0));
}

QString basis(const QJsonObject& headline, bool japanese)
{
    static const QHash<QString, std::array<QString, 2>> kWords{
        {"predicted", {"predicted", "予測"}},
        {"fitted", {"fitted on these runs", "この実測に当てはめた値"}},
        {"assumed", {"rests on an assumed figure", "仮定した値による"}},
        {"published", {"published", "公表値"}},
        {"arithmetic", {"arithmetic", "計算"}}};
    return kWords.value(headline["basis"].toString())[japanese ? 1 : 0];
}

/// Sides of a headline's figures: "Article: 44 min. Ours: 45.6 min (predicted)."
QString figures(const QJsonObject& headline, const HeadlineAnswer& answer, bool japanese)
{
    if (!answer.ours)
        return {};
    const QString unit = text(headline, "unit", japanese);
    const QString space = unit.isEmpty() ? QString() : QStringLiteral(" ");
    const QString article = figure(headline["article"].toDouble()) + space + unit;
    const QString ours = figure(*answer.ours) + space + unit;
    return japanese ? QString("  記事：%1。本製品：%2（%3）。\n").arg(article, ours, basis(headline, true))
                    : QString("  Article: %1. Ours: %2 (%3).\n").arg(article, ours, basis(headline, false));
}

/// A claim in the guide: what came of it, and where the window shows it.
QString told(const QJsonObject& headline, const HeadlineAnswer& answer, bool japanese)
{
    QString line =
        "- **" + text(headline, "claim", japanese) + "** — " + word(answer.finding, japanese) + '\n';
    const QString said = figures(headline, answer, japanese).trimmed() + (japanese ? "" : " ") +
                         text(headline, "why", japanese);
    if (!said.trimmed().isEmpty())
        line += "  " + said.trimmed() + '\n';
    if (const QString link = headline["window"].toString(); !link.isEmpty())
        line += QString("  [%1](window:%2)\n")
                    .arg(QString::fromUtf8(japanese ? "画面で開く" : "Open it in the window"), link);
    return line;
}

QString entry(const QJsonObject& headline, const HeadlineAnswer& answer, bool japanese)
{
    QString page =
        "- **" + text(headline, "claim", japanese) + "** — " + word(answer.finding, japanese) + '\n';
    page += figures(headline, answer, japanese);
    if (const QString why = text(headline, "why", japanese); !why.isEmpty())
        page += "  " + why + '\n';
    if (!answer.commands.isEmpty())
        page += '\n';
    for (const QString& command : answer.commands)
        page += "      $ shardscope-cli " + command + '\n';
    for (const QString& line : answer.lines)
        page += "      " + line + '\n';
    return page + '\n';
}

} // namespace

QString notBare(const QString& command, const QJsonObject& headline)
{
    static const QRegularExpression kNever("--calibration|--plan\\b|\\.json|--set ");
    static const QRegularExpression kBatch("--(micro-batch|mbs|global-batch|gbs|batch) (?!max)");
    if (const auto found = kNever.match(command); found.hasMatch())
        return found.captured();
    if (const auto found = kBatch.match(command); found.hasMatch() && !headline["gives_batch"].toBool())
        return found.captured();
    const QString subject = command.section(' ', 1, 1);
    return QFile::exists(sourceFile(("resources/samples/" + subject + ".json").toUtf8().constData()))
               ? subject
               : QString();
}

HeadlineAnswer askHeadline(const QJsonObject& headline)
{
    HeadlineAnswer answer;
    const QJsonArray asks = headline["asks"].toArray();
    for (const QJsonValue ask : asks)
        answer.commands << ask["command"].toString();
    answer.commands.removeDuplicates();
    for (const QString& command : answer.commands) {
        if (const QString given = notBare(command, headline); !given.isEmpty())
            answer.problem = command + ": no reader would give " + given;
    }
    if (asks.isEmpty()) {
        answer.finding = headline.contains("article") ? Finding::Shown : Finding::NotComputable;
    } else if (headline.contains("expect")) {
        answer.finding = Finding::Confirmed;
        for (const QJsonValue wanted : headline["expect"].toArray()) {
            const QStringList lines =
                linesWith(answerTo(answer.commands.front(), false).out, wanted.toString());
            if (lines.isEmpty())
                answer.finding = Finding::Contradicted;
            else
                answer.lines << lines.front();
        }
        answer.lines.removeDuplicates();
    } else {
        double ours = numberOf(asks[0].toObject(), answer.problem);
        if (asks.size() > 1)
            ours /= numberOf(asks[1].toObject(), answer.problem);
        answer.ours = ours;
        const double ratio = ours / headline["article"].toDouble();
        const double within = headline["within"].toDouble(kWithin);
        const bool atLeast = headline["at_least"].toBool() && ratio >= 1;
        answer.finding =
            atLeast || (ratio <= within && ratio >= 1 / within) ? Finding::Confirmed : Finding::Contradicted;
    }
    const bool wantsReason =
        answer.finding == Finding::Contradicted || answer.finding == Finding::NotComputable;
    if (wantsReason && text(headline, "why", false).isEmpty() && answer.problem.isEmpty())
        answer.problem = text(headline, "claim", false) + ": no reason is given (" +
                         (answer.ours ? figure(*answer.ours) : QString("words")) + ')';
    return answer;
}

HeadlinePages headlinePages(const QJsonObject& source, const std::vector<HeadlineAnswer>& answers)
{
    HeadlinePages pages;
    for (const bool japanese : {false, true}) {
        QString& page = japanese ? pages.japanese : pages.english;
        page = text(source, "head", japanese) + '\n';
        QString body;
        QStringList otherwise;
        std::array<int, 4> counts{};
        std::size_t at = 0;
        for (const QJsonValue system : source["systems"].toArray()) {
            body += "\n## " + text(system.toObject(), "title", japanese) + "\n\n";
            for (const QJsonValue headline : system["headlines"].toArray()) {
                const HeadlineAnswer& answer = answers[at++];
                ++counts[static_cast<std::size_t>(answer.finding)];
                if (answer.finding == Finding::Contradicted)
                    otherwise << "- " + text(headline.toObject(), "claim", japanese) + " — " +
                                     text(headline.toObject(), "why", japanese);
                body += entry(headline.toObject(), answer, japanese);
            }
        }
        page += '\n';
        for (const Finding finding :
             {Finding::Confirmed, Finding::Contradicted, Finding::NotComputable, Finding::Shown})
            page += word(finding, japanese) + ": " +
                    QString::number(counts[static_cast<std::size_t>(finding)]) +
                    (finding == Finding::Shown ? "\n" : " · ");
        if (!otherwise.isEmpty())
            page += (japanese ? QString::fromUtf8("\n## 記事と食い違うもの\n\n")
                              : QString("\n## Where our answer is not the article's\n\n")) +
                    otherwise.join('\n') + '\n';
        page += body;
    }
    return pages;
}

std::vector<GuideChapter> guideChapters(const QJsonObject& source, const std::vector<HeadlineAnswer>& answers)
{
    std::vector<GuideChapter> chapters;
    for (const bool japanese : {false, true}) {
        std::size_t at = 0;
        for (const QJsonValue system : source["systems"].toArray()) {
            QString page = "# " + text(system.toObject(), "guide_title", japanese) + "\n\n" +
                           text(system.toObject(), "title", japanese) + "\n\n" +
                           text(source, "guide_head", japanese) + '\n';
            for (const QJsonValue headline : system["headlines"].toArray())
                page += told(headline.toObject(), answers[at++], japanese);
            chapters.push_back(
                {QString("docs/guide/%1/%2.md").arg(japanese ? "ja" : "en", system["guide"].toString()),
                 page});
        }
    }
    return chapters;
}

} // namespace shardscope::tests
