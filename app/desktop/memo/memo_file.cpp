// SPDX-License-Identifier: GPL-3.0-or-later
// A4 in a printer's points; pages are laid out as pictures are and drawn at the largest factor at which each
// fits.
#include "app/desktop/base/number_text.h"
#include "app/desktop/figures/picture_file.h"
#include "app/desktop/memo/memo.h"
#include "app/desktop/memo/memo_parts.h"
#include "app/session/study/study_memo.h"
#include "app/session/text/words.h"
#include "core/base/error_at.h"
#include "core/io/text_file.h"

#include <QBuffer>
#include <QDate>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>

#include <cmath>

namespace shardscope::app {
namespace {

constexpr double kPixelsPerMm = 96 / 25.4;
constexpr QSizeF kA4(210 * kPixelsPerMm, 297 * kPixelsPerMm);
constexpr double kFoot = 52; ///< pixels of a page's last lines
constexpr int kMemoResolution = 1200;
constexpr int kPages = 2;

void firstPage(MemoSheet& sheet, const SolvedStudyPtr& solved)
{
    sheet.title(questionText(*solved));
    sheet.decision(*solved);
    sheet.figure(Words::tr("Money and days of each scenario"), paretoScene(solved));
    constexpr const char* kFigures[]{"scenario",     "holds", "training_seconds", "low_seconds",
                                     "high_seconds", "cost",  "energy_joules"};
    sheet.table(Words::tr("Scenarios"), studyColumns(*solved, kFigures));
    constexpr const char* kRates[]{"scenario", "goodput", "tokens_per_second", "share_of_peak",
                                   "memory_left_bytes"};
    sheet.table(Words::tr("What each reaches"), studyColumns(*solved, kRates));
    constexpr const char* kHow[]{"scenario", "framework", "layout"};
    sheet.table(Words::tr("How each would run"), studyColumns(*solved, kHow));
    sheet.figure(Words::tr("What would change the decision"), tornadoScene(solved));
    sheet.sentences(Words::tr("What would change it"), edgeSentences(*solved));
}

void secondPage(MemoSheet& sheet, const SolvedStudyPtr& solved)
{
    sheet.sentences(Words::tr("Risks"), riskSentences(*solved));
    sheet.sentences(Words::tr("What it rests on"), assumptionSentences(*solved));
    constexpr const char* kRest[]{"scenario",         "between_seconds", "checkpoint_bytes",
                                  "interval_seconds", "restart_seconds", "low_goodput",
                                  "goodput",          "high_goodput"};
    sheet.table(Words::tr("What goodput rests on"), studyColumns(*solved, kRest, "failures"));
    constexpr const char* kRuns[]{"scenario", "nearest_run"};
    if (const core::Table runs = studyColumns(*solved, kRuns); runs.columns.size() > 1)
        sheet.table(Words::tr("Nearest measured runs"), runs);
    sheet.sentences(Words::tr("Sources"), sourceSentences(*solved));
}

using MemoPage = void (*)(MemoSheet&, const SolvedStudyPtr&);

/// The largest factor, at most that of usual type, at which all of \p page stands above the foot.
double factorOf(MemoPage page, const SolvedStudyPtr& solved, const Theme& theme)
{
    constexpr double kUsual = 0.9;
    constexpr double kStep = 0.97;
    constexpr int kSteps = 36; // to a third of it
    QImage unseen(1, 1, QImage::Format_RGB32);
    double factor = kUsual;
    for (int step = 0; step < kSteps; ++step, factor *= kStep) {
        QPainter measuring(&unseen);
        MemoSheet sheet(measuring, kA4.width() / factor, theme);
        page(sheet, solved);
        if (sheet.y * factor <= kA4.height() - kFoot)
            break;
    }
    return factor;
}

void drawFoot(QPainter& painter, const SolvedStudyPtr& solved, int number, int count, const Theme& theme)
{
    constexpr double kScale = 0.85;
    painter.save();
    painter.translate(0, kA4.height() - kFoot + 6);
    painter.scale(kScale, kScale);
    MemoSheet foot(painter, kA4.width() / kScale, theme);
    foot.y = 0;
    painter.fillRect(QRectF(kPictureMargin, -4, foot.inner, 1), theme.line);
    foot.say(0, studySource(*solved), theme.textDim, TypeSize::Small);
    foot.say(0, programLine() + QStringLiteral(" · ") + Words::tr("page %1 of %2").arg(number).arg(count),
             theme.textDim, TypeSize::Small);
    painter.restore();
}

core::Result<QByteArray> memoPdf(const SolvedStudyPtr& solved, const core::Task& task)
{
    const Theme& print = theme(Scheme::Print);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(questionText(*solved));
    writer.setCreator(programLine());
    writer.setResolution(kMemoResolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    painter.scale(kMemoResolution / 96.0, kMemoResolution / 96.0);
    for (int number = 0; number < kPages; ++number) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        if (number > 0)
            writer.newPage();
        memoPage(solved, number)(painter, kA4.width(), print);
    }
    painter.end();
    return buffer.data();
}

QString figureMarkup(const QString& title, const SceneMaker& scene, const QString& source)
{
    const Drawing drawing = figureDrawing({title, {}, scene, nullptr, source});
    return drawing ? QString::fromUtf8(inlineSvg(drawing, title, Scheme::Print, kFigureWidth)) : QString();
}

} // namespace

Drawing memoPage(const SolvedStudyPtr& solved, int number)
{
    return [solved, number](QPainter& painter, double width, const Theme& theme) {
        const MemoPage page = number == 0 ? firstPage : secondPage;
        painter.save();
        painter.scale(width / kA4.width(), width / kA4.width());
        const double factor = factorOf(page, solved, theme);
        painter.save();
        painter.scale(factor, factor);
        MemoSheet sheet(painter, kA4.width() / factor, theme);
        page(sheet, solved);
        painter.restore();
        drawFoot(painter, solved, number + 1, kPages, theme);
        painter.restore();
        return width / kA4.width() * kA4.height();
    };
}

core::Result<core::Done> writeMemo(const SolvedStudyPtr& solved, const QString& file, const QString& language,
                                   const core::Task& task)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix == QLatin1String("pdf")) {
        SHARDSCOPE_TRY(const QByteArray bytes, memoPdf(solved, task));
        return core::writeTextFile(file.toStdString(), bytes.toStdString());
    }
    if (suffix != QLatin1String("html"))
        return core::errorIn(core::ErrorCode::UnknownValue, {suffix.toStdString(), {}, "pdf, html"},
                             file.toStdString());
    const QString source = studySource(*solved);
    const MemoMade made{
        QDate::currentDate().toString(Qt::ISODate), language,
        figureMarkup(Words::tr("Money and days of each scenario"), paretoScene(solved), source) +
            figureMarkup(Words::tr("What would change the decision"), tornadoScene(solved), source)};
    SHARDSCOPE_TRY_DONE(task.checkCancelled());
    return core::writeTextFile(file.toStdString(), studyMemo(*solved, made).toStdString());
}

} // namespace shardscope::app
