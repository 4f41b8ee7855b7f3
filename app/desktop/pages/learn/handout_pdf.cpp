// SPDX-License-Identifier: GPL-3.0-or-later
// A handout on paper: a page a step, with the question before and the answer at its foot.
#include "app/desktop/figures/picture_file.h"
#include "app/desktop/figures/sheet.h"
#include "app/desktop/pages/learn/handout.h"
#include "app/desktop/pages/learn/lesson_picture.h"
#include "app/desktop/pages/learn/lesson_view.h"
#include "core/io/text_file.h"

#include <QBuffer>
#include <QImage>
#include <QPdfWriter>

#include <algorithm>

namespace shardscope::app {
namespace {

constexpr double kHandoutDots = 96 / 25.4; ///< pixels of a millimetre
constexpr QSizeF kHandoutPage(210 * kHandoutDots, 297 * kHandoutDots);
constexpr int kHandoutResolution = 1200;

/// All of a step that paper can show: as it begins, and what is told of it once it is answered.
struct PaperStep {
    const Lesson* lesson = nullptr;
    std::size_t index = 0;
    LessonPicture first;
    LessonPicture told; ///< without a scene where it is the same
};

void drawFigure(Sheet& sheet, const LessonPicture& picture)
{
    sheet.say(10, picture.figure.title, sheet.colors.text, TypeSize::Body, Weight::Strong);
    sheet.say(0, picture.figure.sentence, sheet.colors.textDim, TypeSize::Small);
    const QString refused = picture.problem.isEmpty() ? picture.verdict : picture.problem;
    if (!refused.isEmpty())
        sheet.say(2, refused, sheet.colors.bad, TypeSize::Small);
    if (!picture.figure.scene)
        return;
    const Scene scene = picture.figure.scene(sheet.inner, sheet.colors);
    sheet.y += 6;
    sheet.draw({kPictureMargin, sheet.y}, scene);
    sheet.y += scene.height + 4;
}

void drawStep(Sheet& sheet, const PaperStep& page)
{
    const LessonStep& step = page.lesson->steps[page.index];
    sheet.say(0, QStringLiteral("%1 · %2").arg(page.lesson->title.shown()).arg(page.index + 1),
              sheet.colors.textDim, TypeSize::Small);
    sheet.title(step.title.shown());
    sheet.say(6, step.caption.shown(), sheet.colors.text);
    drawFigure(sheet, page.first);
    if (step.question) {
        sheet.say(10, step.question->ask.shown(), sheet.colors.text, TypeSize::Body, Weight::Strong);
        for (const BothWords& answer : step.question->answers)
            sheet.say(2, QStringLiteral("□ ") + answer.shown(), sheet.colors.text);
    }
    if (!step.reveal.empty()) {
        sheet.say(16, LessonView::tr("Show what happens"), sheet.colors.textDim, TypeSize::Small);
        sheet.say(2, step.reveal.shown(), sheet.colors.text);
    }
    if (page.told.figure.scene)
        drawFigure(sheet, page.told);
    for (const LessonNumber& number : page.first.numbers)
        sheet.say(2,
                  QStringLiteral("%1: %2").arg(number.what, number.ours) +
                      (number.published.isEmpty()
                           ? QString()
                           : QStringLiteral(" (%1, %2)").arg(number.published, number.source)),
                  sheet.colors.textDim, TypeSize::Small);
    if (page.index == 0) {
        QStringList sources;
        for (const std::string& source : page.lesson->sources)
            sources << QString::fromStdString(source);
        sheet.say(10, LessonView::tr("Sources: %1").arg(sources.join(QStringLiteral("; "))),
                  sheet.colors.textDim, TypeSize::Small);
    }
}

/// Draws as large as a page takes it, at most as on the screen.
void drawPage(QPainter& painter, const PaperStep& page, const Theme& colors)
{
    constexpr double kStep = 0.96;
    constexpr int kSteps = 40;
    QImage unseen(1, 1, QImage::Format_RGB32);
    double factor = 1;
    for (int tried = 0; tried < kSteps; ++tried, factor *= kStep) {
        QPainter measuring(&unseen);
        Sheet sheet(measuring, kHandoutPage.width() / factor, colors);
        drawStep(sheet, page);
        if (sheet.y * factor <= kHandoutPage.height() - kPictureMargin)
            break;
    }
    painter.save();
    painter.scale(factor, factor);
    Sheet sheet(painter, kHandoutPage.width() / factor, colors);
    drawStep(sheet, page);
    painter.restore();
}

} // namespace

core::Result<core::Done> writePaperHandout(const core::Catalog& catalog, const Lesson& lesson,
                                           const QString& file, const core::Task& task)
{
    const Theme& print = theme(Scheme::Print);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(lesson.title.shown());
    writer.setResolution(kHandoutResolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    painter.scale(kHandoutResolution / 96.0, kHandoutResolution / 96.0);
    for (std::size_t index = 0; index < lesson.steps.size(); ++index) {
        const LessonStep& step = lesson.steps[index];
        if (step.yours)
            continue; // there is no plan of the reader's in a file
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const LessonMoment first = firstMoment(step);
        const LessonMoment told = toldMoment(step, first);
        PaperStep page{&lesson, index, lessonPicture(catalog, {step, first, std::nullopt}, task), {}};
        const bool same = planAt(step, told) == planAt(step, first) &&
                          figureAt(step, told) == figureAt(step, first) && step.hidden.empty();
        if (!step.reveal.empty() && !same)
            page.told = lessonPicture(catalog, {step, told, std::nullopt}, task);
        if (index > 0)
            writer.newPage();
        drawPage(painter, page, print);
    }
    painter.end();
    return core::writeTextFile(file.toStdString(), buffer.data().toStdString());
}

} // namespace shardscope::app
