// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a search as a document that a project keeps, both ways: what was asked, the plans with their
// figures, what each axis is worth, what would help.
#pragma once

#include "app/session/search/plan_search_answer.h"

#include <optional>
#include <string>

namespace shardscope::app {

/// The seat of a project that has the last answer of the Search page. Shared copies keep it.
inline constexpr const char* kAnswerSeat = "answer.search";

/// \p asked: the command that asks it (searchCommand()).
[[nodiscard]] std::string answerText(const PlanSearchAnswer& answer, const std::string& asked);
/// The answer that \p text keeps to \p prepared, which \p asked asks; none where it is of another question,
/// or no such document. What only a new search tells is left out: an open plan beside the best, gains.
[[nodiscard]] std::optional<PlanSearchAnswer> keptAnswer(const std::string& text, const std::string& asked,
                                                         const PreparedSearch& prepared);

} // namespace shardscope::app
