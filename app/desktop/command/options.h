// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the desktop program.
#pragma once

#include "app/desktop/theme/theme.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"

#include <QSize>
#include <QStringList>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::app {

struct Options {
    QStringList files; ///< models, hardware, plans, traces: told by content
    QString language;  ///< empty: as remembered, else the system's
    std::optional<SchemeChoice> theme;
    QString exportView;   ///< one of exportNames(); empty: open the window
    bool figures = false; ///< list what can be exported
    bool json = false;    ///< the list as JSON
    QString page;         ///< whose picture is wanted, as a user would see it; empty: none
    QString lesson;       ///< that is opened on the page Learn, with its step: "zero:3"
    QString report;       ///< a study, whose memo is wanted, or a project, whose slides are; empty: none
    QString analysis;     ///< of --export analyses: its key
    QString outFile;
    std::optional<std::size_t> frame; ///< of a figure that goes step by step
    QSize size; ///< of the picture in pixels at 1x; empty: as large as its content needs
    double scale = 1;
    bool outlines = false; ///< text in an SVG as outlines, for readers without the fonts
    QString model;
    QString hardware;
    QString plan;
    QString cluster = QStringLiteral("persia-gcp-100t"); ///< of PERSIA's roles, for the recommender's view
    QStringList traces;
    std::vector<std::string> slow; ///< "RESOURCE=FACTOR" of a plan that is simulated as a run
    std::vector<std::pair<std::string, std::string>> planOptions;

    [[nodiscard]] bool exports() const { return !exportView.isEmpty(); }
    /// A lesson is written as a page of HTML, or on paper.
    [[nodiscard]] bool writesHandout() const
    {
        return !lesson.isEmpty() && page.isEmpty() &&
               (outFile.endsWith(QLatin1String(".html"), Qt::CaseInsensitive) ||
                outFile.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive));
    }
    /// Draws into a file and ends: no display is needed.
    [[nodiscard]] bool unattended() const
    {
        return exports() || !page.isEmpty() || !report.isEmpty() || figures || writesHandout();
    }
    [[nodiscard]] bool namesPlan() const
    {
        return !model.isEmpty() || !hardware.isEmpty() || !plan.isEmpty() || !planOptions.empty();
    }
    [[nodiscard]] bool namesNothing() const
    {
        return files.isEmpty() && traces.isEmpty() && lesson.isEmpty() && !namesPlan();
    }
};

/// What --export can draw: the figures that need no window.
[[nodiscard]] QStringList exportNames();
/// What --page can draw: the keys of the pages.
[[nodiscard]] QStringList pageNames();

/// What a shell offers behind "shardscope" (app/session/text/completion.h); the last of \p words is being
/// typed.
[[nodiscard]] std::string completedOptions(const core::Catalog& catalog, const QStringList& words);

/// What the arguments ask for beside running: a text to print on standard output.
struct Asked {
    std::optional<Options> options;
    QString text; ///< of --help or --version, where \c options is empty
};

/// \p arguments with the program's name first. Errors: UnknownKey, UnknownValue, MissingKey, Inconsistent.
[[nodiscard]] core::Result<Asked> parseOptions(const QStringList& arguments);
/// Words among the files of \p options that are no files but a model or a machine of \p catalog ("shardscope
/// llama-3-8b 64xH100") become that; models and machines are called as the catalogue calls them.
void nameFromCatalog(Options& options, const core::Catalog& catalog);

} // namespace shardscope::app
