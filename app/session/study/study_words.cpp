// SPDX-License-Identifier: GPL-3.0-or-later
// The whole question: the job first, then where it could run.
#include "app/session/questions/spoken_question.h"
#include "app/session/search/search_numbers.h"
#include "app/session/study/scenario_words.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/model/dtype.h"
#include "core/units/plain_number.h"

#include <QRegularExpression>
#include <QStringList>

namespace shardscope::app {
namespace {

/// The first group of \p found, which is taken out of \p text; empty: it is not there.
QString cutWord(QString& text, const char* found)
{
    const QRegularExpression pattern(QString::fromUtf8(found),
                                     QRegularExpression::CaseInsensitiveOption |
                                         QRegularExpression::UseUnicodePropertiesOption);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return {};
    text.replace(match.capturedStart(), match.capturedLength(), QStringLiteral(" "));
    return match.captured(1).trimmed();
}

/// USD: "3 M USD", "$3M", "300万ドル".
std::optional<double> cutBudget(QString& text)
{
    constexpr const char* kBefore = "(?:(?:and|for|under|below|within|budget(?: of)?|at most|up to)\\s+)?";
    const std::string amount = "(\\d+(?:\\.\\d+)?\\s*(?:k|m|b|million|thousand|万|億)?)";
    QString said = cutWord(text, (kBefore + ("(?:usd|us\\$|\\$)\\s*" + amount + "(?![A-Za-z])")).c_str());
    if (said.isEmpty())
        said = cutWord(text, (kBefore + amount + "\\s*(?:usd|dollars?|\\$|米?ドル)(?:以内|まで)?").c_str());
    if (said.isEmpty())
        return {};
    said.remove(QLatin1Char(' '));
    double factor = 1;
    for (const auto& [word, times] :
         {std::pair(u"million", 1e6), std::pair(u"thousand", 1e3), std::pair(u"万", 1e4),
          std::pair(u"億", 1e8), std::pair(u"k", 1e3), std::pair(u"m", 1e6), std::pair(u"b", 1e9)}) {
        const QString unit = QString::fromUtf16(word);
        if (said.endsWith(unit, Qt::CaseInsensitive)) {
            said.chop(unit.size());
            factor = times;
            break;
        }
    }
    const auto number = core::parseNumber(said.toStdString());
    return number ? std::optional(*number * factor) : std::nullopt;
}

std::string cutPrecision(QString& text)
{
    for (const char* word : {"bf16", "fp16", "fp8", "mxfp8", "nvfp4", "fp4", "fp32"}) {
        if (!core::fromName<core::Dtype>(std::string_view(word)))
            continue;
        if (!cutWord(text, (std::string("(?<![A-Za-z0-9])(") + word + ")(?![A-Za-z0-9])").c_str()).isEmpty())
            return word;
    }
    return {};
}

/// Where the scenarios begin: behind a colon, else behind a question mark, else behind "on" or "で".
std::pair<QString, QString> halves(const QString& said)
{
    for (const char* between : {"[:：]", "[?？](?=.*\\p{L})", "\\s(?:on|with)\\s", "(?<=[\\p{L}\\p{N}])で"}) {
        const QRegularExpression pattern(QString::fromUtf8(between),
                                         QRegularExpression::UseUnicodePropertiesOption |
                                             QRegularExpression::CaseInsensitiveOption);
        if (const auto match = pattern.match(said); match.hasMatch())
            return {said.left(match.capturedStart()), said.mid(match.capturedEnd())};
    }
    return {said, {}};
}

const CatalogEntry* modelIn(QString text, const std::vector<CatalogEntry>& models)
{
    static const QStringList kFillers{
        QStringLiteral("train"), QStringLiteral("training"), QStringLiteral("want"), QStringLiteral("to"),
        QStringLiteral("the"),   QStringLiteral("in"),       QStringLiteral("and"),  QStringLiteral("with"),
        QStringLiteral("for"),   QStringLiteral("over"),     QStringLiteral("of"),   QStringLiteral("we"),
        QStringLiteral("学習"),  QStringLiteral("訓練")};
    static const QRegularExpression kHiragana(QStringLiteral("\\p{Hiragana}+"),
                                              QRegularExpression::UseUnicodePropertiesOption);
    text.replace(kHiragana, QStringLiteral(" "));
    QStringList words = plainWords(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    words.removeIf([](const QString& word) { return kFillers.contains(word); });
    return words.isEmpty() ? nullptr : entryNamed(words, models);
}

} // namespace

core::Result<JobStudy> studyInWords(const QString& said, const StudyVocabulary& vocabulary)
{
    const auto [first, second] = halves(said.normalized(QString::NormalizationForm_KC));
    SpokenRun run = spokenRun(first);
    QString behind = second;
    if (run.tokens.isEmpty() || run.days.isEmpty()) { // said behind the machines
        const SpokenRun more = spokenRun(second);
        if (run.tokens.isEmpty())
            run.tokens = more.tokens;
        if (run.days.isEmpty())
            run.days = more.days;
        behind = more.rest;
    }
    QString rest = run.rest;
    JobStudy study;
    study.job.budget = cutBudget(rest);
    study.job.precision = cutPrecision(rest);
    study.job.globalBatch = cutWord(rest, "(?:global\\s+)?batch(?:\\s+(?:size|of))*\\s+(\\d+)").toStdString();
    if (study.job.globalBatch.empty())
        study.job.globalBatch = cutWord(rest, "(?:グローバル)?バッチ(?:サイズ)?\\s*(\\d+)").toStdString();
    const QString length = cutWord(rest, "(?:sequence|context)(?:\\s+(?:length|of))*\\s+(\\d+)");
    study.job.sequenceLength = core::parseWhole(length.toStdString()).value_or(0);
    const CatalogEntry* model = modelIn(rest, vocabulary.models);
    if (model == nullptr)
        return core::inconsistent(W_("\"%1\" names no model of the catalogue"),
                                  {rest.simplified().toStdString()});
    study.job.model = model->name;
    if (run.tokens.isEmpty())
        return core::inconsistent(W_("how many tokens is not said; say it as \"15T tokens\""));
    SHARDSCOPE_TRY(study.job.tokens, countOf(run.tokens.toStdString(), {}));
    if (const auto days = core::parseNumber(run.days.toStdString()); days && *days > 0)
        study.job.deadline = *days * kStudyDay;
    SHARDSCOPE_TRY(study.scenarios, scenariosInWords(behind, vocabulary));
    return study;
}

} // namespace shardscope::app
