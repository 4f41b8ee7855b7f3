// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/spoken_question.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::int64_t kUsualDevices = 64;

/// The first group of \p pattern, which is taken out of \p text; empty where it is not there.
QString taken(QString& text, const QRegularExpression& pattern)
{
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return {};
    text.replace(match.capturedStart(), match.capturedLength(), QStringLiteral(" "));
    return match.captured(1).trimmed();
}

} // namespace

QString plainWords(const QString& text)
{
    static const QRegularExpression between(QStringLiteral("[^\\p{L}\\p{N}.]+"));
    return text.toLower().replace(between, QStringLiteral(" ")).trimmed();
}

const CatalogEntry* entryNamed(const QStringList& words, const std::vector<CatalogEntry>& entries)
{
    const QString said = words.join(QLatin1Char(' '));
    for (const CatalogEntry& entry : entries) {
        if (said == plainWords(QString::fromStdString(entry.name)))
            return &entry;
    }
    const CatalogEntry* best = nullptr;
    qsizetype least = 0;
    for (const CatalogEntry& entry : entries) {
        const QString all = plainWords(entry.title + QLatin1Char(' ') + QString::fromStdString(entry.name) +
                                       QLatin1Char(' ') + entry.maker);
        const bool holds =
            std::ranges::all_of(words, [&](const QString& word) { return all.contains(word); });
        if (holds &&
            (best == nullptr || all.size() < least || (all.size() == least && entry.size > best->size))) {
            best = &entry;
            least = all.size();
        }
    }
    return best;
}

SpokenRun spokenRun(const QString& said)
{
    static const QRegularExpression tokens(
        QStringLiteral("([\\d.]+\\s*(?:[tbmk]|trillion|billion|兆|億)?)\\s*(?:tokens?|トークン)"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression days(
        QStringLiteral("(?:under|within|in|less than)?\\s*([\\d.]+)\\s*(?:days?|日)(?:以内)?"),
        QRegularExpression::CaseInsensitiveOption);
    SpokenRun run;
    run.rest = said;
    run.tokens = taken(run.rest, tokens).remove(QLatin1Char(' ')).toUpper();
    run.tokens.replace(QStringLiteral("TRILLION"), QStringLiteral("T"))
        .replace(QStringLiteral("BILLION"), QStringLiteral("B"))
        .replace(QStringLiteral("兆"), QStringLiteral("T"));
    if (run.tokens.endsWith(QStringLiteral("億"))) // a hundred millions
        run.tokens = run.tokens.chopped(1) + QStringLiteral("e8");
    run.days = taken(run.rest, days);
    return run;
}

std::optional<SpokenQuestion> spokenQuestion(const QString& said, const std::vector<CatalogEntry>& models,
                                             const std::vector<CatalogEntry>& machines)
{
    static const QStringList kBetween{QStringLiteral("on"),     QStringLiteral("x"),  QStringLiteral("で"),
                                      QStringLiteral("を"),     QStringLiteral("台"), QStringLiteral("gpus"),
                                      QStringLiteral("devices")};
    const SpokenRun run = spokenRun(said);
    const QStringList words = plainWords(run.rest).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::optional<SpokenQuestion> found;
    // The model takes as many words as it can: in "llama 3 70b on 64 h100" the 3 is its own.
    for (qsizetype end = words.size() - 1; end > 0 && !found; --end) {
        QStringList machine;
        std::int64_t devices = kUsualDevices;
        for (const QString& word : words.mid(end)) {
            bool isCount = false;
            const std::int64_t count = word.toLongLong(&isCount);
            if (isCount)
                devices = count;
            else if (!kBetween.contains(word))
                machine << word;
        }
        const CatalogEntry* model = entryNamed(words.mid(0, end), models);
        const CatalogEntry* on = machine.isEmpty() ? nullptr : entryNamed(machine, machines);
        if (model != nullptr && on != nullptr && devices > 0)
            found =
                SpokenQuestion{model->name, on->name, model->title, on->title, devices, run.tokens, run.days};
    }
    return found;
}

} // namespace shardscope::app
