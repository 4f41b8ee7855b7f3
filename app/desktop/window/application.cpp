// SPDX-License-Identifier: GPL-3.0-or-later
// A picture needs no display: without one, the offscreen platform is chosen here.
#include "app/desktop/window/application.h"

#include "app/desktop/base/chosen_units.h"
#include "app/desktop/base/guarded_application.h"
#include "app/desktop/base/language.h"
#include "app/desktop/base/zoom.h"
#include "app/desktop/command/picture_inputs.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/memo/memo.h"
#include "app/desktop/pages/learn/handout.h"
#include "app/desktop/report/slides_file.h"
#include "app/desktop/window/main_window.h"
#include "app/desktop/window/page_picture.h"
#include "app/desktop/window/project_session.h"
#include "app/session/documents/documents.h"
#include "app/session/documents/kept_inputs.h"
#include "app/session/lesson/lesson_shelf.h"
#include "app/session/text/completion.h"
#include "app/session/text/locale.h"
#include "app/session/text/messages.h"
#include "core/base/error_at.h"
#include "core/base/kept.h"
#include "core/io/escape.h"
#include "core/io/files.h"
#include "core/io/output_file.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace shardscope::app {
namespace {

constexpr int kBadCall = 2;

int complain(const QString& sentence)
{
    std::fprintf(stderr, "shardscope: %s\n", core::printable(sentence.toStdString()).c_str());
    return kBadCall;
}

/// Qt's own remarks (a folder for sessions is missing, a font has no such style) are not our one line.
void onlyWhatEnds(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message)
{
    if (type == QtFatalMsg)
        complain(message);
}

/// The first of Qt's remarks that says why there is no window system.
QString& firstReason()
{
    static QString reason;
    return reason;
}

/// While the application object is made: where there is no window system to be had Qt ends the program as if
/// it were broken; the reason is told in one sentence instead.
void noWindowSystem(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message)
{
    const auto tellsWhy = [](const QString& text) {
        return text.contains(QLatin1String("display")) || text.contains(QLatin1String("platform"));
    };
    if (type != QtFatalMsg) {
        if (!tellsWhy(firstReason()) && tellsWhy(message))
            firstReason() = message;
        return;
    }
    const QString& why = firstReason().isEmpty() ? message : firstReason();
    complain(QStringLiteral("no window can be shown: %1; --export draws a view without a display, and "
                            "shardscope-cli prints")
                 .arg(why.section(QStringLiteral("Reinstalling"), 0, 0).simplified()));
    std::_Exit(kBadCall);
}

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

int exportPicture(const core::Catalog& catalog, const Options& options, Scheme scheme)
{
    std::vector<std::string> inputs;
    for (const QString& file :
         options.files + options.traces + QStringList{options.model, options.hardware, options.plan})
        inputs.push_back(file.toStdString());
    if (const auto kept = keepsInputs(options.outFile.toStdString(), inputs); !kept.ok())
        return complain(errorText(kept.error()));
    const FigureKind& kind = *figureKind(options.exportView);
    const auto made = pictureInputs(catalog, options, kind.need);
    if (!made.ok())
        return complain(errorText(made.error()));
    for (const core::Error& lost : made->lost)
        complain(errorText(lost));
    const auto drawing = kind.draw(made->given, {});
    if (!drawing.ok())
        return complain(errorText(drawing.error()));
    const PictureForm form{options.size, options.scale, options.outlines, scheme};
    const auto written =
        writePicture(*drawing, options.outFile, titleOf(made->given, kind.need), form, kind.width);
    if (!written.ok())
        return complain(errorText(written.error()));
    return made->lost.empty() && !made->part ? 0 : 1;
}

/// The slides of a project; 1 where a figure cannot be made: its slide says why.
int writeProject(const core::Catalog& catalog, const Options& options, const QString& language)
{
    const std::string file = options.report.toStdString();
    if (const auto kept = keepsInputs(options.outFile.toStdString(), {file}); !kept.ok())
        return complain(errorText(kept.error()));
    auto slides = slidesToWrite(file);
    if (!slides.ok())
        return complain(errorText(slides.error()));
    const auto made = madeSlides(catalog, *slides);
    if (!made.ok())
        return complain(errorText(made.error()));
    const auto written = writeSlides(*made, options.outFile, {language, options.outlines});
    if (!written.ok())
        return complain(errorText(written.error()));
    int failed = 0;
    for (const ShownSlide& shown : *made) {
        if (!shown.made.problem.isEmpty()) {
            complain(titleOf(shown) + QStringLiteral(": ") + shown.made.problem);
            failed = 1;
        }
    }
    return failed;
}

/// The memo of a study; 1 where no scenario of it holds, as the command line has it.
int writeReport(const core::Catalog& catalog, const Options& options, const QString& language)
{
    if (const auto kind = documentKind(options.report.toStdString());
        kind.ok() && *kind == DocumentKind::Project)
        return writeProject(catalog, options, language);
    const QString suffix = QFileInfo(options.outFile).suffix().toLower();
    if (suffix != QLatin1String("pdf") && suffix != QLatin1String("html")) // before anything is searched
        return complain(
            errorText(core::errorIn(core::ErrorCode::UnknownValue, {suffix.toStdString(), {}, "pdf, html"},
                                    options.outFile.toStdString())));
    const std::string file = options.report.toStdString();
    if (const auto kept = keepsInputs(options.outFile.toStdString(), {file}); !kept.ok())
        return complain(errorText(kept.error()));
    const auto study = readStudy(file);
    if (!study.ok())
        return complain(errorText(study.error()));
    auto solved = solveStudy(catalog, *study);
    if (!solved.ok())
        return complain(errorText(solved.error()));
    const bool decided = solved->decision.has_value();
    const auto written =
        writeMemo(std::make_shared<const SolvedStudy>(std::move(*solved)), options.outFile, language);
    return !written.ok() ? complain(errorText(written.error())) : decided ? 0 : 1;
}

/// The lesson that \p options name, as a page of HTML.
int handOut(const core::Catalog& catalog, const Options& options)
{
    const auto place = lessonPlace(options.lesson.toStdString());
    if (!place.ok())
        return complain(errorText(place.error()));
    const auto lesson = findLesson(catalog, place->lesson);
    if (!lesson.ok())
        return complain(errorText(lesson.error()));
    const auto written = writeHandout(catalog, *lesson, options.outFile);
    return written.ok() ? 0 : complain(errorText(written.error()));
}

/// \p draw in the colours of paper: light on white unless another theme is asked for.
template <class Draw>
int drawnFor(GuardedApplication& application, const Options& options, Draw draw)
{
    const Scheme scheme = options.theme == SchemeChoice::Dark       ? Scheme::Dark
                          : options.theme == SchemeChoice::Contrast ? Scheme::Contrast
                          : options.theme == SchemeChoice::Light    ? Scheme::Light
                                                                    : Scheme::Print;
    applyTheme(application, scheme);
    try {
        return draw(scheme);
    } catch (const std::bad_alloc&) {
        return complain(QStringLiteral("there is not enough memory for this"));
    } catch (const std::exception& broken) {
        return complain(errorText(core::brokenPromise(broken)));
    }
}

} // namespace

int runDesktop(int argc, char** argv)
{
    QStringList arguments;
    for (int index = 0; index < argc; ++index)
        arguments << QString::fromLocal8Bit(argv[index]);
    if (argc > 1 && arguments[1] == QLatin1String(kCompleteWord)) {
        const QCoreApplication application(argc, argv); // knows the program's folder, where resources may lie
        const std::string offers = completedOptions(core::Catalog(findResources()), arguments.mid(2));
        return std::fputs(offers.c_str(), stdout) >= 0 && std::fflush(stdout) == 0 ? 0 : 2;
    }
    // Before the application object, so that the platform can still be chosen.
    const auto asked = parseOptions(arguments);
    if (!asked.ok())
        return complain(errorText(asked.error()));
    if (!asked->options) {
        const bool told = std::fputs(qPrintable(asked->text), stdout) >= 0 && std::fflush(stdout) == 0;
        return told ? 0 : complain(QStringLiteral("standard output: ") + qt_error_string());
    }
    Options options = *asked->options;
    if (options.unattended()) { // whatever windows are shown on, and whether there is such a thing
        qputenv("QT_QPA_PLATFORM", "offscreen");
    } else if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && !hasDisplay()) {
        return complain(
            QStringLiteral("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); --export draws "
                           "a view without one, and shardscope-cli prints"));
    }
    QCoreApplication::setOrganizationName(QStringLiteral("Shardscope"));
    QCoreApplication::setApplicationName(QStringLiteral("Shardscope"));
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    if (options.unattended()) // --scale alone decides
        qputenv("QT_SCALE_FACTOR", options.page.isEmpty() ? "1" : QByteArray::number(options.scale));
    chooseUtf8();
    qInstallMessageHandler(noWindowSystem);
    GuardedApplication application(argc, argv);
    // No word about a session that a picture has no use for.
    qInstallMessageHandler(options.unattended() ? onlyWhatEnds : nullptr);
    keepNumbersPlain();
    const Scheme system = systemScheme(application);
    const QSettings settings;
    Language language;
    QString code = options.language;
    if (code.isEmpty())
        code = options.unattended()
                   ? QStringLiteral("en")
                   : settings.value(QStringLiteral("language"), Language::ofSystem()).toString();
    if (!language.choose(code))
        language.choose(QStringLiteral("en"));
    const core::Catalog catalog(findResources());
    if (!core::files::isFolder(catalog.resources() / "models")) {
        return complain(QStringLiteral("models and hardware are not found: %1 is no folder of resources; set "
                                       "SHARDSCOPE_RESOURCES to the one that was installed")
                            .arg(QString::fromStdString(catalog.resources().string())));
    }
    nameFromCatalog(options, catalog);
    if (options.figures) {
        const QString list = options.json ? figuresJson() : figuresText();
        return std::fputs(qUtf8Printable(list), stdout) >= 0 && std::fflush(stdout) == 0
                   ? 0
                   : complain(QStringLiteral("standard output: ") + qt_error_string());
    }
    if (options.exports())
        return drawnFor(application, options,
                        [&](Scheme scheme) { return exportPicture(catalog, options, scheme); });
    if (!options.report.isEmpty())
        return drawnFor(application, options,
                        [&](Scheme) { return writeReport(catalog, options, language.current()); });
    if (options.writesHandout())
        return drawnFor(application, options, [&](Scheme) { return handOut(catalog, options); });
    if (!options.page.isEmpty()) {
        const QString trouble = drawPage(catalog, language, options);
        return trouble.isEmpty() ? 0 : complain(trouble);
    }
    const auto remembered = static_cast<SchemeChoice>(settings.value(QStringLiteral("theme"), 0).toInt());
    const double zoom = steppedZoom(settings.value(QStringLiteral("zoom"), 1.0).toDouble(), 0);
    if (zoom != 1)
        startZoom(zoom);
    startUnits();
    MainWindow window(catalog, language, options.theme.value_or(remembered), system, zoom);
    QObject::connect(&application, &GuardedApplication::outOfMemory, &window, [&window] {
        emit window.workbench().failed(QCoreApplication::translate("shardscope::app::Workbench",
                                                                   "There is not enough memory for this."));
    });
    QObject::connect(&application, &GuardedApplication::broke, &window, [&window](const core::Error& error) {
        emit window.workbench().failed(errorText(error));
    });
    window.restore();
    window.show();
    const bool back = window.project().openAtStart(options.namesNothing());
    if (!options.namesNothing())
        window.open(options);
    else if (!back)
        window.openLast();
    const int ended = QApplication::exec();
    // Workers own nothing that is not kept by now: who has not stopped soon is not waited for.
    constexpr int kLeaveMs = 700;
    if (window.workbench().jobs().endWithin(kLeaveMs))
        return ended;
    window.project().flush();
    QSettings().sync();
    core::removeOwnDrafts();
    std::fflush(nullptr);
    std::_Exit(ended);
}

} // namespace shardscope::app
