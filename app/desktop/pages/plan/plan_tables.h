// SPDX-License-Identifier: GPL-3.0-or-later
// What the Plan page says of an evaluation beside the session's tables.
#pragma once

#include "core/plan/evaluation.h"
#include "core/report/table.h"

#include <QString>

namespace shardscope::app {

/// One row for each class of rank: stage, ranks, layers, device memory used and its share. The lattice's
/// table twin.
[[nodiscard]] core::Table stageTable(const core::Evaluation& evaluation);

/// "Fits: the fullest device uses 61.2 of 80 GiB; exposed communication takes the most of what is not
/// computing." or "Does not fit: …" of the worst violation.
/// \p besideChip: a chip beside it says whether it fits.
[[nodiscard]] QString verdictSentence(const core::Evaluation& evaluation, bool besideChip = false);

} // namespace shardscope::app
