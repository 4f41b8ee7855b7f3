// SPDX-License-Identifier: GPL-3.0-or-later
// What a search answers in one sentence, in the reader's language: the plan, its runner-up and how far that
// is behind, and what is uncertain. Its numbers are cells of the tables beside it.
#pragma once

#include "app/session/search/search_solvers.h"

#include <QString>

#include <functional>

namespace shardscope::app {

/// A cell of a table as the reader's tables show it.
using CellText = std::function<QString(const core::Table& table, std::size_t row, std::size_t column)>;

/// "Fastest: 64 × dgx-h100 with t 8 · …, 194 s a step; runner-up: …, 1.02 % behind; uncertain: …." Where
/// nothing fits: the nearest plan, and what helps alone.
[[nodiscard]] QString answerSentence(const PlanSearchAnswer& answer, const CellText& cell);
/// What stands between the parts of such a sentence: "; ".
[[nodiscard]] QString sentencePause();
/// "Largest: 80 layers, 70,553,706,496 parameters …; runner-up: one layer more needs …; uncertain: …."
[[nodiscard]] QString largestSentence(const LargestModel& largest, const CellText& cell);

/// By how much the plan of \p why is slower than the best and in what most, and what else it does not keep;
/// empty: neither.
[[nodiscard]] QString whySentence(const WhyNot& why, const CellText& cell);

} // namespace shardscope::app
