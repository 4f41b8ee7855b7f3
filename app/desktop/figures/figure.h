// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as a value: what it is called, what it says in one sentence, its picture at any width and the same
// as a table. Cards show it, files and slides hold it.
#pragma once

#include "app/desktop/charts/scene.h"
#include "core/report/table.h"

#include <memory>
#include <vector>

class QWidget;

namespace shardscope::app {

/// Draws itself at \p width pixels and returns the height it took. Called twice: to measure, then to draw.
using Drawing = std::function<double(QPainter& painter, double width, const Theme& theme)>;

struct Figure {
    QString title;
    QString sentence;                           ///< what is seen; empty: the title says it
    SceneMaker scene{};                         ///< null: there is nothing to see
    std::shared_ptr<const core::Table> table{}; ///< null: none
    QString source{};                           ///< of what: model, machine, plan, run
    QString name{};         ///< that --export knows it by, where it is made of the open plan or study alone
    std::size_t frames = 1; ///< moments that it goes through; 1: it does not move
    std::size_t frame = 0;  ///< that \c scene shows
    std::function<SceneMaker(std::size_t frame)> at{}; ///< another of them; null of what does not move
};

/// \p figure on a page of its own: title, sentence, picture, where it comes from. Null without a picture.
[[nodiscard]] Drawing figureDrawing(const Figure& figure);

/// \p makers below each other; those that are null are left out, and of none nothing is made.
[[nodiscard]] SceneMaker stacked(std::vector<SceneMaker> makers);
/// A scene of \p widget and those in it: pictures, tables and texts, from the top. Null: nothing.
[[nodiscard]] SceneMaker shownIn(const QWidget& widget);

/// The first rows of \p table as text; what is left out is said.
[[nodiscard]] Scene tableScene(const core::Table& table, double width, const Theme& theme);
/// The same as a picture that can be kept; null without rows.
[[nodiscard]] SceneMaker tableScene(std::shared_ptr<const core::Table> table);

} // namespace shardscope::app
