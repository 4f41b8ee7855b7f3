// SPDX-License-Identifier: GPL-3.0-or-later
// A slide is 960 × 540 points: 13⅓ × 7½ inches, as presentations have it.
#include "app/desktop/report/slides_file.h"

#include "app/desktop/figures/picture_file.h"
#include "core/base/error_at.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/files.h"
#include "core/io/text_file.h"
#include "core/storage/store.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>

namespace shardscope::app {
namespace {

constexpr int kSlideResolution = 1200;
constexpr double kPointsPerInch = 72;

core::Result<QByteArray> slidesPdf(const std::vector<ShownSlide>& slides, bool outlines,
                                   const core::Task& task)
{
    const Theme& print = theme(Scheme::Print);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(slides.empty() ? QString() : titleOf(slides.front()));
    writer.setCreator(programLine());
    writer.setResolution(kSlideResolution);
    writer.setPageSize(QPageSize(kSlideSize, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    painter.scale(kSlideResolution / kPointsPerInch, kSlideResolution / kPointsPerInch);
    for (std::size_t at = 0; at < slides.size(); ++at) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        task.report("slides", static_cast<double>(at) / static_cast<double>(slides.size()));
        if (at > 0)
            writer.newPage();
        if (outlines)
            paintOutlined(painter, slideDrawing(slides[at]), kSlideSize, Scheme::Print);
        else
            paintSlide(painter, slides[at], print);
    }
    painter.end();
    return buffer.data();
}

/// "03_plan_step": in the order of the slides, called as their figures are.
QString fileNameOf(const ShownSlide& shown)
{
    QString name =
        shown.slide.figure.empty() ? QStringLiteral("picture") : QString::fromStdString(shown.slide.figure);
    name.replace(QLatin1Char('.'), QLatin1Char('_'));
    return QStringLiteral("%1_%2").arg(shown.number, 2, 10, QLatin1Char('0')).arg(name);
}

core::Result<core::Done> writeFiles(const std::vector<ShownSlide>& slides, const QString& folder,
                                    const SlidesForm& form, const core::Task& task)
{
    SHARDSCOPE_TRY_DONE(core::files::makeFolders(folder.toStdString()));
    const PictureForm picture{kSlideSize.toSize(), 2, form.outlines, Scheme::Print};
    for (const ShownSlide& shown : slides) {
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        const QString base = QDir(folder).filePath(fileNameOf(shown));
        for (const char* suffix : {".svg", ".png"})
            SHARDSCOPE_TRY_DONE(writePicture(slideDrawing(shown), base + QLatin1String(suffix),
                                             titleOf(shown), picture, static_cast<int>(kSlideSize.width()),
                                             task));
        if (shown.made.figure.table)
            SHARDSCOPE_TRY_DONE(core::writeTextFile((base + QStringLiteral(".csv")).toStdString(),
                                                    core::toCsv(*shown.made.figure.table)));
    }
    return core::Done{};
}

} // namespace

core::Result<std::vector<SlideToWrite>> slidesToWrite(const std::filesystem::path& file)
{
    SHARDSCOPE_TRY(const core::Store store, core::Store::open(file, core::Store::Access::Read));
    SHARDSCOPE_TRY(core::ProjectContents contents, store.read().in(file.string()));
    const Project project(std::move(contents));
    std::vector<SlideToWrite> slides;
    for (const Slide& slide : slidesOf(project))
        slides.push_back({slide, pictureOf(project, slide)});
    if (slides.empty())
        return core::inconsistent(
                   W_("the project has no slides: \"Add to the report\" makes one of a figure"))
            .in(file.string());
    return slides;
}

core::Result<std::vector<ShownSlide>>
madeSlides(const core::Catalog& catalog, const std::vector<SlideToWrite>& slides, const core::Task& task)
{
    SlideMaker maker(catalog);
    std::vector<ShownSlide> made;
    for (const SlideToWrite& one : slides) {
        task.report("slides", static_cast<double>(made.size()) / static_cast<double>(slides.size()));
        SlideFigure figure = maker.make(one.slide, one.picture, task);
        SHARDSCOPE_TRY_DONE(task.checkCancelled());
        made.push_back({one.slide, std::move(figure), static_cast<int>(made.size()) + 1,
                        static_cast<int>(slides.size())});
    }
    return made;
}

core::Result<core::Done> writeSlides(const std::vector<ShownSlide>& slides, const QString& file,
                                     const SlidesForm& form, const core::Task& task)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix.isEmpty() || QFileInfo(file).isDir() || file.endsWith(QLatin1Char('/')))
        return writeFiles(slides, file, form, task);
    if (suffix == QLatin1String("pdf")) {
        SHARDSCOPE_TRY(const QByteArray bytes, slidesPdf(slides, form.outlines, task));
        return core::writeTextFile(file.toStdString(), bytes.toStdString());
    }
    if (suffix != QLatin1String("html"))
        return core::errorIn(core::ErrorCode::UnknownValue, {suffix.toStdString(), {}, "pdf, html, a folder"},
                             file.toStdString());
    SHARDSCOPE_TRY(const QString page, slidesPage(slides, form, task));
    return core::writeTextFile(file.toStdString(), page.toStdString());
}

} // namespace shardscope::app
