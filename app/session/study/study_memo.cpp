// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/study/study_memo.h"

#include "app/session/tables/shown_cell.h"
#include "app/session/text/messages.h"
#include "app/session/text/phrase_text.h"
#include "app/session/text/shown_text.h"
#include "app/session/text/words.h"
#include "core/report/report.h"
#include "core/units/percent.h"
#include "shardscope_config.h"

#include <QLocale>

#include <algorithm>
#include <filesystem>

namespace shardscope::app {
namespace {

/// Writes cells as a memo has them: names for keys, units as the reader has them.
class MemoWriter final : public CellWriter {
public:
    explicit MemoWriter(core::TextStyle style)
        : m_style(style)
    {
    }
    [[nodiscard]] bool showsNames() const override { return true; }
    [[nodiscard]] QString words(const std::string& text, core::Words kind) const override
    {
        return shownWords(text, kind);
    }
    [[nodiscard]] QString integer(std::int64_t value) const override
    {
        return QLocale::c().toString(qlonglong{value});
    }
    [[nodiscard]] QString real(double value) const override { return quantity(value, core::kNumber); }
    [[nodiscard]] QString fraction(double value) const override
    {
        return QString::fromStdString(core::percentText(value, 1));
    }
    [[nodiscard]] QString nanoseconds(double value) const override
    {
        return quantity(value * 1e-9, core::kSecond);
    }
    [[nodiscard]] QString quantity(double value, core::Dimension dimension) const override
    {
        return QString::fromStdString(core::quantityText(value, dimension, m_style).joined());
    }

private:
    core::TextStyle m_style;
};

constexpr const char* kStyle =
    "body{font:15px/1.5 Inter,'Noto Sans CJK JP','Hiragino "
    "Sans',sans-serif;color:#1a1f27;max-width:60em;margin:2em auto;padding:0 1em}"
    "h1{font-size:1.5em;line-height:1.25}h2{font-size:1.1em;margin-top:1.6em}"
    "table{border-collapse:collapse;width:100%;font-size:.87em;font-variant-numeric:tabular-nums}"
    "th,td{padding:.3em .6em;border-bottom:1px solid #d9dee6;text-align:right}"
    "th:first-child,td:first-child,th.t,td.t{text-align:left}.wide{overflow-x:auto}"
    ".decision{font-size:1.1em;border-left:4px solid #2f6fe4;padding-left:.8em}"
    "footer{margin-top:2em;color:#5c6675;font-size:.82em}svg{width:100%;height:auto}"
    "svg [tabindex]:focus{outline:2px solid #2f6fe4}@media "
    "print{body{margin:0;max-width:none}h2{break-after:avoid}}";

QString tag(const char* name, const QString& text)
{
    const QString word = QString::fromLatin1(name);
    return QStringLiteral("<%1>%2</%1>\n").arg(word, text);
}

QString heading(const QString& text) { return tag("h2", markupText(text)); }

QString bulletsOf(const QStringList& lines)
{
    QString items;
    for (const QString& line : lines)
        items += tag("li", markupText(line));
    return tag("ul", items);
}

QString tableOf(const core::Table& table, const CellWriter& writer)
{
    const auto isText = [&](std::size_t column) {
        return table.columns[column].kind == core::CellKind::Text;
    };
    const auto cell = [&](const char* name, std::size_t column, const QString& text) {
        return QStringLiteral("<%1%2>%3</%1>")
            .arg(QString::fromLatin1(name), isText(column) ? QStringLiteral(" class=\"t\"") : QString(),
                 markupText(text));
    };
    QString head;
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        head += cell("th scope=\"col\"", column, translated(table.columns[column].title))
                    .replace(QStringLiteral("</th scope=\"col\">"), QStringLiteral("</th>"));
    QString rows = tag("tr", head);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        QString cells;
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            cells += cell("td", column, shownCell(table, row, column, writer));
        rows += tag("tr", cells);
    }
    return QStringLiteral("<div class=\"wide\"><table>\n%1</table></div>\n").arg(rows);
}

/// One bar for each scenario from 0 to its likely days, its range as a line over it, and the deadline.
QString daysFigure(const SolvedStudy& solved)
{
    constexpr double kLeft = 220;
    constexpr double kWidth = 640;
    constexpr double kRow = 34;
    double most = solved.study.job.deadline.value_or(0);
    std::size_t rows = 0;
    for (const SolvedScenario& one : solved.scenarios) {
        if (one.feasible()) {
            most = std::max(most, one.seconds.high);
            ++rows;
        }
    }
    if (rows == 0)
        return {};
    const auto x = [&](double seconds) { return kLeft + kWidth * seconds / most; };
    const auto number = [](double value) { return QString::number(value, 'f', 1); };
    QString parts;
    double y = 8;
    for (std::size_t at = 0; at < solved.scenarios.size(); ++at) {
        const SolvedScenario& one = solved.scenarios[at];
        if (!one.feasible())
            continue;
        const QString name = markupText(QString::fromStdString(one.scenario.name));
        const QString told = filled(Words::tr("%1 days (%2 to %3)"), {number(one.seconds.likely / kStudyDay),
                                                                      number(one.seconds.low / kStudyDay),
                                                                      number(one.seconds.high / kStudyDay)});
        parts += QStringLiteral("<g tabindex=\"0\"><title>%1: %2</title>").arg(name, markupText(told));
        parts += QStringLiteral("<text x=\"%1\" y=\"%2\" text-anchor=\"end\" font-size=\"13\">%3</text>")
                     .arg(number(kLeft - 10), number(y + 16), name);
        parts += QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"20\" rx=\"3\" fill=\"%4\"/>")
                     .arg(number(kLeft), number(y), number(x(one.seconds.likely) - kLeft),
                          solved.decision == at ? QStringLiteral("#2f6fe4") : QStringLiteral("#9fb3cf"));
        parts +=
            QStringLiteral(
                "<line x1=\"%1\" x2=\"%2\" y1=\"%3\" y2=\"%3\" stroke=\"#1a1f27\" stroke-width=\"2\"/>"
                "<text x=\"%4\" y=\"%5\" font-size=\"12\" fill=\"#1a1f27\">%6</text></g>\n")
                .arg(number(x(one.seconds.low)), number(x(one.seconds.high)), number(y + 10),
                     number(x(one.seconds.high) + 6), number(y + 14), number(one.seconds.likely / kStudyDay));
        y += kRow;
    }
    if (const auto deadline = solved.study.job.deadline)
        parts +=
            QStringLiteral(
                "<line x1=\"%1\" x2=\"%1\" y1=\"0\" y2=\"%2\" stroke=\"#c4342b\" stroke-width=\"2\" "
                "stroke-dasharray=\"5 4\"/><text x=\"%3\" y=\"%4\" font-size=\"12\" "
                "fill=\"#c4342b\">%5</text>\n")
                .arg(number(x(*deadline)), number(y), number(x(*deadline) + 6), number(y + 12),
                     markupText(filled(Words::tr("deadline: %1 days"), {number(*deadline / kStudyDay)})));
    return QStringLiteral("<svg viewBox=\"0 0 %1 %2\" role=\"img\" aria-label=\"%3\">\n%4</svg>\n")
        .arg(number(kLeft + kWidth + 60), number(y + 20),
             markupText(Words::tr("Days of training by scenario, with the 80 % range")), parts);
}

} // namespace

QStringList assumptionSentences(const SolvedStudy& solved)
{
    QStringList lines;
    for (const SolvedScenario& one : solved.scenarios) {
        if (!one.feasible())
            continue;
        const PredictedInterval& step = one.best->step;
        lines << filled(Words::tr("%1: a step of %2 s (%3 to %4); %5."),
                        {QString::fromStdString(one.scenario.name),
                         QString::number(one.best->hit.stepSeconds, 'g', 3),
                         QString::number(step.interval.low, 'g', 3),
                         QString::number(step.interval.high, 'g', 3), intervalBasis(step)});
    }
    lines << Words::tr(
        "Goodput: interruptions as a Poisson process, checkpoints at Young's interval, and the rest as "
        "published trainings told of it (docs/study.md).");
    return lines;
}

QStringList sourceSentences(const SolvedStudy& solved)
{
    QStringList lines;
    for (const SolvedScenario& one : solved.scenarios) {
        if (!one.hardware.source.empty())
            lines << QString::fromStdString(one.scenario.hardware + ": " +
                                            std::filesystem::path(one.hardware.source).filename().string());
        for (const NearestRun& run : one.published.nearest)
            lines << filled(Words::tr("near %1: %2 on %3 %4 (%5)"),
                            {QString::fromStdString(one.scenario.name), QString::fromStdString(run.model),
                             QString::number(run.devices), QString::fromStdString(run.hardware),
                             QString::fromStdString(run.source)});
    }
    lines.removeDuplicates();
    return lines;
}

QString questionText(const SolvedStudy& solved, core::TextStyle style)
{
    const StudyJob& job = solved.study.job;
    const auto number = [](double value) {
        return QString::fromStdString(core::quantityText(value, core::kNumber).joined());
    };
    QString text = filled(Words::tr("%1, %2 tokens"),
                          {QString::fromStdString(solved.model),
                           job.tokens >= 1e12 ? number(job.tokens / 1e12) + QStringLiteral(" T")
                                              : number(job.tokens / 1e9) + QStringLiteral(" B")});
    if (job.deadline)
        text += filled(Words::tr(", in %1 days"), {number(*job.deadline / kStudyDay)});
    if (job.budget)
        text += filled(
            Words::tr(", for %1"),
            {*job.budget >= 1e6
                 ? number(*job.budget / 1e6) + QStringLiteral(" M USD")
                 : QString::fromStdString(core::quantityText(*job.budget, core::kCurrency, style).joined())});
    return text;
}

QString studyMemo(const SolvedStudy& solved, const MemoMade& made, core::TextStyle style)
{
    const MemoWriter writer(style);
    const QString question = questionText(solved, style);
    QString body = tag("h1", markupText(question));
    body += QStringLiteral("<p class=\"decision\">%1</p>\n").arg(markupText(decisionSentence(solved, style)));
    body += made.figures.isEmpty() ? daysFigure(solved) : made.figures;
    const core::Report report = studyReport(solved);
    if (const core::Table* scenarios = report.table("scenarios"))
        body += heading(translated(scenarios->title)) + tableOf(*scenarios, writer);
    QStringList edges;
    for (const BreakEven& one : solved.breakEven)
        edges << breakEvenSentence(one);
    if (!edges.isEmpty())
        body += heading(Words::tr("What would change it")) + bulletsOf(edges);
    body += heading(Words::tr("Risks")) + bulletsOf(riskSentences(solved, style));
    body += heading(Words::tr("What it rests on")) + bulletsOf(assumptionSentences(solved));
    if (const core::Table* failures = report.table("failures"))
        body += tableOf(*failures, writer);
    if (const QStringList lines = sourceSentences(solved); !lines.isEmpty())
        body += heading(Words::tr("Sources")) + bulletsOf(lines);
    body += QStringLiteral("<footer>%1</footer>\n")
                .arg(markupText(filled(Words::tr("Shardscope %1, %2; study %3."),
                                       {QString::fromLatin1(config::kVersion), made.on,
                                        QString::fromStdString(solved.study.file)})));
    return QStringLiteral(
               "<!doctype html>\n<html lang=\"%1\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
               "content=\"width=device-width\"><title>%2</title><style>%3</style></head>\n<body>\n%4</body></"
               "html>\n")
        .arg(made.language, markupText(question), QString::fromLatin1(kStyle), body);
}

} // namespace shardscope::app
