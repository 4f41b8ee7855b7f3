// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/questions/spoken_question.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr std::int64_t kUsualDevices = 64;

/// "Llama 3 70B" and "llama-3-70b" say the same.
QString plain(const QString& text)
{
    static const QRegularExpression between(QStringLiteral("[^\\p{L}\\p{N}.]+"));
    return text.toLower().replace(between, QStringLiteral(" ")).trimmed();
}

/// Of the entries that hold all \p words, the one that holds least besides; null: none does.
const CatalogEntry* named(const QStringList& words, const std::vector<CatalogEntry>& entries)
{
    const QString said = words.join(QLatin1Char(' '));
    for (const CatalogEntry& entry : entries) {
        if (said == plain(QString::fromStdString(entry.name)))
            return &entry;
    }
    const CatalogEntry* best = nullptr;
    qsizetype least = 0;
    for (const CatalogEntry& entry : entries) {
        const QString all = plain(entry.title + QLatin1Char(' ') + QString::fromStdString(entry.name) +
                                  QLatin1Char(' ') + entry.maker);
        const bool holds =
            std::ranges::all_of(words, [&](const QString& word) { return all.contains(word); });
        if (holds && (best == nullptr || all.size() < least)) {
            best = &entry;
            least = all.size();
        }
    }
    return best;
}

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

std::optional<SpokenQuestion> spokenQuestion(const QString& said, const std::vector<CatalogEntry>& models,
                                             const std::vector<CatalogEntry>& machines)
{
    static const QStringList kBetween{QStringLiteral("on"),     QStringLiteral("x"),  QStringLiteral("で"),
                                      QStringLiteral("を"),     QStringLiteral("台"), QStringLiteral("gpus"),
                                      QStringLiteral("devices")};
    static const QRegularExpression tokens(QStringLiteral("([\\d.]+\\s*[tbmk]?)\\s*(?:tokens?|トークン)"),
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression days(
        QStringLiteral("(?:under|within|in|less than)?\\s*([\\d.]+)\\s*(?:days?|日)(?:以内)?"),
        QRegularExpression::CaseInsensitiveOption);
    QString rest = said;
    const QString seen = taken(rest, tokens).remove(QLatin1Char(' ')).toUpper();
    const QString most = taken(rest, days);
    const QStringList words = plain(rest).split(QLatin1Char(' '), Qt::SkipEmptyParts);
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
        const CatalogEntry* model = named(words.mid(0, end), models);
        const CatalogEntry* on = machine.isEmpty() ? nullptr : named(machine, machines);
        if (model != nullptr && on != nullptr && devices > 0)
            found = SpokenQuestion{model->name, on->name, model->title, on->title, devices, seen, most};
    }
    return found;
}

} // namespace shardscope::app
