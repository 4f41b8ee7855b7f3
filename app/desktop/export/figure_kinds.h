// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all pictures: whole sheets, a page each, and the figures that stand on them. One list for
// --export and --figures, for the window's "Save a picture", and for the tests that draw all of them.
#pragma once

#include "app/desktop/export/given.h"
#include "app/desktop/figures/picture_file.h"
#include "core/base/result.h"
#include "core/base/task.h"

namespace shardscope::app {

struct FigureKind {
    std::string name; ///< "plan", "plan.phases", "recommender.node": a sheet is called as its page is
    std::string page; ///< where the window shows it
    Need need = Need::Plan;
    int width = kFigureWidth; ///< pixels that it is drawn on where nobody says how many
    std::function<QString()> title;
    /// Errors: Inconsistent where what is given has nothing of the kind; those of computing it.
    std::function<core::Result<Drawing>(const Given&, const core::Task&)> draw;
    /// The same as a value, for cards and lessons; null of a sheet.
    std::function<core::Result<Figure>(const Given&, const core::Task&)> figure{};

    [[nodiscard]] bool isSheet() const { return name == page; }
};

using FigureMaker = std::function<core::Result<Figure>(const Given&, const core::Task&)>;
/// \p kind, drawn as what \p make makes, on a page of its own.
[[nodiscard]] FigureKind madeBy(FigureKind kind, FigureMaker make);

/// Sheets first, in the order of the pages.
[[nodiscard]] const std::vector<FigureKind>& figureKinds();
/// Null: there is none of that name.
[[nodiscard]] const FigureKind* figureKind(const QString& name);

/// [{"name", "title", "page", "needs"}], as the contract has it, and a line each for people.
[[nodiscard]] QString figuresJson();
[[nodiscard]] QString figuresText();

/// The figures of each subject, for figureKinds().
void addDescriptionSheets(std::vector<FigureKind>& kinds);
void addDescriptionFigures(std::vector<FigureKind>& kinds);
void addPlanFigures(std::vector<FigureKind>& kinds);
void addMovingFigures(std::vector<FigureKind>& kinds);
void addSearchFigures(std::vector<FigureKind>& kinds);
void addRecommenderFigures(std::vector<FigureKind>& kinds);
void addRunFigures(std::vector<FigureKind>& kinds);
void addStudyFigures(std::vector<FigureKind>& kinds);

/// An error that the given thing has nothing to show of a kind.
[[nodiscard]] core::Error nothingToShow(const char* why);

} // namespace shardscope::app
