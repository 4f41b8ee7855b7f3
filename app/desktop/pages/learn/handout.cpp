// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/learn/handout.h"

#include "app/desktop/pages/learn/control_bar.h"
#include "app/desktop/pages/learn/lesson_picture.h"
#include "app/desktop/pages/learn/lesson_view.h"
#include "core/io/text_file.h"

#include <QBuffer>
#include <QLocale>
#include <QPainter>
#include <QSvgGenerator>

namespace shardscope::app {
namespace {

constexpr int kHandoutFigure = 860; ///< pixels

constexpr const char* kHandoutHead =
    R"(<meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>
<style>
body { font: 16px/1.6 Inter, "Noto Sans CJK JP", sans-serif; color: #1b2430; max-width: 900px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 28px; line-height: 1.3; } h2 { font-size: 21px; margin: 2.2em 0 .4em; }
figure { margin: 1em 0; border: 1px solid #dde2e8; border-radius: 8px; padding: 16px; }
figcaption { font-weight: 600; margin-bottom: 8px; } figcaption span { font-weight: 400; color: #5b6673; font-size: 13px; display: block; }
img { max-width: 100%; } .state { display: none; } .state.on { display: block; }
.control { margin: .6em 0; } button { font: inherit; font-size: 14px; border: 1px solid #b9c2cc; background: #fff; border-radius: 6px; padding: 2px 12px; margin-right: 4px; }
button.on { background: #e5edfc; border-color: #2f6fe0; } .bad { color: #b3261e; } .goal, .sources { color: #5b6673; }
table { border-collapse: collapse; margin: .6em 0; font-size: 14px; } td, th { padding: 2px 14px 2px 0; text-align: left; font-weight: 400; } th { color: #5b6673; }
summary { cursor: pointer; font-weight: 600; color: #2f6fe0; } section { break-inside: avoid; }
</style>
)";

constexpr const char* kHandoutScript = R"(<script>
for (const step of document.querySelectorAll("section")) {
  let choice = step.dataset.start;
  const told = step.querySelector("details");
  const show = () => {
    const revealed = told?.open ? 1 : 0;
    const states = [...step.querySelectorAll(".state")];
    const wanted = states.find(one => one.dataset.at === choice + "-" + revealed) || states.find(one => one.dataset.at === choice + "-0");
    states.forEach(one => one.classList.toggle("on", one === wanted));
    step.querySelectorAll("button").forEach(one => {
      one.classList.toggle("on", one.dataset.choice === choice);
      one.setAttribute("aria-pressed", one.dataset.choice === choice);
    });
  };
  step.querySelectorAll("button").forEach(one => one.onclick = () => { choice = one.dataset.choice; show(); });
  step.querySelector(".control")?.addEventListener("keydown", event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step.querySelector(`button[data-choice="${Number(choice) + (by ?? 0)}"]`);
    if (by === undefined || next === null) return;
    choice = next.dataset.choice;
    next.focus();
    show();
  });
  if (told) told.ontoggle = show;
  show();
}
</script>
)";

QString htmlText(const QString& text) { return text.toHtmlEscaped(); }

/// The picture as data that an img holds: each by itself, so that no names within meet.
QString imageOf(const SceneMaker& maker, const QString& words)
{
    const Theme& colors = theme(Scheme::Print);
    const Scene scene = maker(kHandoutFigure, colors);
    QByteArray svg;
    QBuffer buffer(&svg);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(QSize(kHandoutFigure, static_cast<int>(scene.height) + 1));
    generator.setViewBox(QRect(QPoint(0, 0), generator.size()));
    {
        QPainter painter(&generator);
        paintScene(painter, scene, colors);
    }
    return QStringLiteral("<img alt=\"%1\" src=\"data:image/svg+xml;base64,%2\"/>")
        .arg(htmlText(words), QString::fromLatin1(svg.toBase64()));
}

QString stateOf(const LessonPicture& picture, const LessonMoment& moment)
{
    const QString refused = picture.problem.isEmpty() ? picture.verdict : picture.problem;
    QString html =
        QStringLiteral("<div class=\"state\" data-at=\"%1-%2\"><figcaption>%3<span>%4</span></figcaption>")
            .arg(moment.choice)
            .arg(moment.revealed ? 1 : 0)
            .arg(htmlText(picture.figure.title), htmlText(picture.figure.sentence));
    if (!refused.isEmpty())
        html += QStringLiteral("<p class=\"bad\">%1</p>").arg(htmlText(refused));
    if (picture.figure.scene)
        html += imageOf(picture.figure.scene, picture.figure.title);
    return html + QStringLiteral("</div>\n");
}

QString numberRows(const LessonPicture& picture)
{
    if (picture.numbers.empty())
        return {};
    QString html = QStringLiteral("<table><tr><th></th><th>%1</th><th>%2</th><th>%3</th></tr>\n")
                       .arg(LessonView::tr("ours"), LessonView::tr("published"), LessonView::tr("by"));
    for (const LessonNumber& number : picture.numbers)
        html += QStringLiteral("<tr><td>%1</td><td>%2</td><td>%3</td><td>%4</td></tr>\n")
                    .arg(htmlText(number.what), htmlText(number.ours), htmlText(number.published),
                         htmlText(number.source));
    return html + QStringLiteral("</table>\n");
}

QString questionOf(const LessonQuestion& question)
{
    QString html = QStringLiteral("<p>%1</p>\n").arg(htmlText(question.ask.shown()));
    if (question.kind != QuestionKind::Choice)
        return html;
    html += QStringLiteral("<ol>");
    for (const BothWords& answer : question.answers)
        html += QStringLiteral("<li>%1</li>").arg(htmlText(answer.shown()));
    return html + QStringLiteral("</ol>\n");
}

core::Result<QString> sectionOf(const core::Catalog& catalog, const LessonStep& step, const core::Task& task)
{
    const LessonMoment first = firstMoment(step);
    QString html = QStringLiteral("<section data-start=\"%1\"><h2>%2</h2>\n<p>%3</p>\n<figure>\n")
                       .arg(first.choice)
                       .arg(htmlText(step.title.shown()), htmlText(step.caption.shown()));
    const std::size_t choices = step.control ? step.control->choices.size() : 1;
    QString numbers;
    for (std::size_t choice = 0; choice < choices; ++choice) {
        for (const bool revealed : {false, true}) {
            const LessonMoment moment{choice, revealed};
            const bool same = planAt(step, moment) == planAt(step, {choice, false}) &&
                              figureAt(step, moment) == figureAt(step, {choice, false}) &&
                              step.hidden.empty();
            if (revealed && (step.reveal.empty() || same))
                continue;
            SHARDSCOPE_TRY_DONE(task.checkCancelled());
            const LessonPicture picture = lessonPicture(catalog, {step, moment, std::nullopt}, task);
            html += stateOf(picture, moment);
            if (numbers.isEmpty())
                numbers = numberRows(picture);
        }
    }
    html += QStringLiteral("</figure>\n");
    if (step.control) {
        html += QStringLiteral("<div class=\"control\">%1 ").arg(htmlText(step.control->label.shown()));
        for (std::size_t choice = 0; choice < choices; ++choice)
            html += QStringLiteral("<button data-choice=\"%1\">%2</button>")
                        .arg(choice)
                        .arg(htmlText(choiceWords(*step.control, choice)));
        html += QStringLiteral("</div>\n");
    }
    if (step.question)
        html += questionOf(*step.question);
    if (!step.reveal.empty())
        html += QStringLiteral("<details><summary>%1</summary><p>%2</p>\n%3</details>\n")
                    .arg(LessonView::tr("Show what happens"), htmlText(step.reveal.shown()), numbers);
    else
        html += numbers;
    return html + QStringLiteral("</section>\n");
}

} // namespace

core::Result<core::Done> writeHandout(const core::Catalog& catalog, const Lesson& lesson, const QString& file,
                                      const core::Task& task)
{
    if (file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        return writePaperHandout(catalog, lesson, file, task);
    QString html = QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\"><head><title>%2</title>\n")
                       .arg(QLocale().name().left(2), htmlText(lesson.title.shown()));
    html += QString::fromUtf8(kHandoutHead) +
            QStringLiteral("</head><body>\n<h1>%1</h1>\n<p class=\"goal\">%2</p>\n")
                .arg(htmlText(lesson.title.shown()), htmlText(lesson.goal.shown()));
    for (const LessonStep& step : lesson.steps) {
        if (step.yours)
            continue; // there is no plan of the reader's in a file
        SHARDSCOPE_TRY(const QString section, sectionOf(catalog, step, task));
        html += section;
    }
    QStringList sources;
    for (const std::string& source : lesson.sources)
        sources << QString::fromStdString(source);
    html += QStringLiteral("<p class=\"sources\">%1</p>\n%2</body></html>\n")
                .arg(htmlText(LessonView::tr("Sources: %1").arg(sources.join(QStringLiteral("; ")))),
                     QString::fromUtf8(kHandoutScript));
    return core::writeTextFile(file.toStdString(), html.toStdString());
}

} // namespace shardscope::app
