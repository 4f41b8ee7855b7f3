// SPDX-License-Identifier: GPL-3.0-or-later
// A recommender among the models that the articles set it beside: from GPT-3 to a hundred trillion.
#pragma once

#include "app/session/recommender/recommender_study.h"

namespace shardscope::app {

struct LadderStep {
    std::string name;
    double parameters = 0;
    std::string source; ///< empty: the model at hand
};

/// Ascending; the model at hand is among them, in place of a published one of its size.
[[nodiscard]] std::vector<LadderStep> sizeLadder(const Study& study);
[[nodiscard]] core::Table ladderTableOf(const Study& study); ///< one row for each model

} // namespace shardscope::app
