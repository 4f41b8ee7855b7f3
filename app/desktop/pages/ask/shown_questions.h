// SPDX-License-Identifier: GPL-3.0-or-later
// What people ask first, with the answers of searches in words and tables: for the Ask page and its picture.
#pragma once

#include "app/desktop/pages/ask/question_card.h"
#include "app/session/search/plan_search_answer.h"

namespace shardscope::app {

[[nodiscard]] QString smallestQuestion();
[[nodiscard]] QString fastestQuestion();
[[nodiscard]] QString costQuestion();

/// "Which is the smallest device that holds it?"; \p answer: of smallestDevice().
[[nodiscard]] ShownQuestion answeredSmallest(const PlanSearchAnswer& answer);
/// "Which of these machines is the fastest for it?"
[[nodiscard]] ShownQuestion answeredFastest(const PlanSearchAnswer& answer);
/// "What does the run cost?", of the fastest and, where it is another plan, of the \p cheapest (null: not
/// known); not answered where nothing fits.
[[nodiscard]] ShownQuestion answeredCost(const PlanSearchAnswer& fastest,
                                         const PlanSearchAnswer* cheapest = nullptr);

} // namespace shardscope::app
