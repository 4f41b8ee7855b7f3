// SPDX-License-Identifier: GPL-3.0-or-later
// Errors by framework, machine, kind of model and number format, as a user gets them who names no
// calibration. The table "programs" of docs/accuracy.md.
#pragma once

#include "app/session/accuracy/cases.h"
#include "lab/accuracy_page.h"

#include <vector>

namespace shardscope::lab {

/// The block "programs": \p validation's times and rates of \p cases' transformers, by their plans.
[[nodiscard]] PageBlocks programBlocks(const app::Validation& validation,
                                       const std::vector<app::Case>& cases);

} // namespace shardscope::lab
