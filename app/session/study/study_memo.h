// SPDX-License-Identifier: GPL-3.0-or-later
// A study as a memo that is sent on: one HTML file without a network, its figure as SVG, in the reader's
// language.
#pragma once

#include "app/session/study/solved_study.h"

#include <QString>
#include <QStringList>

namespace shardscope::app {

struct MemoMade {
    QString on;        ///< "2026-11-29"
    QString language;  ///< of the texts: "en", "ja"
    QString figures{}; ///< SVG elements in the place of its own figure; empty: its own
};

/// Question, decision, figure (days with their ranges against the deadline), scenarios, what would change it,
/// risks, assumptions, sources.
[[nodiscard]] QString studyMemo(const SolvedStudy& solved, const MemoMade& made, core::TextStyle style = {});

/// What the figures rest on, and where they come from: a sentence each.
[[nodiscard]] QStringList assumptionSentences(const SolvedStudy& solved);
[[nodiscard]] QStringList sourceSentences(const SolvedStudy& solved);

/// The question in a line: "Llama 3 70B, 15 T tokens, in 60 days".
[[nodiscard]] QString questionText(const SolvedStudy& solved, core::TextStyle style = {});

} // namespace shardscope::app
