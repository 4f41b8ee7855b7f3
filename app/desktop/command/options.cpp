// SPDX-License-Identifier: GPL-3.0-or-later
// Plan options come from the plan's own table of keys, as on the command line program.
#include "app/desktop/command/options.h"

#include "app/desktop/base/language.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/pages/page.h"
#include "app/session/plan/solved_options.h"
#include "app/session/text/completion.h"
#include "app/session/text/messages.h"
#include "app/session/text/words.h"
#include "core/base/error_at.h"
#include "core/base/mapped.h"
#include "core/base/phrase.h"
#include "core/base/refusals.h"
#include "core/base/text_mark.h"
#include "core/io/files.h"
#include "core/plan/plan_file.h"
#include "shardscope_config.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <set>

namespace shardscope::app {
namespace {

core::Error unknownValue(const char* option, const QString& value, const std::vector<std::string>& known)
{
    const std::string word = value.toStdString();
    return core::errorIn(core::ErrorCode::UnknownValue,
                         {word, core::nearestName(word, known), core::joined(known, ", ")}, option);
}

QList<QCommandLineOption> ownOptions()
{
    QList<QCommandLineOption> options;
    const auto add = [&](const char* name, const char* help, const char* value) {
        options.append({QString::fromLatin1(name), translated(help), QString::fromLatin1(value)});
    };
    add("language", N_("Language of the window and of pictures: en or ja"), "code");
    add("theme", N_("light, dark, contrast or system"), "name");
    add("export",
        N_("Draw a figure or a page's sheet, one of --figures, into the file of --out; needs no display"),
        "figure");
    add("page",
        N_("Draw a whole page of the window, as a user would see it, into the file of --out; needs no "
           "display; "
           "alone: the names of the pages"),
        "name");
    add("lesson",
        N_("Open a lesson, NAME or NAME:STEP, or a lesson's file; with --out: its page as a picture, or the "
           "lesson as a handout (.html, .pdf)"),
        "name");
    add("report",
        N_("Solve a study and write its memo into the file of --out: .pdf (two pages A4) or .html; of a "
           "project (.shardscope) its slides: .pdf, .html, or a folder of pictures and tables; needs no "
           "display"),
        "file");
    add("analysis",
        N_("With --export analyses: which one, as analyze --list names it; with --export timeline: "
           "critical_path draws the path of the first step"),
        "name");
    add("frame", N_("With --export of a figure that goes step by step: which of its frames, from 0"),
        "number");
    add("out", N_("File of the picture: .svg, .png or .pdf; of the memo and of slides: .pdf or .html"),
        "file");
    add("size", N_("Size of the picture in pixels, as 1600x900"), "size");
    add("scale", N_("Pixels of a PNG for each of its size: 1 to 4"), "factor");
    add("model", N_("A model of the catalogue, or its file"), "name");
    add("hardware", N_("Hardware of the catalogue, or its file"), "name");
    add("plan", N_("A plan file"), "file");
    add("cluster", N_("A cluster of PERSIA's roles, for the recommender's view"), "name");
    add("trace", N_("A trace file; one for each rank of a run"), "file");
    add("slow", N_("Of a plan that is shown as a run: RESOURCE=FACTOR, as often as wanted, as of simulate"),
        "resource");
    options.append({{QString::fromLatin1(kDevicesOption), QStringLiteral("devices")},
                    Words::tr("Devices in all: as many replicas as they make"),
                    QStringLiteral("number")});
    options.append({QStringLiteral("figures"), Words::tr("List what --export draws")});
    options.append({QStringLiteral("json"), Words::tr("The list of --figures as JSON")});
    options.append({QStringLiteral("outlines"), Words::tr("Write the text of an SVG or a PDF as outlines")});
    return options;
}

/// The options of the plan's own table of keys.
QList<QCommandLineOption> planOptions()
{
    QList<QCommandLineOption> options;
    for (const core::PlanKey& key : core::planKeys()) {
        QStringList names{QString::fromStdString(key.option)};
        if (!key.alias.empty())
            names << QString::fromStdString(key.alias);
        options.append({names, QString::fromStdString(key.help), QString::fromStdString(key.values)});
    }
    return options;
}

/// What the help calls "name", where the names are known.
QString knownValues(const QCommandLineOption& option)
{
    const QString name = option.names().constFirst();
    const QStringList known = name == QLatin1String("export")     ? exportNames()
                              : name == QLatin1String("page")     ? pageNames()
                              : name == QLatin1String("language") ? Language::known()
                              : name == QLatin1String("theme")
                                  ? QStringList{"light", "dark", "contrast", "system"}
                                  : QStringList();
    return known.isEmpty() ? option.valueName() : QStringLiteral("{%1}").arg(known.join(QLatin1Char(',')));
}

core::Result<core::Done> readPicture(const QCommandLineParser& parser, Options& options)
{
    options.exportView = parser.value(QStringLiteral("export"));
    options.outFile = parser.value(QStringLiteral("out"));
    options.outlines = parser.isSet(QStringLiteral("outlines"));
    options.analysis = parser.value(QStringLiteral("analysis"));
    if (options.exports() && !exportNames().contains(options.exportView)) {
        const auto known = core::mapped<std::string>(exportNames(), &QString::toStdString);
        return unknownValue("--export", options.exportView, known);
    }
    if (options.exportView == QLatin1String("analyses") && options.analysis.isEmpty())
        return core::errorIn(core::ErrorCode::MissingKey, {"--analysis"}, "--export");
    options.page = parser.value(QStringLiteral("page"));
    options.lesson = parser.value(QStringLiteral("lesson"));
    if (!options.lesson.isEmpty() && options.page.isEmpty() && parser.isSet(QStringLiteral("out")) &&
        !options.exports() && !options.writesHandout())
        options.page = QStringLiteral("learn"); // the picture of the lesson
    if (!options.page.isEmpty() && !pageNames().contains(options.page))
        return unknownValue("--page", options.page,
                            core::mapped<std::string>(pageNames(), &QString::toStdString));
    if (options.exports() && !options.page.isEmpty())
        return core::errorIn(core::ErrorCode::Inconsistent, {core::phrase(W_("a view or a page, not both"))},
                             "--page");
    options.report = parser.value(QStringLiteral("report"));
    if (!options.report.isEmpty() && (options.exports() || !options.page.isEmpty()))
        return core::errorIn(core::ErrorCode::Inconsistent,
                             {core::phrase(W_("a memo or a picture, not both"))}, "--report");
    options.figures = parser.isSet(QStringLiteral("figures"));
    options.json = parser.isSet(QStringLiteral("json"));
    if (options.figures)
        return core::Done{};
    if (options.unattended() && options.outFile.isEmpty())
        return core::errorIn(core::ErrorCode::MissingKey, {"--out"},
                             options.exports()           ? "--export"
                             : !options.report.isEmpty() ? "--report"
                                                         : "--page");
    if (!options.unattended() && !options.outFile.isEmpty())
        return core::errorIn(core::ErrorCode::MissingKey, {"--export"}, "--out");
    if (parser.isSet(QStringLiteral("size"))) {
        static const QRegularExpression form(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
        const auto match = form.match(parser.value(QStringLiteral("size")));
        if (!match.hasMatch())
            return unknownValue("--size", parser.value(QStringLiteral("size")), {"1600x900"});
        options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    }
    if (parser.isSet(QStringLiteral("frame"))) {
        bool isNumber = false;
        const uint frame = parser.value(QStringLiteral("frame")).toUInt(&isNumber);
        if (!isNumber)
            return unknownValue("--frame", parser.value(QStringLiteral("frame")), {"0"});
        options.frame = frame;
    }
    if (parser.isSet(QStringLiteral("scale"))) {
        bool isNumber = false;
        options.scale = parser.value(QStringLiteral("scale")).toDouble(&isNumber);
        if (!isNumber || !(options.scale >= 1 && options.scale <= 4))
            return core::outOfRange(parser.value(QStringLiteral("scale")).toStdString(), "1", "4")
                .in("--scale");
    }
    return core::Done{};
}

core::Result<core::Done> readLook(const QCommandLineParser& parser, Options& options)
{
    options.language = parser.value(QStringLiteral("language"));
    if (!options.language.isEmpty() && !Language::known().contains(options.language))
        return unknownValue("--language", options.language,
                            core::mapped<std::string>(Language::known(), &QString::toStdString));
    const QString theme = parser.value(QStringLiteral("theme"));
    for (const auto& [word, choice] :
         {std::pair("light", SchemeChoice::Light), std::pair("dark", SchemeChoice::Dark),
          std::pair("contrast", SchemeChoice::Contrast), std::pair("system", SchemeChoice::System)}) {
        if (theme == QLatin1String(word))
            options.theme = choice;
    }
    if (!theme.isEmpty() && !options.theme)
        return unknownValue("--theme", theme, {"light", "dark", "contrast", "system"});
    return core::Done{};
}

} // namespace

QStringList exportNames()
{
    QStringList names;
    for (const FigureKind& kind : figureKinds()) {
        if (kind.need != Need::Query) // a query is written in the window
            names << QString::fromStdString(kind.name);
    }
    return names;
}

QStringList pageNames()
{
    QStringList names;
    for (const PageRow& row : pageTable())
        names << QString::fromLatin1(row.key);
    return names;
}

std::string completedOptions(const core::Catalog& catalog, const QStringList& words)
{
    std::vector<Completable> options{{{"--help"}, {}, {}}, {{"--version"}, {}, {}}};
    for (const QCommandLineOption& option : ownOptions() + planOptions()) {
        Completable one{{}, knownValues(option).toStdString(), option.description().toStdString()};
        for (const QString& name : option.names())
            one.names.push_back("--" + name.toStdString());
        options.push_back(std::move(one));
    }
    return completions(options, {}, catalog, core::mapped<std::string>(words, &QString::toStdString));
}

core::Result<Asked> parseOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(Words::tr("Planner and visual profiler for training very large models"));
    parser.addPositionalArgument(
        QStringLiteral("files"),
        Words::tr(
            "Models, hardware descriptions, plans and traces, told by their content; a model and a machine "
            "by their names too"),
        QStringLiteral("[files…]"));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    parser.addOptions(ownOptions());
    parser.addOptions(planOptions());
    std::vector<std::string> known{"help",     "version",  "language",     "theme",    "export", "out",
                                   "size",     "scale",    "model",        "hardware", "plan",   "trace",
                                   "outlines", "analysis", "cluster",      "page",     "lesson", "report",
                                   "figures",  "json",     kDevicesOption, "devices",  "frame",  "slow"};
    const std::set<std::string> own(known.begin(), known.end());
    for (const core::PlanKey& key : core::planKeys())
        known.push_back(key.option);
    const auto page = arguments.indexOf(QStringLiteral("--page"));
    if (page >= 0 && (page + 1 == arguments.size() || arguments[page + 1].startsWith(QLatin1String("--"))))
        return Asked{std::nullopt, pageNames().join(QLatin1Char('\n')) + QLatin1Char('\n')};
    if (!parser.parse(arguments)) {
        if (parser.unknownOptionNames().isEmpty())
            return core::Error{core::ErrorCode::Inconsistent, {parser.errorText().toStdString()}};
        const std::string unknown = parser.unknownOptionNames().constFirst().toStdString();
        return core::Error{core::ErrorCode::UnknownKey,
                           {"--" + unknown, core::nearestName(unknown, known), {}}};
    }
    if (parser.isSet(help))
        // Before the application object Qt does not know how the program is called.
        return Asked{std::nullopt, parser.helpText().replace(QLatin1String("<executable_name>"),
                                                             QLatin1String("shardscope"))};
    if (parser.isSet(version))
        return Asked{std::nullopt,
                     QStringLiteral("shardscope %1\n").arg(QString::fromLatin1(config::kVersion))};

    Options options;
    SHARDSCOPE_TRY([[maybe_unused]] const auto look, readLook(parser, options));
    SHARDSCOPE_TRY([[maybe_unused]] const auto picture, readPicture(parser, options));
    options.files = parser.positionalArguments();
    options.model = parser.value(QStringLiteral("model"));
    options.hardware = parser.value(QStringLiteral("hardware"));
    options.plan = parser.value(QStringLiteral("plan"));
    if (parser.isSet(QStringLiteral("cluster")))
        options.cluster = parser.value(QStringLiteral("cluster"));
    options.traces = parser.values(QStringLiteral("trace"));
    options.slow = core::mapped<std::string>(parser.values(QStringLiteral("slow")), &QString::toStdString);
    if (const QString devices = QString::fromLatin1(kDevicesOption); parser.isSet(devices))
        options.planOptions.emplace_back(kDevicesOption, parser.value(devices).toStdString());
    for (const core::PlanKey& key : core::planKeys()) {
        const QString name = QString::fromStdString(key.option);
        if (!own.contains(key.option) && parser.isSet(name))
            options.planOptions.emplace_back(key.option, parser.value(name).toStdString());
    }
    return Asked{std::move(options), {}};
}

void nameFromCatalog(Options& options, const core::Catalog& catalog)
{
    const auto isWord = [](const QString& word) {
        return !word.isEmpty() && !core::files::exists(word.toStdString()) &&
               !word.contains(QLatin1Char('@'));
    };
    options.files.removeIf([&](const QString& word) {
        if (core::files::exists(word.toStdString()))
            return false;
        const bool model = options.model.isEmpty() && catalog.model(word.toStdString()).ok();
        if (!model && !(options.hardware.isEmpty() && catalog.hardware(word.toStdString()).ok()))
            return false;
        (model ? options.model : options.hardware) = word;
        return true;
    });
    if (const auto model = catalog.model(options.model.toStdString()); isWord(options.model) && model.ok())
        options.model = QString::fromStdString(model->name);
    const std::string machine = options.hardware.toStdString();
    const auto hardware = catalog.hardware(machine);
    if (!isWord(options.hardware) || !hardware.ok())
        return;
    options.planOptions = withDevicesOfName(std::move(options.planOptions), {}, machine);
    options.hardware = QString::fromStdString(hardware->name);
}

} // namespace shardscope::app
