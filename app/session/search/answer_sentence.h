// SPDX-License-Identifier: GPL-3.0-or-later
// What a search answers in one sentence, in the reader's language: the plan, its runner-up and how far that
// is behind, and what is uncertain. Its numbers are cells of the tables beside it.
#pragma once

#include "app/session/search/search_solvers.h"
#include "app/session/tables/cell_text.h"

#include <QString>

#include <cstdint>
#include <utility>

namespace shardscope::app {

/// "Fastest: 64 × dgx-h100 with t 8 · …, 194 s a step; runner-up: …, 1.02 % behind; uncertain: …." Where
/// nothing fits: the nearest plan, and what helps alone.
/// \p digits: those of the tables beside it, or as many as the step's interval leaves what is predicted
/// (known_digits.h), for who reads the sentence alone.
enum class SentenceDigits : std::uint8_t { OfTables, Known };
[[nodiscard]] QString answerSentence(const PlanSearchAnswer& answer, const CellText& cell,
                                     SentenceDigits digits = SentenceDigits::OfTables);
/// "The run on 64 × dgx-h100 takes 705 h (29.4 days) and costs 34,666,634 USD; uncertain: …." of the best
/// plan; what it lacks, where no tokens or no price were said.
[[nodiscard]] QString costSentence(const PlanSearchAnswer& answer, const CellText& cell,
                                   SentenceDigits digits = SentenceDigits::OfTables);
/// Such a sentence as two: what is answered, and what must be known of it.
[[nodiscard]] std::pair<QString, QString> answerAndDoubts(const QString& sentence);
/// "Largest: 80 layers, 70,553,706,496 parameters …; runner-up: one layer more needs …; uncertain: …."
[[nodiscard]] QString largestSentence(const LargestModel& largest, const CellText& cell,
                                      SentenceDigits digits = SentenceDigits::OfTables);

/// How many plans were left out because the program broke a promise, with the report of the first; empty:
/// none.
[[nodiscard]] QString brokenText(const PlanSearchAnswer& answer);

/// "So far: 64 × dgx-h100 with t 8 · …, 194 s a step." while the search goes on (PlanSearchRequest::sofar).
[[nodiscard]] QString sofarSentence(const planner::PlanHit* best, const std::vector<std::string>& machines,
                                    const CellText& cell);

/// Says by how much the plan of \p why is slower than the best and in what most, and what else it does not
/// keep; empty: neither.
[[nodiscard]] QString whySentence(const WhyNot& why, const CellText& cell);

} // namespace shardscope::app
