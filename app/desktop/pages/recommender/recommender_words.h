// SPDX-License-Identifier: GPL-3.0-or-later
// The views of a recommender's study, and what the page and its export say of them.
#pragma once

#include "app/desktop/charts/recommender/recommender_scenes.h"

#include <QStringList>

#include <span>

namespace shardscope::app {

/// The question that a picture answers; each is a tab of the page.
enum class RecommenderTab { Fit, Time, Placement, Network, Scaling, Roles, Accuracy };
inline constexpr std::size_t kRecommenderTabs = 7;
[[nodiscard]] QString tabName(RecommenderTab tab);

/// A picture with its table and its heading.
struct RecommenderView {
    const char* name; ///< behind "recommender." in the list of figures
    Scene (*scene)(const Study&, double width, const Theme&);
    core::Table (*twin)(const Study&);
    QString (*title)();
    RecommenderTab tab;
    bool wide;           ///< takes both columns
    bool zionex = false; ///< of ZionEX or its predecessor: not where PERSIA is alone
};
/// The views in the order of the sheet; each tab has its own in the same order.
[[nodiscard]] std::span<const RecommenderView> recommenderViews();

/// Whether \p study has what \p view shows, and what it is called there.
[[nodiscard]] bool isShown(const RecommenderView& view, const Study& study);
[[nodiscard]] QString viewTitle(const RecommenderView& view, const Study* study);

/// Whether the first of what was asked fits: ZionEX, or PERSIA alone.
[[nodiscard]] bool studyFits(const Study& study);
/// What was found: fits or what is missing with its remedies, the faster system, what limits each.
[[nodiscard]] QString studySentence(const Study& study);
/// "%1 on %2, and on %3": the model and what it is trained on.
[[nodiscard]] QString studySubtitle(const Study& study);
/// Figures of the model and of the cluster that nobody could check.
[[nodiscard]] QStringList unverifiedOf(const Study& study);

} // namespace shardscope::app
