// SPDX-License-Identifier: GPL-3.0-or-later
// A solved study as something that is handed out: a sheet, and a memo of two A4 pages or one HTML file.
#pragma once

#include "app/desktop/charts/study/study_scenes.h"
#include "app/desktop/figures/figure.h"
#include "core/base/result.h"
#include "core/base/task.h"

namespace shardscope::app {

/// Question, decision, figures, scenarios and sentences on one sheet; null where nothing is solved.
[[nodiscard]] Drawing studyDrawing(const SolvedStudyPtr& solved);
/// "Llama 3 70B; DGX H100, GB200 NVL72; ranges: 80 %; study s.json": what every page and figure says of
/// itself.
[[nodiscard]] QString studySource(const SolvedStudy& solved);

/// One of the memo's pages, 0 or 1, as large as A4 at \p width pixels.
[[nodiscard]] Drawing memoPage(const SolvedStudyPtr& solved, int number);
/// The memo as \p file says by its suffix: .pdf (two pages A4: question, decision, figures, scenarios; then
/// risks, what it rests on, sources) or .html (with the same figures inside). In the window's language at the
/// moment, which \p language is ("en", "ja"). Errors: UnknownValue (suffix), FileUnwritable, Cancelled.
[[nodiscard]] core::Result<core::Done> writeMemo(const SolvedStudyPtr& solved, const QString& file,
                                                 const QString& language, const core::Task& task = {});

} // namespace shardscope::app
