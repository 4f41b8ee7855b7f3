// SPDX-License-Identifier: GPL-3.0-or-later
// The views of a recommender's study, and what the page and its export say of them.
#pragma once

#include "app/desktop/charts/recommender/recommender_scenes.h"

#include <QStringList>

#include <span>

namespace shardscope::app {

/// A picture with its table and its heading.
struct RecommenderView {
    Scene (*scene)(const Study&, double width, const Theme&);
    core::Table (*twin)(const Study&);
    QString (*title)();
    bool wide; ///< takes both columns
};
/// In the order of the page.
[[nodiscard]] std::span<const RecommenderView> recommenderViews();

/// What was found: fits or what is missing with its remedies, the faster system, what limits each.
[[nodiscard]] QString studySentence(const Study& study);
/// Figures of the model and of the cluster that nobody could check.
[[nodiscard]] QStringList unverifiedOf(const Study& study);

} // namespace shardscope::app
